import { spawn, type ChildProcess } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { asCallEvent, callAsEnvironment, type CallEvent, type Concluded } from '../artillery/call.ts'
import { SpeedupError } from '../errors.ts'
import { endOf } from '../processes/last-lines.ts'
import { findArtillery, pluginPath } from './find-artillery.ts'
import type { Options } from '../vocabulary.ts'

/**
 * After SIGTERM: Artillery ends what it started, and the page of what was measured is made. Longer than a platform may take to
 * end the load that it makes elsewhere: killed before, it would leave behind what costs money.
 */
export const leaveSeconds = 90

/** Leaves the script as it is, but for one that does not name the plugin: it is loaded then too, and says what is missing. */
const loadsPlugin = JSON.stringify({ config: { plugins: { speedup: {} } } })

/** Of what Artillery prints, for an error message. */
const charactersKept = 4000

/**
 * Runs `artillery run` to its end. It has a process group of its own, so that Ctrl-C in a terminal reaches the test
 * suite alone; and it ends by itself when the suite is killed.
 *
 * @param signal ends it, gracefully
 * @throws SpeedupError ARTILLERY_FAILED, or why the plugin refused
 */
export async function runArtillery({ scriptFile, options }: { scriptFile: string, options: Options }, hear: (event: CallEvent) => void, signal?: AbortSignal): Promise<Concluded> {
  const artillery = findArtillery(scriptFile)
  const env = { ...withoutRunner(process.env), ...childEnvironment(), ...callAsEnvironment({ options }) }
  const child = spawn(process.execPath, [artillery, 'run', scriptFile, '--overrides', loadsPlugin], { env, detached: true, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })
  const stop = () => void stopChild(child)
  signal?.addEventListener('abort', stop, { once: true })
  try {
    return await follow(child, hear)
  } catch (error) {
    // Artillery had not read the script yet, and left as it was told to.
    signal?.throwIfAborted()
    throw error
  } finally {
    signal?.removeEventListener('abort', stop)
  }
}

async function follow(child: ChildProcess, hear: (event: CallEvent) => void): Promise<Concluded> {
  let output = ''
  let concluded: Concluded | null = null
  let refused: Extract<CallEvent, { event: 'refused' }> | null = null
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (text) => (output = (output + text).slice(-charactersKept)))
  child.on('message', (message) => {
    const event = asCallEvent(message)
    if (event === undefined) return
    if (event.event === 'concluded') concluded = event
    if (event.event === 'refused') refused = event
    hear(event)
  })
  const how = await new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('close', (code, signal) => resolve(signal === null ? `exit code ${code}` : `signal ${signal}`))
  })
  if (concluded !== null) return concluded
  if (refused !== null) throw asError(refused)
  throw new SpeedupError('ARTILLERY_FAILED', `Artillery ended (${how}) before there was a comparison. Its last lines:\n${endOf(output)}`)
}

function asError({ code, message }: Extract<CallEvent, { event: 'refused' }>) {
  return new SpeedupError(code, message)
}

async function stopChild(child: ChildProcess) {
  child.kill('SIGTERM')
  const left = new AbortController()
  child.once('close', () => left.abort())
  const isTooSlow = await delay(leaveSeconds * 1000, true, { signal: left.signal, ref: false }).catch(() => false)
  // What it started is ended by its own guard.
  if (isTooSlow) child.kill('SIGKILL')
}

/**
 * What a test runner has put there is meant for its own processes: an app that finds NODE_ENV=test may not listen, or
 * be another one than in production.
 */
export function withoutRunner(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const isOfRunner = (name: string) => /^(?:VITEST|JEST_|NODE_TEST_CONTEXT$|MOCHA_WORKER_ID$)/.test(name)
  const names = Object.keys(env)
  const setsNodeEnv = names.some((name) => /^(?:VITEST|JEST_)/.test(name)) && env.NODE_ENV === 'test'
  return Object.fromEntries(names.filter((name) => !isOfRunner(name) && !(setsNodeEnv && name === 'NODE_ENV')).map((name) => [name, env[name]]))
}

function childEnvironment(): Record<string, string> {
  return {
    ARTILLERY_PLUGIN_PATH: [process.env.ARTILLERY_PLUGIN_PATH, pluginPath].filter(Boolean).join(':'),
    FORCE_COLOR: '0',
    // What is measured shall not be slowed down because the suite's coverage is.
    NODE_V8_COVERAGE: ''
  }
}
