import { isOfSearch, metricFacts, tellingOrder } from '../../concepts/metrics.ts'
import { isReason } from '../../concepts/warnings.ts'
import { resultWords, worstOf, type Verdict } from '../../concepts/verdicts.ts'
import { applying, capitalised, counted, isolated, joinParts, list, paragraph } from '../../concepts/wording.ts'
import { largestBy } from '../../statistics/descriptive.ts'
import { withLimits } from './limit-sentences.ts'
import { limitFigures } from './names.ts'
import { duration, inWords, milliseconds, perSecond, rangeWords, times, timesWithin } from './numbers.ts'
import {
  claimSentence,
  estimatesOf,
  fallSentence,
  placeOf,
  reasonClause,
  requirements,
  toldOfCandidate
} from './sentences.ts'
import { lineOf, toldEarly, type Told } from './told.ts'
import { inconclusiveSentence, isOpen, limitsAdvice, marginSentence } from './undecided.ts'
import {
  effectOf,
  estimateOf,
  headline,
  type CandidateResult,
  type Estimate,
  type Leaders,
  type Limit,
  type Rival,
  type ScenarioResult
} from '../../concepts/comparison.ts'

/** @returns what came of all candidates and limits */
export function toldOfScenario(result: ScenarioResult): Told {
  const told = withLimits(toldOfCandidates(result), result)
  const found = worstOf([...result.candidates, ...result.limits])
  if (result.verdict !== 'inconclusive' || found === 'inconclusive') return told
  // What it was demanded of had to be left out.
  return {
    word: resultWords.inconclusive,
    sentences: ['A figure that is required could not be computed.', ...told.sentences]
  }
}

/** @returns the same in a line */
export const scenarioSentence = (result: ScenarioResult) => lineOf(toldOfScenario(result))

function toldOfCandidates(result: ScenarioResult): Told {
  const { candidates, preliminary } = result
  // Where the baseline differs from itself, nothing else can be trusted.
  const check = candidates.find(({ selfCheck }) => selfCheck !== null && selfCheck.verdict !== 'pass')
  if (check !== undefined || candidates.length === 1) return toldOfCandidate(check ?? candidates[0], result)
  const standing = standingSentence(result)
  if (preliminary) return toldEarly(standing, result.rounds)
  const judged = candidates.filter(({ selfCheck }) => selfCheck === null)
  const verdict = worstOf(judged)
  if (verdict === null) return { word: null, sentences: [standing] }
  return { word: resultWords[verdict], sentences: [whoPasses(judged, candidates.length), standing] }
}

/** What is said of one candidate or of several: it happened, so that its verb is the same for both. */
const verdictsSaid: Record<Verdict, (who: string) => string> = {
  pass: (who) => `${who} passed`,
  fail: (who) => `${who} failed`,
  inconclusive: (who) => `${who} remained undecided`
}

/** @param all how many candidates there are, also those of which nothing is required */
function whoPasses(judged: CandidateResult[], all: number) {
  const clauses = Object.entries(verdictsSaid).flatMap(([verdict, said]) => {
    const names = judged.filter((candidate) => candidate.verdict === verdict).map(({ name }) => name)
    if (names.length === 0) return []
    return said(names.length === all ? `${allOf(all)} candidates` : list(names))
  })
  return `${clauses.join(', ')}.`
}

const allOf = (count: number) => (count === 2 ? 'Both' : `All ${inWords(count)}`)

/** than: the baseline, where, and by how much */
const speedsSaid = {
  faster: (who: string, than: string) => `${who} ran faster than ${than}`,
  slower: (who: string, than: string) => `${who} ran slower than ${than}`,
  first: (who: string) => `${who} ran fastest`,
  open: 'which ran fastest is undecided'
}

/** The same of what was searched for. */
const loadsSaid: typeof speedsSaid = {
  faster: (who, than) => `${who} carried more than ${than}`,
  slower: (who, than) => `${who} carried less than ${than}`,
  first: (who) => `${who} carried the most`,
  open: 'which carried the most is undecided'
}

