import { withWorkers } from './names.ts'
import {
  isKnown,
  isShown,
  type CandidateResult,
  type Estimate,
  type ScenarioResult
} from '../../concepts/comparison.ts'
import { metricFacts } from '../../concepts/metrics.ts'
import { isolated, percent, roughMs } from '../../concepts/wording.ts'
import { milliseconds, ranged, speedupText } from './numbers.ts'
import { estimateOf } from './sentences.ts'

/** A smaller gain is seldom worth what another process takes. */
const worthIt = 1.1
/** Of the speedup that was found: what a threshold demands, so that noise alone does not miss it. */
const margin = 0.8

/**
 * What to do, by what was measured of two variants under one load.
 *
 * @returns null: the figures don't say it, or may be wrong
 */
export function decisionSentence(result: ScenarioResult): string | null {
  const {
    candidates: [candidate, ...others],
    baseline,
    capacity
  } = result
  const estimate = decidingEstimate(result, candidate)
  if (others.length > 0 || capacity !== null || estimate === null) return null
  const [low, high] = estimate.interval
  const name = isolated(candidate.name)
  if (low >= worthIt) {
    const who = withWorkers(name, candidate.workers)
    return `Use ${who}: ${gainOf(estimate)}${memoryOf(result, 'for')}${partOf(candidate, estimate)}.${suggestion(estimate)}`
  }
  if (high >= worthIt) return null
  const gain = high < 1 ? 'is slower' : `gains ${speedupText({ ...estimate, side: 'at most' })}`
  return `Keep ${isolated(baseline)}: ${name} ${gain} ${metricFacts[estimate.metric].place}${memoryOf(result, 'and takes')}${waitingOf(result)}.`
}

/** @returns of the metric that decides under that load; null: it is unknown, or may be wrong */
export function decidingEstimate(
  { load, capacity, losses, preliminary, warnings }: ScenarioResult,
  candidate: CandidateResult
): Estimate | null {
  const isDoubtful = warnings.some(({ severity }) => severity === 'problem')
  if (losses !== null || preliminary || candidate.selfCheck !== null || isDoubtful) return null
  const isFull = load.model === 'closed' || load.saturated.length > 0
  const estimate = estimateOf(candidate, capacity !== null ? 'capacity' : isFull ? 'throughput' : 'p95')
  return estimate !== undefined && isKnown(estimate) && isShown(estimate) ? estimate : null
}

/** @returns such as "+100 requests/s [82.1, 118]", "p95 falls from 174 to 105 ms [96, 118]" */
function gainOf({ metric, baseline, speedup, interval: [low, high] }: Estimate) {
  if (metricFacts[metric].better === 'higher') {
    const { value, range } = ranged({
      value: baseline * (speedup - 1),
      interval: [baseline * (low - 1), baseline * (high - 1)]
    })
    return `+${value} requests/s ${range}`
  }
  const { value, range } = ranged({ value: baseline / speedup, interval: [baseline / high, baseline / low] })
  return `${metric} falls from ${milliseconds(baseline)} to ${value} ms ${range}`
}

/** @returns such as " for 112 MB more"; empty: none, or unknown */
function memoryOf({ variants, baseline, candidates: [{ name }] }: ScenarioResult, verb: string) {
  const [before, after] = [baseline, name].map((own) => variants.find((use) => use.name === own)?.machine?.appMegabytes)
  const more = (after ?? NaN) - (before ?? NaN)
  return more >= 1 ? ` ${verb} ${more.toFixed(0)} MB more` : ''
}

/** @returns such as ", 97 % of what this machine allows"; empty: unknown */
const partOf = ({ bound }: CandidateResult, { metric, speedup }: Estimate) =>
  bound === null || metric !== 'throughput'
    ? ''
    : `, ${percent(Math.min(1, speedup / bound.atMost))} of what this machine allows`

/** @returns such as "; 46 of 51 ms of a response wait for something other than the CPU" */
function waitingOf({ variants, baseline, candidates: [{ diagnosis }] }: ScenarioResult) {
  const time = variants.find(({ name }) => name === baseline)?.responseTime
  return diagnosis.code !== 'waiting' || time == null
    ? ''
    : `; ${roughMs(time.waitingMs)} of ${roughMs(time.latencyMs)} ms of a response wait for something other than the CPU`
}

/** @returns the smaller of 0.8 times the speedup and its interval's lower end, rounded down */
export const suggestedThreshold = ({ speedup, interval: [low] }: Pick<Estimate, 'speedup' | 'interval'>): number =>
  Math.floor(10 * Math.min(margin * speedup, low)) / 10

/** @returns empty: there is a threshold already */
const suggestion = (estimate: Estimate) =>
  estimate.required === null ? ` Suggested threshold: ${estimate.metric} ${suggestedThreshold(estimate)}.` : ''
