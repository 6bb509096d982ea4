import { SpeedupError } from '../concepts/errors.ts'
import { arrivalSeconds } from '../settings/phases.ts'
import { asMessage, takeCall, type CallEvent } from './call.ts'
import type { Options } from '../concepts/options.ts'
import type { Settings } from '../concepts/settings.ts'
import type { Progress } from '../speedup.ts'

/** the test suite that wants this comparison, seen from the plugin */
interface Caller {
  options: Options // each takes the place of the file's
  tell: (event: CallEvent) => Promise<void> // resolves when it has been sent, or can't be
}

/** @returns null: nobody called, somebody typed `artillery run` */
export function findCaller(us: NodeJS.Process): Caller | null {
  const call = takeCall(us.env)
  if (call === null) return null
  endWithCaller(us)
  return {
    options: call.options,
    tell: (event) => new Promise((resolve) => {
      if (!us.connected || us.send === undefined) return resolve()
      us.send(asMessage(event), undefined, undefined, () => resolve())
    })
  }
}

/** Nobody waits for a comparison whose caller was killed: it ends as after a signal, and keeps what it has measured. */
function endWithCaller(us: NodeJS.Process) {
  // What reads our output has gone with the caller.
  for (const stream of [us.stdout, us.stderr]) stream.on('error', () => {})
  const end = () => us.kill(us.pid, 'SIGTERM')
  if (us.connected) us.once('disconnect', end)
  else end()
}

/**
 * @param script whose options may be empty, see kit/run-artillery.ts
 * @returns the script with these options
 * @throws SpeedupError INVALID_SETTINGS
 */
export function withOptions(script: Record<string, any>, options: Options, scriptFile: string): Record<string, any> {
  const { plugins } = script.config
  // Variants can do without an app, where it runs already.
  if (Object.keys(plugins.speedup).length === 0 && options.app === undefined && options.variants === undefined) {
    const message = `${scriptFile} has nothing under config.plugins.speedup, so nobody knows which app is to be compared.`
    throw new SpeedupError('INVALID_SETTINGS', `${message} Add \`plugins: { speedup: { app: ../server.js } }\` to its config, or give the option app.`)
  }
  return { ...script, config: { ...script.config, plugins: { ...plugins, speedup: { ...plugins.speedup, ...options } } } }
}

export function tellPlan(caller: Caller, { scenarios, variants, rounds, app }: Settings, script: Record<string, any>) {
  const { readyTimeoutSeconds, stopTimeoutSeconds } = app
  const users = { arrivalSeconds: arrivalSeconds(script.config.phases) }
  const plan = { scenarios: scenarios.length, variants: variants.length, rounds, ...users, readyTimeoutSeconds, stopTimeoutSeconds }
  void caller.tell({ event: 'planned', plan })
}

/** @returns tells the caller how far it is */
export function forwardProgress(caller: Caller): (progress: Progress) => void {
  let scenario = 0
  return (progress) => {
    if (progress.event === 'scenario') scenario++
    if (progress.event === 'run') void caller.tell({ event: 'run', progress: { scenario, secondsLeft: progress.secondsLeft } })
  }
}
