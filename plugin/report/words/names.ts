import { counted, clientNames, percent, roughMs, isolated } from '../../concepts/wording.ts'
import type { DescribedVariant, ScenarioResult, VariantUse } from '../../concepts/comparison.ts'
import { modes } from '../../concepts/modes.ts'
import type { Variant } from '../../concepts/settings.ts'
import type { ClientUse } from '../../concepts/run.ts'
import type { ResponseTime } from '../../concepts/load-results.ts'

/** Longer command lines and lists of URLs are cut. */
const longestDetail = 200

/**
 * How a variant runs the app.
 *
 * @param seen most workers that were seen in a run of it; 0: none
 * @returns such as "2 workers, round robin"
 */
export function variantWords({ mode, workers, scheduling, detail }: DescribedVariant, seen: number): string {
  const { words, brief, outside } = modes[mode]
  const size = workers !== null ? `, ${counted(workers, 'worker')}` : seen > 0 ? `, as many workers as were seen: ${seen}` : ''
  const shown = detail === null ? null : shortName(detail, longestDetail)
  const inWords = words({ workers: workers ?? 1, scheduling, detail: shown })
  if (outside !== null) return `${inWords}${size}`
  // Without a number of workers, an ecosystem file says it all.
  if (workers === null) return `${brief}${shown === null ? '' : `, ${shown}`}${size}`
  return `${inWords}${shown === null ? '' : `, with ${shown}`}`
}

/**
 * A variant's name with what tells it from the others, for a line that names them all.
 *
 * @returns such as "clustered (2 workers)"
 */
export function briefVariant({ name, mode, workers, scheduling }: Pick<Variant, 'name' | 'mode' | 'workers' | 'scheduling'>): string {
  const { brief, options, workers: usual } = modes[mode]
  if (usual === 1) return name
  const words = [
    ...(brief === null ? [] : [brief]),
    ...(workers === null ? [] : [counted(workers, 'worker')]),
    ...(options.includes('scheduling') && scheduling === 'none' ? ['no scheduling'] : [])
  ]
  return `${name} (${words.join(', ')})`
}

/** @returns such as "Artillery's client: it uploads files (formData)" */
export function clientWords({ name, because }: ClientUse): string {
  return because === null ? clientNames[name] : `${clientNames[name]}: ${because}`
}

/** @returns lines for a console: one; none where it is not known */
export function clientLines(client: ScenarioResult['client']): string[] {
  return client === null ? [] : [`  loaded by    ${clientWords(client)}`]
}

/** @returns a sentence about the load generator; empty where it is not known */
export function clientSentence(client: ScenarioResult['client']): string {
  if (client === null) return ''
  if (client.because === null) return `Its requests were sent by ${clientNames[client.name]}.`
  return `Its requests were sent by ${clientNames[client.name]}, which takes more CPU than the lean one, because of this: ${client.because}.`
}

/** What the time of a response is told apart into, and by which words. */
const parts = [
  ['computingMs', 'computing'],
  ['queueMs', 'waiting for its turn'],
  ['waitingMs', 'waiting inside'],
  ['generatorMs', 'load generator']
] as const

/** @returns those of which it is known where a response's time goes */
export function withTimes(uses: readonly VariantUse[]): (VariantUse & { responseTime: ResponseTime })[] {
  return uses.flatMap((use) => (use.responseTime === null ? [] : [{ ...use, responseTime: use.responseTime }]))
}

/**
 * @returns such as "4.1 ms of 66 ms computing, 60 ms waiting for its turn, 0.30 ms waiting inside, 1.2 ms load
 *   generator"
 */
export function timeWords(time: ResponseTime): string {
  return known(time).map(([ms, words], i) => `${roughMs(ms)} ms ${i === 0 ? `of ${roughMs(time.latencyMs)} ms ` : ''}${words}`).join(', ')
}

/** @returns such as "of 66 ms in the mean, computing 4.1 ms (6.2 %), ..." */
export function timeShares(time: ResponseTime): string {
  return `of ${roughMs(time.latencyMs)} ms in the mean, ${known(time).map(([ms, words]) => `${words} ${roughMs(ms)} ms (${percent(ms / time.latencyMs)})`).join(', ')}`
}

/** @returns without the load generator where it told nothing */
function known(time: ResponseTime): [ms: number, words: string][] {
  return parts.flatMap(([key, words]) => {
    const ms = time[key]
    return ms === null ? [] : [[ms, words] as [number, string]]
  })
}

/** Longer names are cut where there is no room for them. */
const longestName = 24

/**
 * @param longest in characters
 * @returns for the text of a chart, isolated from the text around it by U+2068 and U+2069
 */
export function shortName(name: string, longest: number = longestName): string {
  const characters = [...new Intl.Segmenter().segment(name)].map(({ segment }) => segment)
  return isolated(characters.length <= longest ? name : `${characters.slice(0, longest - 1).join('')}…`)
}
