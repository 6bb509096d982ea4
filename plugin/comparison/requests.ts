import { fromLog } from '../statistics/sequential-rule.ts'
import { pairsOf } from '../statistics/pairs-rule.ts'
import { geometricMean, highest, largestBy, meanBy, sumBy } from '../statistics/descriptive.ts'
import type { Reach } from './bound.ts'
import {
  allowForTaken,
  estimate,
  gainInterval,
  widened,
  isHopelessAgainst,
  logGains,
  logIntervalOf,
  noOutlook,
  type Rule
} from './estimate.ts'
import { reasonAgainst, type Circumstances } from './reason-against.ts'
import { leapOfKinds } from './plausible.ts'
import { errorRateOf, responsesPerRun } from './variant-use.ts'
import { mayFail } from '../concepts/failures.ts'
import { commonPercentiles, metricFacts, type Percentile } from '../concepts/metrics.ts'
import type { Estimate, FlowResult, RequestResult } from '../concepts/comparison.ts'
import { anyRequest, bodyTold, type RequestFigures } from '../concepts/requests.ts'
import type { RequestSpeedups } from '../concepts/options.ts'
import type { Run } from '../concepts/run.ts'
import type { Reason } from '../concepts/warnings.ts'

/** Of a run: the median of fewer is a matter of chance. */
export const fewestOfRequest = 10
type Part = 'latencyMs' | 'wholeMs' | 'gapMs'
type Arms = { ofBaseline: Run[]; ofCandidate: Run[] }
/** The runs with the figures of one request in place of those of all. */
type OfRequest = Arms & { name: string }

/**
 * Each request of the flow by the rule for all speedups: the round is the unit. What is said of any of them is said by
 * intervals whose tail all share.
 *
 * @param runs one a round, those of both in the same order; demands: by the name of a request, or of any
 * @returns null: users send one request, or it is unknown what each did
 */
export function compareFlow(
  { ofBaseline, ofCandidate, demands, reach }: Arms & { demands: RequestSpeedups; reach: Reach },
  circumstances: Circumstances,
  rule: Rule
): FlowResult | null {
  const { runs: all } = circumstances
  const names = namesIn(all)
  if (names.length < 2 || all.some(({ flow }) => flow === undefined)) return null
  const ofFlow = reasonOfFlow(circumstances)
  const armsOf = (name: string, part: Part) => {
    const view = (run: Run) => viewOf(run, name, part)
    return { name, ofBaseline: ofBaseline.map(view), ofCandidate: ofCandidate.map(view) }
  }
  const ends = endsOf(all)
  const open: string[] = []
  const ofTimes = { ...rule, comparisons: 2 * names.length }
  const requests = names.map((name) => {
    const [told, beside] = ends.map((part) => armsOf(name, part))
    const figures = [ofBaseline, ofCandidate].map((runs) => runs.map((run) => figuresOf(run, name)))
    const errorRates: RequestResult['errorRates'] = [errorRateOf(told.ofBaseline), errorRateOf(told.ofCandidate)]
    const circumstance = { reason: Math.max(...errorRates) > mayFail ? ('errors' as const) : ofFlow, reach }
    const isLong = figures.some(hasLongBodies)
    const demand = demands[name] ?? demands[anyRequest] ?? {}
    const estimates = estimatesOf(told, { ...circumstance, demand, of: demands[name] == null ? names.length : 1 }, rule)
    const floored = typeof demand === 'number' ? withFloor(estimates, demand, rule) : { estimates, isOpen: false }
    if (floored.isOpen) open.push(name)
    return {
      name,
      steps: highest(figures.flat(), (own) => own?.steps ?? 0),
      share: shareOf(all, name, 'latencies'),
      waited: shareOf(all, name, 'waitedMs'),
      responsesPerRun: responsesPerRun([...told.ofBaseline, ...told.ofCandidate]),
      errorRates,
      cpu: timeOf(figures, 'cpuMs', ofTimes),
      waiting: timeOf(figures, 'waitingMs', ofTimes),
      isBehind: isBehind(figures),
      estimates: floored.estimates,
      beside: isLong ? estimatesOf(beside, circumstance, rule) : [],
      gaps: isLong ? estimatesOf(armsOf(name, 'gapMs'), circumstance, rule) : []
    }
  })
  const told = (metric: Percentile) =>
    requests
      .filter(({ estimates }) => estimates.some((each) => each.metric === metric && each.reason === null))
      .map(({ name }) => armsOf(name, ends[0]))
  // p95, unless that leaves a request out.
  const metric = told('p95').length === told('p50').length ? 'p95' : 'p50'
  return { open, requests: requests.sort((a, b) => b.waited - a.waited), ...whichGain(told(metric), metric, rule) }
}

