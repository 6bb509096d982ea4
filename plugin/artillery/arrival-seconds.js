/** As the package ms reads them, which Artillery uses. */
const units = { ms: 0.001, s: 1, m: 60, h: 3600, d: 86_400, w: 604_800 }
const words = [/^(?:ms|msecs?|milliseconds?)$/, /^(?:|s|secs?|seconds?)$/, /^(?:m|mins?|minutes?)$/, /^(?:h|hrs?|hours?)$/, /^(?:d|days?)$/, /^(?:w|weeks?)$/]

/**
 * How long users come in a run, as the script's phases say.
 *
 * @param {unknown} phases
 * @returns {number} 0 for what Artillery will refuse, or only knows itself
 */
export function arrivalSeconds(phases) {
  if (!Array.isArray(phases)) return 0
  return phases.reduce((sum, phase) => sum + seconds(phase?.pause ?? phase?.duration), 0)
}

/** @param {unknown} given a number of seconds, or a text such as 2m, 200ms, "2 minutes" */
function seconds(given) {
  const [, amount, unit = ''] = /^\s*(\d*\.?\d+)\s*([a-z]*)\s*$/i.exec(String(given)) ?? []
  const factor = Object.values(units)[words.findIndex((word) => word.test(unit.toLowerCase()))]
  return amount === undefined || factor === undefined ? 0 : Number(amount) * factor
}
