import { counted, list, percent } from '../../wording.js'
import { clientSentence } from '../client-words.js'
import { markup } from '../markup.js'
import { grouped } from '../numbers.js'
import { timeShares, withTimes } from '../time-words.js'
import { nameOf, section } from './section.js'
import { statusLabel } from './status.js'
import { isMetered } from './untold.js'
/**
 * @import { Run, ScenarioResult, Warning, WarningCode } from '../../vocabulary.js'
 * @import { ScenarioView } from './section.js'
 * @import { Status } from './status.js'
 */

/**
 * What can make a result wrong, what was found of it, and what is said when nothing was found (null: it could not be
 * looked at).
 *
 * @typedef {object} Concern
 * @property {string} title
 * @property {WarningCode[]} codes
 * @property {(runs: Run[], result: ScenarioResult, planned: ScenarioView['planned']) => string | { status: Status, text: string } | null} allWell
 *   of the runs that were compared
 */

/** @type {Concern[]} */
const concerns = [
  { title: 'The same answers', codes: ['different-answers', 'unsteady-answers'], allWell: sameAnswers },
  { title: 'Errors', codes: ['errors', 'scenario-errors'], allWell: noErrors },
  { title: 'Load generator', codes: ['generator-saturated', 'users-skipped'], allWell: idleGenerator },
  { title: 'Saturation', codes: ['baseline-saturated', 'candidate-saturated', 'throughput-fixed'], allWell: keptUp },
  { title: 'Machine', codes: ['machine-disturbed'], allWell: undisturbed },
  { title: 'App', codes: ['worker-stalled', 'worker-restarted', 'app-killed', 'telemetry-missing'], allWell: steadyApp },
  { title: 'Distribution', codes: ['uneven-distribution', 'unattributed-responses'], allWell: evenly },
  { title: 'Earlier result', codes: ['different-machine', 'different-variant'], allWell: () => null },
  { title: 'Repeatability', codes: ['too-noisy', 'threshold-within-noise', 'outlier-round', 'too-few-requests'], allWell: repeats }
]

/** @type {Status[]} */
const worstFirst = ['problem', 'warning', 'note', 'ok']

/**
 * @param {ScenarioView} view
 * @returns {import('../markup.js').Markup | null} null: nothing was concluded
 */
export function trustSection(view) {
  const { result } = view
  if (result === null) return null
  const found = result.warnings.map((warning) => ({ status: /** @type {Status} */ (warning.severity), title: titleOf(warning), text: warning.message, code: warning.code }))
  // Those of a round that was cut short were not compared.
  const runs = view.runs.map(({ run }) => run).filter(({ round }) => round <= result.rounds)
  const well = concerns
    .filter(({ codes }) => !result.warnings.some(({ code }) => codes.includes(code)))
    .flatMap(({ title, allWell }) => {
      const seen = allWell(runs, result, view.planned)
      if (seen === null) return []
      return [{ title, code: null, ...(typeof seen === 'string' ? { status: /** @type {Status} */ ('ok'), text: seen } : seen) }]
    })
  const rows = worstFirst.flatMap((status) => [...found, ...well].filter((row) => row.status === status))
  const several = result.candidates.length > 1
  const why = result.candidates.map(({ name, diagnosis }) => markup`<p class="why"><strong>Why${several ? markup`, ${nameOf(name)}` : ''}:</strong> ${diagnosis.message} <code>${diagnosis.code}</code></p>`)
  const times = withTimes(result.variants)
  const where = times.length > 0 && markup`<p class="why"><strong>Where the time of a response goes:</strong> ${times.map(({ name, responseTime }, i) => markup`${i > 0 && '; '}${nameOf(name)}: ${timeShares(responseTime)}`)}. Waiting for its turn is on the wire, to be read, or while others are computed; waiting inside is for timers, I/O and other services.</p>`
  return section(view, { id: 'trust', title: 'Can this result be trusted?' }, markup`${why}${where}
<table class="trust" role="table"><thead role="rowgroup"><tr role="row"><th scope="col" role="columnheader">Finding</th><th scope="col" role="columnheader">What was looked at, and what was seen</th></tr></thead><tbody role="rowgroup">
${rows.map(({ status, title, text, code }) => markup`<tr role="row" class="trust-${status}"><td role="cell">${statusLabel(status)}</td><td role="cell"><strong>${title}.</strong> ${text}${code === null ? null : markup` <code>${code}</code>`}</td></tr>
`)}</tbody></table>`)
}

/** @param {Warning} warning */
function titleOf({ code }) {
  return concerns.find(({ codes }) => codes.includes(code))?.title ?? 'Result'
}

