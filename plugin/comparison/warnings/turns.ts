// How well variants that were to be loaded in turns have been.
import { mean } from '../../statistics/descriptive.ts'
import { percent } from '../../concepts/wording.ts'
import { byVariant } from '../variant-use.ts'
import { warning } from './warning-of.ts'
import type { Warning } from '../../concepts/comparison.ts'
import type { Run } from '../../concepts/run.ts'

/**
 * Of a core, that a variant may use while it rests, for each of its processes: the others hardly notice it. To tell of
 * itself takes a process 0.005 of a core, and to collect what a turn left as much again.
 */
const quiet = ({ workers: { length } }: Run) => 0.02 * (length > 1 ? 1 + length : 1)

export function checkTurns(runs: Run[]): Warning[] {
  // Whether it is since variants are together shows when each is loaded by itself.
  const apart = runs.findLast((run) => run.apart !== undefined)?.apart
  return [...(apart === undefined ? [] : [warning('not-in-turns', null, notInTurns(apart))]), ...busyAtRest(runs)]
}

const notInTurns = (why: string) =>
  `The variants were not loaded in turns, because ${why}. ` +
  'Each was started, loaded and stopped by itself, so a machine that changes its speed every few seconds makes the intervals wider.'

/** By the mean of its rounds: a process that collects what a turn left is busy now and then. */
const busyAtRest = (runs: Run[]) =>
  [...byVariant(runs)].flatMap(([variant, all]) => {
    const atRest = mean(all.map(({ restCores }) => restCores ?? NaN))
    return atRest > quiet(all[0])
      ? warning(
          'busy-at-rest',
          variant,
          `${variant} used ${percent(atRest)} of a core while others were loaded, which these lacked. ` +
            'Turn off what it does without requests (timers, background work), or set plugins.speedup.alternate: runs.'
        )
      : []
  })
