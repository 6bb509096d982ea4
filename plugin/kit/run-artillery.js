import { spawn } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { asCallEvent, callAsEnvironment } from '../artillery/call.js'
import { SpeedupError } from '../errors.js'
import { endOf } from '../processes/last-lines.js'
import { findArtillery, pluginPath } from './find-artillery.js'
/**
 * @import { ChildProcess } from 'node:child_process'
 * @import { CallEvent, Concluded } from '../artillery/call.js'
 * @import { Options } from '../vocabulary.js'
 */

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
 * @param {{ scriptFile: string, options: Options }} what
 * @param {(event: CallEvent) => void} hear
 * @param {AbortSignal} [signal] ends it, gracefully
 * @returns {Promise<Concluded>}
 * @throws {SpeedupError} ARTILLERY_FAILED, or why the plugin refused
 */
export async function runArtillery({ scriptFile, options }, hear, signal) {
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

/**
 * @param {ChildProcess} child
 * @param {(event: CallEvent) => void} hear
 * @returns {Promise<Concluded>}
 */
async function follow(child, hear) {
  let output = ''
  /** @type {Concluded | null} */
  let concluded = null
  /** @type {Extract<CallEvent, { event: 'refused' }> | null} */
  let refused = null
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

/** @param {Extract<CallEvent, { event: 'refused' }>} event */
function asError({ code, message }) {
  return new SpeedupError(code, message)
}

/** @param {ChildProcess} child */
async function stopChild(child) {
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
 *
 * @param {NodeJS.ProcessEnv} env
 * @returns {NodeJS.ProcessEnv}
 */
export function withoutRunner(env) {
  const isOfRunner = (/** @type {string} */ name) => /^(?:VITEST|JEST_|NODE_TEST_CONTEXT$|MOCHA_WORKER_ID$)/.test(name)
  const names = Object.keys(env)
  const setsNodeEnv = names.some((name) => /^(?:VITEST|JEST_)/.test(name)) && env.NODE_ENV === 'test'
  return Object.fromEntries(names.filter((name) => !isOfRunner(name) && !(setsNodeEnv && name === 'NODE_ENV')).map((name) => [name, env[name]]))
}

/** @returns {Record<string, string>} */
function childEnvironment() {
  return {
    ARTILLERY_PLUGIN_PATH: [process.env.ARTILLERY_PLUGIN_PATH, pluginPath].filter(Boolean).join(':'),
    FORCE_COLOR: '0',
    // What is measured shall not be slowed down because the suite's coverage is.
    NODE_V8_COVERAGE: ''
  }
}
