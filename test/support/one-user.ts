import { appendFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { LoadGenerator } from '../../plugin/load/load-generator.ts'
import { clockMs } from '../../plugin/machine/clock.ts'
import { rounded } from '../../plugin/statistics/descriptive.ts'
import type { Generation, HearStep } from '../../plugin/load/run-generator.ts'
import type { LoadOutcome, LoadStep, MadeRound, RunOrder, SeenSlice, Turns } from '../../plugin/messages/load.ts'

const pauseMs = 20

/**
 * Stands for the child `artillery run` where it does not matter who makes the load: a user in this process, who asks
 * for / again and again. It takes a twentieth of the child's CPU time.
 */
export class OneUser extends LoadGenerator {
  override prepare(
    generations: Generation[],
    turns: Turns | null,
    signal: AbortSignal
  ): (heard: HearStep) => Promise<MadeRound> {
    return async (heard) => {
      const beganMs = clockMs()
      const seen: SeenSlice[] = []
      const alone = { load: 0, seconds: Number(generations[0].order.loadSeconds), counts: true }
      for (const { load, seconds, counts } of turns?.slices ?? [alone]) {
        const tell = (step: LoadStep) => heard({ event: 'step', step, load, cpuMs: 0 })
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
      return { outcomes: generations.map(() => outcomeSince(beganMs)), slices: turns === null ? [] : seen }
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
