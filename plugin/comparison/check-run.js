import { SpeedupError } from '../errors.js'
import { list, listCounts, percent } from '../wording.js'
import { unattributedAllowed, unattributedShare } from './limits.js'
import { headerAdvice } from './stranger.js'
/** @import { Run, ScenarioPlan, Settings, Variant } from '../vocabulary.js' */

/** Errors are answered faster than real work: above this share, the other numbers of a run mean nothing. */
const defaultErrorRate = 0.05

/**
 * Ends a comparison whose numbers can't be trusted.
 *
 * @param {Run} run
 * @param {ScenarioPlan} scenario
 * @param {Settings} settings
 * @throws {SpeedupError} TOO_MANY_ERRORS, NOT_ATTRIBUTED
 */
export function checkRun(run, scenario, settings) {
  checkErrors(run, scenario, settings)
  checkAttribution(run, scenario, settings)
}

/**
 * A candidate above an `errorRate` of its own is no such case: that is a threshold it misses.
 *
 * @param {Run} run
 * @param {ScenarioPlan} scenario
 * @param {Settings} settings
 */
function checkErrors(run, scenario, { baseline, variants }) {
  const isBaseline = run.variant === baseline
  const own = isBaseline ? null : scenario.thresholds[run.variant].errorRate
  if (own != null) return
  const allowedToCandidates = Object.values(scenario.thresholds).map(({ errorRate }) => errorRate ?? defaultErrorRate)
  const allowed = isBaseline ? Math.max(defaultErrorRate, ...allowedToCandidates) : defaultErrorRate
  const rate = run.failures / run.requests
  if (rate <= allowed) return
  const message =
    `Variant ${run.variant}: ${percent(rate)} of the requests in round ${run.round} of ${scenario.name} failed: ${listCounts(run.failureKinds)}. ` +
    `Errors are answered faster than real work, so above ${percent(allowed)} nothing is compared. ` +
    adviceOn(/** @type {Variant} */ (variants.find(({ name }) => name === run.variant)), scenario)
  throw new SpeedupError('TOO_MANY_ERRORS', message)
}

/**
 * @param {Variant} variant
 * @param {ScenarioPlan} scenario
 */
function adviceOn({ mode, targets }, { level }) {
  const mend = mode === 'url' ? `${targets.length > 1 ? 'Are' : 'Is'} ${list(targets.map(({ url }) => url))} still up? If so, ` : 'Mend the app or '
  if (level !== null && level.factor > 1) return `${mend}leave ${level.factor} out of plugins.speedup.load: it may be more than the app can bear.`
  return `${mend}lower the load; if such errors belong to the scenario, set plugins.speedup.thresholds.errorRate.`
}

/**
 * @param {Run} run
 * @param {ScenarioPlan} scenario
 * @param {Settings} settings
 */
function checkAttribution(run, scenario, { baseline, pidHeader, variants }) {
  const share = unattributedShare([run])
  if (run.variant === baseline || scenario.thresholds[run.variant].fairness == null || share <= unattributedAllowed) return
  const { mode } = /** @type {Variant} */ (variants.find(({ name }) => name === run.variant))
  const message =
    `Variant ${run.variant}: a fairness is required, but ${percent(share)} of the responses in round ${run.round} of ${scenario.name} ` +
    `carried no ${pidHeader} header, so nobody knows which worker made them. ` +
    `${headerAdvice(mode)} Without plugins.speedup.thresholds.fairness the rest is compared.`
  throw new SpeedupError('NOT_ATTRIBUTED', message)
}
