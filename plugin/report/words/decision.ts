import { isolated, percent, roughMs } from '../../concepts/wording.ts'
import { explain } from '../explanations.ts'
import { isOfSearch, metricFacts } from '../../concepts/metrics.ts'
import { withWorkers } from './names.ts'
import { bracketed, inWords, milliseconds, ranged, sidedText, speedupText, times } from './numbers.ts'
import { gainWords, placeOf } from './sentences.ts'
import { decisionInstead, worstIn } from '../../questions/report.ts'
import {
  estimateOf,
  headline,
  memoryMore,
  type CandidateResult,
  type Estimate,
  type ScenarioResult
} from '../../concepts/comparison.ts'
import type { Decision } from '../../concepts/load-results.ts'

/** estimate: of the metric that carries it; of another one, where none does */
export interface DecisionFacts {
  result: ScenarioResult
  candidate: CandidateResult
  name: string // as baseline, for a sentence
  baseline: string
  decision: Decision
  estimate: Estimate
}

/** @returns null: nothing was decided */
export function decisionFacts(result: ScenarioResult): DecisionFacts | null {
  const { decision, candidates } = result
  const candidate = candidates.find(({ name }) => name === decision?.candidate)
  if (decision === null || candidate === undefined) return null
  const estimate = estimateOf(candidate, decision.metric ?? headline(candidate).metric) as Estimate
  const [name, baseline] = [candidate.name, result.baseline].map(isolated)
  return { result, candidate, name, baseline, decision, estimate }
}

/** @returns null: nothing was decided */
export function decisionSentence(result: ScenarioResult): string | null {
  const facts = decisionFacts(result)
  return decisionInstead(result) ?? (facts && says[facts.decision.action](facts))
}

const says: Record<Decision['action'], (facts: DecisionFacts) => string> = {
  use: (facts) => {
    const { result, candidate, name, decision, estimate } = facts
    const threshold =
      decision.threshold === null
        ? ''
        : ` Suggested threshold: ${estimate.metric} ${decision.threshold} (npx artillery-speedup accept writes it).`
    const who = withWorkers(name, candidate.workers)
    return `Use ${who}: ${gainOf(estimate, result)}${memoryOf(facts, 'for')}${partOf(candidate, estimate)}.${threshold}`
  },
  keep: (facts) => `Keep ${facts.baseline}: ${littleGain(facts)}.`,
  either: (facts) => `Either meets what is required: ${littleGain(facts)}.`,
  'do not use': (facts) =>
    ({
      candidate: `Do not use ${facts.name} yet: see to what failed first.`,
      both: `Neither ${facts.baseline} nor ${facts.name} meets what is required: see to what failed first.`,
      baseline: `${onlyBaselineFails(facts)}: see to what failed first, or give ${facts.baseline} no limit.`
    })[whoFails(facts)],
  merge: (facts) => `${mergeWords(facts)}: merge it.`,
  'do not merge': (facts) => {
    const worst = worstIn(facts.result, facts.candidate.name)
    const first = worst === null ? '' : `; see to ${worst}`
    return `${failureOf(facts)}: do not merge it${facts.decision.metric === null ? ' yet' : ''}${first}.`
  },
  update: (facts) => `${mergeWords(facts)}: use it.`,
  'do not update': (facts) => `${failureOf(facts)}: stay with ${facts.baseline}.`,
  weigh: (facts) => `It depends: ${weighWords(facts)}.`,
  unknown: (facts) => {
    const { because, rounds } = facts.decision
    if (because !== null) return `Not known yet. ${explain(because)[0].cure?.replaceAll('`', '')}`
    return rounds === null
      ? 'Not known yet: longer runs, or a quieter machine, would tell.'
      : `Not known yet: compare anew, for up to ${rounds} rounds.`
  }
}

export function whoFails({ result: { limits, baseline }, candidate: { name, verdict } }: DecisionFacts) {
  const fails = (variant: string) => limits.some((own) => own.variant === variant && own.verdict === 'fail')
  if (!fails(baseline)) return 'candidate'
  return verdict === 'fail' || fails(name) ? 'both' : 'baseline'
}

