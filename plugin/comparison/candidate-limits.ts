import { isAskedInstead, isSearch } from '../questions/concepts.ts'
import { highest, meanBy, sumBy } from '../statistics/descriptive.ts'
import { SpeedupError } from '../concepts/errors.ts'
import { decide } from '../statistics/decide.ts'
import { fromLog, logInterval } from '../statistics/sequential-rule.ts'
import { tailOf, type Rule } from './estimate.ts'
import { modes } from '../concepts/modes.ts'
import { counted, list, listCounts, percent } from '../concepts/wording.ts'
import { addCounts, cureOf, failuresOf, kindsOf, mayFail, whereFailed } from '../concepts/failures.ts'
import { byVariant, errorRateOf, named, nameless, oomKillsOf } from './variant-use.ts'
import type { Limit } from '../concepts/comparison.ts'
import type { Thresholds } from '../concepts/options.ts'
import type { Run } from '../concepts/run.ts'
import type { ScenarioPlan, Settings, Variant } from '../concepts/settings.ts'

// with more responses than this without the header, it is unknown which worker did the work
export const unattributedAllowed = 0.05
// errors return faster than real work: above this share, the other numbers of a run mean nothing
export const defaultErrorRate = 0.05

/** Fairness and error rate, which are no ratios. workers: null where idle ones can't be seen. */
export function limits(
  runs: Run[],
  workers: number | null,
  { thresholds: { fairness: required = null }, rule }: { thresholds: Thresholds; rule: Rule }
): Limit[] {
  const logs = workers === null ? [] : fairnessOf(runs, workers).map(Math.log)
  // Responses are counted: of shares that are the same in each round, there is no doubt.
  const found = logs.length < 2 ? null : fromLog(logInterval(logs, tailOf(rule, logs.length), 0))
  const [low, high] = found?.interval ?? [NaN, NaN]
  const verdict = required === null ? null : decide([low, high], required, 'pass')
  // The share of errors that is allowed is a limit of each variant, the baseline included.
  return [
    { metric: 'fairness', value: found?.value ?? null, interval: found && [low, Math.min(1, high)], required, verdict },
    { metric: 'errorRate', value: errorRateOf(runs), interval: null, required: null, verdict: null }
  ]
}

/**
 * The fair share over the busiest worker's share, in each run that tells: 1 when all did the same, and a CPU-bound
 * speedup can't exceed workers x fairness. Empty: too many responses don't name the worker that sent them.
 */
function fairnessOf(runs: Run[], workers: number) {
  const largest = runs.flatMap((run) => sharesOf(run).slice(0, 1))
  return unattributedShare(runs) > unattributedAllowed ? [] : largest.map((share) => Math.min(1, 1 / workers / share))
}

export function unattributedShare(runs: Run[]) {
  const unattributed = sumBy(runs, (run) => run.unattributed)
  return unattributed === 0 ? 0 : unattributed / (unattributed + sumBy(runs, attributedOf))
}

const attributedOf = ({ workers }: Run) => sumBy(workers, ({ requests }) => requests)

/** @returns the busiest worker's share of the requests, the next one's ..., each the mean over the runs */
export function shares(runs: Run[], workers: number) {
  const each = runs.map(sharesOf)
  return Array.from({ length: workers }, (_, rank) => meanBy(each, (ofRun) => ofRun[rank] ?? 0))
}

/** @returns largest first, as the workers are; empty: no worker is known to have answered */
function sharesOf(run: Run) {
  const total = attributedOf(run)
  return total === 0 ? [] : run.workers.map(({ requests }) => requests / total)
}

/**
 * @param runs of its scenario so far
 * @throws SpeedupError TOO_MANY_ERRORS, NOT_ATTRIBUTED: its numbers can't be trusted
 */
export function checkRun(run: Run, { runs, scenario }: { runs: Run[]; scenario: ScenarioPlan }, settings: Settings) {
  // What fails is what is counted.
  if (isAskedInstead(settings)) return
  const { baseline, variants, pidHeader } = settings
  const variant = named(variants, run.variant)
  checkErrors(run, { variant, runs, scenario })
  const share = unattributedShare([run])
  if (run.variant === baseline || scenario.thresholds[run.variant].fairness == null || share <= unattributedAllowed)
    return
  const [had, advice] = nameless([run], variant.mode, pidHeader)
  throw new SpeedupError(
    'NOT_ATTRIBUTED',
    `Variant ${run.variant} has a limit on fairness, but ${percent(share)} of its responses in round ${run.round} ` +
      `of ${scenario.name} ${had}, so it is unknown which worker sent them. ${advice} To compare the rest, remove ` +
      'plugins.speedup.limits.fairness.'
  )
}

/**
 * A variant above an `errorRate` of its own is another case: that is a limit that it misses. So is each of several
 * loads but the least, and each load of a search: what the app can't do is a result.
 */
function checkErrors(run: Run, { variant, runs, scenario }: { variant: Variant; runs: Run[]; scenario: ScenarioPlan }) {
  if (isSearch(scenario) || scenario.level?.isLeast === false) return
  if (scenario.limits[run.variant]?.errorRate != null) return
  const { count, all, isOfPasses } = failuresOf(run)
  if (!(count > defaultErrorRate * all)) return
  const what = isOfPasses ? 'passes of users through the flow' : 'requests'
  const advice =
    cureFor([run], runs) ??
    (count === all
      ? 'None got through: run the flow by hand, then fix the script or the app.'
      : adviceOn(variant, scenario))
  throw new SpeedupError(
    'TOO_MANY_ERRORS',
    `Variant ${run.variant}: ${percent(count / all)} of the ${what} in round ${run.round} of ${scenario.name} ` +
      `failed: ${listCounts(kindsOf(run))}${whereFailed([run])}.${oomClause(run)} Errors return faster than real ` +
      `work, so nothing is compared above ${percent(defaultErrorRate)}. ${advice}` +
      (run.printed === undefined
        ? ''
        : ` The app’s last lines:\n${run.printed.map((line) => `    ${line}`).join('\n')}`)
  )
}

/** @param failing runs of a variant; runs: of all. @returns null: their failures tell nothing of the cause */
export function cureFor(failing: Run[], runs: Run[]) {
  const processes = (own: Run[]) => highest(own, ({ workers }) => workers.length)
  const spared = byVariant(runs).filter(([, own]) => processes(own) < processes(failing) && errorRateOf(own) < mayFail)
  return cureOf(
    addCounts(failing.map((run) => kindsOf(run))),
    spared.map(([name]) => name)
  )
}

function oomClause(run: Run) {
  const count = oomKillsOf(run)
  const processes = `${counted(count, 'process', 'processes')} of the app`
  return count === 0 ? '' : ` The kernel killed ${processes} for memory: raise memory in the variant.`
}

function adviceOn({ mode, targets }: Variant, { level }: ScenarioPlan) {
  const urls = targets.map(({ url }) => url)
  const check = `Check that ${list(urls)} ${urls.length > 1 ? 'are' : 'is'} still up. If so, `
  const fix = modes[mode].isElsewhere ? check : 'Fix the app or '
  if (level !== null && level.factor > 1)
    return `${fix}remove ${level.factor} from plugins.speedup.load: it may be more than the app can handle.`
  return `${fix}lower the load; if the scenario expects such errors, set plugins.speedup.limits.errorRate.`
}
