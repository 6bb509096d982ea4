import { quotaPeriodMs } from '../../concepts/run.ts'
import { counted, inMiB, paragraph, percent } from '../../concepts/wording.ts'
import { rangeOf } from '../charts/axes.ts'
import { warningKinds } from '../../concepts/warnings.ts'
import { isLeftAlone } from '../../questions/concepts.ts'
import {
  beyondMark,
  fairWords,
  heatExtent,
  shareBars,
  shareText,
  workerHeat,
  workerShares,
  type WorkerShares,
  type WorkerSum
} from '../charts/workers.ts'
import { markup, type Content } from '../markup.ts'
import { groupedCount, milliseconds, grouped } from '../words/numbers.ts'
import { highest, sumBy } from '../../statistics/descriptive.ts'
import {
  cells,
  folded,
  isSearched,
  listUnknown,
  markedVariant,
  nameOf,
  note,
  panel,
  panels,
  scrolling,
  section,
  subheading,
  table,
  tableRow,
  variantName,
  whyOutside,
  type ScenarioView
} from './section.ts'
import type { RunDetail } from '../../concepts/report-data.ts'

const mostInSight = { table: 8, bars: 16 } // more rows are folded away
type VariantWorkers = NonNullable<ReturnType<typeof workersOf>>

export function workersSection(view: ScenarioView) {
  const variants = view.names.flatMap((name) => workersOf(view, name) ?? [])
  const single = variants.filter(({ shares }) => shares.workers.length === 1)
  const many = variants.filter(({ shares }) => shares.workers.length > 1)
  const processes = single.map(({ name, shares: { workers } }) =>
    row(workers[0], variantName(name, view.baseline), cellsOf(workers[0]))
  )
  const lead =
    many.length === 0
      ? variants.length > 0 && 'Sums and means over all rounds.'
      : many.every(({ shares }) => shares.areWhole)
        ? paragraph([
            'A bar is a worker’s share of the requests of all rounds. The line is the fair share.',
            'Workers are given connections, not requests: the tick on a bar is the worker’s share of the connections.',
            'If only chance distributes them, ticks stay in the grey zone 99 times in 100.',
            '▲ and ▼ mark more and less than that.',
            'Workers are numbered by order of start. Their PIDs change every round.'
          ])
        : 'Sums and means over all rounds. Workers are numbered by order of start: high numbers replaced others.'
  return section(view, { id: 'workers', title: 'Workers', lead }, [
    many.map((variant) => variantPart(view, variant)),
    single.length > 0 && [
      many.length > 0 && subheading(view, single.length === 1 ? 'The single process' : 'Single processes'),
      '\n',
      table('workers', ['Variant', ...workerColumns], processes),
      '\n'
    ],
    unknownSentences(view, variants).map((sentence) => sentence && markup`<p class="lead">${sentence}</p>\n`)
  ])
}

/** @returns null: nothing is known of its workers; runs: the variant's; detailed: the one that is shown in detail */
function workersOf({ runs, planned }: ScenarioView, name: string) {
  const own = runs.filter(({ run }) => run.variant === name)
  if (own.every(({ workers }) => workers.length === 0)) return null
  const most = (some: readonly RunDetail[]) => highest(some, ({ workers }) => workers.length)
  // Where none had to be forked anew, those that served are those that were wanted.
  const calm = own.filter(({ run }) => run.restarts === 0 && isLeftAlone(run))
  const wanted = calm.length > 0 ? most(calm) : Math.min(planned[name].workers ?? Infinity, most(own))
  const detailed = isSearched(own) ? undefined : own.find((detail) => heatExtent(detail) !== null)
  return { name, runs: own, shares: workerShares(own, Math.max(1, wanted)), detailed }
}

/** @returns of which variants little is known, or nothing, and why */
function unknownSentences(view: ScenarioView, known: readonly VariantWorkers[]) {
  const nameless = view.names.filter(
    (name) => known.every((variant) => variant.name !== name) && view.runs.some(({ run }) => run.variant === name)
  )
  const hasUsage = ({ workers }: RunDetail) => workers.some(({ usage }) => usage !== null)
  const silent = known.filter(({ name, runs }) => whyOutside(view, name) !== null && !runs.some(hasUsage))
  const names = silent.map(({ name }) => name)
  return [
    nameless.length > 0 &&
      `The workers of ${listUnknown(view, nameless)} are unknown: no response named its process in a header.`,
    names.length > 0 &&
      `CPU, memory and event loops of the workers of ${listUnknown(view, names)} are unknown: \
only Node processes that are started here report them.`
  ]
}

function variantPart(view: ScenarioView, variant: VariantWorkers) {
  const { name, shares, detailed } = variant
  const count = shares.workers.length
  const bars = shares.requests > 0 && shareBars(shares, { name, look: view.lookOf(name) })
  const numbers = workersTable(variant)
  const inSight = count > mostInSight.table ? folded('Numbers of each worker', numbers) : numbers
  // Who came late, or went early, can't have had a fair share.
  if (!shares.areWhole) return markup`${subheading(view, nameOf(name))}\n${inSight}\n`
  const charts = [
    panels(panel(view.level + 2, 'Share of the requests', sharesCaption(view, variant), bars)),
    detailed && heatPart(view, detailed)
  ]
  return markup`${subheading(view, [nameOf(name), ': ', counted(shares.wanted, 'worker')])}
${count > mostInSight.bars ? folded(summaryOf(shares), [charts, numbers]) : [charts, inSight]}`
}

