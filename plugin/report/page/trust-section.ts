import { counted, list, percent } from '../../concepts/wording.ts'
import { modes } from '../../concepts/modes.ts'
import { clientSentence, timeShares, withTimes } from '../words/names.ts'
import { markup } from '../markup.ts'
import { grouped } from '../words/numbers.ts'
import { nameOf, section, statusLabel, type ScenarioView, type Status } from './section.ts'
import { isMetered } from './untold.ts'
import type { Run } from '../../concepts/run.ts'
import type { ScenarioResult, Warning } from '../../concepts/comparison.ts'
import { warningKinds } from '../../concepts/warnings.ts'

/**
 * What can make a result wrong, what was found of it, and what is said when nothing was found (null: it could not be
 * looked at).
 */
interface Concern {
  /** that of its warnings */
  title: string
  /** of the runs that were compared */
  allWell: (runs: Run[], result: ScenarioResult, planned: ScenarioView['planned']) => string | { status: Status, text: string } | null
}

const concerns: Concern[] = [
  { title: 'The same answers', allWell: sameAnswers },
  { title: 'Errors', allWell: noErrors },
  { title: 'Load generator', allWell: idleGenerator },
  { title: 'Saturation', allWell: keptUp },
  { title: 'Machine', allWell: undisturbed },
  { title: 'App', allWell: steadyApp },
  { title: 'Distribution', allWell: evenly },
  { title: 'Earlier result', allWell: () => null },
  { title: 'Repeatability', allWell: repeats }
]

const worstFirst: Status[] = ['problem', 'warning', 'note', 'ok']

