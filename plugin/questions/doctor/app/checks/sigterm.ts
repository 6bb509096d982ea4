import { setTimeout as delay } from 'node:timers/promises'
import type { Check } from '../started.ts'
import type { Answer } from '../../../../app/pass.ts'
import { holdHeader } from '../../messages.ts'

interface Left {
  answer: Answer | null // to the request that it had when it was told to leave
  isKilled: boolean // as it did not leave
  seconds: number
}

const holdMs = 1000
/** Beside the second for which we hold a request. */
const lateSeconds = 3

/** The last of the checks that need a single process. null: the app runs otherwise */
export const sigterm: Check<Left | null> = {
  title: 'SIGTERM',
  async look({ workers, ask, requests, running, isAlone }) {
    if (!isAlone) return null
    const [request] = await requests()
    // What is never answered is not cut off.
    await ask(workers[0], request)
    const answered = ask(workers[0], {
      ...request,
      headers: { ...request.headers, connection: 'keep-alive', [holdHeader]: String(holdMs) }
    }).catch(() => null)
    await delay(holdMs / 2)
    const begun = performance.now()
    const isKilled = await running.stop()
    return { isKilled, seconds: (performance.now() - begun) / 1000, answer: await answered }
  },
  conclude({ single }) {
    if (single === null) return { findings: [], fine: null }
    const { answer, isKilled, seconds } = single
    const after = `${seconds.toFixed(1)} s`
    const runs = `SIGTERM: the app still runs ${after} after it, and a deploy has to kill it`
    if (isKilled) return { findings: [{ code: 'sigterm-ignored', sentence: runs }], fine: null }
    const cuts =
      'SIGTERM: the app leaves at once, and a request in progress gets no answer, at each deploy of each worker'
    const late = `SIGTERM: the app is gone only after ${after}; PM2 kills it after 1.6 s, and docker stop after 10 s`
    const says = `${answer?.headers.connection === 'close' ? 'with' : 'without'} connection: close`
    return {
      findings: [
        ...(answer === null ? [{ code: 'sigterm-cuts' as const, sentence: cuts }] : []),
        ...(seconds > lateSeconds ? [{ code: 'sigterm-late' as const, sentence: late }] : [])
      ],
      fine: `SIGTERM: requests in progress are answered, ${says}, gone after ${after}`
    }
  }
}
