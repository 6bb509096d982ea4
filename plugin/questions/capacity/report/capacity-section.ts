import { applying, isolated, list, paragraph, percent } from '../../../concepts/wording.ts'
import {
  capacityFigures,
  capacityTable,
  levelText,
  levelWords,
  limiting,
  limitedBy,
  sizeTable,
  standsFor
} from './levels.ts'
import { capacityCurves } from './capacity-curves.ts'
import { roundWords } from '../../../report/words/names.ts'
import { markup } from '../../../report/markup.ts'
import { bracketed, milliseconds, perSecond, times } from '../../../report/words/numbers.ts'
import {
  folded,
  legend,
  nameOf,
  scrolling,
  section,
  table,
  tableRow,
  type ScenarioView
} from '../../../report/page/section.ts'
import { toldTable } from '../../../report/page/told-table.ts'
import { wantedSentence } from '../../report.ts'
import { limitedPercentiles, serviceLevelWords, type CapacityAdds, type CapacityResult } from '../concepts/capacity.ts'
import { highest } from '../../../statistics/descriptive.ts'
import type { ScenarioResult } from '../../../concepts/comparison.ts'

/** What the page shows of it beside speeds. */
export const capacityPage = {
  section: ['capacity', 'Capacity', capacitySection] as const,
  tiles: ({ capacity, confidence }: ScenarioResult) =>
    capacity &&
    capacity.variants.map((found) => {
      const { text, ends } = capacityFigures(found, capacity.unit)
      const detail = ends ? `${percent(confidence)} interval ${bracketed(ends)}` : found.end
      return { title: 'capacity', variant: found.variant, value: text, detail }
    }),
  trust: ({ capacity }: CapacityAdds['found']) => capacity && trustOf(capacity)
}

/**
 * How much each variant carries within the service level, and what each load of the search said; null: nothing was
 * searched for.
 */
export function capacitySection(view: ScenarioView) {
  const { result, lookOf, scenario } = view
  if (!result?.capacity) return null
  const { capacity } = result
  const [percentile] = limitedPercentiles(capacity.limits)
  const reading = paragraph([
    `Service level: ${serviceLevelWords(capacity)}.`,
    `A dot is a load of a fresh app: its ${percentile} over the ${levelWords[capacity.unit].came}, both on logarithmic scales.`,
    'A line follows its variant’s dots and never falls. Its band is as wide as the interval of the capacity.',
    'The dashed line is the limit: the large mark on it is the capacity, the bar its interval.',
    capacity.variants.some(({ end }) => end !== 'found') &&
      'An arrow points to where a capacity lies that was not found.',
    'Far beyond the capacity a queue grows for as long as a load goes on, so latencies there tell little.',
    ...otherLimits(capacity, percentile)
  ])
  return section(view, { id: 'capacity', title: wantedSentence(result) ?? finding(capacity), lead: reading }, [
    legend(
      view,
      capacity.variants.map(({ variant }) => variant)
    ),
    capacityCurves(capacity, percentile, { lookOf, scenario }),
    toldTable(view, 'levels', capacityTable(capacity, result.confidence)),
    toldTable(view, 'levels', sizeTable(capacity)),
    ...generatorSentences(capacity).map((sentence) => markup`<p class="lead">${sentence}</p>\n`),
    folded('Numbers: all loads of the search', scrolling(view, 'All loads of the search', loadsTable(capacity)))
  ])
}

const where = { found: 'at', 'not reached': 'below', 'not exhausted': 'beyond' }

