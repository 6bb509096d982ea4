import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { startVariant } from '../../app/modes.ts'
import { SpeedupError } from '../../concepts/errors.ts'
import { listCounts } from '../../concepts/wording.ts'
import { ask, wireOf, type Asked } from '../../init/measure-answers.ts'
import { graphqlContent, logIn } from '../../init/requests.ts'
import type { Trial } from '../../init/try-app.ts'
import { Connection, mannerOf, type WireRequest } from '../../load-thread/lean/http-connection.ts'
import { openWorkbench, type Workbench } from '../../processes/guard.ts'
import { namesIn } from '../../processes/proc.ts'
import type { Foot, GrowthFound, Round } from './concepts.ts'
import { signOf, type Reading } from './messages.ts'

/** Of a round, after the warm-up. */
const cyclesOfRound = 10
/** In cycles: caches fill, and code is compiled. */
const warmUpCycles = 5
const mostUsers = 20
const cycleSeconds = 0.4
const [fewestRequests, mostRequests] = [10, 4000]
/** For what a request still does when it has been answered. */
const settleMs = 50
const lookMs = 20
const firstMs = 300
/** A large heap takes seconds to collect. */
const patienceMs = 60_000
const mostFailures = 0.01

/** @param rounds how many; requests: of a cycle; null: as many as the app answers in a moment */
export type Length = { rounds: number; requests: number | null }

/**
 * Starts the app anew for each round, as one process, lets users ask it, and after each cycle of so many requests has it
 * collect its garbage and read what it holds.
 *
 * @param tell hears what is about to be done. @throws SpeedupError
 */
export async function measureGrowth(
  trial: Trial,
  { rounds: count, requests: wanted }: Length,
  tell: (plan: string) => void,
  signal: AbortSignal
): Promise<Omit<GrowthFound, 'app' | 'limit'>> {
  const begun = performance.now()
  const { perSecond } = trial.times
  const requests = wanted ?? Math.round(Math.max(fewestRequests, Math.min(cycleSeconds * perSecond, mostRequests)))
  const cycles = warmUpCycles + cyclesOfRound
  tell(`${count} starts, each with ${cycles} cycles of ${requests} requests, of which ${warmUpCycles} warm it up`)
  const workbench = openWorkbench()
  try {
    const rounds: Round[] = []
    for (let round = 1; round <= count; round++) {
      rounds.push(await measureRound(trial, { requests, name: `round-${round}`, workbench }, signal))
    }
    return { rounds, requests, seconds: (performance.now() - begun) / 1000 }
  } finally {
    await workbench.close()
  }
}

async function measureRound(
  trial: Trial,
  { requests: ofCycle, name, workbench }: { requests: number; name: string; workbench: Workbench },
  signal: AbortSignal
): Promise<Round> {
  const { settings, paths, load } = trial
  const folder = join(workbench.folder, name)
  mkdirSync(folder)
  const request = {
    ...settings,
    variant: settings.variants[0],
    logFile: workbench.createLog(name),
    ...workbench,
    preload: { growthFolder: folder },
    doing: () => 'was measured'
  }
  const running = await startVariant(request, signal)
  const own = new AbortController()
  const until = AbortSignal.any([signal, own.signal])
  const death = running.died.then((error) => Promise.reject(error))
  const measure = async () => {
    const { url } = settings.target
    const { content: plain } = await logIn(url, trial, until)
    const headers = { ...plain.headers, ...graphqlContent.headers }
    const content = trial.path.isGraphql ? { ...graphqlContent, headers } : plain
    const users = openUsers(
      { urls: paths.map((path) => new URL(`${url}${path}`)), content },
      Math.min(load.users, mostUsers)
    )
    try {
      const feet: Foot[] = []
      let requests = 0
      const cycle = async (cycles: number) => {
        await users.send(cycles * ofCycle, until)
        requests += cycles * ofCycle
        await delay(settleMs, undefined, { signal: until })
        feet.push({ requests, ...(await readFoot(folder, feet.length, until)) })
      }
      await cycle(warmUpCycles)
      while (feet.length <= cyclesOfRound) await cycle(1)
      checkFailures(users.failures, requests)
      return { feet, failures: users.failures }
    } finally {
      users.leave()
    }
  }
  try {
    return await Promise.race([measure(), death])
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

/** Users who keep their connections, and share as many requests as are to be sent: exactly that many. */
function openUsers({ urls, content }: Asked, users: number) {
  const manner = mannerOf(Infinity)
  const connections = Array.from({ length: users }, () => new Connection(urls[0], manner, new Map()))
  const wires: WireRequest[] = urls.map((url) => wireOf(url, content))
  const failures: Record<string, number> = {}
  const leave = () => connections.forEach((connection) => connection.close())
  let sent = 0
  return {
    failures,
    leave,
    async send(count: number, signal: AbortSignal) {
      const last = sent + count
      signal.addEventListener('abort', leave, { once: true })
      await Promise.all(
        connections.map(async (connection) => {
          while (sent < last && !signal.aborted) {
            const failure = await ask(connection, wires[sent++ % wires.length])
            if (failure !== null) failures[failure] = (failures[failure] ?? 0) + 1
          }
        })
      )
      signal.removeEventListener('abort', leave)
      signal.throwIfAborted()
    }
  }
}

/** @returns what all its processes hold together. @throws SpeedupError none of them tells */
async function readFoot(folder: string, foot: number, signal: AbortSignal): Promise<Omit<Foot, 'requests'>> {
  writeFileSync(join(folder, signOf(foot)), '')
  const written = () => namesIn(folder).filter((name) => name.endsWith(`-${foot}.json`))
  const before = foot === 0 ? 1 : namesIn(folder).filter((name) => name.endsWith(`-${foot - 1}.json`)).length
  for (const begun = performance.now(); written().length < before;) {
    if (performance.now() - begun > patienceMs)
      throw new SpeedupError(
        'UNSUPPORTED',
        'The app does not tell what it holds: is it a Node program, and lets it --import?'
      )
    await delay(lookMs, undefined, { signal })
  }
  // How many processes there are is known once each of them has had the time to tell.
  if (foot === 0) await delay(firstMs, undefined, { signal })
  const readings = written().map((name): Reading => JSON.parse(readFileSync(join(folder, name), 'utf8')))
  const sum = (key: keyof Reading) => readings.reduce((total, reading) => total + reading[key], 0)
  return {
    heapBytes: sum('heapBytes'),
    externalBytes: sum('externalBytes'),
    bufferBytes: sum('bufferBytes'),
    rssBytes: sum('rssBytes'),
    descriptors: sum('descriptors'),
    handles: sum('handles'),
    processes: readings.length
  }
}
