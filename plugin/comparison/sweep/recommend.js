import { counted, list } from '../../wording.js'
import { doubtOf } from './doubt-of.js'
import { over as ranged, ratios } from './measure-points.js'
import { workersOf } from './workers-of.js'
/**
 * @import { Ranged, Sweep } from '../../vocabulary.js'
 * @import { MeasuredPoint, Precision } from './measure-points.js'
 *
 * @typedef {{ cores: number | null, baseline: string, precision: Precision }} How
 *
 * @typedef {How & { metric: 'throughput' | 'p95' }} Judged by what is compared
 */

/**
 * How many workers to take: the fewest that no larger number measurably surpasses; where users come whatever the app
 * does, the fewest that keep up with them.
 *
 * @param {MeasuredPoint[]} points fewest workers first
 * @param {How} how
 * @returns {Pick<Sweep, 'knee' | 'recommendation'>}
 */
export function recommend(points, how) {
  const doubt = doubtOf(points, how.baseline)
  if (doubt !== null) return { knee: null, recommendation: `${doubt.clause}: to learn how many are best, ${doubt.advice}.` }
  // Nobody can serve more users than come.
  const [first] = points.filter(({ keepsUp }) => keepsUp)
  if (first === points[0]) return { knee: null, recommendation: byLatency(points, how) }
  if (first !== undefined) return { knee: null, recommendation: fewestThatKeepUp(points[0], first) }
  const judged = { ...how, metric: /** @type {const} */ ('throughput') }
  const best = fewestUnsurpassed(points, judged)
  return { knee: best.shown.workers, recommendation: `${advice(points, best, { ...judged, gain: best.shown.speedup })}.` }
}

/**
 * @param {MeasuredPoint} fewest
 * @param {MeasuredPoint} first that keeps up
 */
function fewestThatKeepUp(fewest, first) {
  const gained = `${times(first.shown.speedup)}${over(fewest)}${memory(fewest, first)}`
  return `${workersOf([first])} are the fewest that keep up with the users who come (${gained}); more load would tell what more workers gain.`
}

/**
 * @param {MeasuredPoint[]} points
 * @param {How} how
 */
function byLatency(points, how) {
  const [fewest, ...more] = points
  const kept = `${workersOf([fewest])} kept up with the users who came`
  const judged = { ...how, metric: /** @type {const} */ ('p95') }
  const best = fewestUnsurpassed(points, judged)
  if (best === fewest) return `This load is too small to tell: ${kept}, and ${nothingGained(more, fewest, judged)} at p95.`
  const gain = ranged(ratios(best.goodness.p95, fewest.goodness.p95), 'p95', how.precision)
  return `${advice(points, best, { ...judged, gain })}; throughput can't tell, since ${kept}.`
}

/**
 * @param {MeasuredPoint[]} more
 * @param {MeasuredPoint} fewest
 * @param {Judged} judged
 */
function nothingGained(more, fewest, judged) {
  const slower = slowerThan(fewest, more, judged)
  if (slower.length === 0) return 'more gain nothing measurable'
  return slower.length === more.length ? 'more are slower' : beyond(more, slower, ' workers')
}

/**
 * @param {MeasuredPoint[]} points
 * @param {Judged} judged
 * @returns {MeasuredPoint}
 */
function fewestUnsurpassed(points, judged) {
  return /** @type {MeasuredPoint} */ (points.find((point, i) => !points.slice(i + 1).some((larger) => isBetter(larger, point, judged))))
}

/**
 * @param {MeasuredPoint} a
 * @param {MeasuredPoint} b
 * @param {Judged} judged
 * @returns {boolean} whether a is measurably better than b
 */
function isBetter(a, b, { metric, precision }) {
  return ranged(ratios(a.goodness[metric], b.goodness[metric]), metric, precision).interval[0] > 1
}

/**
 * @param {MeasuredPoint} best
 * @param {MeasuredPoint[]} others
 * @param {Judged} judged
 */
function slowerThan(best, others, judged) {
  return others.filter((other) => isBetter(best, other, judged))
}

/**
 * @param {MeasuredPoint[]} points
 * @param {MeasuredPoint} best
 * @param {Judged & { gain: Ranged }} how
 * @returns {string} without a full stop
 */
function advice(points, best, { gain, ...judged }) {
  const [fewest] = points
  const who = workersOf([best])
  if (points.length === 1) return `${who}: no other number was tried`
  const larger = points.slice(points.indexOf(best) + 1)
  const slower = slowerThan(best, larger, judged)
  const rest = (/** @type {string} */ noun) => `${beyond(larger, slower, noun)}${onCores(larger, judged.cores)}`
  if (best === fewest) {
    const rank = slower.length === larger.length ? 'the best' : 'as good as any'
    return `${who} ${best.shown.workers === 1 ? 'is' : 'are'} ${rank}: ${rest('')}`
  }
  const at = judged.metric === 'p95' ? ' at p95' : ''
  return `${who}: ${times(gain)}${at}${over(fewest)}${memory(fewest, best)}; ${larger.length === 0 ? 'more were not tried' : rest(' workers')}`
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
function over({ shown: { workers } }) {
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
