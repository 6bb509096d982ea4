import { capitalised, counted, paragraph } from '../../../concepts/wording.ts'
import { latencyScale, workersAxis } from '../../../report/charts/axes.ts'
import { markup } from '../../../report/markup.ts'
import {
  factList,
  folded,
  howToRead,
  nameOf,
  panel,
  panels,
  section,
  subheading,
  type ScenarioView
} from '../../../report/page/section.ts'
import { toldTable } from '../../../report/page/told-table.ts'
import { rangedText } from '../../../report/words/numbers.ts'
import { amountWords } from '../../report.ts'
import { idealOf, scalingLatency, scalingThroughput } from './curves.ts'
import { sweepRemarks, sweepTable, throughputWords } from './told.ts'
import type { ScalingLaw, Sweep } from '../concepts.ts'

export const workersSection = ['how-many', 'How many workers', sweepSection] as const

/** What each number of workers brings, and how many to take; null where no variant was run with several numbers. */
export function sweepSection(view: ScenarioView) {
  const sweeps = view.result?.sweeps ?? []
  if (sweeps.length === 0) return null
  const level = view.level + 1
  if (sweeps.length === 1)
    return section(view, { id: 'how-many', title: sweeps[0].recommendation }, sweepPart(sweeps[0], level, view))
  const parts = sweeps.map((sweep) => [
    subheading(view, markup`${nameOf(sweep.name)}: ${sweep.recommendation}`),
    sweepPart(sweep, level + 1, view)
  ])
  return section(view, { id: 'how-many', title: 'How many workers' }, parts.flat())
}

/** @param level of its headings */
function sweepPart(sweep: Sweep, level: number, view: ScenarioView) {
  const { law, knee } = sweep
  const lead = paragraph([
    'A mark is the geometric mean of the rounds. Its bar is the confidence interval.',
    idealOf(sweep) !== null &&
      'Dashed: the ideal, if every worker did as much as one alone, up to the number of cores.',
    law &&
      'The curve and its band are the Universal Scalability Law, fitted to the filled marks, and dotted beyond them.',
    knee !== null && 'No larger number of workers was measurably better than the knee.'
  ])
  const remarks = sweepRemarks(sweep).map((sentence) => markup`<p class="lead">${sentence}</p>`)
  return markup`${howToRead(lead)}
${charts(sweep, level)}
${remarks}
${toldTable(view, 'scaling', sweepTable(sweep, amountWords(sweep.unit)))}
${law && folded('The law behind the curve', lawFacts(law, sweep))}`
}

const wordsOf = ({ unit }: Sweep) => amountWords(unit) ?? throughputWords

/** @param level of their headings */
function charts(sweep: Sweep, level: number) {
  const axis = workersAxis(sweep.points.map(({ workers }) => workers))
  const words = wordsOf(sweep)
  const { what, inFull } = words
  const amounts = panel(
    level,
    what,
    `${capitalised(inFull)} over the number of workers.`,
    scalingThroughput(sweep, axis, words)
  )
  // Of a search, each load keeps the same limits of latency.
  if (sweep.unit !== null) return panels([amounts])
  const all = sweep.points.map(({ p95Ms }) => p95Ms)
  // Intervals may stretch the axis by so much.
  const most = 1.2 * Math.max(...all.map(({ value }) => value))
  const latency = latencyScale(all.flatMap(({ value, interval: [, high] }) => [value, Math.min(high, most)]))
  const caption = `Over the number of workers${latency.isLog ? ', on a logarithmic scale' : ''}.`
  return panels([amounts, panel(level, 'p95 latency', caption, scalingLatency(sweep, axis, latency))])
}

function lawFacts({ lambda, sigma, kappa, peak }: ScalingLaw, sweep: Sweep) {
  const { what, inFull } = wordsOf(sweep)
  const fitted = sweep.points.filter(({ isFitted }) => isFitted).map(({ workers }) => workers)
  const beyond = sweep.unit === null ? 'more workers are slower' : 'more workers carry less'
  const peakWords =
    peak === null
      ? `no peak visible up to ${counted(Math.max(...fitted), 'worker')}: κ may be 0`
      : `at ${rangedText({ value: peak.workers, interval: peak.interval })} workers; ${beyond}`
  const facts = factList([
    ['Formula', `with N workers λN / (1 + σ(N − 1) + κN(N − 1)) ${inFull}`],
    ['λ', `${rangedText(lambda)}: ${inFull} of one worker`],
    ['σ, contention', `${rangedText(sigma)}: the share of the work that only one worker can do at a time`],
    ['κ, coherency', `${rangedText(kappa)}: the cost of coordination between each pair of workers`],
    ['Peak', peakWords],
    [
      'Fitted to',
      `${fitted.join(', ')} workers, by least squares, weighted by the ${what.toLowerCase()} of a worker; λ, σ and κ are not below 0`
    ],
    ['Source', 'Neil J. Gunther, Guerrilla Capacity Planning (Springer, 2007): the Universal Scalability Law']
  ])
  return markup`${facts}\n`
}
