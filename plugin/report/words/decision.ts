import { isolated, paragraph, percent, roughMs, counted } from '../../concepts/wording.ts'
import { explain } from '../explanations.ts'
import { isOfSearch, metricFacts } from '../../concepts/metrics.ts'
import { worstOf } from '../../concepts/verdicts.ts'
import { isReason } from '../../concepts/warnings.ts'
import {
  bracketed,
  factorText,
  inWords,
  milliseconds,
  percentUp,
  ranged,
  speedupText,
  times,
  timesRange
} from './numbers.ts'
import { toldOfScenario } from './scenario-sentences.ts'
import { gainWords, moreUsers, placeOf, reasonClause } from './sentences.ts'
import { textOf } from './told.ts'
import { carriesWords, decisionInstead, worstIn } from '../../questions/report.ts'
import {
  estimateOf,
  headline,
  memoryMore,
  resultOfOnly,
  type Decision,
  type Estimate,
  type ScenarioResult
} from '../../concepts/comparison.ts'

/** estimate: of the metric that carries it; of another one, where none does */
type DecisionFacts = NonNullable<ReturnType<typeof decisionFacts>>

/** @returns null: nothing was decided */
export function decisionFacts(result: ScenarioResult) {
  const { decision, candidates } = result
  const candidate = candidates.find(({ name }) => name === decision?.candidate)
  if (decision === null || candidate === undefined) return null
  const estimate = estimateOf(candidate, decision.metric ?? headline(candidate).metric) as Estimate
  const [name, baseline] = [candidate.name, result.baseline].map(isolated) // for a sentence
  return { result, candidate, name, baseline, decision, estimate }
}

/** @returns what to do; null: nothing was decided */
export function decisionSentence(result: ScenarioResult) {
  const facts = decisionFacts(result)
  return decisionInstead(result) ?? (facts && says[facts.decision.action](facts).advice)
}

/** @returns the answer to whether to do it; null: nothing was decided, or all that was required is to be told first */
export function decisionAnswer(result: ScenarioResult) {
  const facts = decisionFacts(result)
  if (facts === null) return null
  const { action } = facts.decision
  // What was required is answered, whatever else is not known, or of several candidates may be used all the same.
  const isOther =
    (result.verdict === 'pass' && action === 'unknown') ||
    (result.verdict === 'fail' && ['unknown', 'use', 'either', 'weigh'].includes(action))
  return isOther ? null : says[action](facts).answer
}

const says: Record<Decision['action'], (facts: DecisionFacts) => { answer: string; advice: string }> = {
  use(facts) {
    const { candidate, name, decision, estimate } = facts
    const who = candidate.workers > 1 ? `${name} (${counted(candidate.workers, 'worker')})` : name
    const { threshold } = decision
    return {
      answer: `Yes: ${who} ${gainClause(facts)}.`,
      advice: paragraph([
        `Use ${who}: ${gainFigures(facts)}${memoryOf(facts, 'for')}${partOf(facts)}.`,
        threshold !== null &&
          `Suggested threshold: ${estimate.metric} ${threshold} (npx artillery-speedup accept writes it).`
      ])
    }
  },
  keep: (facts) => ({
    answer: `No: keep ${facts.baseline}; ${gainAtMost(facts)}.`,
    advice: `Keep ${facts.baseline}: ${littleGain(facts)}.`
  }),
  either: (facts) => ({
    answer: `Hardly any difference: ${gainAtMost(facts)}.`,
    advice: `Either meets what is required: ${littleGain(facts)}.`
  }),
  'do not use': saysWhoFails,
  merge: (facts) => saysNotSlower(facts, 'merge it'),
  'do not merge'(facts) {
    const worst = worstIn(facts.result, facts.candidate.name)
    const first = worst === null ? '' : `; see to ${worst}`
    return saysSlower(facts, `do not merge it${facts.decision.metric === null ? ' yet' : ''}${first}`)
  },
  update: (facts) => saysNotSlower(facts, 'use it'),
  'do not update': (facts) => saysSlower(facts, `stay with ${facts.baseline}`),
  weigh({ name, baseline, candidate, decision }) {
    const [gain, loss] = [decision.metric, decision.loss].map((metric) =>
      metric === null ? 'meets what is required' : gainWords(estimateOf(candidate, metric) as Estimate, baseline)
    )
    const both = `It depends: ${name} ${gain}, but ${loss}.`
    return { answer: both, advice: both }
  },
  unknown({ result, candidate, name, decision, estimate, baseline }) {
    const { because, aim, metric, rounds, minutes } = decision
    if (because !== null) {
      const [{ meaning, cure }] = explain(because)
      return {
        answer: isReason(because)
          ? `Cannot tell yet about ${name}: ${reasonClause(because, baseline, name)}.`
          : `Cannot tell yet. ${meaning.replaceAll('`', '')}`,
        advice: `Not known yet. ${cure?.replaceAll('`', '')}`
      }
    }
    const range = timesRange(estimate.interval)
    return {
      answer: paragraph([
        metric === null || aim === null
          ? `Cannot tell yet. ${textOf(toldOfScenario(resultOfOnly(candidate, result)))}`
          : `Cannot tell yet whether ${name} reaches ${times(aim)} ${placeOf(metric)}: it may be ${range}.`,
        minutes !== null && `A fresh run of ${counted(minutes, 'minute')} would probably decide.`
      ]),
      advice:
        rounds === null
          ? 'Not known yet: longer runs, or a quieter machine, would tell.'
          : `Not known yet: compare anew, for up to ${rounds} rounds.`
    }
  }
}

