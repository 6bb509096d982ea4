import type { Check } from '../started.ts'

/** Of AWS' load balancers and of nginx; Google's is ten minutes. */
const usualSeconds = 60

/** As the HTTP server itself has it in its process; 0: it never closes one. */
export const idle: Check<number | null> = {
  title: 'idle connections',
  async look({ workers: [worker], notes, reachAll }) {
    await reachAll()
    return notes(worker).findLast((note) => note.note === 'accepted')?.keepAliveMs ?? null
  },
  conclude({ single }) {
    const isShort = single !== null && single > 0 && single < usualSeconds * 1000
    const sentence = `an idle connection is closed after ${Number(single) / 1000} s, and load balancers keep it for ${usualSeconds} s: now and then a 502`
    return {
      findings: isShort ? [{ code: 'keep-alive-too-short', sentence }] : [],
      fine: single === null ? null : 'idle connections are kept long enough'
    }
  }
}
