import { clientNames } from '../../concepts/generators.ts'
import { applying, counted, inMiB, isolated, joinParts, list, percent, roughMs } from '../../concepts/wording.ts'
import { otherLimits } from '../../concepts/metrics.ts'
import { modes } from '../../concepts/modes.ts'
import { versionWords } from '../../questions/concepts.ts'
import { beside } from './numbers.ts'
import type { DescribedVariant, Limit, VariantUse } from '../../concepts/comparison.ts'
import { shapeOf, type Counted } from '../../concepts/settings.ts'
import type { ClientUse } from '../../concepts/run.ts'

const longestDetail = 200 // longer command lines and lists of URLs are cut

/**
 * How a variant runs the app, such as "2 workers, round robin". seen: most workers that were seen in a run of it; 0:
 * none.
 */
export const variantWords = (variant: DescribedVariant, seen: number) =>
  joinParts([waysWords(variant, seen), versionsWords(variant)])

/** @returns such as "commit 1a2b3c4, Node 22.21.0"; empty: as all else */
const versionsWords = (variant: Omit<DescribedVariant, 'detail'>) =>
  joinParts([versionWords(variant), variant.node && `Node ${variant.node}`])

function waysWords(variant: DescribedVariant, seen: number) {
  const { mode, workers, scheduling, detail } = variant
  const shape = shapeWords(variant)
  const { words, brief, outside } = modes[mode]
  const size = workers === null ? seen > 0 && `as many workers as were seen: ${seen}` : counted(workers, 'worker')
  const shown = detail && shortName(detail, longestDetail)
  const inWords = words({ workers: workers ?? 1, scheduling, detail: shown, shape })
  if (outside !== undefined) return joinParts([inWords, size])
  // Without a number of workers, an ecosystem file says it all.
  if (workers === null && shape === null) return joinParts([brief, shown, size])
  return joinParts([inWords, shown && `with ${shown}`])
}

/** @returns such as "4 instances of 0.5 cores and 256 MiB, each with 1 worker"; null: as `shapeOf` */
function shapeWords(variant: Counted) {
  const shape = shapeOf(variant)
  if (shape === null) return null
  const { instances, workers, cpus, memoryBytes } = shape
  const limits = list(applying([cpus !== null && counted(cpus, 'core'), memoryBytes !== null && inMiB(memoryBytes)]))
  const inside = workers === null ? 'as many workers as it sees CPUs' : counted(workers, 'worker')
  const each = instances === 1 ? '' : ' each'
  return `${counted(instances, 'instance')}${limits && ` of ${limits}`},${each} with ${inside}`
}

/** @returns a variant's name with what tells it from the others, such as "clustered (2 workers)" */
export function briefVariant(variant: Omit<DescribedVariant, 'detail'>) {
  const { name, mode, workers, scheduling } = variant
  const shape = shapeWords(variant)
  const { brief, options, workers: usual } = modes[mode]
  const isUnscheduled = options.includes('scheduling') && scheduling === 'none'
  const ways = [brief, workers !== null && counted(workers, 'worker'), isUnscheduled && 'no scheduling']
  const own = joinParts([...(shape !== null ? [shape] : usual === 1 ? [] : ways), versionsWords(variant)])
  return own === '' || own === name ? name : `${name} (${own})`
}

/** @returns such as "Artillery's client: it uploads files (formData)" */
export const clientWords = ({ name, because }: ClientUse) => joinParts([clientNames[name], because], ': ')

/** @returns a sentence about the load generator */
export function clientSentence({ name, because }: ClientUse) {
  const cost = because && `, which takes more CPU than the lean one, because of this: ${because}`
  return `Its requests were sent by ${clientNames[name]}${cost ?? ''}.`
}

/**
 * @returns of each variant of which it is known, the parts of a response's time that are known, and their shares of it
 */
export const responseTimes = (uses: readonly VariantUse[]) =>
  uses.flatMap(({ name, responseTime }) => {
    if (responseTime === null) return []
    const { latencyMs, computingMs, queueMs, waitingMs, generatorMs, bodyMs } = responseTime
    const parts = {
      computing: computingMs,
      'waiting for its turn': queueMs,
      'waiting inside': waitingMs,
      'load generator': generatorMs,
      'in the body': bodyMs || null
    }
    const known = Object.entries(parts).flatMap(([words, ms]) =>
      ms === null ? [] : [{ words, ms: `${roughMs(ms)} ms`, share: percent(latencyMs === 0 ? 0 : ms / latencyMs) }]
    )
    return [{ name, latencyMs, parts: known }]
  })

/** How limits are named, and on which side of the required value they have to be. */
const limitWords = {
  fairness: { name: 'fairness', unit: '', scale: 1, side: 'at least', sign: '≥' },
  errorRate: { ...otherLimits.errorRate, side: 'at most', sign: '≤' }
}

/**
 * @returns its words, its value and what it needs, such as "at least 0.9" and "≥ 0.9", to be read beside each other: an
 *   error rate in percent
 */
export function limitFigures({ metric, value, required }: Limit) {
  const { name, side, sign, unit, scale } = limitWords[metric]
  const scaled = (number: number) => Number((scale * number).toPrecision(12))
  const needed = scaled(required ?? 0)
  return {
    name,
    side,
    found: value === null ? 'unknown' : value === 0 ? `0${unit}` : `${beside(scaled(value), needed)}${unit}`,
    needs: `${side} ${needed}${unit}`,
    bound: `${sign} ${needed}${unit}`
  }
}

/**
 * For the text of a chart, isolated from the text around it by U+2068 and U+2069. longest: in characters, for where
 * there is little room.
 */
export function shortName(name: string, longest = 24) {
  const characters = [...new Intl.Segmenter().segment(name)].map(({ segment }) => segment)
  return isolated(characters.length <= longest ? name : `${characters.slice(0, longest - 1).join('')}…`)
}

/** @returns such as "the search", "round 3" */
export const roundWords = (round: number) => (round === 0 ? 'the search' : `round ${round}`)
