import { roomyTicks } from './roomy-ticks.js'

/**
 * A linear axis of numbers of workers that begins with none, so that twice as many are twice as far from its origin.
 *
 * @typedef {object} WorkersAxis
 * @property {number} most workers on it
 * @property {(workers: number) => number} part of the axis, from 0 to 1
 * @property {{ part: number, label: string }[]} ticks numbers that were measured
 */

/** Right of the last point, part of the axis. */
const margin = 0.06

/**
 * @param {readonly number[]} measured numbers of workers, fewest first
 * @returns {WorkersAxis}
 */
export function workersAxis(measured) {
  const most = Math.max(1, ...measured) * (1 + margin)
  const part = (/** @type {number} */ workers) => workers / most
  return { most, part, ticks: roomyTicks(measured.map((workers) => ({ part: part(workers), label: String(workers) }))) }
}
