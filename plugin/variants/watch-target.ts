import { setTimeout as delay } from 'node:timers/promises'
import { SpeedupError } from '../errors.ts'
import { tryConnection } from './port.ts'
import type { Target, Variant } from '../vocabulary.ts'

const everyMs = 1000
/** Longer than it takes to put another process in the place of one. */
const refusedMs = 3000
/** What is overloaded may be silent for a while; but after this long Artillery gives up, too. */
const silentMs = 10_000

/**
 * Tries once a second whether somebody still accepts connections there.
 *
 * @param signal ends the watch, and leaves nothing behind
 * @returns APP_DIED; null: the watch was ended
 */
export async function watchTarget(variant: Variant, target: Target, signal: AbortSignal): Promise<SpeedupError | null> {
  let sinceMs: number | null = null
  while (!signal.aborted) {
    const begunMs = Date.now()
    const error = await tryConnection(target, signal)
    if (error === null) {
      sinceMs = null
    } else if (!signal.aborted) {
      sinceMs ??= begunMs
      const forMs = Date.now() - sinceMs
      if (forMs > (error.code === 'ETIMEDOUT' ? silentMs : refusedMs)) return lossOf(variant, target, { sinceMs, forMs, error })
    }
    await delay(everyMs, undefined, { signal, ref: false }).catch(() => {})
  }
  return null
}

function lossOf({ name }: Variant, { url }: Target, { sinceMs, forMs, error }: { sinceMs: number, forMs: number, error: NodeJS.ErrnoException }) {
  const time = new Date(sinceMs).toISOString().slice(11, 19)
  return new SpeedupError(
    'APP_DIED',
    `Variant ${name}: ${url} has accepted no connection since ${time} UTC, for ${Math.round(forMs / 1000)} s (${error.message || error.code}), ` +
      'while it was measured. Does it still run, and can it bear this load?'
  )
}
