import { setTimeout as delay } from 'node:timers/promises'
import type { Check } from '../started.ts'
import { holdHeader } from '../../messages.ts'

interface Left {
  isAnswered: boolean // the request that it had when it was told to leave
  isKilled: boolean // as it did not leave
  seconds: number
}

const holdMs = 1000

/** The last of the checks that need a single process. null: the app runs otherwise */
export const sigterm: Check<Left | null> = {
  title: 'SIGTERM',
  async look({ workers, ask, requests, running }) {
    if (workers.length > 1) return null
    const [request] = await requests()
    // What is never answered is not cut off.
    await ask(workers[0], request)
    const answered = ask(workers[0], {
      ...request,
      headers: { ...request.headers, [holdHeader]: String(holdMs) }
    }).then(
      () => true,
      () => false
    )
    await delay(holdMs / 2)
    const begun = performance.now()
    const isKilled = await running.stop()
    return { isKilled, seconds: (performance.now() - begun) / 1000, isAnswered: await answered }
  },
  conclude({ single }) {
    const { isAnswered, isKilled, seconds } = single!
    const after = `${seconds.toFixed(1)} s`
    const runs = `SIGTERM: the app still runs ${after} after it, and a deploy has to kill it`
    if (isKilled) return { findings: [{ code: 'sigterm-ignored', sentence: runs }], fine: null }
    const sentence =
      'SIGTERM: the app leaves at once, and a request in progress gets no answer, at each deploy of each worker'
    return {
      findings: isAnswered ? [] : [{ code: 'sigterm-cuts', sentence }],
      fine: `SIGTERM: requests in progress are answered, gone after ${after}`
    }
  }
}
