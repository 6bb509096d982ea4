import { modes } from '../../concepts/modes.ts'
import { worstOf } from '../../concepts/verdicts.ts'
import { severities, warningKinds, type Severity, type Title } from '../../concepts/warnings.ts'
import { capitalised, coresWords, counted, list, paragraph, percent } from '../../concepts/wording.ts'
import { markup, type Content } from '../markup.ts'
import { grouped, total } from '../words/numbers.ts'
import { clientSentence } from '../words/names.ts'
import { codeLink } from './codes-section.ts'
import {
  folded,
  foldedTable,
  howKnown,
  nameOf,
  section,
  statusIcon,
  statusLabel,
  tableRow,
  type ScenarioView
} from './section.ts'
import type { Run } from '../../concepts/run.ts'
import { metricSearched } from '../../questions/concepts.ts'
import { trustOf } from '../../questions/report-page.ts'
import { estimateOf, type ScenarioResult } from '../../concepts/comparison.ts'
import { highest, lowest, sumBy } from '../../statistics/descriptive.ts'

type Seen = { result: ScenarioResult; runs: Run[]; planned: ScenarioView['planned'] } // runs: those that were compared

/**
 * What can make a result wrong, by the title of its warnings, and what is said where nothing warned of it.
 * note: it is not all well; null: it could not be looked at
 */
const concerns = {
  'The same answers': ({ result: { baseline, answers } }) => {
    const asked = answers.filter(({ requests }) => requests > 0)
    if (asked.length === 0) return null
    const fewest = lowest(asked, ({ requests }) => requests)
    const names = list([baseline, ...asked.map(({ variant }) => variant)])
    return `${names} gave identical answers to ${counted(fewest, 'request')}.`
  },
  Errors: noErrors,
  'Load generator': idleGenerator,
  Saturation: ({ result }) =>
    metricSearched(result) !== null
      ? null
      : {
          closed:
            'Users wait for a response before they send the next request, so no queue can grow, ' +
            'and throughput and latency agree.',
          open: 'Every variant kept up with the arriving users, so latencies are compared at the same load.',
          unknown: null
        }[result.load.model],
  Machine: ({ runs }) => {
    const machines = runs.flatMap(({ machine }) => machine ?? [])
    if (machines.length === 0) return null
    const most = highest(machines, ({ others, stolen }) => others + stolen)
    const took = `other programs took at most ${most.toFixed(2)} of ${coresWords(machines[0])} during a run`
    return machines[0].throttled == null
      ? sentenceOf([took])
      : { note: `In our CPU quota, ${took}. What runs outside of it, and may slow this down, is unknown.` }
  },
  App: steadyApp,
  Distribution: ({ result: { candidates } }) => {
    const known = candidates.filter(({ workers }) => workers > 1)
    return known.length === 0
      ? null
      : sentenceOf(
          known.map(
            ({ name, workers, shares }) =>
              `the busiest of ${workers} workers of ${name} served ${percent(shares[0])} of the requests \
(fair share ${percent(1 / workers)})`
          )
        )
  },
  Repeatability: repeats
} satisfies Partial<Record<Title, (seen: Seen) => string | { note: string } | null>>

/** @returns null: nothing was concluded */
export function trustSection(view: ScenarioView) {
  const { result, planned } = view
  if (result === null) return null
  // Those of a round that was cut short were not compared.
  const seen = { result, planned, runs: view.runs.map(({ run }) => run).filter(({ round }) => round <= result.rounds) }
  const warned: Finding[] = result.warnings.map(({ code, severity, message }) => ({
    status: severity,
    title: warningKinds[code].title,
    text: markup`${message} ${codeLink('warning', code)}`
  }))
  const well = Object.entries(concerns).flatMap(([title, allWell]): Finding[] => {
    const text = warned.some((warning) => warning.title === title) ? null : allWell(seen)
    if (text === null) return []
    return [typeof text === 'string' ? { status: 'ok', title, text } : { status: 'note', title, text: text.note }]
  })
  const ofStatus = (wanted: Finding['status']) => [...warned, ...well].filter(({ status }) => status === wanted)
  const worstFirst = severities.map(ofStatus)
  const rows = worstFirst.flat()
  const fine = ofStatus('ok')
  const titlesOf = (all: Finding[]) => list([...new Set(all.map((each) => each.title.toLowerCase()))])
  const [problems, warnings] = worstFirst.map(titlesOf)
  const areFine = `${counted(fine.length, 'check is', 'checks are')} fine`
  // The worst of what was found.
  const title = problems
    ? `This result may be wrong: ${problems}`
    : warnings
      ? `This result can be trusted, but could be better: ${warnings}`
      : fine.length === 0
        ? 'Nothing speaks against this result'
        : `This result can be trusted: ${areFine}`
  return section(view, { id: 'trust', title }, [
    rows.length > 0 && findingsTable(rows),
    failuresTable(view),
    fine.length > 0 && folded([statusIcon('ok'), ` ${areFine}: ${titlesOf(fine)}`], findingsTable(fine))
  ])
}

