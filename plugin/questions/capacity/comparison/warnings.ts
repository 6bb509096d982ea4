import {
  limitedPercentiles,
  ofVariant,
  serviceLevelWords,
  type CapacityResult,
  type VariantCapacity
} from '../concepts/capacity.ts'
import { applying, counted, percent, roughMs } from '../../../concepts/wording.ts'
import { lowest } from '../../../statistics/descriptive.ts'
import { warning } from '../../../comparison/warnings/warning-of.ts'
import type { FoundAmounts, Searches } from '../../../comparison/question.ts'

/** What warns of a search. */
export const capacityWarnings: Pick<Searches, 'checkBounds' | 'checkParts' | 'checkTrend'> = {
  /** Whose capacity is known from one side only, and why. */
  checkBounds({ capacity }, { candidates, limits }) {
    if (capacity === null) return null
    const isWithheld = [...candidates.flatMap(({ estimates }) => estimates), ...limits].some(
      ({ reason, verdict }) => reason === 'not-exhausted' && verdict === 'inconclusive'
    )
    const levelOf = ({ capacity: { value } }: VariantCapacity) => {
      const rough = Number(value.toPrecision(3))
      return capacity.unit === '/s' ? `${rough.toLocaleString('en-US')}/s` : counted(rough, 'user')
    }
    const least = lowest(limitedPercentiles(capacity.limits), (percentile) => capacity.limits[percentile] ?? NaN)
    const level = serviceLevelWords(capacity)
    return capacity.variants.flatMap((found) => {
      const { variant, end, aloneMs } = found
      if (end === 'found') return []
      if (end === 'not exhausted') {
        const message =
          `${variant} keeps ${level} even at ${levelOf(found)}, the most load that can be generated here. ` +
          'It carries more than that: request heavier work, or run the load generator on a machine with more cores.'
        return warning('not-exhausted', variant, message, isWithheld ? 'problem' : 'warning')
      }
      const alone = aloneMs !== null && aloneMs > least ? `: a request alone takes ${roughMs(aloneMs)} ms` : ''
      return warning(
        'not-reached',
        variant,
        `${variant} misses ${level} even at ${levelOf(found)}${alone}. ` +
          'Raise the limit, or find out what takes the time.'
      )
    })
  },
  /** What loads in parts of the capacity of the baseline are parts of, where it is not known. */
  checkParts({ capacity }, scenario, { scenarios, baseline }) {
    if (capacity === null) return null
    const count = scenarios.filter(({ level }) => level?.of === scenario).length
    const found = ofVariant(capacity, baseline)
    if (count === 0 || found === undefined || found.end === 'found') return []
    const loads = counted(count, 'load')
    if (found.end === 'not exhausted')
      return [
        warning(
          'not-exhausted',
          baseline,
          `${baseline} carries more than the load generator can generate, so the ${loads} in plugins.speedup.load ` +
            `${count === 1 ? 'is a part' : 'are parts'} of the most that it made ` +
            `(${Number(found.capacity.value.toPrecision(3))}/s), not of the capacity. ` +
            'Request heavier work, or make the service level stricter.',
          'warning'
        )
      ]
    return [
      warning(
        'not-reached',
        baseline,
        `${baseline} misses the service level even under the least load, so it has no capacity, and the ${loads} ` +
          `in plugins.speedup.load ${count === 1 ? 'was' : 'were'} not measured. ` +
          'Make the service level in plugins.speedup.capacity less strict, ' +
          'or compare at rates of your own: load: [0.5, 1, 2] with config.phases.'
      )
    ]
  },
  checkTrend: ({ capacity }) => capacity && checkFalling(capacity)
}

/** What is said of numbers of workers of which a bound is known. */
export const boundWords: FoundAmounts['boundWords'] = (reason, who) =>
  reason === 'not-exhausted'
    ? {
        clause: `With ${who} the app carries even the most that this load generator makes`,
        advice: 'request heavier work, or use a machine with more cores'
      }
    : reason === 'not-reached'
      ? {
          clause: `With ${who} even the least load misses the service level`,
          advice: 'allow more in the service level, or make the app faster'
        }
      : null

/** Whose capacity is not that of later: the app's requests cost more and more, or the machine slowed down. */
export const checkFalling = ({ variants }: Pick<CapacityResult, 'variants'>) =>
  variants.flatMap(({ variant, costsMore: more, falls }) =>
    applying([
      more !== null &&
        `A request costs ${variant} ${more.toFixed(2)} times as much computing in the second half of a load as in the first, ` +
          'so it carries less the longer it runs: what it carries here is what it carries just after its start. Look for what grows with each request: a list that is searched, a cache without an end, a leak.',
      falls !== null &&
        `The capacity of ${variant} fell by ${percent(falls)} from the first round to the last, although each round starts a fresh app: ` +
          'the machine slowed down, or other programs took more of it. Repeat this when it is quiet and has its usual speed.'
    ]).map((message) => warning('capacity-falls', variant, message))
  )
