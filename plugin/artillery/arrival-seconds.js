const unitSeconds = { ms: 0.001, s: 1, m: 60, h: 3600, d: 86_400 }

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
  const [, amount, unit] = /^\s*(\d+(?:\.\d+)?)\s*(ms|[smhd])?/i.exec(String(given)) ?? []
  if (amount === undefined) return 0
  return Number(amount) * unitSeconds[/** @type {keyof typeof unitSeconds} */ ((unit ?? 's').toLowerCase())]
}
