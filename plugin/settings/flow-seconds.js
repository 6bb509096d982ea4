import { secondsOf } from './arrival-seconds.js'

/**
 * How long a user goes on at least: the pauses of a flow, as often as its loops say. What the app takes comes on top; so
 * does what only Artillery knows, such as how often a loop with whileTrue is run.
 *
 * @param {unknown} flow of a scenario, or of a loop
 * @returns {number}
 */
export function flowSeconds(flow) {
  if (!Array.isArray(flow)) return 0
  return flow.reduce((sum, step) => sum + stepSeconds(step ?? {}), 0)
}

/** @param {{ think?: unknown, loop?: unknown, count?: unknown, over?: unknown, whileTrue?: unknown }} step */
function stepSeconds({ think, loop, count, over, whileTrue }) {
  if (loop === undefined) return pauseSeconds(think)
  if (whileTrue !== undefined) return 0
  return flowSeconds(loop) * (over === undefined ? times(count) : lengthOf(over))
}

/** @param {unknown} think as Artillery takes it: whole seconds, or a text with a unit; anything else is milliseconds to it */
function pauseSeconds(think) {
  const given = Number(think)
  if (Number.isNaN(given)) return secondsOf(think)
  return Number.isInteger(given) ? given : given / 1000
}

/** @param {unknown} count a number, or a text such as 1-15, which is 14 times */
function times(count) {
  const [, from, to] = /^(?:(\d+)-)?(\d+)$/.exec(String(count)) ?? []
  return to === undefined ? 0 : Math.max(0, Number(to) - Number(from ?? 0))
}

/** @param {unknown} over */
function lengthOf(over) {
  return Array.isArray(over) ? over.length : 0
}
