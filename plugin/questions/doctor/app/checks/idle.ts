import { mostIdleSeconds, type Check } from '../started.ts'

/** Of AWS' load balancers and of nginx; Google's is ten minutes. */
const usualSeconds = 60
/** A connection that is closed at once is not idle. */
const atOnceSeconds = 0.5

/** allows: what the HTTP server says in its process, in seconds, 0: any time; null: unknown */
interface Idle {
  allows: { idle: number; headers: number; request: number } | null
  closedAfter: number | null | undefined // as seen from outside; null: it was not; undefined: not seen
}

export const idle: Check<Idle> = {
  title: 'idle connections',
  isOutside: true,
  async look({ workers: [worker], notes, reachAll, idleFor }) {
    await reachAll()
    const accepted = worker === undefined ? undefined : notes(worker).findLast((note) => note.note === 'accepted')
    const [keepMs, headersMs, requestMs] = accepted?.allowsMs ?? []
    const allows =
      keepMs === undefined ? null : { idle: keepMs / 1000, headers: headersMs! / 1000, request: requestMs! / 1000 }
    const mayEnd = allows === null || (allows.idle > 0 && allows.idle < mostIdleSeconds)
    return { allows, closedAfter: mayEnd ? await idleFor : undefined }
  },
  conclude({ single: { allows, closedAfter } }) {
    const seconds = allows?.idle ?? closedAfter ?? 0
    if (allows === null && closedAfter === undefined) return { findings: [], fine: null }
    if (closedAfter != null && closedAfter < atOnceSeconds)
      return { findings: [], fine: 'the app closes each connection after its answer' }
    // As equal as not: who is first is chance.
    const isShort = seconds > 0 && seconds <= usualSeconds && closedAfter !== null
    const seen = closedAfter == null ? '' : `seen from outside after ${closedAfter.toFixed(1)} s, `
    const sentence = `an idle connection is closed after ${Math.round(10 * seconds) / 10} s, ${seen}and load balancers keep it for ${usualSeconds} s: now and then a 502`
    const more = allows && ` (headers may take ${allows.headers} s, requests ${allows.request} s; 0: any time)`
    return {
      findings: isShort ? [{ code: 'keep-alive-too-short', sentence }] : [],
      fine: `idle connections are kept long enough${more ?? ''}`
    }
  }
}
