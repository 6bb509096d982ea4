import { secondsOf } from './arrival-seconds.ts'

/**
 * How long a user goes on at least: the pauses of a flow, as often as its loops say. What the app takes comes on top; so
 * does what only Artillery knows, such as how often a loop with whileTrue is run.
 *
 * @param flow of a scenario, or of a loop
 */
export function flowSeconds(flow: unknown): number {
  if (!Array.isArray(flow)) return 0
  return flow.reduce((sum, step) => sum + stepSeconds(step ?? {}), 0)
}

function stepSeconds({ think, loop, count, over, whileTrue }: { think?: unknown, loop?: unknown, count?: unknown, over?: unknown, whileTrue?: unknown }) {
  if (loop === undefined) return pauseSeconds(think)
  if (whileTrue !== undefined) return 0
  return flowSeconds(loop) * (over === undefined ? times(count) : lengthOf(over))
}

/** @param think as Artillery takes it: whole seconds, or a text with a unit; anything else is milliseconds to it */
function pauseSeconds(think: unknown) {
  const given = Number(think)
  if (Number.isNaN(given)) return secondsOf(think)
  return Number.isInteger(given) ? given : given / 1000
}

/** @param count a number, or a text such as 1-15, which is 14 times */
function times(count: unknown) {
  const [, from, to] = /^(?:(\d+)-)?(\d+)$/.exec(String(count)) ?? []
  return to === undefined ? 0 : Math.max(0, Number(to) - Number(from ?? 0))
}

function lengthOf(over: unknown) {
  return Array.isArray(over) ? over.length : 0
}
