import {
  doubtOf,
  fitPoints,
  measurePoints,
  numbersOf,
  workersOf,
  type MeasuredPoint,
  type SweptMetric
} from './points.ts'
import { muchBetter } from '../../../comparison/estimate.ts'
import { runsOf } from '../../../comparison/variant-use.ts'
import { isMeasured } from '../../../concepts/metrics.ts'
import { counted, isolated, joinParts } from '../../../concepts/wording.ts'
import type { FoundAmounts } from '../../../comparison/question.ts'
import type { Seen } from '../../../comparison/reason-against.ts'
import type { Settings } from '../../../concepts/settings.ts'
import type { WorkersAdds } from '../concepts.ts'

export const answersNumbers = {
  /** How many workers to use, for all variants that differ only in their number of workers. */
  conclude(seen: Seen, settings: Settings, amounts: FoundAmounts | null): WorkersAdds['result'] {
    const swept = settings.variants.filter(
      ({ name, countOf }) => countOf !== null && (amounts !== null || isMeasured('p95', runsOf(seen.runs, name)))
    )
    const machine = seen.uses.find((use) => use.machine !== null)?.machine
    const cores = machine?.physicalCores ?? machine?.cores ?? null
    const sweeps = [...Map.groupBy(swept, ({ countOf }) => String(countOf))].map(([name, variants]) => {
      const points = measurePoints(
        variants.map((variant) => variant.name),
        { ...seen, amounts },
        settings
      )
      const { law, whyNoLaw, fitted } = fitPoints(points, cores, settings)
      const { knee, recommendation } = recommend(points, cores, settings.baseline)
      // A bound tells whether a load is carried, but other doubts are about each number.
      const forWanted = points.every(({ found, doubt }) => found?.doubt === doubt)
        ? amounts?.workersFor(
            points.map((point) => point.shown.variant),
            { curve: law && law.curve, cores }
          )
        : null
      return {
        name,
        unit: amounts && amounts.unit,
        points: points.map((point) => ({ ...point.shown, isFitted: fitted.includes(point) })),
        cores,
        law,
        whyNoLaw,
        knee,
        recommendation: forWanted ?? recommendation
      }
    })
    return { sweeps }
  },
  best: ({ sweeps }: WorkersAdds['result']) =>
    sweeps.flatMap(({ points, knee }) => points.flatMap(({ variant, workers }) => (workers === knee ? variant : [])))
}

/**
 * The fewest workers that no larger number measurably surpasses; under an open load, the fewest that keep up with it.
 */
function recommend(points: MeasuredPoint[], cores: number | null, baseline: string) {
  const doubt = doubtOf(points, baseline)
  if (doubt !== null)
    return { knee: null, recommendation: `${doubt.clause}: to find the best number, ${doubt.advice}.` }
  const [fewest] = points
  const first = points.find(({ keepsUp }) => keepsUp)
  if (first === fewest) return { knee: null, recommendation: byLatency(points, cores) }
  // No app can serve more users than arrive.
  if (first !== undefined) {
    const clause = `${workersOf([first])} are the fewest that keep up with the arrival rate (${gained(first, fewest, 'throughput')})`
    return { knee: null, recommendation: `${clause}; more load would show what more workers gain.` }
  }
  const best = fewestUnsurpassed(points, 'throughput')
  return { knee: best.shown.workers, recommendation: `${advice(points, best, 'throughput', cores)}.` }
}

function byLatency(points: MeasuredPoint[], cores: number | null) {
  const [fewest, ...more] = points
  const kept = `${workersOf([fewest])} kept up with the arrival rate`
  const best = fewestUnsurpassed(points, 'p95')
  if (best !== fewest) return `${advice(points, best, 'p95', cores)}; throughput says nothing here, because ${kept}.`
  const slower = slowerThan(fewest, more, 'p95')
  const isOpen = more.some((point) => point.gainOver(fewest, 'p95').interval[1] > muchBetter)
  const nothing = isOpen
    ? 'whether more gain anything is not known'
    : slower.length === 0
      ? 'more gain nothing measurable'
      : slower.length === more.length
        ? 'more are slower'
        : beyond(more, slower, ' workers')
  return `This load is too small to show the best number: ${kept}, and ${nothing} at p95.`
}

function advice(points: MeasuredPoint[], best: MeasuredPoint, metric: SweptMetric, cores: number | null) {
  const [fewest] = points
  const who = workersOf([best])
  if (points.length === 1) return `${who}: no other number was tried`
  const larger = points.slice(points.indexOf(best) + 1)
  const slower = slowerThan(best, larger, metric)
  // They gain nothing where there are not as many cores.
  const onCores =
    cores !== null && larger.every(({ shown }) => shown.workers > cores) ? ` on ${counted(cores, 'core')}` : ''
  const most = (point: MeasuredPoint) => point.gainOver(best, metric).interval[1]
  const open = larger.filter((point) => most(point) > muchBetter)
  const settled = larger.filter((point) => !open.includes(point))
  const unknown = open.map((point) => `${numbersOf([point])} may gain up to ${most(point).toFixed(2)}x`)
  const others =
    larger.length === 0
      ? 'more were not tried'
      : joinParts([settled.length > 0 && `${beyond(settled, slower, ' workers')}${onCores}`, ...unknown])
  if (best !== fewest) return `${who}: ${gained(best, fewest, metric)}; ${others}`
  if (open.length > 0)
    return (
      `No number of workers is measurably better than ${fewest.shown.workers}, but ${numbersOf(open)} may gain up to ` +
      `${Math.max(...open.map(most)).toFixed(2)}x: use more rounds, longer runs or a quieter machine to find out`
    )
  const rank = slower.length === larger.length ? 'the best' : 'as good as any'
  return `${who} ${best.shown.workers === 1 ? 'is' : 'are'} ${rank}: ${beyond(larger, slower, '')}${onCores}`
}

/** @param slower those of the larger ones that are measurably worse */
function beyond(larger: MeasuredPoint[], slower: MeasuredPoint[], noun: string) {
  const equal = larger.filter((point) => !slower.includes(point))
  const clause = (points: MeasuredPoint[], what: string) =>
    points.length === 0 ? [] : [`${numbersOf(points)}${noun} ${what}`]
  return [
    ...clause(equal, 'gain nothing measurable'),
    ...clause(slower, larger[0]?.found == null ? 'are slower' : 'carry less')
  ].join(', ')
}

/** @returns such as "1.90x at p95 over 2 for 48 MB more" */
function gained(point: MeasuredPoint, fewest: MeasuredPoint, metric: SweptMetric) {
  const {
    value,
    interval: [low, high],
    memory
  } = point.overBase(metric)
  const maybe = low > 1 ? '' : ` (${low.toFixed(2)}x to ${high.toFixed(2)}x, so possibly nothing)`
  const isOfSweep = point.base === fewest.shown.variant
  const base = isOfSweep ? fewest.shown.workers : isolated(point.base)
  const over = base === 1 ? '' : ` over ${base}`
  return `${value.toFixed(2)}x${maybe}${metric === 'p95' ? ' at p95' : ''}${over}${memory && ` for ${memory}`}`
}

const fewestUnsurpassed = (points: MeasuredPoint[], metric: SweptMetric) =>
  points.find((point, i) =>
    points.slice(i + 1).every((larger) => slowerThan(larger, [point], metric).length === 0)
  ) as MeasuredPoint

const slowerThan = (best: MeasuredPoint, others: MeasuredPoint[], metric: SweptMetric) =>
  others.filter((other) => best.gainOver(other, metric).interval[0] > 1)