/** @returns such as "p95 leaves 200 ms at 142/s (single) and at 282/s (clustered)"; of many, the least and the most */
function finding({ variants, limits, unit }: CapacityResult) {
  const [by, ...others] = new Set(variants.map((found) => limiting(found, limits)))
  const left = others.length > 0 || by === 'errorRate' ? 'The service level ends' : `${by} leaves ${limits[by]} ms`
  const ranked = variants.toSorted((a, b) => a.capacity.value - b.capacity.value)
  const ends = [ranked[0], ranked[ranked.length - 1]].map((found) => {
    const { variant, end, capacity } = found
    const text = end === 'found' ? capacityFigures(found, unit).text : levelText(capacity.value, unit)
    return `${where[end]} ${text} (${isolated(variant)})`
  })
  return `${left} ${ends.join(' and ')}`
}

/** Where another limit is met first, the line crosses the limit beyond the mark. */
const otherLimits = ({ variants, limits }: CapacityResult, percentile: string) =>
  variants
    .filter(({ end }) => end === 'found')
    .map((found) => ({ name: isolated(found.variant), by: limiting(found, limits) }))
    .filter(({ by }) => by !== percentile)
    .map(({ name, by }) => `${name} is limited by ${limitedBy(by)}, so its mark is not where its line meets the limit.`)

/** How late users came, and which loads say nothing for that. */
function generatorSentences({ variants, unit }: CapacityResult) {
  const steps = variants.flatMap(({ variant, steps: own }) => own.map((step) => ({ variant, ...step })))
  const late = steps.flatMap(({ lateMs }) => lateMs ?? [])
  const names = steps
    .filter((step) => step.void === 'late')
    .map(
      ({ variant, round, offered, lateMs }) =>
        `${isolated(variant)} at ${levelText(offered, unit)} (${roundWords(round)}, ${milliseconds(lateMs ?? 0)} ms late)`
    )
  const latest = milliseconds(Math.max(...late))
  const hollow = names.length === 1 ? 'The hollow dot says' : 'Hollow dots say'
  return applying([
    late.length > 0 &&
      `The load generator: in each load, 99 % of the users arrived at most ${latest} ms later than due. ` +
        'Latencies count from when users were due.',
    names.length > 0 &&
      `${hollow} nothing: the limit was missed by so little that late users, who come in bursts, ` +
        `may be why: ${list(names)}.`
  ])
}

function loadsTable({ variants, limits, unit }: CapacityResult) {
  const limited = limitedPercentiles(limits)
  const rows = variants.flatMap(({ variant, steps }) =>
    steps.map((step) =>
      tableRow(nameOf(variant), [
        step.round === 0 ? 'search' : step.round,
        ...[step.level, step.offered, step.answeredPerSecond].map(perSecond),
        ...limited.map((percentile) =>
          step.latencyMs?.[percentile] === undefined ? 'none' : milliseconds(step.latencyMs[percentile])
        ),
        percent(step.errorRate),
        step.room >= 100 ? 'over 100x' : times(step.room),
        step.lateMs === null ? '–' : milliseconds(step.lateMs),
        standsFor(step)
      ])
    )
  )
  const columns = [
    'Variant',
    'Round',
    `${levelWords[unit].title}: asked for`,
    'came',
    'Responses/s',
    ...limited.map((percentile) => `${percentile} (ms)`),
    'Errors',
    'Room',
    'Generator late, p99 (ms)',
    'At this load'
  ]
  const caption =
    'Room: how many times what was measured fits into the limit; below 1, it misses it. The last column is what all loads together say of this one.'
  return table('levels', columns, rows, caption)
}

/** Beyond a capacity, errors are what a search looks for. */
function trustOf({ variants, unit }: CapacityResult) {
  const steps = variants.flatMap((found) => found.steps)
  const kept = steps.filter((step) => step.void === null && step.room >= 1)
  const most = highest(kept, ({ errorRate }) => errorRate)
  return {
    errors:
      kept.length === 0
        ? null
        : `Of the requests of each load that kept the service level, at most ${percent(most)} failed.`,
    late: unit === '/s' ? steps.map(({ lateMs, void: why }) => ({ lateMs: lateMs ?? 0, isVoid: why === 'late' })) : [],
    isAtBound: variants.some(({ end }) => end !== 'found')
  }
}