/** @type {Concern['allWell']} */
function sameAnswers(_runs, { baseline, answers }) {
  const asked = answers.filter(({ requests }) => requests > 0)
  if (asked.length === 0) return null
  const compared = counted(Math.min(...asked.map(({ requests }) => requests)), 'different request')
  return `${list(asked.map(({ variant }) => variant))} answered exactly as ${baseline} did (${compared} compared).`
}

/** @type {Concern['allWell']} */
function noErrors(runs) {
  const sum = (/** @type {Run[]} */ of, /** @type {'requests' | 'failures'} */ key) => of.reduce((total, run) => total + run[key], 0)
  if (sum(runs, 'failures') === 0) return `All ${grouped(sum(runs, 'requests'))} requests were answered below 400.`
  const rates = [...Map.groupBy(runs, ({ variant }) => variant)].map(([variant, of]) => `${variant} failed ${percent(sum(of, 'failures') / sum(of, 'requests'))} of its requests`)
  return { status: 'note', text: `${list(rates)}: no more than is allowed. They are left out of the latencies.` }
}

/** @type {Concern['allWell']} */
function idleGenerator(runs, { client }) {
  const sentByClient = clientSentence(client)
  if (runs.some(isMetered)) return { status: 'note', text: `How busy it was is unknown: the option generator was set, and Artillery’s own metrics don’t tell. Look at where the load was made, to be sure that it was not the bottleneck. ${sentByClient}`.trimEnd() }
  const busy = runs.flatMap(({ generator }) => (generator.utilization === null ? [] : [generator.utilization]))
  return busy.length === 0 ? null : `Its event loop was at most ${percent(Math.max(...busy))} busy: it was not the bottleneck. ${sentByClient}`.trimEnd()
}

/** @type {Concern['allWell']} */
function keptUp(_runs, { load }) {
  if (load.model === 'closed') return 'The users wait for their answers before they ask again, so no queue can grow; throughput and latency say the same.'
  return load.model === 'open' ? 'Every variant kept up with the users who came, so latencies are compared at the same load.' : null
}

/** @type {Concern['allWell']} */
function undisturbed(runs) {
  const machines = runs.flatMap(({ machine }) => (machine === null ? [] : [machine]))
  if (machines.length === 0) return null
  const most = Math.max(...machines.map(({ others, stolen }) => others + stolen))
  return `Other programs took at most ${most.toFixed(2)} of ${counted(machines[0].cores, 'core')} during a run.`
}

/** @type {Concern['allWell']} */
function steadyApp(runs, _result, planned) {
  const isElsewhere = (/** @type {Run} */ { variant }) => planned[variant]?.mode === 'url'
  const elsewhere = [...new Set(runs.filter(isElsewhere).map(({ variant }) => variant))]
  const here = runs.filter((run) => !isElsewhere(run))
  if (here.length === 0) return null
  const isTold = here.every(({ workers }) => workers.length > 0 && workers.every(({ usage }) => usage !== null))
  const rest = elsewhere.length === 0 ? '' : ` Nothing of the kind is known of ${list(elsewhere)}, running elsewhere.`
  return `No process of the app died, hung or had to be killed${isTold ? ', and all of them told how busy they were' : ''}.${rest}`
}

/** @type {Concern['allWell']} */
function evenly(_runs, { candidates }) {
  const told = candidates.filter(({ shares, workers }) => workers > 1 && shares.length > 0)
  if (told.length === 0) return null
  return capitalised(told.map(({ name, workers, shares }) => `the busiest of ${workers} workers of ${name} served ${percent(shares[0])} of the requests (fair share ${percent(1 / workers)})`).join('; '))
}

/** Rounds that differ by more make an interval wide. */
const sameFactor = 1.25

/** @type {Concern['allWell']} */
function repeats(_runs, { candidates }) {
  const spans = candidates.map(({ name, estimates }) => {
    const ratios = estimates.filter(({ metric }) => metric === 'p95').flatMap((estimate) => estimate.ratios)
    return { name, rounds: ratios.length, factor: Math.max(...ratios) / Math.min(...ratios) }
  })
  const found = spans.map(({ name, rounds, factor }) => `the p95 speedups of ${name} stayed within a factor of ${factor.toFixed(2)} over ${counted(rounds, 'round')}`).join('; ')
  if (spans.every(({ factor }) => factor <= sameFactor)) return capitalised(found)
  return { status: 'note', text: `${capitalised(found)} More rounds, or longer ones, make the intervals narrower.` }
}

/** @param {string} clause @returns {string} as a sentence */
function capitalised(clause) {
  return `${clause[0].toUpperCase()}${clause.slice(1)}.`
}
