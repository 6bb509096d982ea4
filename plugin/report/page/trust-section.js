import { counted, list, percent } from '../../wording.js'
import { markup } from '../markup.js'
import { grouped } from '../numbers.js'
import { section } from './section.js'
import { statusLabel } from './status.js'
/**
 * @import { ScenarioResult, Warning, WarningCode } from '../../vocabulary.js'
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
 * @property {(view: ScenarioView, result: ScenarioResult) => string | null} allWell
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
  const well = concerns
    .filter(({ codes }) => !result.warnings.some(({ code }) => codes.includes(code)))
    .map(({ title, allWell }) => ({ status: /** @type {Status} */ ('ok'), title, text: allWell(view, result), code: null }))
    .filter(({ text }) => text !== null)
  const rows = worstFirst.flatMap((status) => [...found, ...well].filter((row) => row.status === status))
  const several = result.candidates.length > 1
  const why = result.candidates.map(({ name, diagnosis }) => markup`<p class="why"><strong>Why${several ? markup`, ${name}` : ''}:</strong> ${diagnosis.message} <code>${diagnosis.code}</code></p>`)
  return section(view, { id: 'trust', title: 'Can this result be trusted?' }, markup`${why}
<table class="trust" role="table"><thead role="rowgroup"><tr role="row"><th scope="col" role="columnheader">Finding</th><th scope="col" role="columnheader">What was looked at, and what was seen</th></tr></thead><tbody role="rowgroup">
${rows.map(({ status, title, text, code }) => markup`<tr role="row" class="trust-${status}"><td role="cell">${statusLabel(status)}</td><td role="cell"><strong>${title}.</strong> ${text}${code === null ? null : markup` <code>${code}</code>`}</td></tr>
`)}</tbody></table>`)
}

/** @param {Warning} warning */
function titleOf({ code }) {
  return concerns.find(({ codes }) => codes.includes(code))?.title ?? 'Result'
}

/** @type {Concern['allWell']} */
function sameAnswers(_view, { baseline, answers }) {
  const asked = answers.filter(({ requests }) => requests > 0)
  if (asked.length === 0) return null
  const compared = counted(Math.min(...asked.map(({ requests }) => requests)), 'different request')
  return `${list(asked.map(({ variant }) => variant))} answered exactly as ${baseline} did (${compared} compared).`
}

/** @type {Concern['allWell']} */
function noErrors({ runs }) {
  const requests = runs.reduce((sum, { run }) => sum + run.requests, 0)
  const failures = runs.reduce((sum, { run }) => sum + run.failures, 0)
  if (failures === 0) return `All ${grouped(requests)} requests were answered below 400.`
  return `${grouped(failures)} of ${grouped(requests)} requests failed (${percent(failures / requests)}), too few to change the result; they are left out of the latencies.`
}

/** @type {Concern['allWell']} */
function idleGenerator({ runs }) {
  const busy = runs.flatMap(({ run }) => (run.generator.utilization === null ? [] : [run.generator.utilization]))
  return busy.length === 0 ? null : `Its event loop was at most ${percent(Math.max(...busy))} busy: it was not the bottleneck.`
}

/** @type {Concern['allWell']} */
function keptUp(_view, { load }) {
  if (load.model === 'closed') return 'The users wait for their answers before they ask again, so no queue can grow; throughput and latency say the same.'
  return load.model === 'open' ? 'Every variant kept up with the users who came, so latencies are compared at the same load.' : null
}

/** @type {Concern['allWell']} */
function undisturbed({ runs }) {
  const machines = runs.flatMap(({ run }) => (run.machine === null ? [] : [run.machine]))
  if (machines.length === 0) return null
  const most = Math.max(...machines.map(({ others, stolen }) => others + stolen))
  return `Other programs took at most ${most.toFixed(2)} of ${counted(machines[0].cores, 'core')} during a run.`
}

/** @type {Concern['allWell']} */
function steadyApp() {
  return 'No process of the app died, hung or had to be killed, and all of them told how busy they were.'
}

/** @type {Concern['allWell']} */
function evenly(_view, { candidates }) {
  const told = candidates.filter(({ shares, workers }) => workers > 1 && shares.length > 0)
  if (told.length === 0) return null
  return `${told.map(({ name, workers, shares }) => `the busiest of ${workers} workers of ${name} served ${percent(shares[0])} of the requests (fair share ${percent(1 / workers)})`).join('; ')}.`.replace(/^./, (first) => first.toUpperCase())
}

/** @type {Concern['allWell']} */
function repeats(_view, { candidates }) {
  const widest = candidates.map(({ name, estimates }) => {
    const ratios = estimates.filter(({ metric }) => metric === 'p95').flatMap((estimate) => estimate.ratios)
    return `the p95 speedups of ${name} stayed within a factor of ${(Math.max(...ratios) / Math.min(...ratios)).toFixed(2)} over ${counted(ratios.length, 'round')}`
  })
  return `${widest.join('; ')}.`.replace(/^./, (first) => first.toUpperCase())
}
