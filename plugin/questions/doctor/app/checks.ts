import { setTimeout as delay } from 'node:timers/promises'
import { Unseen } from '../../../app/pass.ts'
import type { RunningVariant } from '../../../app/runner.ts'
import { SpeedupError } from '../../../concepts/errors.ts'
import { counts, etags } from './checks/answers.ts'
import { connections } from './checks/connections.ts'
import { idle } from './checks/idle.ts'
import { jobs } from './checks/jobs.ts'
import { cores, memory, parallel, starting } from './checks/multiplied.ts'
import { sessions } from './checks/sessions.ts'
import { files, ports } from './checks/shared.ts'
import { sigterm } from './checks/sigterm.ts'
import { sockets } from './checks/sockets.ts'
import { findingsIn, mostRequests, watchStarted, type Check, type Said, type Watching } from './started.ts'

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

/** @returns how many requests these checks need of a process */
export const spentBy = (names: string[]) => names.reduce((sum, name) => sum + (checks[name].spends ?? 0), 0)

/**
 * @param single what was seen of it; null: this is that
 * @returns the checks that are left, as the app died in the one before them
 */
export async function lookWith(
  names: string[],
  running: RunningVariant,
  { looked, single, watching }: { looked: Looked; single: Looked | null; watching: Omit<Watching, 'left'> },
  signal: AbortSignal
) {
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
        const { needs = 'one', look } = checks[name]
        if (app.outside !== null && (needs === 'notes' || (needs !== 'nobody' && known === 0)))
          throw new Unseen(app.outside)
        if (single !== null && needs === 'each worker' && known < workersStarted)
          throw new Unseen('all connections reach one process, so there is no other to compare it with')
        looked.seen[name] = await look(app, single?.seen[name])
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

/**
 * @param clustered an error: it did not start as a cluster
 * @returns fine: undefined: something was found, or nothing is to tell
 */
export function conclude(names: string[], single: Looked, clustered: Looked | SpeedupError, workers: number) {
  const concluded = (check: string, title: string, said: Said) => {
    const findings = findingsIn(said)
    const fine = findings.length === 0 ? said.find((each) => typeof each === 'string') : undefined
    return { check, title, findings, fine }
  }
  if (clustered instanceof SpeedupError) {
    const sentence = `the app works as one process, but not as 2 workers: ${clustered.message}`
    return [concluded('start', 'the start', [{ code: 'fails-as-cluster', sentence }])]
  }
  return names.map((check) => {
    const { title, conclude } = checks[check]
    const sentence = single.unseen[check] ?? clustered.unseen[check]
    const seen = { single: single.seen[check], clustered: clustered.seen[check], workers }
    return concluded(check, title, sentence === undefined ? conclude(seen) : [{ code: 'not-seen', sentence }])
  })
}
