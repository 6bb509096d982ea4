import { fitPoints, doubtOf, workersOf } from './fit-points.ts'
import { measurePoints, ratios, type MeasuredPoint } from './measure-points.ts'
import type { CandidateResult } from '../../concepts/comparison.ts'
import type { Sweep, Ranged } from '../../concepts/load-results.ts'
import type { Seen } from '../compare-candidate.ts'
import { ranged, type Precision } from '../estimate.ts'
import { counted, list } from '../../concepts/wording.ts'

/**
 * How many workers to take, of all variants that differ in their number of workers only.
 *
 * @returns in the order of the variants
 */
export function sweeps(seen: Seen & { candidates: CandidateResult[] }, baseline: string, precision: Precision): Sweep[] {
  const swept = seen.variants.filter(({ sweep }) => sweep !== null)
  return [...Map.groupBy(swept, ({ sweep }) => String(sweep))].map(([name, variants]) => {
    const points = measurePoints(variants, seen, precision)
    const cores = coresHere(seen)
    const { law, whyNoLaw, fitted } = fitPoints(points, { cores, baseline, looks: precision.looks })
    return {
      name,
      points: points.map((point) => ({ ...point.shown, isFitted: fitted.includes(point) })),
      cores,
      law,
      whyNoLaw,
      ...recommend(points, { cores, baseline, precision })
    }
  })
}

/** @returns null: the system does not tell */
function coresHere({ uses }: Seen): number | null {
  return uses.find(({ machine }) => machine !== null)?.machine?.cores ?? null
}

type How = { cores: number | null, baseline: string, precision: Precision }

/**
 * How many workers to take: the fewest that no larger number measurably surpasses; where users come whatever the app
 * does, the fewest that keep up with them.
 *
 * @param points fewest workers first
 */
function recommend(points: MeasuredPoint[], how: How): Pick<Sweep, 'knee' | 'recommendation'> {
  const doubt = doubtOf(points, how.baseline)
  if (doubt !== null) return { knee: null, recommendation: `${doubt.clause}: to learn how many are best, ${doubt.advice}.` }
  // Nobody can serve more users than come.
  const first = points.find(({ keepsUp }) => keepsUp)
  if (first === points[0]) return { knee: null, recommendation: byLatency(points, how) }
  if (first !== undefined) return { knee: null, recommendation: fewestThatKeepUp(points[0], first) }
  const judged = { metric: 'throughput' as const, precision: how.precision }
  const best = fewestUnsurpassed(points, judged)
  return { knee: best.shown.workers, recommendation: `${advice(points, best, { ...judged, cores: how.cores, gain: best.shown.speedup })}.` }
}

function byLatency(points: MeasuredPoint[], how: How) {
  const [fewest, ...more] = points
  const kept = `${workersOf([fewest])} kept up with the users who came`
  const judged = { metric: 'p95' as const, precision: how.precision }
  const best = fewestUnsurpassed(points, judged)
  if (best === fewest) return `This load is too small to tell: ${kept}, and ${nothingGained(more, fewest, judged)} at p95.`
  return `${advice(points, best, { ...judged, cores: how.cores, gain: gainOver(best, fewest, judged) })}; throughput can't tell, since ${kept}.`
}

/** @returns how many to take, and what more of them do, without a full stop */
function advice(points: MeasuredPoint[], best: MeasuredPoint, { gain, cores, ...judged }: Judged & { cores: number | null, gain: Ranged }): string {
  const [fewest] = points
  const who = workersOf([best])
  if (points.length === 1) return `${who}: no other number was tried`
  const larger = points.slice(points.indexOf(best) + 1)
  const slower = slowerThan(best, larger, judged)
  const rest = (noun: string) => `${beyond(larger, slower, noun)}${onCores(larger, cores)}`
  if (best === fewest) {
    const open = mayBeBetter(best, larger, judged)
    if (open !== null) return `No number of workers is measurably better than ${fewest.shown.workers}, but ${open}: more rounds, longer runs or a quieter machine would tell`
    const rank = slower.length === larger.length ? 'the best' : 'as good as any'
    return `${who} ${best.shown.workers === 1 ? 'is' : 'are'} ${rank}: ${rest('')}`
  }
  const at = judged.metric === 'p95' ? ' at p95' : ''
  return `${who}: ${times(gain)}${at}${overFewest(fewest)}${memory(fewest, best)}; ${larger.length === 0 ? 'more were not tried' : rest(' workers')}`
}

