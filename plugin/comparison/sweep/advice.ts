import { counted, list } from '../../wording.ts'
import { gainOver, slowerThan, type Judged } from './ranking.ts'
import { workersOf } from './workers-of.ts'
import type { Ranged } from '../../vocabulary.ts'
import type { MeasuredPoint } from './measure-points.ts'

/** @returns how many to take, and what more of them do, without a full stop */
export function advice(points: MeasuredPoint[], best: MeasuredPoint, { gain, cores, ...judged }: Judged & { cores: number | null, gain: Ranged }): string {
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
export function fewestThatKeepUp(fewest: MeasuredPoint, first: MeasuredPoint): string {
  const gained = `${times(first.shown.speedup)}${overFewest(fewest)}${memory(fewest, first)}`
  return `${workersOf([first])} are the fewest that keep up with the users who come (${gained}); more load would tell what more workers gain.`
}

/** @returns what more workers do, where the fewest are as good as any */
export function nothingGained(more: MeasuredPoint[], fewest: MeasuredPoint, judged: Judged): string {
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
