import { SpeedupError } from '../concepts/errors.ts'
import { startOwned, type Launch, type OwnedProcess } from '../processes/owned-process.ts'
import { explainDeath, explainDelay, nameApp } from './explain.ts'
import { checkPortIsFree, isListening } from './port.ts'
import { followState, listenersOn, waitUntilReady } from './readiness.ts'
import type { RunningVariant, StartRequest } from './modes.ts'

/** env: beyond the app's */
export type Program = Pick<Launch, 'file' | 'argv' | 'isStranger'> & { env?: Record<string, string> }

/**
 * What all modes have in common that start something here: a process of ours, with all that it starts. The signal kills it at
 * once, but a stranger after a second.
 *
 * @throws SpeedupError PORT_TAKEN, APP_NOT_READY
 */
export async function startProcess(request: StartRequest, program: Program, signal: AbortSignal): Promise<RunningVariant> {
  const { app, target } = request
  signal.throwIfAborted()
  await checkPortIsFree(target)
  signal.throwIfAborted()
  const startedAt = performance.now()
  const owned = launch(request, program)
  const state = followState(owned)
  const { stop, kill } = endingOf(owned, program.isStranger === true, signal)
  const death = async (code: 'APP_NOT_READY' | 'APP_DIED', when: string) => {
    const exit = await owned.exited
    return new SpeedupError(code, explainDeath({ ...request, exit, stillListens: await isListening(target), state, when }))
  }
  try {
    const seen = await waitUntilReady(request, owned, state, signal)
    if (seen === 'gone') throw await death('APP_NOT_READY', 'before it was ready')
    if (seen !== 'ready') throw new SpeedupError('APP_NOT_READY', explainDelay({ ...request, ...seen, state }))
  } catch (error) {
    await kill()
    throw error
  }
  let isAsked = false
  return {
    readySeconds: (performance.now() - startedAt) / 1000,
    reported: () => ({ workerPids: listenersOn(state, target.port).map(String), restarts: state.restarts, usage: [...state.usage] }),
    kin: owned.kin,
    died: owned.exited.then(() => (isAsked || signal.aborted ? new Promise(() => {}) : death('APP_DIED', 'while it was measured'))),
    stop() {
      isAsked = true
      return stop(app.stopTimeoutSeconds)
    }
  }
}

function launch({ app, variant, target, logFile, guard }: StartRequest, { env: own, ...program }: Program) {
  const env = { ...process.env, ...app.env, ...variant.env, ...own, PORT: String(target.port) }
  try {
    return startOwned({ ...program, env, cwd: app.cwd, logFile }, guard)
  } catch (error) {
    throw new SpeedupError('APP_NOT_READY', `${nameApp(variant, app)} could not be started (${(error as Error).message}).`)
  }
}

/** For a command that has others do the work, as a client of docker has: only it can tell them to end. */
const passOnSeconds = 1

function endingOf(owned: OwnedProcess, isStranger: boolean, signal: AbortSignal) {
  let leaving: Promise<boolean> | null = null
  const stopWithin = (seconds: number) => (leaving ??= owned.stop(seconds))
  // An interruption does not wait for an app that takes its time to leave.
  const endSoon = () => void (isStranger && leaving === null ? stopWithin(passOnSeconds) : owned.kill())
  signal.addEventListener('abort', endSoon, { once: true })
  const release = () => signal.removeEventListener('abort', endSoon)
  return {
    stop: (seconds: number) => stopWithin(seconds).finally(release),
    kill: () => (isStranger && signal.aborted ? stopWithin(passOnSeconds) : owned.kill()).finally(release)
  }
}
