import { isLeftAlone } from '../questions/concepts.ts'
import { counted } from '../concepts/wording.ts'
import { isOutside, runsOf } from './variant-use.ts'
import type { Run } from '../concepts/run.ts'
import type { Variant } from '../concepts/settings.ts'

/**
 * Of an app that clusters itself: the most processes of a run; doAnswer: false: no response tells who sent it, and they
 * were only seen to be forked
 */
export interface OwnWorkers {
  count: number
  doAnswer: boolean
}

/** @returns of each variant that clusters itself, by its name */
export const ownWorkers = (runs: readonly Run[], variants: readonly Variant[]): Map<string, OwnWorkers> =>
  new Map(
    variants.flatMap((variant) => {
      const found = ownWorkersOf(variant, runsOf(runs, variant.name))
      return found.count === 0 ? [] : [[variant.name, found]]
    })
  )

/**
 * Started as one process, more processes answer than were started here, or another one answers than that. Forks alone
 * are no proof: they may work in the background, or replace one that died. A command is expected to cluster itself;
 * where a worker died, or the app was disturbed, more answer than there are at a time.
 */
function ownWorkersOf({ mode, workers }: Variant, runs: readonly Run[]): OwnWorkers {
  if (isOutside(mode) || workers === null) return { count: 0, doAnswer: false }
  const calm = runs.filter((run) => run.restarts === 0 && isLeftAlone(run))
  const answering = calm.map((run) => ({
    forks: run.forks ?? 0,
    those: run.workers.filter(({ requests }) => requests > 0)
  }))
  const doAnswer = answering.some(({ those }) => those.length > 0)
  // What was started here reports how busy it is.
  const counts = answering.map(({ forks, those }) =>
    !doAnswer
      ? forks
      : (those.length > workers && those.some(({ usage }) => usage === null)) ||
          (forks > 0 && those.every(({ usage }) => usage === null))
        ? those.length
        : 0
  )
  return { count: Math.max(0, ...counts), doAnswer }
}

/** The beginning of a sentence. */
export const clustersItself = (name: string, { count, doAnswer }: OwnWorkers) =>
  'the app clusters itself: ' +
  (doAnswer
    ? `${name} answers from ${count === 1 ? 'a process' : `${count} processes`} of its own`
    : `${name} forks ${counted(count, 'worker')} of its own`)
