import { fromLog, logInterval, tailAtLook, type LogInterval } from '../statistics/sequential-rule.ts'
import { pairsOf, varianceByPairs } from '../statistics/pairs-rule.ts'
import { largestBy, mean, sum } from '../statistics/descriptive.ts'
import { estimate, gainInterval, leastSpread, logGains, looksOf, type Rule } from './estimate.ts'
import { reasonAgainst, type Circumstances } from './reason-against.ts'
import { twoKinds } from './two-kinds.ts'
import { byVariant, responsesPerRun } from './variant-use.ts'
import { mayFail } from '../concepts/failures.ts'
import { commonPercentiles, metricFacts, type Percentile } from '../concepts/metrics.ts'
import type { FlowResult, RequestGain, RequestResult } from '../concepts/comparison.ts'
import type { RequestFigures } from '../concepts/requests.ts'
import type { Run } from '../concepts/run.ts'
import type { Reason } from '../concepts/warnings.ts'

/** Of a run: the median of fewer is a matter of chance. */
export const fewestOfRequest = 10
/** Of the time until the last byte: where bodies take less, first and last byte tell the same. */
const bodyTold = 0.1

type Part = 'latencyMs' | 'wholeMs'
/** The runs with the figures of one request in place of those of all. */
type Arms = { name: string; ofBaseline: Run[]; ofCandidate: Run[] }

/**
 * Each request of the flow by the rule for all speedups: the round is the unit. What is said of any of them is said by
 * intervals whose tail all share.
 *
 * @param ofBaseline one a round, as ofCandidate, in the same order
 * @returns null: users send one request, or it is unknown what each did
 */
export function compareFlow(
  ofBaseline: Run[],
  ofCandidate: Run[],
  circumstances: Circumstances,
  rule: Rule
): FlowResult | null {
  const all = [...ofBaseline, ...ofCandidate]
  const names = [...new Set(all.flatMap(({ flow = [] }) => flow.map(({ name }) => name)))]
  if (names.length < 2 || all.some(({ flow }) => flow === undefined)) return null
  const ofFlow = reasonOfFlow(circumstances)
  const armsOf = (name: string, part: Part): Arms => {
    const [baseline, candidate] = [ofBaseline, ofCandidate].map((runs) => runs.map((run) => viewOf(run, name, part)))
    return { name, ofBaseline: baseline, ofCandidate: candidate }
  }
  const requests = names.map((name): RequestResult => {
    const [first, whole] = (['latencyMs', 'wholeMs'] as const).map((part) => armsOf(name, part))
    const figures = [ofBaseline, ofCandidate].map((runs) => runs.map((run) => figuresOf(run, name)))
    const errorRates = figures.map(errorRateOf) as RequestResult['errorRates']
    const reason = Math.max(...errorRates) > mayFail ? 'errors' : ofFlow
    return {
      name,
      steps: Math.max(...figures.flat().map((own) => own?.steps ?? 0)),
      share: shareOf(all, name, 'latencies'),
      waited: shareOf(all, name, 'waitedMs'),
      responsesPerRun: responsesPerRun([...first.ofBaseline, ...first.ofCandidate]),
      errorRates,
      estimates: estimatesOf(first, reason, rule),
      whole: figures.some(hasLongBodies) ? estimatesOf(whole, reason, rule) : []
    }
  })
  const told = (metric: Percentile) =>
    requests
      .filter(({ estimates }) => estimates.some((each) => each.metric === metric && each.reason === null))
      .map(({ name }) => armsOf(name, 'latencyMs'))
  // p95, unless that leaves a request out.
  const metric = told('p95').length === told('p50').length ? 'p95' : 'p50'
  return { requests: requests.sort((a, b) => b.waited - a.waited), ...whichGain(told(metric), metric, rule) }
}

const figuresOf = ({ flow = [] }: Run, name: string) => flow.find((own) => own.name === name)

function viewOf(run: Run, name: string, part: Part): Run {
  const own = figuresOf(run, name)
  return {
    ...run,
    latencyMs: own?.[part] ?? null,
    counted: { ...run.counted, latencies: own?.latencies ?? 0 },
    inSlices: own?.inSlices?.[part] as Run['inSlices']
  }
}

