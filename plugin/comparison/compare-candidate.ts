import { isMeasured, isTold, metrics } from '../concepts/metrics.ts'
import { worst, type SelfCheck } from '../concepts/verdicts.ts'
import { logInterval } from '../statistics/sequential-rule.ts'
import { bound, closedLoop, reachOf } from './bound.ts'
import { diagnose } from './diagnosis/diagnose.ts'
import { estimate, leastSpread } from './estimate.ts'
import { limits, shares } from './candidate-limits.ts'
import { circumstancesOf, clientNameOf, reasonAgainst, unfairness, type Seen } from './reason-against.ts'
import { besideWhole, compareFlow } from './requests.ts'
import { compareWithEarlier } from './regression.ts'
import { leastTripOf, mayHaveMore, runsOf, named } from './variant-use.ts'
import { leastMargin } from './warnings/noise.ts'
import { anyRequest } from '../concepts/requests.ts'
import { undiagnosed, unversioned } from '../questions/concepts.ts'
import type { RequestSpeedups } from '../concepts/options.ts'
import {
  requestEstimates,
  type Bound,
  type CandidateResult,
  type Estimate,
  type FlowResult
} from '../concepts/comparison.ts'
import { isSameVariant, type Generator, type ScenarioPlan, type Settings, type Variant } from '../concepts/settings.ts'

export function compareCandidate(
  variant: Variant,
  seen: Seen,
  { scenario, settings }: { scenario: ScenarioPlan; settings: Settings }
): CandidateResult {
  const { name } = variant
  const first = named(settings.variants, settings.baseline)
  const [baseline, candidate] = [first.name, name].map((wanted) => named(seen.uses, wanted))
  const [ofBaseline, ofCandidate] = [first.name, name].map((wanted) => runsOf(seen.runs, wanted))
  const { workers } = candidate
  const thresholds = scenario.thresholds[name]
  const limited = limits(ofCandidate, mayHaveMore(variant) ? null : workers, { thresholds, rule: settings })
  const forked = seen.selfMade.get(first.name) ?? null
  const circumstances = {
    ...circumstancesOf(name, seen),
    runs: [...ofBaseline, ...ofCandidate],
    baseline: first.name,
    tooManyErrors: seen.erring.includes(name) || seen.erring.includes(first.name),
    isFailing: seen.failing.includes(name),
    clustersItself: forked !== null && forked.count > 1,
    unfair: unfairness(seen, name)
  }
  const judged = metrics
    .filter(
      (metric) =>
        (isMeasured(metric, circumstances.runs) && isTold(metric, circumstances.runs)) || thresholds[metric] != null
    )
    .map((metric) => {
      const demand = { metric, required: thresholds[metric] ?? null }
      const reason = reasonAgainst(circumstances, demand)
      const found = estimate({ ...demand, ofBaseline, ofCandidate, reason }, settings)
      return seen.found?.withinBounds(found, { baseline: first.name, candidate: name }) ?? found
    })
  const loop = closedLoop(baseline, candidate, { ...seen.load, networkMs: leastTripOf(circumstances.runs) })
  const isItself = isSameVariant(variant, first)
  const isVersion = !isItself && isVersionOf(variant, first)
  const most = bound(baseline, candidate, { loop, isVersion })
  const reach = reachOf({ variants: seen.uses, baseline: first.name, load: seen.load }, { name, bound: most })
  // Between the baseline and itself there is only noise, which may well fall.
  const compareWith = isItself ? null : settings.compareWith
  const { estimates, againstEarlier, earlierDiffers } = compareWithEarlier(
    judged.map((each) => ({ ...each, above: exceeded(each, most) })),
    {
      scenario: scenario.name,
      candidate: name,
      workers,
      client: clientNameOf(seen.client),
      reach,
      written: scenario.level?.of
    },
    compareWith
  )
  const arms = { ofBaseline, ofCandidate, reach }
  const flow =
    seen.found === null ? compareFlow({ ...arms, demands: thresholds.requests ?? {} }, circumstances, settings) : null
  const besides = seen.found === null ? besideWhole(arms, circumstances, settings) : { beside: [], gaps: [] }
  const verdicts = [...estimates, ...requestEstimates({ flow }), ...limited].map(({ verdict }) => verdict)
  const found = worst([...verdicts, againstEarlier, isLacking(thresholds.requests, flow) ? 'inconclusive' : null])
  // An app that answers differently is not the same app, however fast it is.
  const isOther = circumstances.unfair === 'different-answers' || circumstances.answers?.different.length
  const verdict = isOther && found === 'pass' ? 'inconclusive' : found
  const check = isItself && verdict === null ? selfCheck(estimates, settings.generator) : null
  const result = {
    name,
    workers,
    estimates,
    limits: limited,
    shares: shares(ofCandidate, workers),
    selfCheck: check,
    againstEarlier,
    earlierDiffers,
    flow,
    ...besides,
    verdict: check?.verdict ?? verdict,
    bound: most
  }
  return {
    ...result,
    diagnosis: {
      ...diagnose({
        result,
        loop,
        baseline,
        candidate,
        modes: { baseline: first.mode, candidate: variant.mode },
        load: seen.load,
        isVersion,
        isItself,
        forked
      }),
      ...undiagnosed
    }
  }
}

