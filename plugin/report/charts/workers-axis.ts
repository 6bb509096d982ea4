import { roomyTicks } from './roomy-ticks.ts'

/** A linear axis of numbers of workers that begins with none, so that twice as many are twice as far from its origin. */
export interface WorkersAxis {
  most: number // workers on it
  part: (workers: number) => number // of the axis, from 0 to 1
  ticks: { part: number, label: string }[] // numbers that were measured
}

/** Right of the last point, part of the axis. */
const margin = 0.06

/** @param measured numbers of workers, fewest first */
export function workersAxis(measured: readonly number[]): WorkersAxis {
  const most = Math.max(1, ...measured) * (1 + margin)
  const part = (workers: number) => workers / most
  return { most, part, ticks: roomyTicks(measured.map((workers) => ({ part: part(workers), label: String(workers) }))) }
}
