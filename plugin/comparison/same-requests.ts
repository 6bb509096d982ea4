import { sum } from '../statistics/descriptive.ts'
import type { Run } from '../concepts/run.ts'
import type { ScenarioPlan } from '../concepts/settings.ts'

/** Of the passes through a flow, that may have been cut short: a mean over all responses is moved by about as much. */
const cutShort = 0.05

/**
 * Whether both variants were asked for the same, in the same shares, so that a share or a mean over all responses tells
 * of the app. Where it depends on speed who asks how often, or how far users get (light requests that wait behind heavy
 * ones, a login before many others), it tells of speed.
 *
 * @param runs of baseline and candidate, of the same rounds
 */
export function haveSameRequests([ofBaseline, ofCandidate]: [Run[], Run[]], { cycle, loop }: ScenarioPlan): boolean {
  if (cycle === 1) return true
  // Users who all got to the end of their flows sent everything in them, in a mix, too.
  const perUser = (run: Run) => responsesOf(run) / run.generator.users
  if (loop === null)
    return ofBaseline.every(
      (run, i) => i >= ofCandidate.length || Math.abs(perUser(run) - perUser(ofCandidate[i])) <= cutShort
    )
  // At the end of the time, and where something failed, a pass is cut short.
  const cutIn = ({ generator: { users }, artilleryErrors }: Run) => users + sum(Object.values(artilleryErrors))
  return (
    cycle !== null && [...ofBaseline, ...ofCandidate].every((run) => cutIn(run) * cycle <= cutShort * responsesOf(run))
  )
}

/** @returns of the whole load, whatever their status */
export const responsesOf = ({ responses }: Run): number => sum(Object.values(responses.byStatus))