/** Who is faster than the baseline and by how much; and who is fastest, only where that is decided. */
function standingSentence(result: ScenarioResult) {
  const { candidates, baseline, leaders } = result
  const others = candidates.filter(({ selfCheck }) => selfCheck === null)
  const best = leader({ candidates: others.length > 0 ? others : candidates })
  const { metric, reason } = headline(best)
  if (reason !== null || others.length < 2) return claimSentence(best, result)
  const ranked = others
    .flatMap(({ name, estimates }) => {
      const estimate = estimateOf({ estimates }, metric)
      return estimate?.reason === null ? [{ name, ...estimate }] : []
    })
    .sort((a, b) => b.speedup - a.speedup)
  const { faster = [], slower = [], same = [] } = Object.groupBy(ranked, (estimate) => effectOf(estimate))
  const who = (group: { name: string }[]) =>
    group.length === candidates.length ? allOf(group.length) : list(group.map(({ name }) => isolated(name)))
  const base = `${isolated(baseline)} ${placeOf(metric)}`
  const [said, against] = isOfSearch(metric) ? [loadsSaid, isolated(baseline)] : [speedsSaid, base]
  const noneOf = same.length === 2 ? 'Neither' : `None of the ${inWords(same.length)}`
  const differing = (group: typeof ranked, clause: (who: string, than: string) => string) => {
    if (group.length === 0) return false
    const factors = group.map(({ speedup }) => Math.max(speedup, 1 / speedup))
    const [low, high] = [Math.min(...factors), Math.max(...factors)].map(times)
    // Of those that met a bound, it is the least.
    const isLeast = group.some(({ side }) => side !== null)
    const by = isLeast ? `at least ${low}` : low === high ? low : `${low} to ${high}`
    return clause(who(group), `${against}, by ${by}`)
  }
  const [first, ...rest] = faster
  // A bound may hide more.
  const isFirst =
    rest.every(({ side }) => side !== 'at least') &&
    (leaders?.metric === metric
      ? leaders.best === first?.name && leaders.others.every(({ verdict }) => verdict === 'slower')
      : rest.every(({ interval: [, high] }) => first.interval[0] > high))
  const clauses = joinParts(
    [
      differing(faster, said.faster),
      same.length === candidates.length
        ? `${noneOf} differs measurably from ${base}`
        : same.length > 0 && `${who(same)} showed no measurable difference`,
      differing(slower, said.slower),
      rest.length > 0 && (isFirst ? said.first(isolated(first.name)) : said.open)
    ],
    '; '
  )
  return `${clauses}.`
}

/**
 * @returns the fastest of those that can be compared fairly, at the first metric, in the telling order, that is a
 * headline of one of them
 */
export function leader({ candidates }: Pick<ScenarioResult, 'candidates'>) {
  const fair = candidates.filter((candidate) => headline(candidate).reason === null)
  const among = fair.length > 0 ? fair : candidates
  const headlines = among.map((candidate) => headline(candidate).metric)
  const telling = tellingOrder.find((metric) => headlines.includes(metric)) ?? headlines[0]
  return largestBy(among, (candidate) => {
    const estimate = estimateOf(candidate, telling)
    return estimate?.reason === null ? estimate.speedup : 0
  })
}

/**
 * @returns why it had fewer rounds than it might have had; null: it had all of them, or ended early for another reason
 */
export function whyStopped({ decided, rounds, roundsAllowed, preliminary, verdict }: ScenarioResult) {
  if (!decided || preliminary || rounds >= roundsAllowed.max) return null
  return verdict === null ? 'precise enough' : verdict === 'inconclusive' ? 'more would hardly decide' : 'decided'
}

