import { counted } from '../../../concepts/wording.ts'
import {
  limitedPercentiles,
  ofVariant,
  type CapacityResult,
  type CapacityStep,
  type CapacityUnit,
  type VariantCapacity
} from '../concepts/capacity.ts'
import { groupedCount, milliseconds, perSecond, ranged } from '../../../report/words/numbers.ts'
import { largestBy, sumBy } from '../../../statistics/descriptive.ts'
import type { Percentile } from '../../../concepts/metrics.ts'
import { mainColumn, wordColumn, type Cell, type Figure, type Table } from '../../../report/tables/table.ts'

// What the loads of a search say: in words, in tables, and as curves.

/** @returns such as "212/s", "14 users" */
export const levelText = (level: number, unit: CapacityUnit) =>
  unit === '/s' ? `${perSecond(level)}/s` : groupedCount(Number(level.toFixed(1)), 'user')

/** @param level a figure as it is shown */
export const withUnit = (level: string, unit: CapacityUnit) => (unit === '/s' ? `${level}/s` : `${level} users`)

/** What a level is, such as for a column. */
export const levelWords: Record<CapacityUnit, { title: string; came: string }> = {
  '/s': { title: 'Users per second', came: 'users per second who came' },
  users: { title: 'Users', came: 'users, each of whom asks again once answered' }
}

/** What is known of a capacity, with its interval; null: it is known from one side only. */
export function capacityFigures(
  { end, capacity }: Pick<VariantCapacity, 'end' | 'capacity'>,
  unit: CapacityUnit
): Figure {
  if (end !== 'found')
    return { text: `${end === 'not reached' ? 'below' : 'at least'} ${levelText(capacity.value, unit)}`, ends: null }
  const { text, ends } = ranged(capacity)
  return { text: withUnit(text, unit), ends }
}

const voidWords = { late: 'void', empty: 'void: nobody arrived' }
const verdictWords = { pass: 'keeps', fail: 'misses', inconclusive: 'too close to call' }

export const standsFor = (step: CapacityStep) =>
  step.void === null ? verdictWords[step.verdict] : voidWords[step.void]

/** What each variant carries, and how that was found. */
export function capacityTable(capacity: CapacityResult, confidence: number): Table {
  const { limits, unit, variants } = capacity
  const limited = limitedPercentiles(limits)
  const ms = (latencyMs: number | null) => (latencyMs === null ? null : `${milliseconds(latencyMs)} ms`)
  return {
    title: 'Capacity of each variant',
    columns: [
      wordColumn('Variant'),
      mainColumn('Carries', confidence),
      ...limited.map((percentile) => ({ title: `${percentile} at it`, rank: 3 })),
      { title: 'Quickest', rank: 2 },
      { title: 'How it ended', isLeft: true, rank: 4 }
    ],
    rows: variants.map((found): Cell[] => [
      { name: found.variant, isVariant: true },
      capacityFigures(found, unit),
      ...limited.map((percentile) => ms(latencyAtCapacity(found, percentile, limits))),
      ms(found.aloneMs),
      endWords(found, capacity)
    ])
  }
}

function endWords(found: VariantCapacity, { limits, unit }: CapacityResult) {
  const { end, steps, capacity } = found
  if (end === 'found')
    return `found in ${counted(steps.length, 'load')}; limited by ${limitedBy(limiting(found, limits))}`
  const last = levelText(capacity.value, unit)
  return end === 'not exhausted' ? `not exhausted: kept up to ${last}` : `not reached: missed even at ${last}`
}

export const limitedBy = (limit: string) => (limit === 'errorRate' ? 'errors' : limit)

/** @returns such as "212/s", "at least 300 users"; null: it was not searched for */
export function foundText(capacity: CapacityResult | null, name: string) {
  const found = ofVariant(capacity, name)
  return capacity && found ? capacityFigures(found, capacity.unit).text : null
}

/** What each shape carries for its size; no rows: none has limits. */
export function sizeTable(result: CapacityResult): Table {
  const { sizes, unit } = result
  return {
    title: 'What each variant carries for its size',
    columns: [
      wordColumn('Variant'),
      { title: 'Cores', rank: 3 },
      { title: 'GiB', isProper: true, rank: 3 },
      { title: 'Carries', intervalRank: 2 },
      { title: 'Per core', intervalRank: 1 },
      { title: 'Per GiB', intervalRank: 1 },
      { title: 'Price' }
    ],
    rows: sizes.map(({ variant, cores, gigabytes, perCore, perGigabyte, price }): Cell[] => {
      const per = (capacity: typeof perCore) => capacity && capacityFigures({ end: 'found', capacity }, unit)
      return [
        { name: variant, isVariant: true },
        ...[cores, gigabytes].map((amount) => (amount === null ? 'no limit' : String(amount))),
        foundText(result, variant),
        per(perCore),
        per(perGigabyte),
        sizes.every((own) => own.price === null) ? '' : price === null ? null : String(price)
      ]
    })
  }
}