/** What failed requests got, in each variant; null: none failed. */
function failuresTable(view: ScenarioView) {
  const all = view.runs.map(({ run }) => run)
  const kinds = [...new Set(all.flatMap(({ failureKinds }) => Object.keys(failureKinds)))].sort()
  if (kinds.length === 0) return null
  const title = 'Failed requests of all runs, by status or error'
  const rows = view.names.map((name) => {
    const runs = all.filter(({ variant }) => variant === name)
    const failed = (kind: string) => sumBy(runs, ({ failureKinds }) => failureKinds[kind] ?? 0)
    return tableRow(nameOf(name), [total(runs, 'requests'), ...kinds.map(failed)].map(grouped))
  })
  return foldedTable(view, title, 'numbers', ['Variant', 'Requests', ...kinds], rows)
}

type Finding = { status: Severity | 'ok' | 'none'; title: string; text: Content; word?: string }

const rowOf = ({ status, title, text, word }: Finding) => markup`\
<tr role="row" class="trust-${status}"><td role="cell">${statusLabel(status, word)}</td>\
<td role="cell"><strong>${title}.</strong> ${text}</td></tr>\n`

export const findingsTable = (findings: readonly Finding[]) => markup`
<table class="trust" role="table"><thead role="rowgroup"><tr role="row">\
<th scope="col" role="columnheader">Finding</th>\
<th scope="col" role="columnheader">What was checked, and what was seen</th></tr></thead><tbody role="rowgroup">
${findings.map(rowOf)}</tbody></table>\n`

function noErrors({ runs, result }: Seen) {
  const search = trustOf(result)
  if (search !== null) return search.errors
  if (total(runs, 'failures') === 0) return `All ${grouped(total(runs, 'requests'))} requests got a status below 400.`
  const rates = [...Map.groupBy(runs, ({ variant }) => variant)].map(
    ([variant, own]) =>
      `${variant} failed ${percent(total(own, 'failures') / total(own, 'requests'))} of its requests\
${withinLimit(result, variant)}`
  )
  return { note: `${list(rates)}. Failed requests are left out of the latencies.` }
}

/** @returns empty: there is no limit on its errors, or it is undecided */
function withinLimit({ limits, candidates }: ScenarioResult, variant: string) {
  const own = [
    ...limits.filter((limit) => limit.variant === variant && limit.request === null),
    ...candidates.flatMap((candidate) => (candidate.name === variant ? candidate.limits : []))
  ]
  const verdict = worstOf(own.filter(({ metric }) => metric === 'errorRate'))
  return verdict === 'pass' ? ' (within the limit)' : verdict === 'fail' ? ' (above the limit)' : ''
}

function idleGenerator({ runs, result }: Seen) {
  const sentBy = result.client && clientSentence(result.client)
  const { unknown } = howKnown(runs)
  if (unknown !== null) return { note: paragraph([unknown.generator, sentBy]) }
  const late = trustOf(result)?.late ?? []
  if (late.length > 0) {
    const latest = highest(late, ({ lateMs }) => lateMs)
    const sentence = paragraph([
      `In each load 99 % of the users arrived at most ${latest.toFixed(1)} ms later than due, which counts as latency.`,
      sentBy
    ])
    return late.some(({ isVoid }) => isVoid)
      ? { note: `${sentence} Loads that missed the limit for no other reason were left out.` }
      : sentence
  }
  const busy = runs.flatMap(({ generator }) => generator.utilization ?? [])
  return busy.length === 0
    ? null
    : paragraph([
        `Its event loop was at most ${percent(Math.max(...busy))} busy, so it was not the bottleneck.`,
        sentBy
      ])
}

function steadyApp({ runs, planned }: Seen) {
  const isElsewhere = ({ variant }: Run) => modes[planned[variant]?.mode]?.isElsewhere === true
  const elsewhere = [...new Set(runs.filter(isElsewhere).map(({ variant }) => variant))]
  const here = runs.filter((run) => !isElsewhere(run))
  if (here.length === 0) return null
  const isTold = here.every(({ workers }) => workers.length > 0 && workers.every(({ usage }) => usage !== null))
  return paragraph([
    `No process of the app died, hung or had to be killed\
${isTold ? ', and all of them reported how busy they were' : ''}.`,
    elsewhere.length > 0 && `This is unknown for ${list(elsewhere)}, running elsewhere.`
  ])
}

const sameFactor = 1.25 // rounds that differ by more make an interval wide

function repeats({ result }: Seen) {
  // What stands at a bound is the same in every round.
  if (trustOf(result)?.isAtBound) return null
  const metric = metricSearched(result) ?? 'p95'
  const spans = result.candidates.flatMap((candidate) => {
    const ratios = estimateOf(candidate, metric)?.ratios
    // Without a response that counts in each run, there is no latency.
    if (ratios === undefined) return []
    const factor = Math.max(...ratios) / Math.min(...ratios)
    const words = metric === 'p95' ? 'p95 speedups' : `${metric} ratios`
    const clause = `the ${words} of ${candidate.name} stayed within a factor of ${factor.toFixed(2)} \
over ${counted(ratios.length, 'round')}`
    return [{ factor, clause }]
  })
  if (spans.length === 0) return null
  const found = sentenceOf(spans.map(({ clause }) => clause))
  return spans.every(({ factor }) => factor <= sameFactor)
    ? found
    : { note: `${found} More or longer runs make the intervals narrower.` }
}

const sentenceOf = (clauses: string[]) => capitalised(`${clauses.join('; ')}.`)