/** Of all responses together, where latencies go to their last bytes. */
export function besideWhole(
  { ofBaseline, ofCandidate, reach }: Arms & { reach: Reach },
  circumstances: Circumstances,
  rule: Rule
) {
  if (!ofBaseline.some(({ firstByte }) => firstByte)) return { beside: [], gaps: [] }
  const told = { reason: reasonOfFlow(circumstances), reach }
  const estimatesBy = (view: (run: Run) => Run) =>
    estimatesOf({ ofBaseline: ofBaseline.map(view), ofCandidate: ofCandidate.map(view) }, told, rule)
  return {
    beside: estimatesBy((run) => ({ ...run, inHalves: undefined, ...run.firstByte })),
    gaps: estimatesBy((run) => ({ ...run, latencyMs: run.gapMs ?? null, inSlices: undefined, inHalves: undefined }))
  }
}

export const namesIn = (runs: readonly Run[]) => [
  ...new Set(runs.flatMap(({ flow = [] }) => flow.map(({ name }) => name)))
]

/** @returns where latencies go, and the other end of responses */
export const endsOf = (runs: readonly Run[]): Part[] =>
  runs.some(({ firstByte }) => firstByte) ? ['wholeMs', 'latencyMs'] : ['latencyMs', 'wholeMs']

const figuresOf = ({ flow = [] }: Run, name: string) => flow.find((own) => own.name === name)

/** @returns as if users had sent nothing but that request */
export function viewOf(run: Run, name: string, part: Part): Run {
  const own = figuresOf(run, name)
  return {
    ...run,
    latencyMs: own?.[part] ?? null,
    requests: own?.requests ?? 0,
    failures: own?.failures ?? 0,
    passes: undefined,
    counted: { ...run.counted, latencies: own?.latencies ?? 0 },
    inSlices: own?.inSlices?.[part as 'wholeMs'],
    inHalves: undefined
  }
}

/** Of all requests together, percentiles fall between kinds of responses. */
function reasonOfFlow(circumstances: Circumstances) {
  const reason = reasonAgainst(circumstances, { metric: 'p50', required: null })
  return reason === 'two-kinds' ? null : reason
}

function shareOf(runs: readonly Run[], name: string, key: 'latencies' | 'waitedMs') {
  const all = runs.flatMap(({ flow = [] }) => flow)
  const own = sumBy(all, (each) => (each.name === name ? each[key] : 0))
  return own && own / sumBy(all, (each) => each[key])
}

function hasLongBodies(own: readonly (RequestFigures | undefined)[]) {
  const meanOf = (part: Part) => meanBy(own, (each) => each?.[part]?.mean ?? 0)
  return meanOf('latencyMs') < (1 - bodyTold) * meanOf('wholeMs')
}

type InRuns = (RequestFigures | undefined)[][] // of the baseline, then of the candidate

/** In rounds that were too short, it is unknown. */
function timeOf([baseline, candidate]: InRuns, key: 'cpuMs' | 'waitingMs', rule: Rule) {
  const pairs = candidate
    .map((own, i) => [baseline[i]?.[key] ?? NaN, own?.[key] ?? NaN])
    .filter((pair) => !pair.some(Number.isNaN))
  if (pairs.length < rule.rounds.min) return null
  const [before, after] = [0, 1].map((arm) => geometricMean(pairs.map((pair) => pair[arm])))
  const logs = pairs.map(([one, other]) => Math.log(other / one))
  const { value: ratio, interval } = fromLog(logIntervalOf(logs, 'p50', rule))
  return { baseline: before, candidate: after, ratio, interval }
}

