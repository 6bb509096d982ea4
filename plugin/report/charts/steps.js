import { area, line } from 'd3-shape'
import { curveWidth } from './plot.js'
/** @import { Area, Line } from 'd3-shape' */

/**
 * What a value did in a part of a plot's width: its middle, and between what it lay.
 *
 * @typedef {object} Band
 * @property {number} low
 * @property {number} middle
 * @property {number} high
 *
 * @typedef {object} Step
 * @property {number} from part of the width, from 0 to 1
 * @property {number} to
 * @property {Band | null} value null: nothing is known
 *
 * @typedef {{ x: number, value: Band }} Point
 */

/**
 * @param {readonly Step[]} steps
 * @param {(value: number) => number} y
 * @returns {string} a path for `curves` from low to high; empty where nothing is known
 */
export function bandPath(steps, y) {
  const draw = /** @type {Area<Point>} */ (area())
    .x(({ x }) => x)
    .y0(({ value }) => y(value.low))
    .y1(({ value }) => y(value.high))
    .digits(1)
  return piecesOf(steps).map((piece) => draw(piece)).join('')
}

/**
 * @param {readonly Step[]} steps
 * @param {(value: number) => number} y
 * @param {keyof Band} [of]
 * @returns {string} a path for `curves`; empty where nothing is known
 */
export function linePath(steps, y, of = 'middle') {
  const draw = /** @type {Line<Point>} */ (line())
    .x(({ x }) => x)
    .y(({ value }) => y(value[of]))
    .digits(1)
  return piecesOf(steps).map((piece) => draw(piece)).join('')
}

/**
 * The middles of steps that follow on each other; a single one from its beginning to its end, so that it can be seen.
 *
 * @param {readonly Step[]} steps
 * @returns {Point[][]}
 */
function piecesOf(steps) {
  /** @type {Point[][]} */
  const pieces = []
  steps.forEach(({ from, to, value }, i) => {
    if (value === null) return
    const [before, after] = [steps[i - 1]?.value ?? null, steps[i + 1]?.value ?? null]
    if (before === null) pieces.push([])
    const ends = before === null && after === null ? [from, to] : [(from + to) / 2]
    pieces[pieces.length - 1].push(...ends.map((part) => ({ x: across(part), value })))
  })
  return pieces
}

/**
 * @param {number} part
 * @returns {number} a coordinate of `curves`, which are finer than any screen
 */
function across(part) {
  return Math.round(curveWidth * part)
}