function saysWhoFails({ result, candidate, name, baseline }: DecisionFacts) {
  const [ofBaseline, own] = [result.baseline, candidate.name].map((variant) =>
    worstOf(result.limits.filter((limit) => limit.variant === variant))
  )
  if (ofBaseline !== 'fail')
    return {
      answer: `No: ${name} fails what is required.`,
      advice: `Do not use ${name} yet: see to what failed first.`
    }
  if (candidate.verdict === 'fail' || own === 'fail')
    return {
      answer: `No: neither ${baseline} nor ${name} meets what is required.`,
      advice: `Neither ${baseline} nor ${name} meets what is required: see to what failed first.`
    }
  const found = `${baseline} fails what is required${own === 'pass' ? `, which ${name} meets` : ''}`
  return { answer: `No: ${found}.`, advice: `${found}: see to what failed first, or give ${baseline} no limit.` }
}

function saysNotSlower({ name, baseline, estimate: { metric, interval, required } }: DecisionFacts, todo: string) {
  const isFaster = interval[0] > 1
  const how = isFaster
    ? `faster than ${baseline}`
    : required !== null
      ? 'no slower than allowed'
      : `at most ${percentUp(1 / interval[0] - 1)} slower than ${baseline}`
  const found = `${name} is ${how} ${placeOf(metric)}`
  return { answer: `${isFaster ? 'Faster' : 'Not slower'}: ${found}.`, advice: `${found}: ${todo}.` }
}

function saysSlower(facts: DecisionFacts, todo: string) {
  const { result, candidate, name, estimate, baseline, decision } = facts
  if (decision.metric === null) {
    const found = `${name} fails what is required`
    return { answer: `No: ${found}.`, advice: `${found}: ${todo}.` }
  }
  const worst = worstIn(result, candidate.name)
  const slower = worst === null ? 'Slower' : `Slower, in ${worst}`
  return {
    answer: `${estimate.interval[1] < 1 ? slower : 'No'}: ${name} ${gainWords(estimate, baseline)}.`,
    advice: `${gainAtMost(facts)}: ${todo}.`
  }
}

/** @returns such as "clustered gains at most 1.05x in throughput", "clustered is slower at p95 (needs 1)" */
function gainAtMost({ name, result, estimate }: DecisionFacts) {
  const gain = estimate.interval[1] < 1 ? 'is slower' : `gains ${speedupText({ ...estimate, side: 'at most' })}`
  const { length } = result.candidates
  const who = length === 1 ? name : `${name}, the best of ${inWords(length)} candidates,`
  const needs = estimate.verdict === 'fail' ? ` (needs ${estimate.required})` : ''
  return `${who} ${gain} ${placeOf(estimate.metric)}${needs}`
}

const littleGain = (facts: DecisionFacts) => `${gainAtMost(facts)}${memoryOf(facts, 'and takes')}${waitingOf(facts)}`

/** @returns such as "serves 1.82 times as much as single" */
function gainClause({ result, candidate, estimate, baseline }: DecisionFacts) {
  const { metric } = estimate
  const factor = factorText(estimate)
  if (metric === 'throughput')
    return result.variants.some(({ passes }) => passes)
      ? `gets users through ${factor} times as often as ${baseline}`
      : `serves ${factor} times as much as ${baseline}`
  const carries = carriesWords(result, candidate.name)
  return carries === null
    ? `is ${factor} times as quick as ${baseline} ${placeOf(metric)}`
    : `${carries}, ${factor} times as much as ${baseline}`
}

/** @returns such as "+100 requests/s [82.1, 118]", "p95 falls from 174 to 105 ms [96, 118]" */
function gainFigures({ estimate, result: { load } }: DecisionFacts) {
  const {
    metric,
    baseline,
    speedup,
    interval: [low, high]
  } = estimate
  // A bound of a search makes a bound of the ratio alone.
  if (isOfSearch(metric)) return moreUsers(estimate, load)
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
  return more && ` ${verb} ${more}`
}

/** @returns such as ", 97 % of what this machine allows"; empty: unknown */
function partOf({ candidate: { bound }, estimate: { metric, speedup } }: DecisionFacts) {
  if (bound === null || metric !== 'throughput') return ''
  // As it is printed.
  return speedup >= bound.atMost + 0.005
    ? `, more than the ${times(bound.atMost)} that this machine allows by our own account`
    : `, ${percent(Math.min(1, speedup / bound.atMost))} of what this machine allows`
}

/** @returns such as "; 46 of the 51 ms of an average response are a wait for something other than the CPU" */
function waitingOf({ result: { variants, baseline }, candidate: { diagnosis } }: DecisionFacts) {
  const time = variants.find(({ name }) => name === baseline)?.responseTime
  if (diagnosis.code !== 'waiting' || time == null) return ''
  const [waiting, all] = [time.waitingMs, time.latencyMs].map(roughMs)
  return `; ${waiting} of the ${all} ms of an average response are a wait for something other than the CPU`
}
