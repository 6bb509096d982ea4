// How well variants that were to be loaded in turns have been.
import { percent } from '../../concepts/wording.ts'
import { warning, warningOf } from './warning-of.ts'
import type { Warning } from '../../concepts/comparison.ts'
import type { Run } from '../../concepts/run.ts'

/** Of a core, that a variant may use while it rests: the others hardly notice it. */
const quiet = 0.02

export function checkTurns(runs: Run[]): Warning[] {
  const apart = runs.find((run) => run.apart !== undefined)?.apart
  return [...(apart === undefined ? [] : [warning('not-in-turns', null, notInTurns(apart))]), ...busyAtRest(runs)]
}

const notInTurns = (why: string) =>
  `The variants were not loaded in turns, as alternate: slices asks for, because ${why}. ` +
  'Each was started, loaded and stopped by itself, so a machine that changes its speed every few seconds makes the intervals wider.'

const busyAtRest = (runs: Run[]) =>
  warningOf(
    'busy-at-rest',
    runs.filter(({ restCores }) => (restCores ?? NaN) > quiet),
    (found) => {
      const most = Math.max(...found.map(({ restCores }) => restCores ?? NaN))
      return (
        `it used up to ${percent(most)} of a core while others were loaded, which these lacked. ` +
        'Turn off what it does without requests (timers, background work), or set plugins.speedup.alternate: runs.'
      )
    }
  )