/** The loads of which that percentile is known, and it. */
export const loadsOf = ({ steps }: VariantCapacity, percentile: Percentile) =>
  steps.flatMap((step) => {
    const latencyMs = step.latencyMs?.[percentile]
    return latencyMs === undefined ? [] : [{ step, offered: step.offered, latencyMs }]
  })

export type LevelPoint = { level: number; latencyMs: number }

type Limits = CapacityResult['limits']
type Pool = { weight: number; level: number; latency: number } // logarithms, means

const near = Math.log(1.02) // levels that differ by less are alike
const pieces = 12 // between two points, so that a line looks bent, not broken
const anchorWeight = 1000 // of the capacity, which is known from all loads together

/**
 * How a percentile of latency rises with the load: isotonic regression (neighbours that would fall are pooled) of the
 * logarithms of all loads that say something, through the capacity where this percentile is what limits it. Between two
 * points it is as the search takes it to be: one over the latency falls in a straight line. Of fewer than two loads
 * there is no line.
 */
export function curveOf(found: VariantCapacity, percentile: Percentile, limits: Limits) {
  const points = loadsOf(found, percentile)
    .filter(({ step, offered, latencyMs }) => step.void === null && offered > 0 && latencyMs > 0)
    .map(({ offered, latencyMs }) => ({ weight: 1, level: Math.log(offered), latency: Math.log(latencyMs) }))
  const anchor =
    found.end === 'found' && limiting(found, limits) === percentile
      ? [{ weight: anchorWeight, level: Math.log(found.capacity.value), latency: Math.log(limits[percentile] ?? NaN) }]
      : []
  if (points.length < 2) return []
  const corners = rising([...points, ...anchor]).map(({ level, latency }) => ({
    level: Math.exp(level),
    latencyMs: Math.exp(latency)
  }))
  return corners.flatMap((corner, i) =>
    i === 0
      ? [corner]
      : Array.from({ length: pieces }, (_, piece) => between(corners[i - 1], corner, (piece + 1) / pieces))
  )
}

const between = (a: LevelPoint, b: LevelPoint, part: number) => ({
  level: a.level + part * (b.level - a.level),
  latencyMs: 1 / ((1 - part) / a.latencyMs + part / b.latencyMs)
})

/** Pool adjacent violators; those that are near each other are pooled, too. */
function rising(points: readonly Pool[]) {
  const pools: Pool[] = []
  for (const point of points.toSorted((a, b) => a.level - b.level)) {
    pools.push(point)
    for (
      let [a, b] = pools.slice(-2);
      b !== undefined && (b.latency <= a.latency || b.level - a.level < near);
      [a, b] = pools.slice(-2)
    ) {
      const weight = a.weight + b.weight
      const meanOf = (key: 'level' | 'latency') => (a.weight * a[key] + b.weight * b[key]) / weight
      pools.splice(-2, 2, { weight, level: meanOf('level'), latency: meanOf('latency') })
    }
  }
  return pools
}

/** @returns the latency beside the capacity, in ms; null: too few loads tell */
function latencyAtCapacity(found: VariantCapacity, percentile: Percentile, limits: Limits) {
  const points = curveOf(found, percentile, limits)
  const i = points.findIndex(({ level }) => level >= found.capacity.value * (1 - 1e-6))
  if (i <= 0) return points.at(i)?.latencyMs ?? null
  const a = points[i - 1]
  const b = points[i]
  return between(a, b, Math.min(1, (found.capacity.value - a.level) / (b.level - a.level))).latencyMs
}

/** Which limit is in the way: of the loads beside the capacity, that which leaves the least room. */
export function limiting({ steps }: VariantCapacity, limits: Limits) {
  const ofRounds = steps.filter(({ round }) => round > 0)
  const beside = (ofRounds.length > 0 ? ofRounds : steps).filter((step) => step.void === null)
  const meanRoom = (roomOf: (step: CapacityStep) => number) =>
    sumBy(beside, (step) => Math.log(Math.min(mostRoom, roomOf(step))))
  const rooms = [
    ...limitedPercentiles(limits).map((percentile) => {
      const limitMs = limits[percentile] ?? NaN
      return { by: percentile, room: meanRoom(({ latencyMs }) => limitMs / (latencyMs?.[percentile] ?? limitMs)) }
    }),
    { by: 'errorRate' as const, room: meanRoom(({ errorRate }) => limits.errorRate / errorRate) }
  ]
  return largestBy(rooms, ({ room }) => -room).by
}

const mostRoom = 10 // beyond it, a limit is far away
