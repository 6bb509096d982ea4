import { counted, list } from '../../wording.js'
import { gainOver, slowerThan } from './ranking.js'
import { workersOf } from './workers-of.js'
/**
 * @import { Ranged } from '../../vocabulary.js'
 * @import { MeasuredPoint } from './measure-points.js'
 * @import { Judged } from './ranking.js'
 */

/**
 * @param {MeasuredPoint[]} points
 * @param {MeasuredPoint} best
 * @param {Judged & { cores: number | null, gain: Ranged }} how
 * @returns {string} how many to take, and what more of them do, without a full stop
 */
export function advice(points, best, { gain, cores, ...judged }) {
  const [fewest] = points
  const who = workersOf([best])
  if (points.length === 1) return `${who}: no other number was tried`
  const larger = points.slice(points.indexOf(best) + 1)
  const slower = slowerThan(best, larger, judged)
  const rest = (/** @type {string} */ noun) => `${beyond(larger, slower, noun)}${onCores(larger, cores)}`
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

/**
 * @param {MeasuredPoint} best
 * @param {MeasuredPoint[]} larger
 * @param {Judged} judged
 * @returns {string | null} which numbers of workers may be much better after all, in words; null: none
 */
function mayBeBetter(best, larger, judged) {
  const open = larger.map((point) => ({ workers: point.shown.workers, most: gainOver(point, best, judged).interval[1] })).filter(({ most }) => most > muchBetter)
  if (open.length === 0) return null
  return `with ${list(open.map(({ workers }) => String(workers)))} it may be up to ${Math.max(...open.map(({ most }) => most)).toFixed(2)}x`
}

/**
 * @param {MeasuredPoint} fewest
 * @param {MeasuredPoint} first that keeps up with all users who come
 * @returns {string} a sentence
 */
export function fewestThatKeepUp(fewest, first) {
  const gained = `${times(first.shown.speedup)}${overFewest(fewest)}${memory(fewest, first)}`
  return `${workersOf([first])} are the fewest that keep up with the users who come (${gained}); more load would tell what more workers gain.`
}

/**
 * @param {MeasuredPoint[]} more
 * @param {MeasuredPoint} fewest
 * @param {Judged} judged
 * @returns {string} what more workers do, where the fewest are as good as any
 */
export function nothingGained(more, fewest, judged) {
  const slower = slowerThan(fewest, more, judged)
  if (slower.length === 0) return 'more gain nothing measurable'
  return slower.length === more.length ? 'more are slower' : beyond(more, slower, ' workers')
}

/**
 * @param {MeasuredPoint[]} larger than the best
 * @param {MeasuredPoint[]} slower those of them that are measurably worse
 * @param {string} noun after their numbers
 */
function beyond(larger, slower, noun) {
  const equal = larger.filter((point) => !slower.includes(point))
  const clause = (/** @type {MeasuredPoint[]} */ of, /** @type {string} */ what) => (of.length === 0 ? [] : [`${list(of.map(({ shown }) => String(shown.workers)))}${noun} ${what}`])
  return [...clause(equal, 'gain nothing measurable'), ...clause(slower, 'are slower')].join(', ')
}

/**
 * @param {MeasuredPoint[]} larger that gain nothing
 * @param {number | null} cores
 * @returns {string} the reason, where it is that there are not as many cores
 */
function onCores(larger, cores) {
  return cores !== null && larger.every(({ shown }) => shown.workers > cores) ? ` on ${counted(cores, 'core')}` : ''
}

/** @param {MeasuredPoint} fewest */
function overFewest({ shown: { workers } }) {
  return workers === 1 ? '' : ` over ${workers}`
}

/** @param {Ranged} gain */
function times({ value, interval: [low, high] }) {
  const maybe = low > 1 ? '' : ` (${low.toFixed(2)}x to ${high.toFixed(2)}x, so maybe nothing)`
  return `${value.toFixed(2)}x${maybe}`
}

/**
 * @param {MeasuredPoint} fewest
 * @param {MeasuredPoint} best
 */
function memory({ shown: before }, { shown: after }) {
  if (before.appMegabytes === null || after.appMegabytes === null) return ''
  const more = after.appMegabytes - before.appMegabytes
  return more < 0.5 ? '' : ` for ${more.toFixed(0)} MB more`
}