/** @returns sentences: what stands behind the verdict, for a paragraph below it; speedups stand beside it */
export function detailSentences(result: ScenarioResult) {
  const { candidates } = result
  const unmetOf = (candidate: CandidateResult) =>
    requirements(candidate)
      .filter(({ verdict }) => verdict === 'fail' || verdict === 'inconclusive')
      .map((required) => unmetSentence(candidate, required))
  const metOf = (judged: readonly { verdict: Verdict | null }[], kind: string) =>
    judged.length > 0 &&
    !result.preliminary &&
    `${judged.filter(({ verdict }) => verdict === 'pass').length} of ${counted(judged.length, kind)} met.`
  const [only, ...others] = candidates
  const said = [headline(only), ...estimatesOf(only).filter(({ verdict }) => verdict === 'inconclusive')]
  // Why there is no verdict on something is said with what came of the only candidate.
  const isSaid = (code: string) => others.length === 0 && said.some(({ reason }) => reason === code)
  const problems = result.warnings.filter(({ severity, code }) => severity === 'problem' && !isSaid(code))
  const cautions = problems.flatMap(({ code, variant }) =>
    isReason(code) ? reasonClause(code, result.baseline, variant ?? 'a candidate') : []
  )
  const stopped = whyStopped(result)
  return applying([
    `${counted(result.rounds, 'interleaved round')}${stopped === null ? '' : `, stopped early: ${stopped}`}.`,
    metOf(candidates.flatMap(requirements), 'threshold'),
    metOf(result.limits, 'limit'),
    ...candidates.flatMap(unmetOf),
    // Of one candidate, its verdict says so already.
    ...(others.length > 0 ? candidates.map(fallSentence) : []),
    ...candidates.map(marginSentence),
    limitsAdvice(result.limits),
    cautions.length > 0 && `Caution: ${[...new Set(cautions)].join('; ')}.`,
    ...problems.flatMap(({ code, message }) => (isReason(code) ? [] : message))
  ])
}

const mostNamed = 3 // in a heading

/**
 * Who is fastest, or between whom that is not decided; who is slower; who was left out and why. isBrief: its figures
 * stand beside it.
 */
export function leadersSentence(
  { metric, best, others, leftOut }: Leaders,
  { rounds }: { rounds: number },
  isBrief = false
) {
  const those = (verdict: Rival['verdict']) =>
    others
      .filter((rival) => rival.verdict === verdict)
      .map((rival) => {
        const name = isolated(rival.variant)
        const figures = timesWithin({ speedup: rival.ratio, interval: rival.interval })
        return isBrief ? name : `${name} (${joinParts([figures, whatWouldTell(rival)], '; ')})`
      })
  const tied = those('as fast')
  const slower = those('slower')
  const [first, behind] = isOfSearch(metric)
    ? [`${isolated(best)} carries the most`, 'less']
    : [`${isolated(best)} is fastest ${placeOf(metric)}`, 'slower']
  const listed = (names: string[]) =>
    isBrief && names.length > mostNamed ? capitalised(`${inWords(names.length)} variants`) : list(names)
  const found =
    tied.length === 0
      ? first
      : `${listed([isolated(best), ...tied])} cannot be told apart ${placeOf(metric)} after ${counted(rounds, 'round')}`
  const unfair = list(leftOut.map(({ variant, why }) => `${isolated(variant)} (${why})`))
  return paragraph([
    `${joinParts([found, slower.length > 0 && `${behind}: ${list(slower)}`], '; ')}.`,
    unfair && `Left out: ${unfair}.`
  ])
}

/** @returns how long it would take to tell a variant from the fastest; null: it was told */
export const whatWouldTell = ({ verdict, roundsThatWouldDecide: rounds, seconds }: Rival) =>
  verdict === 'slower'
    ? null
    : rounds === null
      ? '30 rounds would not decide'
      : `about ${rounds} rounds, ${duration(seconds ?? 0)}, would decide`

/** @returns the geometric mean of the baseline, and by the speedup the candidate's, such as "100 → 62.5 ms" */
export function change({ metric, baseline, candidate }: Estimate) {
  const unit: string = metricFacts[metric]?.unit ?? 'ms' // of a single request
  const shown = unit === 'ms' ? milliseconds : perSecond
  return `${shown(baseline)} → ${shown(candidate)}${unit === 'as searched' ? '' : ` ${unit}`}`
}

/** The numbers of what is required of the candidate, and not met, and what would decide it where more rounds could. */
export function unmetSentence(candidate: CandidateResult, required: Estimate | Limit) {
  const { name } = candidate
  if ('speedup' in required) {
    if (isOpen(required)) return inconclusiveSentence(required, candidate)
    const doubt = required.reason === null ? '' : ', but there is no verdict on it'
    return `${name} needs a ${required.metric} speedup of ${required.required}x; ${rangeWords(required)}${doubt}.`
  }
  const { name: what, found, needs } = limitFigures(required)
  const has = required.value === null ? 'it could not be measured' : `it is ${found}`
  return `The ${what} of ${name} has to be ${needs}; ${has}.`
}