/** Waiting that is hidden by what others compute would show in the quickest responses. */
function isBehind([baseline, candidate]: InRuns) {
  const grown = (valueOf: (own: RequestFigures | undefined, isLonger: boolean) => number | undefined) =>
    meanBy(candidate, (own, i) => (valueOf(own, true) ?? NaN) - (valueOf(baseline[i], false) ?? NaN))
  const least = grown((own) => own?.latencyMs?.min)
  const most = grown((own, isLonger) => own?.ownMs?.[Number(isLonger)])
  return grown((own) => own?.latencyMs?.p50) > 2 * Math.max(0, least, most)
}

/** of: as many requests share the tail of a failure; 1: this one alone is demanded */
type Told = { reason: Reason | null; reach: Reach; demand?: RequestSpeedups[string]; of?: number }

function estimatesOf({ ofBaseline, ofCandidate }: Arms, { reason, reach, demand = {}, of = 1 }: Told, rule: Rule) {
  const runs = [...ofBaseline, ...ofCandidate]
  if (runs.some(({ latencyMs }) => latencyMs === null)) return []
  const few = responsesPerRun(runs)
  const isBetween = (metric: Percentile) => leapOfKinds(runs, metric) > 0
  const floor = few < metricFacts.p95.fewestLatencies || isBetween('p95') ? 'p50' : 'p95'
  return commonPercentiles.flatMap((metric) => {
    const isEnough = few >= Math.max(fewestOfRequest, metricFacts[metric].fewestLatencies)
    const own = (typeof demand === 'number' ? { [floor]: demand } : demand)?.[metric] ?? null
    // Of any request, those that are too rare are left alone.
    if (!isEnough && (own === null || of > 1)) return []
    const flaw = reason ?? (isEnough ? (isBetween(metric) ? 'two-kinds' : null) : 'too-few-requests')
    const found = estimate({ metric, ofBaseline, ofCandidate, required: own, reason: flaw }, rule)
    if (found.verdict !== 'fail' || own === null || of === 1) return allowForTaken(found, reach)
    // Of many, one may fail by chance: what is shown then is an interval that holds together with all others.
    const ofAll = gainInterval(ofCandidate, ofBaseline, metric, { ...rule, comparisons: of })
    const { interval } = fromLog(widened(ofAll, leapOfKinds(runs, metric)))
    return allowForTaken({ ...found, interval, verdict: interval[1] < own ? 'fail' : 'inconclusive' }, reach)
  })
}

/** What is not shown to be below its floor is not demanded. isOpen: further rounds may show it */
function withFloor(all: Estimate[], floor: number, rule: Rule) {
  const isBelow = (each: Estimate) =>
    each.verdict === 'inconclusive' &&
    each.reason === null &&
    each.speedup < floor &&
    !isHopelessAgainst(floor, each, rule)
  const estimates = all.map((each) =>
    each.verdict === 'inconclusive' ? { ...each, required: null, verdict: null, ...noOutlook(false) } : each
  )
  return { estimates, isOpen: all.some(isBelow) }
}

/** @param all those that can be compared with each other */
function whichGain(all: OfRequest[], metric: Percentile, rule: Rule) {
  const gains = all.map((arms) => {
    const { value, interval } = fromLog(
      gainInterval(arms.ofCandidate, arms.ofBaseline, metric, { ...rule, comparisons: all.length })
    )
    return { request: arms.name, metric, speedup: value, interval }
  })
  const slower = gains.filter(({ interval: [, high] }) => high < 1)
  if (gains.length < 2) return { most: null, slower }
  const best = largestBy(gains, ({ speedup }) => speedup)
  const ofBest = all[gains.indexOf(best)]
  // The best gains no more than itself. Any pair may become the one that is told: see leaders.ts.
  const ofPair = { ...rule, comparisons: (all.length * (all.length - 1)) / 2 }
  const over = all.filter((other) => {
    const { centre, halfWidth } = difference(ofBest, other, metric, ofPair)
    return centre > halfWidth
  })
  return { most: over.length === 0 ? null : { ...best, over: over.map(({ name }) => name) }, slower }
}

/** By how much one request gains more than another, round by round and, within it, pair by pair. */
function difference(one: Arms, other: Arms, metric: Percentile, rule: Rule) {
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
  const logs = own.logs.map((log, i) => log - beside.logs[i])
  return logIntervalOf(logs, metric, rule, pairs)
}
