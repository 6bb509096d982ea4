import { counted, isolated, list } from '../../concepts/wording.ts'
import { beside, interval, milliseconds, perSecond, times } from './numbers.ts'
import { claimSentence, fallSentence, headline, inconclusiveSentence, isReason, marginSentence, placeOf, reasonClause, verdictSentence } from './sentences.ts'
import type { CandidateResult, Estimate, Limit, ScenarioResult } from '../../concepts/comparison.ts'
import { metricFacts, tellingOrder } from '../../concepts/metrics.ts'
import { resultWords, type Verdict } from '../../concepts/verdicts.ts'

/**
 * What came of a scenario, of all its candidates, in one sentence.
 *
 * @returns its first word in capitals when something was required
 */
export function scenarioSentence(result: ScenarioResult): string {
  const { candidates, verdict, preliminary } = result
  if (candidates.length === 1) return verdictSentence(candidates[0], result)
  // Where the baseline differs from itself, nothing else is to be believed.
  const check = candidates.find(({ selfCheck }) => selfCheck !== null && selfCheck.verdict !== 'pass')
  if (check !== undefined) return verdictSentence(check, result)
  const best = leader(result)
  const leads = `${isolated(best.name)} leads: ${claimSentence(best, result)}`
  if (preliminary) return `${resultWords.preliminary.word}  ${leads} It was ended after ${counted(result.rounds, 'round')}, too early for a verdict.`
  const judged = candidates.filter((one) => one.verdict !== null && one.selfCheck === null)
  if (verdict === null || judged.length === 0) return `${leads} No requirement was configured.`
  return `${resultWords[verdict].word}  ${whoPasses(judged, candidates.length)} ${leads}`
}

/** @param all candidates, also those of which nothing is required */
function whoPasses(judged: CandidateResult[], all: number) {
  if (judged.length === all && judged.every(({ verdict }) => verdict === 'pass')) return `${all === 2 ? 'Both' : `All ${all}`} variants pass.`
  const words: [Verdict, string, string][] = [['pass', 'passes', 'pass'], ['fail', 'fails', 'fail'], ['inconclusive', 'is undecided', 'are undecided']]
  const clauses = words.flatMap(([verdict, one, more]) => {
    const names = judged.filter((candidate) => candidate.verdict === verdict).map(({ name }) => name)
    return names.length === 0 ? [] : [`${list(names)} ${names.length === 1 ? one : more}`]
  })
  return `${clauses.join(', ')}.`
}

/** @returns the fastest at what is the fairest to compare, of those that can be compared */
export function leader({ candidates }: Pick<ScenarioResult, 'candidates'>): CandidateResult {
  const fair = candidates.filter((one) => headline(one).reason === null)
  const among = fair.length > 0 ? fair : candidates
  const fairest = among.map((candidate) => headline(candidate).metric).sort((a, b) => tellingOrder.indexOf(a) - tellingOrder.indexOf(b))[0]
  const speedup = (one: CandidateResult) => {
    const found = one.estimates.find(({ metric }) => metric === fairest)
    return found === undefined || found.reason !== null ? 0 : found.speedup
  }
  return among.reduce((best, one) => (speedup(one) > speedup(best) ? one : best))
}

/**
 * The figures behind the verdict, for a paragraph below it.
 *
 * @returns sentences
 */
export function detailSentences(result: ScenarioResult): string[] {
  const best = leader(result)
  const shown = headline(best)
  const where = placeOf(shown.metric)
  const range = `${Math.round(100 * result.confidence)} % interval ${interval(shown.interval)}`
  const who = result.candidates.length > 1 ? `${isolated(best.name)}: ` : ''
  const demands = result.candidates.flatMap((candidate) => [...candidate.estimates, ...candidate.limits].filter(({ required }) => required !== null).map((of) => ({ candidate, of })))
  const met = demands.filter(({ of }) => of.verdict === 'pass').length
  return [
    `${who}${change(shown)} ${where}, ${times(shown.speedup)} (${range}), over ${counted(result.rounds, 'interleaved round')}.`,
    ...rivalry(best, result.candidates),
    ...(demands.length === 0 || result.preliminary ? [] : [`${met} of ${counted(demands.length, 'requirement')} met.`]),
    ...demands.filter(({ of }) => of.verdict === 'fail' || of.verdict === 'inconclusive').map(({ candidate, of }) => unmetSentence(candidate, of)),
    // Of one candidate, its verdict says so already.
    ...(result.candidates.length > 1 ? result.candidates.flatMap((candidate) => fallSentence(candidate) ?? []) : []),
    ...result.candidates.flatMap((candidate) => marginSentence(candidate) ?? []),
    ...cautions(result)
  ]
}

/**
 * @param candidates it among them
 * @returns who may be as fast: to lead is little where chance may have dealt out the places
 */
function rivalry(best: CandidateResult, candidates: readonly CandidateResult[]): string[] {
  const { metric, reason, interval: [low] } = headline(best)
  const estimateOf = ({ estimates }: CandidateResult) => estimates.find((one) => one.metric === metric) as Estimate
  const rivals = candidates.filter((one) => one !== best && estimateOf(one).reason === null && estimateOf(one).interval[1] >= low).map(({ name }) => isolated(name))
  if (reason !== null || rivals.length === 0) return []
  return [rivals.length === 1 ? `The interval of ${rivals[0]} overlaps with it: which of the two is faster is not decided.` : `The intervals of ${list(rivals)} overlap with it: which of them is the fastest is not decided.`]
}

/** @returns baseline and candidate: geometric means of the rounds, so that their quotient is the speedup */
export function change({ metric, baseline, candidate }: Estimate): string {
  const { unit } = metricFacts[metric]
  const shown = unit === 'ms' ? milliseconds : perSecond
  return `${shown(baseline)} → ${shown(candidate)} ${unit}`
}

/** What must not be overlooked beside a speedup. */
export function caveat({ metric, interval: [low, high], reason }: Estimate, { model, saturated }: ScenarioResult['load']): string | null {
  if (reason !== null) return 'carries no verdict'
  if (metric === 'throughput' && model === 'open' && saturated.length === 0) return 'users come at a fixed rate'
  return low <= 1 && high >= 1 ? 'no measurable difference' : null
}

/**
 * @param of what is required of it, and not met
 * @returns its numbers, and what would decide it where more rounds could
 */
export function unmetSentence(candidate: CandidateResult, of: Estimate | Limit): string {
  const isOpen = 'speedup' in of && of.verdict === 'inconclusive' && of.reason === null
  return isOpen ? inconclusiveSentence(of, candidate) : missSentence(candidate, of)
}

function missSentence({ name }: CandidateResult, of: Estimate | Limit) {
  if ('speedup' in of) {
    const doubt = of.reason === null ? '' : ', but the measurement carries no verdict on it'
    return `${name} needs ${of.required}x ${placeOf(of.metric)}, its interval is ${interval(of.interval)}${doubt}.`
  }
  const [what, side] = of.metric === 'fairness' ? ['a fairness', 'at least'] : ['an error rate', 'at most']
  return `${name} needs ${what} of ${side} ${of.required}, it has ${of.value === null ? 'one that could not be seen' : beside(of.value, Number(of.required))}.`
}

function cautions({ warnings, baseline }: ScenarioResult) {
  const problems = warnings.filter(({ severity }) => severity === 'problem').map(({ code }) => (isReason(code) ? reasonClause(code, baseline) : code.replaceAll('-', ' ')))
  return problems.length === 0 ? [] : [`Caution: ${[...new Set(problems)].join('; ')}; see below.`]
}
