import { interval, percent, times } from './numbers.js'
/** @import { CandidateResult, Estimate, Limit, Metric, ScenarioResult } from '../vocabulary.js' */

/**
 * The sentences for console, page, Markdown and assertion messages alike.
 *
 * @param {CandidateResult} candidate
 * @param {Pick<ScenarioResult, 'baseline'>} scenario
 * @returns {string} the verdict in one sentence, its first word in capitals when something was required
 */
export function verdictSentence(candidate, { baseline }) {
  const claim = claimSentence(candidate, baseline)
  if (candidate.verdict === null) return `${claim} No requirement was configured.`
  if (candidate.verdict === 'pass') return `PASS  ${claim}`
  const metrics = [...candidate.estimates, ...candidate.limits].filter(({ verdict }) => verdict === candidate.verdict)
  if (candidate.verdict === 'fail') return `FAIL  ${candidate.name} misses the required ${demands(metrics)}.`
  return `INCONCLUSIVE  Not enough evidence yet: ${list(metrics.map(({ metric }) => metric))} of ${candidate.name} could be above or below the required speedup.`
}

/**
 * @param {CandidateResult} candidate
 * @param {string} baseline
 * @returns {string} what the headline metric shows, whatever was required
 */
function claimSentence(candidate, baseline) {
  const { metric, speedup, interval: [low, high] } = headline(candidate)
  const at = metric === 'throughput' ? 'in throughput' : `at ${metric}`
  if (low > 1) return `${candidate.name} is ${times(speedup)} faster than ${baseline} ${at}.`
  if (high < 1) return `${candidate.name} is ${times(1 / speedup)} slower than ${baseline} ${at}.`
  return `${candidate.name} shows no measurable difference from ${baseline} ${at}.`
}

/**
 * @param {CandidateResult} candidate
 * @returns {Estimate} p95, unless something else was required and p95 was not
 */
function headline({ estimates }) {
  /** @type {Metric[]} */
  const order = ['p95', 'p99', 'p50', 'throughput']
  const find = (/** @type {Metric} */ metric) => /** @type {Estimate} */ (estimates.find((one) => one.metric === metric))
  return order.map(find).find(({ required }) => required !== null) ?? find('p95')
}

/** @param {(Estimate | Limit)[]} missed */
function demands(missed) {
  const metrics = missed.map(({ metric }) => metric)
  const speedups = metrics.filter((metric) => metric !== 'fairness' && metric !== 'errorRate')
  const places = speedups.map((metric) => (metric === 'throughput' ? 'in throughput' : `at ${metric}`))
  const limits = [...(metrics.includes('fairness') ? ['fairness'] : []), ...(metrics.includes('errorRate') ? ['error rate'] : [])]
  return list([...(places.length > 0 ? [`speedup ${list(places)}`] : []), ...limits])
}

/**
 * What to do about a metric that could not be decided.
 *
 * @param {Estimate} estimate with verdict inconclusive
 * @param {CandidateResult} candidate
 * @returns {string}
 */
export function inconclusiveSentence({ metric, speedup, interval: range, required, ratios, spread, hopeless, roundsThatWouldDecide }, { name, limits }) {
  const errors = limits.find((limit) => limit.metric === 'errorRate')
  const found = `${name}: ${metric} speedup ${speedup.toFixed(2)} ${interval(range)} against ${Number(required).toFixed(2)}`
  if (errors?.verdict === 'fail') return `${found}: ${percent(Number(errors.value))} of its requests failed, and errors are answered faster than real work.`
  const after = `${found} after ${ratios.length} rounds (spread between rounds ${(100 * spread).toFixed(0)} %)`
  if (roundsThatWouldDecide === null) return `${after}: too close to the threshold to call. Longer runs may help.`
  const early = hopeless ? ' More rounds up to rounds.max would hardly have decided.' : ''
  return `${after}.${early} A fresh run with rounds.max ${roundsThatWouldDecide} would decide about 7 times in 10 if the speedup really is ${speedup.toFixed(2)}; longer runs may help more.`
}

/** @param {string[]} words */
function list(words) {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words[words.length - 1]}`
}
