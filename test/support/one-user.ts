import { appendFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { LoadGenerator, type RoundPlan, type SeenRound } from '../../plugin/load/load-generator.ts'
import { clockMs } from '../../plugin/machine/clock.ts'
import { rounded } from '../../plugin/statistics/descriptive.ts'
import type { Generation } from '../../plugin/load/run-generator.ts'
import type { LoadOutcome, RunOrder, SeenSlice, SliceStep } from '../../plugin/messages/load.ts'

const pauseMs = 20

/**
 * Stands for the child `artillery run` where it does not matter who makes the load: a user in this process, who asks
 * for / again and again. It takes a twentieth of the child's CPU time.
 */
export class OneUser extends LoadGenerator {
  override prepare({ order, heard }: Generation, signal: AbortSignal): () => Promise<LoadOutcome> {
    return async () => {
      const beganMs = clockMs()
      heard({ event: 'loading', cpuMs: 0 })
      await askFor(Number(order.loadSeconds), order, signal)
      const outcome = outcomeSince(beganMs)
      heard({ event: 'finished', cpuMs: 0, ...outcome })
      return outcome
    }
  }

  override prepareRound(generations: Generation[], signal: AbortSignal): (plan: RoundPlan) => Promise<SeenRound> {
    return async ({ slices, heard }) => {
      const beganMs = clockMs()
      const seen: SeenSlice[] = []
      for (const { load, seconds, counts } of slices) {
        const tell = (step: SliceStep) => heard({ event: 'slice', step, load, cpuMs: 0 })
        const openMs = clockMs()
        tell('opens')
        if (counts) tell('counts')
        const fromMs = clockMs()
        await askFor(seconds, generations[load].order, signal)
        const toMs = clockMs()
        if (counts) tell('counted')
        tell('rests')
        seen.push({ load, counts, openMs, fromMs, toMs, restMs: clockMs() })
      }
      return { outcomes: generations.map(() => outcomeSince(beganMs)), slices: seen }
    }
  }
}

async function askFor(seconds: number, { targets: [{ url }], samplesFile, originMs }: RunOrder, signal: AbortSignal) {
  for (const end = performance.now() + 1000 * seconds; performance.now() < end; await delay(pauseMs)) {
    const startMs = clockMs()
    const response = await fetch(url, { signal, headers: { connection: 'close' } }).catch(() => null)
    signal.throwIfAborted()
    // Who is refused asks again, as users of the child do: the app may have died, which another tells.
    if (response === null) continue
    const latencyMs = rounded(clockMs() - startMs)
    await response.text().catch(() => '')
    const pid = response.headers.get('x-worker-pid') ?? ''
    appendFileSync(samplesFile, `${rounded(startMs - originMs)},${latencyMs},${response.status},${pid},1\n`)
  }
}

const outcomeSince = (beganMs: number): LoadOutcome => ({
  errors: {},
  responses: { byStatus: {}, bytes: 0 },
  users: 1,
  skippedUsers: 0,
  shortestSessionMs: null,
  beganMs,
  lastArrivalMs: beganMs,
  endedMs: clockMs()
})
