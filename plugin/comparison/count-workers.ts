import { isStranger } from './stranger.ts'
import type { Run, Variant } from '../vocabulary.ts'

export type CountedVariant = Omit<Variant, 'workers'> & { workers: number }

/**
 * How many workers a command, a URL or an ecosystem file brings is not known before somebody sees them.
 *
 * @returns each with its number of workers: as it was asked for, or the most that one run showed, at least 1
 */
export function countWorkers(variants: Variant[], runs: Run[]): CountedVariant[] {
  return variants.map((variant) => ({ ...variant, workers: variant.workers ?? mostSeen(runs.filter((run) => run.variant === variant.name)) }))
}

/**
 * Who answers nothing is never seen, where nobody tells how many there are: work that one of four does alone would look
 * as even as work can be.
 *
 * @returns whether there may be more workers than those that were seen
 */
export function mayHaveMore({ mode, workers }: Variant): boolean {
  return workers === null && isStranger(mode)
}

function mostSeen(runs: Run[]) {
  return Math.max(1, ...runs.map(({ workers }) => workers.length))
}
