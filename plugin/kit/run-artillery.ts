import { statSync, readFileSync } from 'node:fs'
import { resolve, dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { inspect } from 'node:util'
import { spawn, type ChildProcess } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { findPackageJSON } from 'node:module'
import { SpeedupError } from '../concepts/errors.ts'
import { optionShapes } from '../settings/option-shapes.ts'
import { checkNode } from '../settings/requirements.ts'
import { keptComparison, type KeptComparison } from './kept-comparison.ts'
import type { Options } from '../concepts/options.ts'
import { asCallEvent, callAsEnvironment, type CallEvent, type Concluded } from '../artillery/call.ts'
import { endOf } from '../processes/last-lines.ts'
import { packageFile } from '../package-files.ts'

export async function compareAndTell({ scenarioFile, options }: { scenarioFile: string | URL, options: Options }, hear: (event: CallEvent) => void, signal?: AbortSignal): Promise<KeptComparison> {
  checkNode(process.versions.node)
  const scriptFile = findScenarioFile(scenarioFile)
  optionShapes(options, 'options')
  checkSignal(signal)
  signal?.throwIfAborted()
  const concluded = await runArtillery({ scriptFile, options }, hear, signal)
  const { comparison: { error }, folder } = concluded
  if (signal?.aborted) throw reasonOf(signal, folder)
  if (error !== null) throw new SpeedupError(error.code, `${error.message}\nWhat was measured is kept in ${folder}.`)
  return keptComparison(concluded)
}

function checkSignal(signal: unknown) {
  if (signal === undefined || signal instanceof AbortSignal) return
  const advice = signal instanceof AbortController ? ' Give the signal of the AbortController: controller.signal.' : ''
  throw new SpeedupError('INVALID_SETTINGS', `The third value must be an AbortSignal.${advice}`)
}

/** @param signal aborted */
function reasonOf({ reason }: AbortSignal, folder: string) {
  return reason instanceof SpeedupError ? new SpeedupError(reason.code, `${reason.message} What was measured is kept in ${folder}.`) : reason
}

function findScenarioFile(given: unknown) {
  if ((typeof given !== 'string' && !(given instanceof URL)) || (given instanceof URL && given.protocol !== 'file:')) {
    throw new SpeedupError('INVALID_SETTINGS', `The scenario file is ${given === undefined ? 'missing' : inspect(given, { depth: 0 })}. Give the path of an Artillery script, such as 'scenarios/primes.yml'.`)
  }
  const file = given instanceof URL ? fileURLToPath(given) : resolve(given)
  if (statSync(file, { throwIfNoEntry: false })?.isFile()) return file
  throw new SpeedupError('INVALID_SETTINGS', `There is no scenario file ${file}. A path begins at the working directory, ${process.cwd()}; for one beside a test, give new URL('./primes.yml', import.meta.url).`)
}

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
async function runArtillery({ scriptFile, options }: { scriptFile: string, options: Options }, hear: (event: CallEvent) => void, signal?: AbortSignal): Promise<Concluded> {
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

/** The folder in which this package lies: there Artillery finds the plugin when it is installed far from it. */
const pluginPath = packageFile('..')

/**
 * @param scriptFile absolute path
 * @returns the script that is the `artillery` command: of the project in which we are called, of that of the scenario
 *   file, or the one installed beside us
 * @throws SpeedupError UNSUPPORTED
 */
export function findArtillery(scriptFile: string): string {
  for (const from of [join(process.cwd(), 'package.json'), scriptFile, fileURLToPath(import.meta.url)]) {
    const manifest = resolveFrom(from)
    if (manifest === null) continue
    const { bin } = JSON.parse(readFileSync(manifest, 'utf8'))
    return join(dirname(manifest), typeof bin === 'string' ? bin : bin.artillery)
  }
  throw new SpeedupError('UNSUPPORTED', `Artillery is not installed in ${process.cwd()}, nor beside ${scriptFile}: npm install --save-dev artillery`)
}

function resolveFrom(file: string) {
  try {
    // Before 2.0.34 Artillery does not export its package.json.
    return findPackageJSON('artillery', pathToFileURL(file)) ?? null
  } catch {
    return null
  }
}
