// How well variants that were to be loaded in turns have been.
import { percent } from '../../concepts/wording.ts'
import { warning, warningOf } from './warning-of.ts'
import type { Warning } from '../../concepts/comparison.ts'
import type { Run } from '../../concepts/run.ts'

/**
 * Of a core, that a variant may use while it rests, for each of its processes: the others hardly notice it. To tell of
 * itself takes a process 0.005 of a core, and to collect what a turn left as much again.
 */
const quiet = ({ workers: { length } }: Run) => 0.02 * (length > 1 ? 1 + length : 1)

export function checkTurns(runs: Run[]): Warning[] {
  const apart = runs.find((run) => run.apart !== undefined)?.apart
  return [...(apart === undefined ? [] : [warning('not-in-turns', null, notInTurns(apart))]), ...busyAtRest(runs)]
}

const notInTurns = (why: string) =>
  `The variants were not loaded in turns, because ${why}. ` +
  'Each was started, loaded and stopped by itself, so a machine that changes its speed every few seconds makes the intervals wider.'

const busyAtRest = (runs: Run[]) =>
  warningOf(
    'busy-at-rest',
    runs.filter((run) => (run.restCores ?? NaN) > quiet(run)),
    (found) => {
      const most = Math.max(...found.map(({ restCores }) => restCores ?? NaN))
      return (
        `it used up to ${percent(most)} of a core while others were loaded, which these lacked. ` +
        'Turn off what it does without requests (timers, background work), or set plugins.speedup.alternate: runs.'
      )
    }
  )
