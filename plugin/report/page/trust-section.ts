import { modes } from '../../concepts/modes.ts'
import { warningKinds, type Severity, type WarningCode } from '../../concepts/warnings.ts'
import { counted, list, paragraph, percent } from '../../concepts/wording.ts'
import { markup, type Markup } from '../markup.ts'
import { grouped } from '../words/numbers.ts'
import { clientSentence, timeShares, withTimes } from '../words/names.ts'
import { estimateOf } from '../words/sentences.ts'
import { nameOf, section, statusLabel, type ScenarioView } from './section.ts'
import { isMetered } from './unknown.ts'
import type { Run } from '../../concepts/run.ts'
import type { ScenarioResult } from '../../concepts/comparison.ts'

/** What can make a result wrong, and what is said where nothing warned of it. */
interface Concern {
  title: string // that of its warnings
  /** null: it could not be looked at; note: it is not all well */
  allWell: (seen: Seen) => string | { note: string } | null
}

interface Seen {
  runs: Run[] // that were compared
  result: ScenarioResult
  planned: ScenarioView['planned']
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

const worstFirst = ['problem', 'warning', 'note', 'ok'] as const

interface Finding {
  status: Severity | 'ok'
  title: string
  text: string
  code?: WarningCode
}

/** @returns null: nothing was concluded */
export function trustSection(view: ScenarioView): Markup | null {
  if (view.result === null) return null
  const found = findings(view.result, view)
  const columns = ['Finding', 'What was looked at, and what was seen']
  const heads = columns.map((column) => markup`<th scope="col" role="columnheader">${column}</th>`)
  return section(view, { id: 'trust', title: 'Can this result be trusted?' }, markup`${why(view.result)}${whereTimeGoes(view.result)}
<table class="trust" role="table"><thead role="rowgroup"><tr role="row">${heads}</tr></thead><tbody role="rowgroup">
${worstFirst.flatMap((status) => found.filter((finding) => finding.status === status)).map(row)}</tbody></table>`)
}

function findings(result: ScenarioResult, { runs, planned }: ScenarioView): Finding[] {
  // Those of a round that was cut short were not compared.
  const seen = { result, planned, runs: runs.map(({ run }) => run).filter(({ round }) => round <= result.rounds) }
  const warned = result.warnings.map(({ code, severity, message }) => {
    return { status: severity, title: warningKinds[code].title, text: message, code }
  })
  const quiet = concerns.filter(({ title }) => !warned.some((finding) => finding.title === title))
  const well = quiet.flatMap(({ title, allWell }): Finding[] => {
    const said = allWell(seen)
    if (said === null) return []
    return typeof said === 'string' ? [{ status: 'ok', title, text: said }] : [{ status: 'note', title, text: said.note }]
  })
  return [...warned, ...well]
}

function row({ status, title, text, code }: Finding) {
  const said = markup`<strong>${title}.</strong> ${text}${code && markup` <code>${code}</code>`}`
  return markup`<tr role="row" class="trust-${status}"><td role="cell">${statusLabel(status)}</td><td role="cell">${said}</td></tr>
`
}

function why({ candidates }: ScenarioResult) {
  return candidates.map(({ name, diagnosis: { message, code } }) => {
    const title = markup`Why${candidates.length > 1 && markup`, ${nameOf(name)}`}:`
    return markup`<p class="why"><strong>${title}</strong> ${message} <code>${code}</code></p>`
  })
}

function whereTimeGoes({ variants }: ScenarioResult) {
  const times = withTimes(variants)
  if (times.length === 0) return null
  const shares = times.map(({ name, responseTime }, i) => markup`${i > 0 && '; '}${nameOf(name)}: ${timeShares(responseTime)}`)
  const meaning = 'Waiting for its turn is on the wire, to be read, or while others are computed; ' +
    'waiting inside is for timers, I/O and other services.'
  return markup`<p class="why"><strong>Where the time of a response goes:</strong> ${shares}. ${meaning}</p>`
}

function sameAnswers({ result: { baseline, answers } }: Seen) {
  const asked = answers.filter(({ requests }) => requests > 0)
  if (asked.length === 0) return null
  const compared = counted(Math.min(...asked.map(({ requests }) => requests)), 'different request')
  return `${list(asked.map(({ variant }) => variant))} answered exactly as ${baseline} did (${compared} compared).`
}

function noErrors({ runs }: Seen) {
  const sum = (some: Run[], key: 'requests' | 'failures') => some.reduce((total, run) => total + run[key], 0)
  if (sum(runs, 'failures') === 0) return `All ${grouped(sum(runs, 'requests'))} requests were answered below 400.`
  const rates = [...Map.groupBy(runs, ({ variant }) => variant)].map(([variant, own]) => {
    return `${variant} failed ${percent(sum(own, 'failures') / sum(own, 'requests'))} of its requests`
  })
  return { note: `${list(rates)}: no more than is allowed. They are left out of the latencies.` }
}

function idleGenerator({ runs, result: { client } }: Seen) {
  const sentBy = clientSentence(client) || null
  if (runs.some(isMetered)) {
    return {
      note: paragraph([
        'How busy it was is unknown: the option generator was set, and Artillery’s own metrics don’t tell.',
        'Look at where the load was made, to be sure that it was not the bottleneck.',
        sentBy
      ])
    }
  }
  const busy = runs.flatMap(({ generator }) => generator.utilization ?? [])
  if (busy.length === 0) return null
  return paragraph([`Its event loop was at most ${percent(Math.max(...busy))} busy: it was not the bottleneck.`, sentBy])
}

function keptUp({ result: { load } }: Seen) {
  return {
    closed: 'The users wait for their answers before they ask again, so no queue can grow; throughput and latency say the same.',
    open: 'Every variant kept up with the users who came, so latencies are compared at the same load.',
    unknown: null
  }[load.model]
}

function undisturbed({ runs }: Seen) {
  const machines = runs.flatMap(({ machine }) => machine ?? [])
  if (machines.length === 0) return null
  const most = Math.max(...machines.map(({ others, stolen }) => others + stolen))
  return `Other programs took at most ${most.toFixed(2)} of ${counted(machines[0].cores, 'core')} during a run.`
}

function steadyApp({ runs, planned }: Seen) {
  const isElsewhere = ({ variant }: Run) => modes[planned[variant]?.mode]?.isElsewhere === true
  const elsewhere = [...new Set(runs.filter(isElsewhere).map(({ variant }) => variant))]
  const here = runs.filter((run) => !isElsewhere(run))
  if (here.length === 0) return null
  const isTold = here.every(({ workers }) => workers.length > 0 && workers.every(({ usage }) => usage !== null))
  return paragraph([
    `No process of the app died, hung or had to be killed${isTold ? ', and all of them told how busy they were' : ''}.`,
    elsewhere.length > 0 && `Nothing of the kind is known of ${list(elsewhere)}, running elsewhere.`
  ])
}

function evenly({ result: { candidates } }: Seen) {
  const told = candidates.filter(({ shares, workers }) => workers > 1 && shares.length > 0)
  const clauses = told.map(({ name, workers, shares }) => {
    const busiest = `the busiest of ${workers} workers of ${name} served ${percent(shares[0])} of the requests`
    return `${busiest} (fair share ${percent(1 / workers)})`
  })
  return clauses.length === 0 ? null : sentenceOf(clauses)
}

/** Rounds that differ by more make an interval wide. */
const sameFactor = 1.25

function repeats({ result: { candidates } }: Seen) {
  const spans = candidates.map((candidate) => {
    const ratios = estimateOf(candidate, 'p95')?.ratios ?? []
    return { name: candidate.name, rounds: counted(ratios.length, 'round'), factor: Math.max(...ratios) / Math.min(...ratios) }
  })
  const found = sentenceOf(spans.map(({ name, rounds, factor }) => {
    return `the p95 speedups of ${name} stayed within a factor of ${factor.toFixed(2)} over ${rounds}`
  }))
  if (spans.every(({ factor }) => factor <= sameFactor)) return found
  return { note: `${found} More rounds, or longer ones, make the intervals narrower.` }
}

function sentenceOf(clauses: string[]): string {
  const text = clauses.join('; ')
  return `${text[0].toUpperCase()}${text.slice(1)}.`
}
