import { percent, roughMs } from '../wording.ts'
import type { ResponseTime, VariantUse } from '../vocabulary.ts'

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
