import { statSync, readFileSync } from 'node:fs'
import { resolve, dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { inspect } from 'node:util'
import { spawn, type ChildProcess } from 'node:child_process'
import { findPackageJSON } from 'node:module'
import { asCallEvent, callAsEnvironment, type CallEvent, type Concluded } from '../artillery/call.ts'
import { SpeedupError } from '../concepts/errors.ts'
import { packageFile } from '../package-files.ts'
import { endOf } from '../processes/last-lines.ts'
import { optionShapes } from '../settings/option-shapes.ts'
import { checkNode } from '../settings/requirements.ts'
import { keptComparison, type KeptComparison } from './kept-comparison.ts'
import type { Options } from '../concepts/options.ts'

type Hear = (event: CallEvent) => void

export async function compareAndTell(scenarioFile: string | URL, options: Options, hear: Hear, signal?: AbortSignal): Promise<KeptComparison> {
  checkNode(process.versions.node)
  const scriptFile = findScenarioFile(scenarioFile)
  optionShapes(options, 'options')
  checkSignal(signal)
  signal?.throwIfAborted()
  const concluded = await runArtillery(scriptFile, options, hear, signal)
  const { comparison: { error }, folder } = concluded
  const reason = signal?.aborted ? signal.reason : null
  if (reason instanceof SpeedupError) throw new SpeedupError(reason.code, `${reason.message} What was measured is kept in ${folder}.`)
  signal?.throwIfAborted()
  if (error !== null) throw new SpeedupError(error.code, `${error.message}\nWhat was measured is kept in ${folder}.`)
  return keptComparison(concluded)
}

function findScenarioFile(given: unknown) {
  if (typeof given !== 'string' && !(given instanceof URL && given.protocol === 'file:')) {
    const shown = given === undefined ? 'missing' : inspect(given, { depth: 0 })
    throw new SpeedupError('INVALID_SETTINGS', `The scenario file is ${shown}. Give the path of an Artillery script, such as 'scenarios/primes.yml'.`)
  }
  const file = typeof given === 'string' ? resolve(given) : fileURLToPath(given)
  if (statSync(file, { throwIfNoEntry: false })?.isFile()) return file
  const advice = `A path begins at the working directory, ${process.cwd()}; for one beside a test, give new URL('./primes.yml', import.meta.url).`
  throw new SpeedupError('INVALID_SETTINGS', `There is no scenario file ${file}. ${advice}`)
}

function checkSignal(signal: unknown) {
  if (signal === undefined || signal instanceof AbortSignal) return
  const advice = signal instanceof AbortController ? ' Give the signal of the AbortController: controller.signal.' : ''
  throw new SpeedupError('INVALID_SETTINGS', `The third value must be an AbortSignal.${advice}`)
}

/** Leaves the script as it is, but for one that does not name the plugin: it is loaded then too, and says what is missing. */
const loadsPlugin = JSON.stringify({ config: { plugins: { speedup: {} } } })

/**
 * Runs `artillery run` to its end. It has a process group of its own, so that Ctrl-C in a terminal reaches the test
 * suite alone; and it ends by itself when the suite is killed.
 *
 * @param signal ends it, gracefully
 * @throws SpeedupError ARTILLERY_FAILED, or why the plugin refused
 */
async function runArtillery(scriptFile: string, options: Options, hear: Hear, signal?: AbortSignal): Promise<Concluded> {
  const words = [findArtillery(scriptFile), 'run', scriptFile, '--overrides', loadsPlugin]
  const env = {
    ...withoutRunner(process.env),
    // The folder in which this package lies: there Artillery finds the plugin when it is installed far from it.
    ARTILLERY_PLUGIN_PATH: [process.env.ARTILLERY_PLUGIN_PATH, packageFile('..')].filter(Boolean).join(':'),
    FORCE_COLOR: '0',
    // What is measured shall not be slowed down because the suite's coverage is.
    NODE_V8_COVERAGE: '',
    ...callAsEnvironment({ options })
  }
  const child = spawn(process.execPath, words, { env, detached: true, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })
  const stop = () => stopChild(child)
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

/** Of what Artillery prints, for an error message. */
const charactersKept = 4000

async function follow(child: ChildProcess, hear: Hear): Promise<Concluded> {
  let output = ''
  let answer = null as CallEvent | null
  const keep = (text: string) => (output = (output + text).slice(-charactersKept))
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', keep)
  child.on('message', (message) => {
    const event = asCallEvent(message)
    if (event === undefined) return
    if (event.event === 'refused' || event.event === 'concluded') answer = event
    hear(event)
  })
  const how = await new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('close', (code, signal) => resolve(signal === null ? `exit code ${code}` : `signal ${signal}`))
  })
  if (answer?.event === 'concluded') return answer
  if (answer?.event === 'refused') throw new SpeedupError(answer.code, answer.message)
  throw new SpeedupError('ARTILLERY_FAILED', `Artillery ended (${how}) before there was a comparison. Its last lines:\n${endOf(output)}`)
}

/**
 * After SIGTERM: Artillery ends what it started, and the page of what was measured is made. Longer than a platform may take to
 * end the load that it makes elsewhere: killed before, it would leave behind what costs money.
 */
export const leaveSeconds = 90

function stopChild(child: ChildProcess) {
  child.kill('SIGTERM')
  // What it started is ended by its own guard.
  const timer = setTimeout(() => child.kill('SIGKILL'), leaveSeconds * 1000).unref()
  child.once('close', () => clearTimeout(timer))
}

/**
 * What a test runner has put there is meant for its own processes: an app that finds NODE_ENV=test may not listen, or
 * be another one than in production.
 */
export function withoutRunner(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const names = Object.keys(env)
  const setsNodeEnv = env.NODE_ENV === 'test' && names.some((name) => /^(?:VITEST|JEST_)/.test(name))
  const isOfRunner = (name: string) =>
    /^(?:VITEST|JEST_|NODE_TEST_CONTEXT$|MOCHA_WORKER_ID$)/.test(name) || (setsNodeEnv && name === 'NODE_ENV')
  return Object.fromEntries(names.filter((name) => !isOfRunner(name)).map((name) => [name, env[name]]))
}

/**
 * @param scriptFile absolute path
 * @returns the script that is the `artillery` command: of the project in which we are called, of that of the scenario
 *   file, or the one installed beside us
 * @throws SpeedupError UNSUPPORTED
 */
export function findArtillery(scriptFile: string): string {
  for (const from of [join(process.cwd(), 'package.json'), scriptFile, fileURLToPath(import.meta.url)]) {
    const manifest = manifestFrom(from)
    if (manifest === undefined) continue
    const { bin } = JSON.parse(readFileSync(manifest, 'utf8'))
    return join(dirname(manifest), typeof bin === 'string' ? bin : bin.artillery)
  }
  throw new SpeedupError('UNSUPPORTED', `Artillery is not installed in ${process.cwd()}, nor beside ${scriptFile}: npm install --save-dev artillery`)
}

function manifestFrom(file: string) {
  try {
    // Before 2.0.34 Artillery does not export its package.json.
    return findPackageJSON('artillery', pathToFileURL(file))
  } catch {
    return undefined
  }
}