/** Of all requests together, percentiles fall between kinds of responses. */
function reasonOfFlow(circumstances: Circumstances): Reason | null {
  const runs = circumstances.runs.map((run) => ({
    ...run,
    latencyMs: run.latencyMs && { ...run.latencyMs, around: {} }
  }))
  return reasonAgainst({ ...circumstances, runs }, { metric: 'p50', required: null })
}

type Counts = 'requests' | 'failures' | 'latencies' | 'waitedMs'

const total = (all: readonly (RequestFigures | undefined)[], key: Counts) => sum(all.map((own) => own?.[key] ?? 0))

const errorRateOf = (own: readonly (RequestFigures | undefined)[]) =>
  total(own, 'failures') / Math.max(1, total(own, 'requests'))

/** Mean of the variants: the quicker one answers more. */
const shareOf = (runs: readonly Run[], name: string, key: Counts) =>
  mean(
    [...byVariant(runs).values()].map((own) => {
      const ofAll = total(
        own.flatMap(({ flow = [] }) => flow),
        key
      )
      return ofAll === 0
        ? 0
        : total(
            own.map((run) => figuresOf(run, name)),
            key
          ) / ofAll
    })
  )

function hasLongBodies(own: readonly (RequestFigures | undefined)[]) {
  const meanOf = (part: Part) => mean(own.map((each) => each?.[part]?.mean ?? 0))
  return meanOf('latencyMs') < (1 - bodyTold) * meanOf('wholeMs')
}

function estimatesOf({ ofBaseline, ofCandidate }: Arms, reason: Reason | null, rule: Rule) {
  const runs = [...ofBaseline, ...ofCandidate]
  if (runs.some(({ latencyMs }) => latencyMs === null)) return []
  const few = responsesPerRun(runs)
  return commonPercentiles
    .filter((metric) => few >= Math.max(fewestOfRequest, metricFacts[metric].fewestLatencies))
    .map((metric) => {
      const isBetween = [...byVariant(runs).values()].some((own) => twoKinds(own, metric) !== null)
      const evidence = {
        metric,
        ofBaseline,
        ofCandidate,
        required: null,
        reason: reason ?? (isBetween ? 'two-kinds' : null)
      } as const
      return { ...estimate(evidence, rule), earlier: null, regression: false }
    })
}

/** @param all those that can be compared with each other */
function whichGain(all: Arms[], metric: Percentile, rule: Rule): Pick<FlowResult, 'most' | 'slower'> {
  const gains = all.map((arms): RequestGain & Arms => {
    const { value, interval } = fromLog(
      gainInterval(arms.ofCandidate, arms.ofBaseline, metric, { ...rule, comparisons: all.length })
    )
    return { ...arms, request: arms.name, metric, speedup: value, interval }
  })
  const gainOf = ({ request, speedup, interval }: RequestGain) => ({ request, metric, speedup, interval })
  const slower = gains.filter(({ interval: [, high] }) => high < 1).map(gainOf)
  if (gains.length < 2) return { most: null, slower }
  const best = largestBy(gains, ({ speedup }) => speedup)
  // Any pair may become the one that is told: see leaders.ts.
  const ofPair = { ...rule, comparisons: (gains.length * (gains.length - 1)) / 2 }
  const over = gains.filter((other) => {
    if (other === best) return false
    const { centre, halfWidth } = apart(best, other, metric, ofPair)
    return centre > halfWidth
  })
  return { most: over.length === 0 ? null : { ...gainOf(best), over: over.map(({ request }) => request) }, slower }
}

/** By how much one request gains more than another, round by round and, within it, pair by pair. */
function apart(one: Arms, other: Arms, metric: Percentile, rule: Rule): LogInterval {
  const [own, beside] = [one, other].map(({ ofBaseline, ofCandidate }) => ({
    logs: logGains(ofCandidate, ofBaseline, metric),
    pairs: pairsOf(ofCandidate, ofBaseline, metric)
  }))
  const pairs = own.pairs.map((pair, i) => {
    const second = beside.pairs[i]
    if (pair === null || second === null) return null
    const rough = Math.max(pair.rough ?? 1, second.rough ?? 1)
    return { ...pair, logs: pair.logs.map((log, at) => log - second.logs[at]), rough }
  })
  const least = leastSpread(metric, rule.generator)
  const logs = own.logs.map((log, i) => log - beside.logs[i])
  return logInterval(logs, tailAtLook(looksOf(rule), logs.length), least, varianceByPairs(pairs, least))
}
