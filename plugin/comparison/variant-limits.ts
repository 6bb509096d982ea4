import { lowest } from '../statistics/descriptive.ts'
import {
  commonPercentiles,
  isOfSearch,
  limitMetrics,
  metricFacts,
  speedupOf,
  valueOf,
  type Metric
} from '../concepts/metrics.ts'
import { decideShare, shareOverRounds, total } from '../statistics/proportion.ts'
import { judge } from '../statistics/decide.ts'
import { fromLog } from '../statistics/sequential-rule.ts'
import { logIntervalOf, noOutlook, outlook, tailOf, widened, type Rule } from './estimate.ts'
import { circumstancesOf, reasonAgainstLimit, type Circumstances, type Seen } from './reason-against.ts'
import { failedShare, failuresOf, mayFail } from '../concepts/failures.ts'
import { endsOf, fewestOfRequest, namesIn, viewOf } from './requests.ts'
import { byVariant, errorRateOf, responsesPerRun, runsOf } from './variant-use.ts'
import { anyRequest } from '../concepts/requests.ts'
import type { VariantLimit } from '../concepts/comparison.ts'
import type { RequestLimits } from '../concepts/options.ts'
import type { Run } from '../concepts/run.ts'
import type { ScenarioPlan, Settings } from '../concepts/settings.ts'
import type { Verdict } from '../concepts/verdicts.ts'

/** The absolute limits of every variant, the baseline included, over at least three whole rounds. */
export const variantLimits = (
  seen: Seen,
  { limits }: ScenarioPlan,
  rule: Rule & Pick<Settings, 'baseline'>
): VariantLimit[] =>
  seen.uses.flatMap(({ name }) => {
    const circumstances = { ...circumstancesOf(name, seen), baseline: rule.baseline }
    const ofAll = limitMetrics.flatMap((metric) => {
      const limit = limits[name]?.[metric] ?? null
      if (limit === null) return []
      const { runs } = circumstances
      const found = isOfSearch(metric) ? seen.found : null
      const judged = limitOf(runs, { metric, limit, leftOver: found?.leftOver(name) }, rule, (shown) =>
        reasonAgainstLimit(circumstances, metric, shown)
      )
      const bound = found && found.ofLimit(name, limit)
      const ofBound = bound && { ...bound, ...noOutlook(bound.verdict === 'inconclusive') }
      return [{ variant: name, request: null, metric, limit, ...judged, ...ofBound }]
    })
    return [...ofAll, ...requestLimits(circumstances, limits[name]?.requests ?? {}, rule)]
  })

/** Those of a request that has none of its own are left out where it is too rare, as all are of which nobody knows. */
function requestLimits(circumstances: Circumstances, demands: RequestLimits<number, number>, rule: Rule) {
  const { runs, candidate } = circumstances
  const sent = namesIn(runs)
  const named = Object.keys(demands).filter((name) => name !== anyRequest)
  return [...new Set([...sent, ...named])].flatMap((request) => {
    const own = runs.map((run) => viewOf(run, request, endsOf(runs)[0]))
    const isNamed = demands[request] != null
    const demand = demands[request] ?? demands[anyRequest] ?? {}
    return [...commonPercentiles, 'errorRate' as const].flatMap((metric) => {
      const limit = demand[metric] ?? null
      const isRate = metric === 'errorRate'
      const isAnswered = isRate
        ? own.some(({ requests }) => requests > 0)
        : own.every(({ latencyMs }) => latencyMs !== null)
      const isEnough = isRate || responsesPerRun(own) >= Math.max(fewestOfRequest, metricFacts[metric].fewestLatencies)
      if (limit === null || !(isEnough || isNamed)) return []
      const reasonOf = (found: Verdict) => {
        if (!isEnough) return 'too-few-requests'
        const isFailing = errorRateOf(own) > (demand.errorRate ?? mayFail)
        return isFailing ? 'errors' : reasonAgainstLimit(circumstances, metric, found)
      }
      const judgedAmong = (comparisons: number) => limitOf(own, { metric, limit }, { ...rule, comparisons }, reasonOf)
      const alone = isAnswered ? judgedAmong(1) : unanswered(runs)
      // Of many, one may miss it by chance.
      const judged = alone.verdict === 'fail' && !isNamed ? judgedAmong(sent.length) : alone
      return [{ variant: candidate, request, metric, limit, ...judged }]
    })
  })
}

