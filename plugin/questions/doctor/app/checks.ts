import { setTimeout as delay } from 'node:timers/promises'
import { Unseen } from '../../../app/pass.ts'
import type { RunningVariant } from '../../../app/runner.ts'
import { SpeedupError } from '../../../concepts/errors.ts'
import type { Conclusion } from '../concepts.ts'
import { connections } from './checks/connections.ts'
import { cores } from './checks/cores.ts'
import { counts } from './checks/counts.ts'
import { etags } from './checks/etags.ts'
import { files } from './checks/files.ts'
import { idle } from './checks/idle.ts'
import { jobs } from './checks/jobs.ts'
import { memory } from './checks/memory.ts'
import { parallel } from './checks/parallel.ts'
import { ports } from './checks/ports.ts'
import { sessions } from './checks/sessions.ts'
import { sockets } from './checks/sockets.ts'
import { sigterm } from './checks/sigterm.ts'
import { starting } from './checks/starting.ts'
import { mostRequests, watchStarted, type Check } from './started.ts'

/** In the order in which they look: the first one reads what the start has cost, the last one ends the app. */
export const checks: Record<string, Check> = {
  starting,
  sessions,
  sockets,
  counts,
  etags,
  jobs,
  connections,
  files,
  memory,
  ports,
  idle,
  parallel,
  cores,
  sigterm
}

/** Two show what several would do. */
export const workersStarted = 2
/** For an end to be heard of. */
const deathMs = 100

/** What the checks saw in one way, or why they saw nothing, by name; forksItself: the app is a cluster already */
export interface Looked {
  forksItself: boolean
  seen: Record<string, unknown>
  unseen: Record<string, string>
}

type Concluded = Conclusion & { check: string; title: string }

/** @returns how many requests these checks need of a process */
export const spentBy = (names: string[]) => names.reduce((sum, name) => sum + (checks[name].spends ?? 0), 0)

/** @returns the checks that are left, as the app died in the one before them */
export async function lookWith(
  names: string[],
  running: RunningVariant,
  {
    looked,
    single,
    watching
  }: { looked: Looked; single: Looked | null; watching: Omit<Parameters<typeof watchStarted>[1], 'left'> },
  signal: AbortSignal
): Promise<string[]> {
  const death = new AbortController()
  void running.died.then((error) => death.abort(error))
  looked.forksItself = running.reported().forks !== undefined
  let after: string[] = []
  const left = () => mostRequests - watching.spent.requests - workersStarted * spentBy(after)
  const app = await watchStarted(running, { ...watching, left }, AbortSignal.any([signal, death.signal]))
  const { length: known } = app.workers
  try {
    for (const [i, name] of names.entries()) {
      after = names.slice(i + 1)
      try {
        const { needs = 'one' } = checks[name]
        if (app.outside !== null && (needs === 'notes' || (needs !== 'nobody' && known === 0)))
          throw new Unseen(app.outside)
        if (single !== null && needs === 'each worker' && known < workersStarted)
          throw new Unseen('all connections reach one process, so there is no other to compare it with')
        looked.seen[name] = await checks[name].look(app, single?.seen[name])
      } catch (error) {
        // Its end is heard of a little later.
        await Promise.race([running.died, delay(deathMs, undefined, { signal })])
        // What was connected to may be gone.
        if (!(error instanceof Unseen || death.signal.aborted || 'code' in (error as Error))) throw error
        looked.unseen[name] = (death.signal.reason ?? error).message
        if (death.signal.aborted) return after
      }
    }
  } finally {
    app.close()
  }
  return []
}

/** @param clustered an error: it did not start as a cluster */
export function conclude(
  names: string[],
  single: Looked,
  clustered: Looked | SpeedupError,
  workers: number
): Concluded[] {
  if (clustered instanceof SpeedupError) {
    const sentence = `the app works as one process, but not as 2 workers: ${clustered.message}`
    return [{ check: 'start', title: 'the start', findings: [{ code: 'fails-as-cluster', sentence }], fine: null }]
  }
  return names.map((check) => {
    const { title, conclude } = checks[check]
    const sentence = single.unseen[check] ?? clustered.unseen[check]
    if (sentence !== undefined) return { check, title, findings: [{ code: 'not-seen', sentence }], fine: null }
    return { check, title, ...conclude({ single: single.seen[check], clustered: clustered.seen[check], workers }) }
  })
}
