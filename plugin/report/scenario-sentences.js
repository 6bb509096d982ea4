import { counted, list } from '../wording.js'
import { interval, milliseconds, grouped, times } from './numbers.js'
import { claimSentence, fallSentence, headline, inconclusiveSentence, verdictSentence } from './sentences.js'
/** @import { CandidateResult, Estimate, Limit, ScenarioResult } from '../vocabulary.js' */

/**
 * What came of a scenario, of all its candidates, in one sentence.
 *
 * @param {ScenarioResult} result
 * @returns {string} its first word in capitals when something was required
 */
export function scenarioSentence(result) {
  const { candidates, baseline, verdict } = result
  if (candidates.length === 1) return verdictSentence(candidates[0], result)
  const best = leader(result)
  const leads = `${best.name} leads: ${claimSentence(best, baseline)}`
  if (verdict === null) return `${leads} No requirement was configured.`
  const passed = candidates.filter((one) => one.verdict === 'pass').map(({ name }) => name)
  const asked = candidates.filter((one) => one.verdict !== null).length
  if (verdict === 'pass') return `PASS  ${asked === 2 ? 'Both' : `All ${asked}`} variants meet what was required. ${leads}`
  const missed = asked - passed.length
  const others = `${missed} of ${asked} variants ${missed === 1 ? 'does' : 'do'} not.`
  const first = passed.length === 0 ? 'No variant meets what was required.' : `${list(passed)} ${passed.length === 1 ? 'meets' : 'meet'} what was required, ${others}`
  return `${verdict.toUpperCase()}  ${first} ${leads}`
}

/**
 * @param {Pick<ScenarioResult, 'candidates'>} result
 * @returns {CandidateResult} the fastest at what is the fairest to compare
 */
export function leader({ candidates }) {
  const metrics = ['p95', 'p99', 'p50', 'throughput']
  const fairest = candidates.map((candidate) => headline(candidate).metric).sort((a, b) => metrics.indexOf(a) - metrics.indexOf(b))[0]
  const speedup = (/** @type {CandidateResult} */ one) => Number(one.estimates.find(({ metric }) => metric === fairest)?.speedup)
  return candidates.reduce((best, one) => (speedup(one) > speedup(best) ? one : best))
}

/**
 * The figures behind the verdict, for a paragraph below it.
 *
 * @param {ScenarioResult} result
 * @returns {string[]} sentences
 */
export function detailSentences(result) {
  const best = leader(result)
  const shown = headline(best)
  const where = shown.metric === 'throughput' ? 'in throughput' : `at ${shown.metric}`
  const range = `${Math.round(100 * result.confidence)} % interval ${interval(shown.interval)}`
  const who = result.candidates.length > 1 ? `${best.name}: ` : ''
  const demands = result.candidates.flatMap((candidate) => [...candidate.estimates, ...candidate.limits].filter(({ required }) => required !== null).map((of) => ({ candidate, of })))
  const met = demands.filter(({ of }) => of.verdict === 'pass').length
  return [
    `${who}${change(shown)} ${where}, ${times(shown.speedup)} (${range}), over ${counted(result.rounds, 'interleaved round')}.`,
    ...(demands.length === 0 ? [] : [`${met} of ${counted(demands.length, 'requirement')} met.`]),
    ...demands.filter(({ of }) => of.verdict === 'fail' || of.verdict === 'inconclusive').map(({ candidate, of }) => missSentence(candidate, of)),
    // Of one candidate, its verdict says so already.
    ...(result.candidates.length > 1 ? result.candidates.flatMap((candidate) => fallSentence(candidate) ?? []) : []),
    ...cautions(result)
  ]
}

/**
 * @param {Estimate} estimate
 * @returns {string} baseline and candidate: geometric means of the rounds, so that their quotient is the speedup
 */
export function change({ metric, baseline, candidate }) {
  const shown = (/** @type {number} */ value) => (metric === 'throughput' ? perSecond(value) : milliseconds(value))
  return `${shown(baseline)} → ${shown(candidate)} ${metric === 'throughput' ? 'responses/s' : 'ms'}`
}

/** @param {number} rate */
function perSecond(rate) {
  return rate >= 1000 ? grouped(Math.round(rate)) : rate >= 100 ? rate.toFixed(0) : rate.toFixed(1)
}

/**
 * @param {CandidateResult} candidate
 * @param {Estimate | Limit} of what is required of it, and not met
 * @returns {string} its numbers, and what would decide it where more rounds could
 */
export function unmetSentence(candidate, of) {
  const isOpen = 'speedup' in of && of.verdict === 'inconclusive' && of.reason === null
  return isOpen ? inconclusiveSentence(of, candidate) : missSentence(candidate, of)
}

/**
 * @param {CandidateResult} candidate
 * @param {Estimate | Limit} of
 */
function missSentence({ name }, of) {
  if ('speedup' in of) {
    const doubt = of.reason === null ? '' : ', but the measurement carries no verdict on it'
    return `${name} needs ${times(Number(of.required))} ${of.metric === 'throughput' ? 'in throughput' : `at ${of.metric}`}, its interval is ${interval(of.interval)}${doubt}.`
  }
  const [what, side] = of.metric === 'fairness' ? ['a fairness', 'at least'] : ['an error rate', 'at most']
  return `${name} needs ${what} of ${side} ${of.required}, it has ${of.value === null ? 'one that could not be seen' : of.value.toPrecision(2)}.`
}

/** @param {ScenarioResult} result */
function cautions({ warnings }) {
  const problems = [...new Set(warnings.filter(({ severity }) => severity === 'problem').map(({ code }) => code.replaceAll('-', ' ')))]
  return problems.length === 0 ? [] : [`Caution: ${list(problems)}; see below.`]
}
