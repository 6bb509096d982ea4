import { SpeedupError } from '../errors.ts'
import { list, listCounts, percent } from '../wording.ts'
import { unattributedAllowed, unattributedShare } from './limits.ts'
import { headerAdvice } from './stranger.ts'
import type { Run, ScenarioPlan, Settings, Variant } from '../vocabulary.ts'

/** Errors are answered faster than real work: above this share, the other numbers of a run mean nothing. */
const defaultErrorRate = 0.05

/**
 * Ends a comparison whose numbers can't be trusted.
 *
 * @throws SpeedupError TOO_MANY_ERRORS, NOT_ATTRIBUTED
 */
export function checkRun(run: Run, scenario: ScenarioPlan, settings: Settings) {
  checkErrors(run, scenario, settings)
  checkAttribution(run, scenario, settings)
}

/** A candidate above an `errorRate` of its own is no such case: that is a threshold it misses. */
function checkErrors(run: Run, scenario: ScenarioPlan, { baseline, variants }: Settings) {
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
    adviceOn(variants.find(({ name }) => name === run.variant) as Variant, scenario)
  throw new SpeedupError('TOO_MANY_ERRORS', message)
}

function adviceOn({ mode, targets }: Variant, { level }: ScenarioPlan) {
  const mend = mode === 'url' ? `${targets.length > 1 ? 'Are' : 'Is'} ${list(targets.map(({ url }) => url))} still up? If so, ` : 'Mend the app or '
  if (level !== null && level.factor > 1) return `${mend}leave ${level.factor} out of plugins.speedup.load: it may be more than the app can bear.`
  return `${mend}lower the load; if such errors belong to the scenario, set plugins.speedup.thresholds.errorRate.`
}

function checkAttribution(run: Run, scenario: ScenarioPlan, { baseline, pidHeader, variants }: Settings) {
  const share = unattributedShare([run])
  if (run.variant === baseline || scenario.thresholds[run.variant].fairness == null || share <= unattributedAllowed) return
  const { mode } = variants.find(({ name }) => name === run.variant) as Variant
  const message =
    `Variant ${run.variant}: a fairness is required, but ${percent(share)} of the responses in round ${run.round} of ${scenario.name} ` +
    `carried no ${pidHeader} header, so nobody knows which worker made them. ` +
    `${headerAdvice(mode)} Without plugins.speedup.thresholds.fairness the rest is compared.`
  throw new SpeedupError('NOT_ATTRIBUTED', message)
}
