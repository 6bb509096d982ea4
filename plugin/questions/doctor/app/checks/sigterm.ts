import { setTimeout as delay } from 'node:timers/promises'
import { holdHeader } from '../../messages.ts'
import { checkOf } from '../started.ts'

const holdMs = 1000
/** The rest of it is what the app has to wait for: less than the half second that fastify-cli allows. */
const heldBefore = 0.7
/** What takes less is answered before the signal arrives. */
const leastMs = 100
/** With the rest of that. */
const lateSeconds = 2.5

/**
 * The last of the checks that need a single process. null: the app runs otherwise. answer: to the request that it had
 * when it was told to leave; takesMs: a request; as we hold it, where we can; isKilled: as it did not leave
 */
export const sigterm = checkOf({
  title: 'SIGTERM',
  spends: 2,
  async look({ workers: [worker], ask, reach, requests, running, isAlone, outside }) {
    if (!isAlone) return null
    const [request] = await requests()
    await reach([worker, worker])
    // What is never answered is not cut off.
    const asked = performance.now()
    await ask(worker, request)
    const takesMs = outside === null ? holdMs : performance.now() - asked
    const answered = ask(worker, {
      ...request,
      headers: { ...request.headers, connection: 'keep-alive', [holdHeader]: String(holdMs) }
    }).catch(() => null)
    await delay(heldBefore * takesMs)
    const begun = performance.now()
    const isKilled = await running.stop()
    return { isKilled, takesMs, seconds: (performance.now() - begun) / 1000, answer: await answered }
  },
  conclude({ single }) {
    if (single === null) return []
    const { answer, takesMs, isKilled, seconds } = single
    const after = `${seconds.toFixed(1)} s`
    if (isKilled) {
      const sentence = `the app still runs ${after} after SIGTERM, and a deploy has to kill it`
      return [{ code: 'sigterm-ignored', sentence }]
    }
    const says = `${answer?.headers.connection === 'close' ? 'with' : 'without'} connection: close`
    return [
      takesMs < leastMs
        ? {
            code: 'not-seen',
            sentence: `the app is gone ${after} after it; whether it finishes requests cannot be seen from outside, \
as they take ${Math.ceil(takesMs)} ms`
          }
        : answer === null && {
            code: 'sigterm-cuts',
            sentence:
              'on SIGTERM the app leaves at once, and a request in progress gets no answer, ' +
              'at each deploy of each worker'
          },
      seconds > lateSeconds && {
        code: 'sigterm-late',
        sentence: `the app is gone only ${after} after SIGTERM; PM2 kills it after 1.6 s, and docker stop after 10 s`
      },
      `on SIGTERM, requests in progress are answered, ${says}, and the app is gone after ${after}`
    ]
  }
})
