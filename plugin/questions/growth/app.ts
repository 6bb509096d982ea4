import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { startVariant } from '../../app/modes.ts'
import { refuse, SpeedupError } from '../../concepts/errors.ts'
import { addCounts } from '../../concepts/failures.ts'
import type { Settings } from '../../concepts/settings.ts'
import { listCounts, sized } from '../../concepts/wording.ts'
import { builtModule } from '../../package-files.ts'
import { openWorkbench, type Workbench } from '../../processes/guard.ts'
import { namesIn } from '../../processes/proc.ts'
import { heapOf, signOf, type Foot, type Reading, type Round } from './concepts.ts'

/** Of a start, after the warm-up. */
export const cyclesWatched = 10
/** In cycles: caches fill, and code is compiled. */
export const warmUpCycles = 5
export const cyclesOfStart = warmUpCycles + cyclesWatched
/** Of a cycle. */
export const fewestRequests = 10
const [usualSeconds, mostRequests] = [0.25, 2000]
/** For what a request still does once it has been answered; and until each of several processes has told, at first. */
const [settleMs, firstMs] = [50, 300]
const lookMs = 20
/** A large heap takes seconds to collect. */
const patienceMs = 60_000
const mostFailures = 0.01
/** Of a heap, of which a snapshot takes up to twenty times as much, in the app and then in here. */
const mostHeapBytes = 60_000_000

/** An app, of its settings' first variant, and who asks it once it runs. */
export interface Subject {
  settings: Settings
  openUsers: (signal: AbortSignal) => Promise<Users>
}

/** sendUntil: so many in all are sent, or some more: it tells how many */
interface Users {
  failures: Record<string, number>
  leave: () => void
  sendUntil: (count: number) => Promise<number>
}

/** How often an app is started. */
export const usualRounds = 5

/** How long to look. requests: of a cycle */
export type Extent = { rounds: number; requests: number }

/** @returns of a cycle: as many as the app answers in a moment */
export const usualRequests = (perSecond: number) =>
  Math.round(Math.max(fewestRequests, Math.min(usualSeconds * perSecond, mostRequests)))

/**
 * Starts each app anew for each round, as one process, lets users ask it, and after each cycle of so many requests has
 * it collect its garbage and tell what it holds.
 *
 * @returns the rounds of each. @throws SpeedupError
 */
export async function measureGrowth(subjects: Subject[], { rounds, requests }: Extent, signal: AbortSignal) {
  const workbench = openWorkbench()
  try {
    const measured: Round[][] = subjects.map(() => [])
    for (let round = 0; round < rounds; round++)
      for (const [i, subject] of subjects.entries()) {
        const { feet } = await measureRound(subject, requests, workbench, signal)
        measured[i].push({ feet })
      }
    return measured
  } finally {
    await workbench.close()
  }
}

/**
 * @param heapsAt of which feet a snapshot is taken, not of the first. @returns heaps: their files, in the workbench's
 * folder
 */
export async function measureRound(
  { settings, openUsers }: Subject,
  ofCycle: number,
  workbench: Workbench,
  signal: AbortSignal,
  heapsAt: number[] = []
) {
  const logFile = workbench.createLog('start')
  const folder = `${logFile}.feet`
  mkdirSync(folder)
  // The workers that an app forks are part of what it holds.
  const preload = {
    watcher: builtModule('questions/growth/in-app/measure-memory.js').href,
    watchFolder: folder,
    watchesIn: 'forks' as const
  }
  const [variant] = settings.variants
  const running = await startVariant({ ...settings, variant, logFile, ...workbench, preload }, signal)
  const own = new AbortController()
  const until = AbortSignal.any([signal, own.signal])
  const measure = async () => {
    const users = await openUsers(until)
    until.addEventListener('abort', users.leave)
    try {
      const feet: Foot[] = []
      const heaps: string[] = []
      for (let requests = warmUpCycles * ofCycle; feet.length <= cyclesWatched; requests += ofCycle) {
        const sent = await users.sendUntil(requests)
        until.throwIfAborted()
        await delay(settleMs, undefined, { signal: until })
        if (heapsAt.includes(feet.length)) {
          const { heapBytes } = feet[feet.length - 1]
          if (heapBytes > mostHeapBytes) refuse(`a heap of ${sized(heapBytes)} is too large for snapshots.`)
          // One process: of those that an app forks, a later one.
          const [process] = tellingIn(folder, 0).slice(-1)
          const heap = join(folder, heapOf(Number.parseInt(process, 10), feet.length))
          writeFileSync(`${heap}.wanted`, '')
          heaps.push(heap)
        }
        feet.push({ requests: sent, ...(await readFoot(folder, feet.length, until)) })
      }
      checkFailures(users.failures, feet[cyclesWatched].requests)
      return { feet, heaps }
    } finally {
      users.leave()
    }
  }
  try {
    return await Promise.race([measure(), running.died.then((error) => Promise.reject(error))])
  } finally {
    own.abort()
    await running.stop()
  }
}

function checkFailures(failures: Record<string, number>, requests: number) {
  const failed = Object.values(failures).reduce((sum, count) => sum + count, 0)
  if (failed > mostFailures * requests)
    throw new SpeedupError(
      'TOO_MANY_ERRORS',
      `${failed} of ${requests} requests failed: ${listCounts(failures)}. What they leave behind is not what others do. ` +
        'If the app limits the request rate, disable that while it is measured.'
    )
}

const tellingIn = (folder: string, foot: number) => namesIn(folder).filter((name) => name.endsWith(`-${foot}.json`))

/** @returns what all its processes hold together. @throws SpeedupError one of them does not tell */
async function readFoot(folder: string, foot: number, signal: AbortSignal) {
  const expected = Math.max(1, tellingIn(folder, foot - 1).length)
  writeFileSync(join(folder, signOf(foot)), '')
  if (foot === 0) await delay(firstMs, undefined, { signal })
  for (const begun = performance.now(); tellingIn(folder, foot).length < expected;) {
    await delay(lookMs, undefined, { signal })
    if (performance.now() - begun > patienceMs)
      throw new SpeedupError(
        'UNSUPPORTED',
        'The app does not tell what it holds, within a minute. Does it end workers of its own, or run without `--import`?'
      )
  }
  const readings: Reading[] = tellingIn(folder, foot).map((name) =>
    JSON.parse(readFileSync(join(folder, name), 'utf8'))
  )
  return { ...addCounts(readings), processes: readings.length }
}