/** @returns the bound of what is more, as it is printed; null: it is not */
const exceeded = ({ metric, speedup }: Estimate, most: Bound | null) =>
  metric === 'throughput' && most !== null && speedup >= most.atMost + 0.005 ? most.atMost : null

/** One whose speed is not the question. */
export function notCompared(
  name: string,
  { runs, uses }: Seen,
  judged: Pick<CandidateResult, 'diagnosis' | 'verdict'>
): CandidateResult {
  const { workers } = named(uses, name)
  return {
    name,
    workers,
    estimates: [],
    limits: [],
    shares: shares(runsOf(runs, name), workers),
    selfCheck: null,
    againstEarlier: null,
    earlierDiffers: [],
    flow: null,
    beside: [],
    gaps: [],
    verdict: judged.verdict,
    bound: null,
    diagnosis: judged.diagnosis
  }
}

/** @returns whether a request of which something is demanded has no figures, as it was not answered in each run */
const isLacking = (demands: RequestSpeedups = {}, flow: FlowResult | null) =>
  Object.entries(demands).some(
    ([name, own]) =>
      name !== anyRequest &&
      typeof own === 'object' &&
      own !== null &&
      !flow?.requests.some(
        (request) => request.name === name && request.estimates.some(({ required }) => required !== null)
      )
  )

/** @returns whether they are run in the same way, but for the files, the Node or the environment */
export function isVersionOf(variant: Variant, first: Variant) {
  const alike = { env: {}, ...unversioned, node: null, nodeArgs: [], place: null }
  return isSameVariant({ ...variant, ...alike }, { ...first, ...alike })
}

const falseAlarms = 0.05 // how often a machine that can be trusted fails the check

/**
 * Whether the baseline is as fast as itself: what differs then is not the app. The false alarms are divided among the
 * metrics (Bonferroni), so that an interval at the usual confidence may exclude 1 by chance.
 */
export function selfCheck(estimates: Estimate[], generator: Generator | null): SelfCheck {
  const carried = estimates.filter(({ reason }) => reason === null)
  const tail = falseAlarms / carried.length / 2
  const biased = carried
    .filter(({ ratios, metric }) => {
      const { centre, halfWidth } = logInterval(ratios.map(Math.log), tail, leastSpread(metric, generator))
      return Math.abs(centre) > halfWidth
    })
    .map(({ metric }) => metric)
  const margins = Object.fromEntries(estimates.map(({ metric, spread }) => [metric, leastMargin(spread)]))
  return {
    verdict: carried.length === 0 ? 'inconclusive' : biased.length === 0 ? 'pass' : 'fail',
    biased,
    leastMargin: margins
  }
}
