import { listCounts } from '../errors.js'
import { unattributedAllowed, unattributedShare } from './limits.js'
/** @import { CandidateResult, Run, Settings, Warning } from '../vocabulary.js' */

/**
 * What a reader should know beside the numbers.
 *
 * @param {Run[]} runs
 * @param {CandidateResult[]} candidates
 * @param {Settings} settings
 * @returns {Warning[]}
 */
export function warnings(runs, candidates, settings) {
  return [...userErrors(runs), ...unattributed(runs, settings), ...restarts(runs), ...killed(runs, settings), ...outliers(candidates)]
}

/**
 * Users that fail without a failed request make less load, and leave no other trace.
 *
 * @param {Run[]} runs
 * @returns {Warning[]}
 */
function userErrors(runs) {
  return runs.flatMap(({ round, variant, artilleryErrors, failureKinds }) => {
    const total = Object.values(artilleryErrors).reduce((sum, count) => sum + count, 0)
    // A status is no error to Artillery: requests without an answer are.
    const unanswered = Object.entries(failureKinds).filter(([kind]) => Number.isNaN(Number(kind)))
    const failures = unanswered.reduce((sum, [, count]) => sum + count, 0)
    if (total <= failures) return []
    const message =
      `Round ${round}, ${variant}: Artillery counted ${total} errors where ${failures} requests got no answer: ${listCounts(artilleryErrors)}. ` +
      'The users concerned did not do what the scenario says, so the load was another one. Mend the scenario.'
    return [{ code: 'scenario-errors', message }]
  })
}

/**
 * @param {Run[]} runs
 * @param {Settings} settings
 * @returns {Warning[]}
 */
function unattributed(runs, { variants, pidHeader }) {
  return variants.flatMap(({ name }) => {
    const share = unattributedShare(runs.filter(({ variant }) => variant === name))
    if (share === 0) return []
    const consequence = share > unattributedAllowed ? 'so nobody knows how the work was distributed' : 'so the distribution leaves them out'
    const message =
      `${name}: ${(100 * share).toFixed(1)} % of the responses carried no ${pidHeader} header, ${consequence}. ` +
      'Does the app remove headers, or does something else answer in its place?'
    return [{ code: 'unattributed-responses', message }]
  })
}

/**
 * @param {Run[]} runs
 * @returns {Warning[]}
 */
function restarts(runs) {
  return runs.filter((run) => run.restarts > 0).map((run) => ({
    code: 'worker-restarted',
    message:
      `Round ${run.round}, ${run.variant}: ${run.restarts} ${run.restarts === 1 ? 'worker' : 'workers'} died and ` +
      `${run.restarts === 1 ? 'was' : 'were'} forked again, so the run was slower than the app could be. Find out why.`
  }))
}

/**
 * @param {Run[]} runs
 * @param {Settings} settings
 * @returns {Warning[]}
 */
function killed(runs, { app, variants }) {
  return variants.flatMap(({ name }) => {
    const count = runs.filter((run) => run.variant === name && run.killed).length
    if (count === 0) return []
    const message =
      `${name}: after ${count} ${count === 1 ? 'run' : 'runs'} the app did not leave within ${app.stopTimeoutSeconds} s of SIGTERM and was killed. ` +
      'Let it end on SIGTERM, or raise plugins.speedup.app.stopTimeout.'
    return [{ code: 'app-killed', message }]
  })
}

/**
 * @param {CandidateResult[]} candidates
 * @returns {Warning[]}
 */
function outliers(candidates) {
  return candidates.flatMap(({ name, estimates }) =>
    estimates.flatMap(({ metric, outliers }) =>
      outliers.map(({ round, ratio, pulledTo }) => ({
        code: 'outlier-round',
        message: `${name} ${metric}: round ${round} (${ratio.toFixed(2)}x) was an outlier and was pulled to ${pulledTo.toFixed(2)}x.`
      }))
    )
  )
}
