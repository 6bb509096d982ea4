/** Units in seconds, as the package ms reads them, which Artillery uses. */
const units: [RegExp, number][] = [
  [/^(?:ms|msecs?|milliseconds?)$/, 0.001],
  [/^(?:|s|secs?|seconds?)$/, 1],
  [/^(?:m|mins?|minutes?)$/, 60],
  [/^(?:h|hrs?|hours?)$/, 3600],
  [/^(?:d|days?)$/, 86_400],
  [/^(?:w|weeks?)$/, 604_800]
]

/**
 * How long users come in a run, as the script's phases say.
 *
 * @returns 0 for what Artillery will refuse, or only knows itself
 */
export function arrivalSeconds(phases: unknown): number {
  if (!Array.isArray(phases)) return 0
  return phases.reduce((sum, phase) => sum + secondsOf(phase?.pause ?? phase?.duration), 0)
}

/**
 * @param given a number of seconds, or a text such as 2m, 200ms, "2 minutes"
 * @returns 0 for anything else
 */
export function secondsOf(given: unknown): number {
  const [, amount, unit = ''] = /^\s*(\d*\.?\d+)\s*([a-z]*)\s*$/i.exec(String(given)) ?? []
  const [, factor = 0] = units.find(([word]) => word.test(unit.toLowerCase())) ?? []
  return amount === undefined ? 0 : Number(amount) * factor
}
