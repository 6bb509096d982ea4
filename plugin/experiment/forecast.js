/** @import { Run } from '../vocabulary.js' */

/**
 * How long the rest of a scenario's runs will take, from how long its runs have taken.
 *
 * @param {Pick<Run, 'variant' | 'wallSeconds'>[]} runs so far, at least one
 * @param {{ variants: string[], rounds: { min: number, max: number } }} plan
 * @returns {[number, number]} seconds if the earliest possible look decides, and if only the last one does
 */
export function secondsLeft(runs, { variants, rounds }) {
  const done = Math.floor(runs.length / variants.length)
  const earliest = Math.max(rounds.min, runs.length % variants.length === 0 ? done : done + 1)
  const measured = variants.map((variant) => mean(runs.filter((run) => run.variant === variant)))
  const known = measured.filter((seconds) => seconds !== null)
  const guess = known.reduce((sum, seconds) => sum + seconds, 0) / known.length
  const until = (/** @type {number} */ lastRound) =>
    variants.reduce((sum, variant, i) => {
      const missing = lastRound - runs.filter((run) => run.variant === variant).length
      return sum + missing * (measured[i] ?? guess)
    }, 0)
  return [until(earliest), until(rounds.max)]
}

/** @param {Pick<Run, 'wallSeconds'>[]} runs */
function mean(runs) {
  if (runs.length === 0) return null
  return runs.reduce((sum, { wallSeconds }) => sum + wallSeconds, 0) / runs.length
}
