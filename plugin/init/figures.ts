/** @returns as precise as a first look is */
export function milliseconds(ms: number): string {
  return `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`
}

/** @returns such as "80 s", "4 minutes" */
export function roughDuration(seconds: number): string {
  return seconds < 105 ? `${10 * Math.round(seconds / 10)} s` : `${Math.round(seconds / 60)} minutes`
}
