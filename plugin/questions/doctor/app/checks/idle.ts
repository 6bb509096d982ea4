import { checkOf, mostIdleSeconds } from '../started.ts'

/** Of AWS' load balancers and of nginx; Google's is ten minutes. */
const usualSeconds = 60
/** A connection that is closed at once is not idle. */
const atOnceSeconds = 0.5

/**
 * allows: by the HTTP server in its process, in ms, 0: any time: idle, for headers, for a request; empty: unknown
 * closedAfter: seconds, as seen from outside; null: it was not; NaN: not known
 */
export const idle = checkOf({
  title: 'idle connections',
  needs: 'nobody',
  spends: 1,
  async look({ workers, notes, reach, idleFor }) {
    await reach(workers)
    const allows = notes(workers[0] ?? '', 'accepted').at(-1)?.allowsMs ?? []
    const [keepMs = 1] = allows
    return { allows, closedAfter: keepMs > 0 && keepMs < mostIdleSeconds * 1000 ? await idleFor : NaN }
  },
  conclude({ single: { allows, closedAfter } }) {
    const [seconds, ...others] = allows.length > 0 ? allows.map((ms) => ms / 1000) : [closedAfter ?? 0]
    if (Number.isNaN(seconds)) return []
    if ((closedAfter ?? 1) < atOnceSeconds) return ['the app closes each connection after its answer']
    // As equal as not: who is first is chance.
    const isShort = seconds > 0 && seconds <= usualSeconds && closedAfter !== null
    const seen = closedAfter ? `seen from outside after ${closedAfter.toFixed(1)} s, ` : ''
    const sentence = `an idle connection is closed after ${Math.round(10 * seconds) / 10} s, ${seen}\
and load balancers keep it for ${usualSeconds} s: now and then a 502`
    const more = others.length > 0 ? ` (headers may take ${others[0]} s, requests ${others[1]} s; 0: any time)` : ''
    return [isShort && { code: 'keep-alive-too-short', sentence }, `idle connections are kept long enough${more}`]
  }
})