function sharesCaption({ result }: ScenarioView, { name, runs, shares }: VariantWorkers) {
  const unknown = sumBy(runs, ({ run }) => run.unattributed)
  const more = shares.workers.length - shares.wanted
  // The busiest may be another one in each round, so that sums by number look more even than any round was.
  const busiest = result?.candidates.find((candidate) => candidate.name === name)?.shares[0]
  return paragraph([
    `${groupedCount(shares.requests, 'request')} on ${groupedCount(shares.connections, 'connection')} \
in ${counted(runs.length, 'round')}.`,
    busiest !== undefined && `On average over the rounds, the busiest served ${percent(busiest)}.`,
    unknown > 0 &&
      `${groupedCount(unknown, 'response')} did not name a worker and ${unknown === 1 ? 'is' : 'are'} left out.`,
    more > 0 && `${counted(more, 'more worker')} replaced one that died.`
  ])
}

function summaryOf(shares: WorkerShares) {
  const parts = shares.workers.map(({ share }) => share)
  return `${shareText(Math.min(...parts))} to ${shareText(Math.max(...parts))} of the requests for each, \
${fairWords(shares)}`
}

/** Open where workers were not served, or did not serve, alike. */
function heatPart(view: ScenarioView, detail: RunDetail) {
  const { round, variant } = detail.run
  const { min, max } = heatExtent(detail)!
  const caption = `${milliseconds(min)} ms (palest) to ${milliseconds(max)} ms (strongest); blank: no response.`
  return folded(
    markup`p95 of each worker of ${nameOf(variant)} over time, round ${round}`,
    [note(caption), workerHeat(detail, view.lookOf(variant))],
    isTroubled(view, variant)
  )
}

/** Whether its workers are uneven, or more than a note warned of them or of the app; so where nothing was concluded. */
const isTroubled = ({ result }: ScenarioView, variant: string) =>
  result === null ||
  result.candidates.some(({ name, diagnosis }) => name === variant && diagnosis.code === 'uneven') ||
  result.warnings.some(
    (warning) =>
      warning.severity !== 'note' &&
      ['Distribution', 'App'].includes(warningKinds[warning.code].title) &&
      [null, variant].includes(warning.variant)
  )

/** What is said of every worker; soft hyphens for narrow pages. */
const workerColumns = ['Re\u00adquests', 'Con\u00adnec\u00adtions', 'CPU (cores)', 'Mem\u00adory (MB)', 'Event loop']

/** @returns a row for each worker */
function workersTable({ shares, detailed }: VariantWorkers) {
  const rows = shares.workers.map((worker, i) => {
    // The least and the largest of the colours beside the table.
    const ends = rangeOf(detailed?.workerP95Ms[i]?.filter((p95) => p95 !== null) ?? [], milliseconds)
    const overTime = detailed && markup`<td class="over-time">${ends.join('\u00a0to ') || 'none'}</td>`
    return row(worker, worker.number, [cells([shareText(worker.share)]), cellsOf(worker), overTime])
  })
  const last = detailed === undefined ? [] : [`p95 (ms), round\u00a0${detailed.run.round}`]
  return table('workers', ['Worker', 'Share', ...workerColumns, ...last], rows)
}

const row = ({ pids }: WorkerSum, title: Content, content: Content) =>
  markup`<tr><th scope="row" title="PID ${pids.join(', ')}">${title}</th>${content}</tr>\n`

function cellsOf({ requests, connections, beyond, cpu, megabytes, utilization }: WorkerSum) {
  const mark = beyond && markup` <span title="${beyond} connections than chance allows">${beyondMark[beyond]}</span>`
  const use = [cpu?.toFixed(2), megabytes?.toFixed(0), utilization === null ? undefined : percent(utilization)]
  return cells([grouped(requests), markup`${grouped(connections)}${mark}`, ...use.map((value) => value ?? 'unknown')])
}

/** What instances did with their limits of CPU and memory; null: no variant has any. */
export function instancesSection(view: ScenarioView) {
  const rows = (view.result?.variants ?? []).flatMap(({ name, shape }) => {
    if (shape === null) return []
    const { instances, cpus, cpu, throttledPeriods, throttledTime, memoryBytes, peakMegabytes, oomKills } = shape
    const quota = cpus === null ? '' : ` of ${counted(cpus, 'core')}`
    const limit = memoryBytes === null ? '' : ` of ${inMiB(memoryBytes)}`
    return tableRow(markedVariant(view, name), [
      instances,
      `${cpu.toFixed(2)}${quota}`,
      ...[throttledPeriods, throttledTime].map((share) => (cpus === null ? '–' : percent(share))),
      `${peakMegabytes.toFixed(0)}${limit}`,
      oomKills
    ])
  })
  const lead = paragraph([
    'CPU and quota: means over instances and rounds, of what counts.',
    `Quota used up: in how many of its periods of ${quotaPeriodMs} ms.`,
    'Stood still: for how much of the time an instance therefore waited.',
    'Killed: processes that the kernel ended for memory.'
  ])
  if (rows.length === 0) return null
  const columns = ['Variant', 'Instances', 'CPU of each', 'Quota used up', 'Stood still', 'Memory, at most', 'Killed']
  return section(
    view,
    { id: 'instances', title: 'Limits of the instances', lead },
    scrolling(view, 'What instances did with their limits', table('levels', columns, rows))
  )
}
