/**
 * @param {number} ms
 * @returns {string} as precise as a first look is
 */
export function milliseconds(ms) {
  return `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`
}

/**
 * @param {number} seconds
 * @returns {string} such as "80 s", "4 minutes"
 */
export function roughDuration(seconds) {
  return seconds < 105 ? `${10 * Math.round(seconds / 10)} s` : `${Math.round(seconds / 60)} minutes`
}
