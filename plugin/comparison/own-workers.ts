import { isOutside } from './variant-use.ts'
import type { Run } from '../concepts/run.ts'
import type { Variant } from '../concepts/settings.ts'

/**
 * Finds an app that clusters itself: started as one process, it forks cluster workers, or more processes answer than were started here.
 * A command is expected to do so; where a worker died, or the app was disturbed, more answer than there are at a time.
 *
 * @param runs of the variant
 * @returns how many processes answer, or were forked, in a run; 0: it does not cluster itself
 */
export function ownWorkers({ mode, workers }: Pick<Variant, 'mode' | 'workers'>, runs: readonly Run[]): number {
  if (isOutside(mode) || workers === null) return 0
  const counts = runs.filter(({ restarts, disturbances }) => restarts === 0 && disturbances.length === 0).map((run) => {
    const answering = run.workers.filter(({ requests }) => requests > 0)
    // What was started here reports how busy it is.
    const areStrange = answering.length > workers && answering.some(({ usage }) => usage === null)
    return Math.max(run.forks ?? 0, areStrange ? answering.length : 0)
  })
  return Math.max(0, ...counts)
}

/** The beginning of a sentence. */
export const clustersItself = (name: string, processes: number): string =>
  `the app clusters itself: ${name} answers from ${processes === 1 ? 'a process' : `${processes} processes`} of its own`