/** @returns such as "single fails what is required, which clustered meets" */
export function onlyBaselineFails({ result: { limits }, candidate, name, baseline }: DecisionFacts): string {
  const own = limits.filter(({ variant }) => variant === candidate.name)
  const isMet = own.length > 0 && own.every(({ verdict }) => verdict === 'pass')
  return `${baseline} fails what is required${isMet ? `, which ${name} meets` : ''}`
}

const failureOf = (facts: DecisionFacts) =>
  facts.decision.metric === null ? `${facts.name} fails what is required` : gainAtMost(facts)

/** @returns such as "branch is no slower than allowed in throughput" */
export function mergeWords({ name, baseline, estimate: { metric, interval, required } }: DecisionFacts): string {
  const how =
    interval[0] > 1
      ? `faster than ${baseline}`
      : required !== null
        ? 'no slower than allowed'
        : `at most ${Math.ceil(Number((100 * (1 / interval[0] - 1)).toFixed(6)))} % slower than ${baseline}`
  return `${name} is ${how} ${placeOf(metric)}`
}

/** @returns what it gains, and what it loses */
export function weighWords({ name, baseline, candidate, decision }: DecisionFacts): string {
  const [gain, loss] = [decision.metric, decision.loss].map((metric) =>
    metric === null ? 'meets what is required' : gainWords(estimateOf(candidate, metric) as Estimate, baseline)
  )
  return `${name} ${gain}, but ${loss}`
}

/** @returns such as "clustered gains at most 1.05x in throughput", "clustered is slower at p95 (needs 1)" */
export function gainAtMost({ name, result, estimate }: DecisionFacts): string {
  const gain = estimate.interval[1] < 1 ? 'is slower' : `gains ${speedupText({ ...estimate, side: 'at most' })}`
  const { length } = result.candidates
  const who = length === 1 ? name : `${name}, the best of ${inWords(length)} candidates,`
  return `${who} ${gain} ${placeOf(estimate.metric)}${estimate.verdict === 'fail' ? ` (needs ${estimate.required})` : ''}`
}

const littleGain = (facts: DecisionFacts) => `${gainAtMost(facts)}${memoryOf(facts, 'and takes')}${waitingOf(facts)}`

/** @returns such as "+100 requests/s [82.1, 118]", "p95 falls from 174 to 105 ms [96, 118]" */
function gainOf(estimate: Estimate, { load }: ScenarioResult) {
  const {
    metric,
    baseline,
    speedup,
    interval: [low, high]
  } = estimate
  // A bound of a search makes a bound of the ratio alone.
  if (isOfSearch(metric))
    return `${sidedText(estimate, (factor) => factor.toFixed(2))} times as many users${load.model === 'closed' ? '' : ' per second'}`
  if (metricFacts[metric].better === 'higher') {
    const more = ranged({ value: baseline * (speedup - 1), interval: [baseline * (low - 1), baseline * (high - 1)] })
    return `+${more.text} requests/s ${bracketed(more.ends)}`
  }
  const after = ranged({ value: baseline / speedup, interval: [baseline / high, baseline / low] })
  return `${metric} falls from ${milliseconds(baseline)} to ${after.text} ms ${bracketed(after.ends)}`
}

/** @returns such as " for 112 MB more"; empty: none, or unknown */
function memoryOf({ result: { variants, baseline }, candidate }: DecisionFacts, verb: string) {
  const more = memoryMore(variants, baseline, candidate.name)
  return more === '' ? '' : ` ${verb} ${more}`
}

/** @returns such as ", 97 % of what this machine allows"; empty: unknown */
function partOf({ bound }: CandidateResult, estimate: Estimate) {
  if (bound === null || estimate.metric !== 'throughput') return ''
  // As it is printed.
  return estimate.speedup >= bound.atMost + 0.005
    ? `, more than the ${times(bound.atMost)} that this machine allows by our own account`
    : `, ${percent(Math.min(1, estimate.speedup / bound.atMost))} of what this machine allows`
}

/** @returns such as "; 46 of the 51 ms of an average response are a wait for something other than the CPU" */
function waitingOf({ result: { variants, baseline }, candidate: { diagnosis } }: DecisionFacts) {
  const time = variants.find(({ name }) => name === baseline)?.responseTime
  return diagnosis.code !== 'waiting' || time == null
    ? ''
    : `; ${roughMs(time.waitingMs)} of the ${roughMs(time.latencyMs)} ms of an average response are a wait for something other than the CPU`
}
