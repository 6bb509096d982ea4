import type { Run } from '../vocabulary.ts'

/**
 * How long the rest of a scenario's runs will take, from how long its runs have taken.
 *
 * @param runs so far, at least one
 * @returns seconds if the earliest possible look decides, and if only the last one does
 */
export function secondsLeft(runs: Pick<Run, 'variant' | 'wallSeconds'>[], { variants, rounds }: { variants: string[], rounds: { min: number, max: number } }): [number, number] {
  const done = Math.floor(runs.length / variants.length)
  const earliest = Math.max(rounds.min, runs.length % variants.length === 0 ? done : done + 1)
  const measured = variants.map((variant) => mean(runs.filter((run) => run.variant === variant)))
  const known = measured.filter((seconds) => seconds !== null)
  const guess = known.reduce((sum, seconds) => sum + seconds, 0) / known.length
  const until = (lastRound: number) =>
    variants.reduce((sum, variant, i) => {
      const missing = lastRound - runs.filter((run) => run.variant === variant).length
      return sum + missing * (measured[i] ?? guess)
    }, 0)
  return [until(earliest), until(rounds.max)]
}

function mean(runs: Pick<Run, 'wallSeconds'>[]) {
  if (runs.length === 0) return null
  return runs.reduce((sum, { wallSeconds }) => sum + wallSeconds, 0) / runs.length
}
