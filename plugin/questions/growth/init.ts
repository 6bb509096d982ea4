import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { startVariant } from '../../app/modes.ts'
import { SpeedupError } from '../../concepts/errors.ts'
import { listCounts } from '../../concepts/wording.ts'
import { ask, connect, type Asked } from '../../init/measure-answers.ts'
import { graphqlContent, logIn } from '../../init/requests.ts'
import type { Trial } from '../../init/try-app.ts'
import type { Connection } from '../../load-thread/lean/http-connection.ts'
import { openWorkbench, type Workbench } from '../../processes/guard.ts'
import { namesIn } from '../../processes/proc.ts'
import { signOf, type Foot, type GrowthFound, type Reading, type Round } from './concepts.ts'

/** Of a start, after the warm-up. */
const cyclesWatched = 10
/** In cycles: caches fill, and code is compiled. */
const warmUpCycles = 5
const mostUsers = 20
/** Of a cycle. */
const [usualSeconds, fewestRequests, mostRequests] = [0.25, 10, 2000]
/** For what a request still does once it has been answered; and until each of several processes has told, at first. */
const [settleMs, firstMs] = [50, 300]
const lookMs = 20
/** A large heap takes seconds to collect. */
const patienceMs = 60_000
const mostFailures = 0.01

/** How long to look. requests: of a cycle; null: as many as the app answers in a moment */
export type Look = { rounds: number; requests: number | null }

/**
 * Starts the app anew for each round, as one process, lets users ask it, and after each cycle of so many requests has it
 * collect its garbage and tell what it holds.
 *
 * @param tell hears what is about to be done. @throws SpeedupError
 */
export async function measureGrowth(
  trial: Trial,
  look: Look,
  tell: (plan: string) => void,
  signal: AbortSignal
): Promise<Omit<GrowthFound, 'app' | 'limit'>> {
  const begun = performance.now()
  const usual = Math.round(Math.max(fewestRequests, Math.min(usualSeconds * trial.times.perSecond, mostRequests)))
  const requests = look.requests ?? usual
  tell(
    `${look.rounds} starts, each with ${warmUpCycles + cyclesWatched} cycles of ${requests} requests, of which ${warmUpCycles} warm it up`
  )
  const workbench = openWorkbench()
  try {
    const rounds: Round[] = []
    while (rounds.length < look.rounds) rounds.push(await measureRound(trial, requests, workbench, signal))
    return { rounds, requests, seconds: (performance.now() - begun) / 1000 }
  } finally {
    await workbench.close()
  }
}

async function measureRound(trial: Trial, ofCycle: number, workbench: Workbench, signal: AbortSignal): Promise<Round> {
  const { settings, paths, load } = trial
  const logFile = workbench.createLog('start')
  const folder = `${logFile}.feet`
  mkdirSync(folder)
  const preload = { growthFolder: folder }
  const [variant] = settings.variants
  const running = await startVariant({ ...settings, variant, logFile, ...workbench, preload }, signal)
  const own = new AbortController()
  const until = AbortSignal.any([signal, own.signal])
  const measure = async () => {
    const { url } = settings.target
    const { content } = await logIn(url, trial, until)
    const asked = {
      urls: paths.map((path) => new URL(`${url}${path}`)),
      content: trial.path.isGraphql ? graphqlContent(content.headers) : content
    }
    const users = openUsers(asked, Math.min(load.users, mostUsers))
    until.addEventListener('abort', users.leave)
    try {
      const feet: Foot[] = []
      for (let requests = warmUpCycles * ofCycle; feet.length <= cyclesWatched; requests += ofCycle) {
        await users.sendUntil(requests)
        until.throwIfAborted()
        await delay(settleMs, undefined, { signal: until })
        feet.push({ requests, ...(await readFoot(folder, feet.length, until)) })
      }
      checkFailures(users.failures, feet[cyclesWatched].requests)
      return { feet }
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

/** Users who keep their connections, and share the requests: exactly so many are sent. */
function openUsers(asked: Asked, users: number) {
  const { connections, requests, close } = connect(asked, users)
  const failures: Record<string, number> = {}
  let sent = 0
  let hasLeft = false
  return {
    failures,
    leave() {
      hasLeft = true
      close()
    },
    async sendUntil(count: number) {
      const goOn = async (connection: Connection) => {
        while (sent < count && !hasLeft) {
          const failure = await ask(connection, requests[sent++ % requests.length])
          if (failure !== null) failures[failure] = (failures[failure] ?? 0) + 1
        }
      }
      await Promise.all(connections.map(goOn))
    }
  }
}

/** @returns what all its processes hold together. @throws SpeedupError one of them does not tell */
async function readFoot(folder: string, foot: number, signal: AbortSignal): Promise<Omit<Foot, 'requests'>> {
  const told = (of: number) => namesIn(folder).filter((name) => name.endsWith(`-${of}.json`))
  const expected = Math.max(1, told(foot - 1).length)
  writeFileSync(join(folder, signOf(foot)), '')
  if (foot === 0) await delay(firstMs, undefined, { signal })
  for (const begun = performance.now(); told(foot).length < expected;) {
    await delay(lookMs, undefined, { signal })
    if (performance.now() - begun > patienceMs)
      throw new SpeedupError(
        'UNSUPPORTED',
        'The app does not tell what it holds, within a minute. Does it end workers of its own, or run without `--import`?'
      )
  }
  const readings = told(foot).map((name): Reading => JSON.parse(readFileSync(join(folder, name), 'utf8')))
  const sums = Object.keys(readings[0]).map((key) => [
    key,
    readings.reduce((sum, reading) => sum + reading[key as keyof Reading], 0)
  ])
  return { ...Object.fromEntries(sums), processes: readings.length }
}
