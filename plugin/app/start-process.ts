import { asSpeedupError, SpeedupError } from '../concepts/errors.ts'
import { clockMs } from '../machine/clock.ts'
import { lastLines, lastSaid } from '../processes/last-lines.ts'
import { startOwned, stopWith, type Launch } from '../processes/owned-process.ts'
import { explainDeath, explainDelay, nameApp } from './explain.ts'
import { checkPortIsFree, isListening } from './port.ts'
import { endLives, followState, listenersOn, waitUntilReady, type AppState } from './readiness.ts'
import type { RunningVariant, StartRequest } from './runner.ts'

/** env: beyond the app's */
export type Program = Pick<Launch, 'file' | 'argv' | 'isStranger'> & { env?: Record<string, string> }

/**
 * What all modes have in common that start something here: a process of ours, with all that it starts. The signal stops
 * it.
 *
 * @throws SpeedupError PORT_TAKEN, APP_NOT_READY
 */
export async function startProcess(
  request: StartRequest,
  program: Program,
  signal: AbortSignal
): Promise<RunningVariant> {
  const { variant, target, doing = () => 'was measured' } = request
  await checkPortIsFree(target)
  const end = new AbortController()
  const untilEnd = AbortSignal.any([signal, end.signal])
  const startNow = () => startOnce(request, program, { signal, enough: untilEnd })
  const startedAt = performance.now()
  let current = await startNow()
  const readySeconds = (performance.now() - startedAt) / 1000
  const ended: AppState[] = [] // of processes before the current one
  let isAsked = false
  let restarting: Promise<unknown> = Promise.resolve()
  const restart = async () => {
    isAsked = true
    for (const pid of listenersOn(current.state, target.port)) current.state.told.push({ pid, atMs: clockMs() })
    await current.stop()
    const { state } = current
    current = await startNow()
    ended.push(state)
    isAsked = false
    watch(current)
  }
  const { promise: died, resolve: die } = Promise.withResolvers<SpeedupError>()
  const watch = (one: typeof current) =>
    void one.owned.exited.then(() => !isAsked && !signal.aborted && die(one.death('APP_DIED', `while it ${doing()}`)))
  watch(current)
  const all = <T>(of: (state: AppState) => T[]) => [...ended, current.state].flatMap(of)
  return {
    readySeconds,
    reported: () => ({
      workerPids: listenersOn(current.state, target.port).map(String),
      restarts: current.state.restarts,
      ...(current.state.forks > 0 && { forks: current.state.forks }),
      ...(variant.instances !== null && { coresSeen: current.state.listeners.find(({ cores }) => cores)?.cores }),
      printed: lastSaid(request.logFile),
      usage: all(({ usage }) => usage),
      lives: all(({ lives }) => lives).map((life) => ({ ...life }))
    }),
    kin: current.owned.kin,
    died,
    grip: () => ({
      request,
      owned: current.owned,
      workers: listenersOn(current.state, target.port),
      told: () => all((state) => state.told),
      restart: variant.mode === 'single' ? () => (restarting = restart()) : null,
      mayLeave: () => void (isAsked = true),
      signal: untilEnd
    }),
    async stop() {
      isAsked = true
      // A frozen worker would not hear that it must exit, and a process that is about to be started would never be
      // stopped.
      end.abort(new Error('the load ended before the app was back'))
      await restarting.catch(() => {})
      return current.stop()
    }
  }
}

/** @param enough it is not waited for any more. @returns ready */
async function startOnce(
  request: StartRequest,
  program: Program,
  { signal, enough }: { signal: AbortSignal; enough: AbortSignal }
) {
  enough.throwIfAborted()
  const { target } = request
  const owned = launch(request, program)
  const stop = stopWith(signal, owned, request.app.stopTimeoutSeconds)
  let printed: string | undefined // before its primary tells of those that it ends
  const state = followState(owned, target.port, () => {
    printed = lastLines(request.logFile)
    return stop()
  })
  void owned.exited.then(({ signal: by }) => endLives(state, null, by !== null))
  const death = async (code: 'APP_NOT_READY' | 'APP_DIED', when: string) => {
    const exit = await owned.exited
    return new SpeedupError(
      code,
      explainDeath({ ...request, exit, stillListens: await isListening(target), state, when, printed })
    )
  }
  try {
    const seen = await waitUntilReady(request, owned, state, enough)
    if (seen === 'gone') throw await death('APP_NOT_READY', 'before it was ready')
    if (seen !== 'ready') throw new SpeedupError('APP_NOT_READY', explainDelay({ ...request, ...seen, state }))
  } catch (error) {
    await stop()
    throw error
  }
  return { owned, state, stop, death }
}

function launch({ app, variant, target, logFile, guard }: StartRequest, { env: own, ...given }: Program) {
  const program = { ...(variant.place && { file: variant.place.node.file }), ...given }
  const env = { ...process.env, ...app.env, ...variant.env, ...own, PORT: String(target.port) }
  try {
    return startOwned({ ...program, env, cwd: app.cwd, logFile }, guard)
  } catch (error) {
    const known = asSpeedupError(error)
    if (known.code !== 'UNEXPECTED') throw known
    throw new SpeedupError(
      'APP_NOT_READY',
      `${nameApp(variant, app)} could not be started (${(error as Error).message}).`
    )
  }
}