/** @returns null: nothing was concluded */
export function trustSection(view: ScenarioView): import('../markup.ts').Markup | null {
  const { result } = view
  if (result === null) return null
  const found = result.warnings.map((warning) => ({ status: warning.severity as Status, title: titleOf(warning), text: warning.message, code: warning.code }))
  // Those of a round that was cut short were not compared.
  const runs = view.runs.map(({ run }) => run).filter(({ round }) => round <= result.rounds)
  const well = concerns
    .filter(({ title }) => !result.warnings.some((warning) => titleOf(warning) === title))
    .flatMap(({ title, allWell }) => {
      const seen = allWell(runs, result, view.planned)
      if (seen === null) return []
      return [{ title, code: null, ...(typeof seen === 'string' ? { status: 'ok' as Status, text: seen } : seen) }]
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

function titleOf({ code }: Warning) {
  return warningKinds[code]?.title ?? 'Result'
}

function sameAnswers(_runs: Parameters<Concern['allWell']>[0], { baseline, answers }: Parameters<Concern['allWell']>[1]): ReturnType<Concern['allWell']> {
  const asked = answers.filter(({ requests }) => requests > 0)
  if (asked.length === 0) return null
  const compared = counted(Math.min(...asked.map(({ requests }) => requests)), 'different request')
  return `${list(asked.map(({ variant }) => variant))} answered exactly as ${baseline} did (${compared} compared).`
}

function noErrors(runs: Parameters<Concern['allWell']>[0]): ReturnType<Concern['allWell']> {
  const sum = (of: Run[], key: 'requests' | 'failures') => of.reduce((total, run) => total + run[key], 0)
  if (sum(runs, 'failures') === 0) return `All ${grouped(sum(runs, 'requests'))} requests were answered below 400.`
  const rates = [...Map.groupBy(runs, ({ variant }) => variant)].map(([variant, of]) => `${variant} failed ${percent(sum(of, 'failures') / sum(of, 'requests'))} of its requests`)
  return { status: 'note', text: `${list(rates)}: no more than is allowed. They are left out of the latencies.` }
}

function idleGenerator(runs: Parameters<Concern['allWell']>[0], { client }: Parameters<Concern['allWell']>[1]): ReturnType<Concern['allWell']> {
  const sentByClient = clientSentence(client)
  if (runs.some(isMetered)) return { status: 'note', text: `How busy it was is unknown: the option generator was set, and Artillery’s own metrics don’t tell. Look at where the load was made, to be sure that it was not the bottleneck. ${sentByClient}`.trimEnd() }
  const busy = runs.flatMap(({ generator }) => (generator.utilization === null ? [] : [generator.utilization]))
  return busy.length === 0 ? null : `Its event loop was at most ${percent(Math.max(...busy))} busy: it was not the bottleneck. ${sentByClient}`.trimEnd()
}

function keptUp(_runs: Parameters<Concern['allWell']>[0], { load }: Parameters<Concern['allWell']>[1]): ReturnType<Concern['allWell']> {
  if (load.model === 'closed') return 'The users wait for their answers before they ask again, so no queue can grow; throughput and latency say the same.'
  return load.model === 'open' ? 'Every variant kept up with the users who came, so latencies are compared at the same load.' : null
}

function undisturbed(runs: Parameters<Concern['allWell']>[0]): ReturnType<Concern['allWell']> {
  const machines = runs.flatMap(({ machine }) => (machine === null ? [] : [machine]))
  if (machines.length === 0) return null
  const most = Math.max(...machines.map(({ others, stolen }) => others + stolen))
  return `Other programs took at most ${most.toFixed(2)} of ${counted(machines[0].cores, 'core')} during a run.`
}

function steadyApp(runs: Parameters<Concern['allWell']>[0], _result: Parameters<Concern['allWell']>[1], planned: Parameters<Concern['allWell']>[2]): ReturnType<Concern['allWell']> {
  const isElsewhere = ({ variant }: Run) => modes[planned[variant]?.mode]?.isElsewhere === true
  const elsewhere = [...new Set(runs.filter(isElsewhere).map(({ variant }) => variant))]
  const here = runs.filter((run) => !isElsewhere(run))
  if (here.length === 0) return null
  const isTold = here.every(({ workers }) => workers.length > 0 && workers.every(({ usage }) => usage !== null))
  const rest = elsewhere.length === 0 ? '' : ` Nothing of the kind is known of ${list(elsewhere)}, running elsewhere.`
  return `No process of the app died, hung or had to be killed${isTold ? ', and all of them told how busy they were' : ''}.${rest}`
}

function evenly(_runs: Parameters<Concern['allWell']>[0], { candidates }: Parameters<Concern['allWell']>[1]): ReturnType<Concern['allWell']> {
  const told = candidates.filter(({ shares, workers }) => workers > 1 && shares.length > 0)
  if (told.length === 0) return null
  return capitalised(told.map(({ name, workers, shares }) => `the busiest of ${workers} workers of ${name} served ${percent(shares[0])} of the requests (fair share ${percent(1 / workers)})`).join('; '))
}

/** Rounds that differ by more make an interval wide. */
const sameFactor = 1.25

function repeats(_runs: Parameters<Concern['allWell']>[0], { candidates }: Parameters<Concern['allWell']>[1]): ReturnType<Concern['allWell']> {
  const spans = candidates.map(({ name, estimates }) => {
    const ratios = estimates.filter(({ metric }) => metric === 'p95').flatMap((estimate) => estimate.ratios)
    return { name, rounds: ratios.length, factor: Math.max(...ratios) / Math.min(...ratios) }
  })
  const found = spans.map(({ name, rounds, factor }) => `the p95 speedups of ${name} stayed within a factor of ${factor.toFixed(2)} over ${counted(rounds, 'round')}`).join('; ')
  if (spans.every(({ factor }) => factor <= sameFactor)) return capitalised(found)
  return { status: 'note', text: `${capitalised(found)} More rounds, or longer ones, make the intervals narrower.` }
}

/** @returns as a sentence */
function capitalised(clause: string): string {
  return `${clause[0].toUpperCase()}${clause.slice(1)}.`
}