/** An interval that reaches beyond this does not show that nothing is to be gained. */
const muchBetter = 1.25

/** @returns which numbers of workers may be much better after all, in words; null: none */
function mayBeBetter(best: MeasuredPoint, larger: MeasuredPoint[], judged: Judged): string | null {
  const open = larger.map((point) => ({ workers: point.shown.workers, most: gainOver(point, best, judged).interval[1] })).filter(({ most }) => most > muchBetter)
  if (open.length === 0) return null
  return `with ${list(open.map(({ workers }) => String(workers)))} it may be up to ${Math.max(...open.map(({ most }) => most)).toFixed(2)}x`
}

/**
 * @param first that keeps up with all users who come
 * @returns a sentence
 */
function fewestThatKeepUp(fewest: MeasuredPoint, first: MeasuredPoint): string {
  const gained = `${times(first.shown.speedup)}${overFewest(fewest)}${memory(fewest, first)}`
  return `${workersOf([first])} are the fewest that keep up with the users who come (${gained}); more load would tell what more workers gain.`
}

/** @returns what more workers do, where the fewest are as good as any */
function nothingGained(more: MeasuredPoint[], fewest: MeasuredPoint, judged: Judged): string {
  const slower = slowerThan(fewest, more, judged)
  if (slower.length === 0) return 'more gain nothing measurable'
  return slower.length === more.length ? 'more are slower' : beyond(more, slower, ' workers')
}

/**
 * @param larger than the best
 * @param slower those of them that are measurably worse
 * @param noun after their numbers
 */
function beyond(larger: MeasuredPoint[], slower: MeasuredPoint[], noun: string) {
  const equal = larger.filter((point) => !slower.includes(point))
  const clause = (of: MeasuredPoint[], what: string) => (of.length === 0 ? [] : [`${list(of.map(({ shown }) => String(shown.workers)))}${noun} ${what}`])
  return [...clause(equal, 'gain nothing measurable'), ...clause(slower, 'are slower')].join(', ')
}

/**
 * @param larger that gain nothing
 * @returns the reason, where it is that there are not as many cores
 */
function onCores(larger: MeasuredPoint[], cores: number | null): string {
  return cores !== null && larger.every(({ shown }) => shown.workers > cores) ? ` on ${counted(cores, 'core')}` : ''
}

function overFewest({ shown: { workers } }: MeasuredPoint) {
  return workers === 1 ? '' : ` over ${workers}`
}

function times({ value, interval: [low, high] }: Ranged) {
  const maybe = low > 1 ? '' : ` (${low.toFixed(2)}x to ${high.toFixed(2)}x, so maybe nothing)`
  return `${value.toFixed(2)}x${maybe}`
}

function memory({ shown: before }: MeasuredPoint, { shown: after }: MeasuredPoint) {
  if (before.appMegabytes === null || after.appMegabytes === null) return ''
  const more = after.appMegabytes - before.appMegabytes
  return more < 0.5 ? '' : ` for ${more.toFixed(0)} MB more`
}

/** by what numbers of workers are compared */
type Judged = { metric: 'throughput' | 'p95', precision: Precision }

/**
 * @param points fewest workers first
 * @returns the fewest workers that no larger number measurably surpasses
 */
function fewestUnsurpassed(points: MeasuredPoint[], judged: Judged): MeasuredPoint {
  return points.find((point, i) => !points.slice(i + 1).some((larger) => isBetter(larger, point, judged))) as MeasuredPoint
}

/** @returns those that are measurably worse */
function slowerThan(best: MeasuredPoint, others: MeasuredPoint[], judged: Judged): MeasuredPoint[] {
  return others.filter((other) => isBetter(best, other, judged))
}

/** @returns by which a is better than b; above 1: it is */
function gainOver(a: MeasuredPoint, b: MeasuredPoint, { metric, precision }: Judged): Ranged {
  return ranged(ratios(a.goodness[metric], b.goodness[metric]), metric, precision)
}

/** @returns whether a is measurably better than b */
function isBetter(a: MeasuredPoint, b: MeasuredPoint, judged: Judged): boolean {
  return gainOver(a, b, judged).interval[0] > 1
}