const unanswered = (runs: Run[]): JudgedLimit => ({
  value: 0,
  interval: [0, 0],
  side: null,
  spread: null,
  values: runs.map(() => 0),
  verdict: 'inconclusive',
  reason: 'too-few-requests',
  ...noOutlook(true)
})

type JudgedLimit = Omit<VariantLimit, 'variant' | 'request' | 'metric' | 'limit'>

/**
 * By the rule for speedups, over a baseline that is exactly at the limit in every round: a latency of half the limit is
 * a speedup of 2, and the limit is kept where the speedup is above 1. So it decides as often, and errs as seldom.
 */
function limitOf(
  runs: Run[],
  { metric, limit, leftOver = 0 }: { metric: Metric | 'errorRate'; limit: number; leftOver?: number },
  rule: Rule,
  reasonAgainst: (found: Verdict) => VariantLimit['reason']
): JudgedLimit {
  if (metric === 'errorRate') return limitOfErrors(runs, limit, rule)
  const values = runs.map((run) => valueOf(run, metric))
  const found = widened(
    logIntervalOf(
      values.map((value) => Math.log(speedupOf(metric, limit, value))),
      metric,
      rule
    ),
    leftOver
  )
  const { value: room, interval } = fromLog(found)
  const [least, most] = interval
  const isUpper = metricFacts[metric].better === 'lower'
  const { shown, verdict, reason } = judge(interval, 1, reasonAgainst)
  // What is undecided may yet turn out as the verdict that the flaw cannot have made.
  const mayBeDecided =
    shown === 'inconclusive' && (['pass', 'fail'] as const).some((end) => reasonAgainst(end) === null)
  return {
    value: isUpper ? limit / room : limit * room,
    interval: isUpper ? [limit / most, limit / least] : [limit * least, limit * most],
    side: null,
    spread: found.spread,
    values,
    verdict,
    reason,
    ...outlook(found, { verdict, required: 1, reason: mayBeDecided ? null : reason }, rule)
  }
}

/**
 * Failures come in bursts: a share over the rounds, as what a disturbance costs. It is never called hopeless, since one
 * burst may turn it.
 */
function limitOfErrors(runs: Run[], limit: number, rule: Rule): JudgedLimit {
  // Of passes, those that no failed request explains.
  const counts = runs.map((run) => failuresOf({ ...run, counted: {} }))
  const interval = shareOverRounds(counts, tailOf(rule, runs.length))
  const values = runs.map((run) => errorRateOf([run]))
  const verdict = decideShare(total(counts), interval, limit)
  return {
    value: errorRateOf(runs),
    interval,
    side: null,
    spread: null,
    values,
    verdict,
    reason: null,
    ...noOutlook(false)
  }
}

/**
 * Variants of which too much failed for their other figures to be compared: more than a hundredth, or more than of the
 * variant with the fewest failures, whatever chance does. A variant whose error rate has a limit is judged by that.
 *
 * @param runs of whole rounds
 */
function failingVariants(runs: readonly Run[], { limits }: ScenarioPlan, rule: Rule) {
  const all = byVariant(runs)
    .filter(([name]) => limits[name]?.errorRate == null)
    .map(([name, own]) => {
      const interval = shareOverRounds(own.map(failuresOf), tailOf(rule, own.length))
      return { name, share: failedShare(own), interval }
    })
  const most = lowest(all, ({ interval: [, high] }) => high)
  return all.filter(({ share, interval: [low] }) => share > mayFail || low > most).map(({ name }) => name)
}

/**
 * @returns variants of which more failed than their limit, or else than is allowed: their other numbers mean nothing
 */
export const erringVariants = ({ runs, uses }: Pick<Seen, 'runs' | 'uses'>, scenario: ScenarioPlan, rule: Rule) => [
  ...failingVariants(runs, scenario, rule),
  ...uses
    .map(({ name }) => name)
    .filter((name) => {
      const limit = scenario.limits[name]?.errorRate ?? null
      return limit !== null && limitOfErrors(runsOf(runs, name), limit, rule).verdict === 'fail'
    })
]
