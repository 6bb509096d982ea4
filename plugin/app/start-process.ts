import { SpeedupError } from '../concepts/errors.ts'
import { startOwned, type Launch, type OwnedProcess } from '../processes/owned-process.ts'
import { followState, listenersOn, type AppState } from './app-state.ts'
import { explainDeath, nameApp } from './explain.ts'
import { checkPortIsFree, isListening } from './port.ts'
import { waitUntilReady } from './readiness.ts'
import type { RunningVariant, StartRequest } from './start-variant.ts'

/** env: beyond the app's */
type How = Pick<Launch, 'file' | 'argv' | 'isStranger'> & { env?: Record<string, string> }

interface Started {
  process: OwnedProcess
  state: AppState
  stop: () => Promise<boolean> // true if it had to be killed
  kill: () => Promise<void>
}

/**
 * What all modes have in common that start something here: a process of ours, with all that it starts.
 *
 * @param signal kills it at once, but a stranger after a second
 * @throws SpeedupError PORT_TAKEN, APP_NOT_READY
 */
export async function startProcess(request: StartRequest, how: How, signal: AbortSignal): Promise<RunningVariant> {
  signal.throwIfAborted()
  await checkPortIsFree(request.target)
  signal.throwIfAborted()
  const startedAt = performance.now()
  const started = launch(request, how, signal)
  try {
    const isReady = await waitUntilReady({ ...request, ...started }, signal)
    if (!isReady) throw await death({ ...request, ...started }, 'APP_NOT_READY')
  } catch (error) {
    await started.kill()
    throw error
  }
  const readySeconds = (performance.now() - startedAt) / 1000
  return { readySeconds, ...running({ ...request, ...started }, signal) }
}

function launch({ app, variant, target, logFile, guard }: StartRequest, { env: own, ...how }: How, signal: AbortSignal): Started {
  const env = { ...process.env, ...app.env, ...variant.env, ...own, PORT: String(target.port) }
  const owned = startOrExplain({ ...how, env, cwd: app.cwd, logFile }, guard, nameApp(variant, app))
  const isStranger = how.isStranger === true
  let leaving: Promise<boolean> | null = null
  const stopWithin = (seconds: number) => (leaving ??= owned.stop(seconds))
  // Whoever interrupts us while the app takes its time does not wait for it.
  const endSoon = () => void (isStranger && leaving === null ? stopWithin(passOnSeconds) : owned.kill())
  signal.addEventListener('abort', endSoon, { once: true })
  const release = () => signal.removeEventListener('abort', endSoon)
  return {
    process: owned,
    state: followState(owned),
    stop: () => stopWithin(app.stopTimeoutSeconds).finally(release),
    async kill() {
      await (isStranger && signal.aborted ? stopWithin(passOnSeconds) : owned.kill())
      release()
    }
  }
}

/** For a command that has others do the work, as a client of docker has: only it can tell them to end. */
const passOnSeconds = 1

function startOrExplain(given: Launch, guard: StartRequest['guard'], who: string) {
  try {
    return startOwned(given, guard)
  } catch (error) {
    throw new SpeedupError('APP_NOT_READY', `${who} could not be started (${(error as Error).message}).`)
  }
}

function running(started: StartRequest & Started, signal: AbortSignal): Omit<RunningVariant, 'readySeconds'> {
  const { process: owned, state, target } = started
  let asked = false
  const died = owned.exited.then(() => {
    if (asked || signal.aborted) return new Promise<never>(() => {})
    return death(started, 'APP_DIED')
  })
  return {
    workerPids: () => listenersOn(state, target.port).map(String),
    restarts: () => state.restarts,
    usage: () => [...state.usage],
    kin: owned.kin,
    died,
    stop() {
      asked = true
      return started.stop()
    }
  }
}

async function death({ app, variant, target, state, logFile, process: owned }: StartRequest & Started, code: 'APP_NOT_READY' | 'APP_DIED') {
  const exit = await owned.exited
  const stillListens = await isListening(target)
  const when = code === 'APP_DIED' ? 'while it was measured' : 'before it was ready'
  return new SpeedupError(code, explainDeath({ variant, app, target, exit, stillListens, state, logFile, when }))
}
