import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { findPackageJSON } from 'node:module'
import { findArtillery, withPluginPath } from '../artillery/find-artillery.ts'
import { asCallEvent, callAsEnvironment, type CallEvent, type CodeSource } from '../artillery/call.ts'
import { Interrupted, refuse, SpeedupError } from '../concepts/errors.ts'
import { flagsHere } from '../concepts/generators.ts'
import { endOf } from '../processes/last-lines.ts'
import { isFile } from '../settings/read-app.ts'
import { isMap } from '../settings/shapes.ts'
import { checkForTests, checkNode } from '../settings/requirements.ts'
import { writeDefinition, type Definition, type Source } from './define.ts'
import { progressTeller, watchedOptions, type Display, type Watching } from './progress.ts'
import { brief, keptComparison, type KeptComparison } from './subject.ts'
import type { Options } from '../concepts/options.ts'

type Hear = (event: CallEvent) => void

/**
 * For a comparison in a suite: `hear` gets each event, and `signal` ends it, beside those of the caller. code: what it
 * is known by, where it is not its file; columns: of a terminal on which `hear` draws the line that moves
 */
type Surroundings = { display: Display; hear?: Hear; signal?: AbortSignal; code?: CodeSource; columns?: number }

/** As `compare`. */
export async function compareAndTell(
  given: Given,
  { display, hear, signal: own, code, columns }: Surroundings
): Promise<KeptComparison> {
  checkNode(process.versions.node)
  const {
    options: { signal: ofCaller, onProgress, ...options },
    remove,
    ...source
  } = await sourceOf(given)
  const failure = new AbortController()
  const signal = AbortSignal.any([failure.signal, own, ofCaller].filter((each) => each !== undefined))
  const tell = progressTeller(onProgress, display)
  const hearAndTell = (event: CallEvent) => {
    hear?.(event)
    void tell(event).catch((reason) => failure.abort(reason))
  }
  const concluded = await runArtillery({ code, ...source, options, columns }, hearAndTell, signal).finally(remove)
  const {
    comparison: { error },
    folder
  } = concluded
  const kept = `What was measured is kept in ${folder}.`
  if (signal.reason instanceof SpeedupError)
    throw new SpeedupError(signal.reason.code, `${signal.reason.message} ${kept}`)
  signal.throwIfAborted()
  if (error !== null) throw new SpeedupError(error.code, `${error.message}\n${kept}`)
  return keptComparison(concluded)
}

/** What `compare` takes: a scenario file and options, or a definition alone. */
export type Given = [scenarioFile: string | URL, options?: Options & Watching] | [definition: Definition & Watching]

async function sourceOf(given: Given): Promise<Source> {
  const [first, options = {}, ...more] = given as unknown[]
  const isDefined = isDefinition(first)
  if (more.length > 0 || (isDefined && given.length > 1))
    refuse(
      'compare takes a scenario file and options, or a single object. Give a signal as one of the options: { signal }.'
    )
  if (isDefined) return await writeDefinition(first)
  const scriptFile = findScenarioFile(first)
  watchedOptions(options, 'options')
  return { scriptFile, options: options as Options, remove() {} }
}

/** @returns it is neither a path nor a URL: a URL is not a plain object */
export const isDefinition = (value: unknown): value is Definition => isMap(value)

/** @returns an absolute path; null: this is neither a path nor the URL of a file */
export function pathOf(file: unknown) {
  if (typeof file === 'string') return resolve(file)
  return file instanceof URL && file.protocol === 'file:' ? fileURLToPath(file) : null
}

function findScenarioFile(scenarioFile: unknown) {
  const file = pathOf(scenarioFile)
  if (file === null)
    refuse(
      `The scenario file is ${scenarioFile === undefined ? 'missing' : brief(scenarioFile)}. ` +
        "Give the path of a scenario file, such as 'scenarios/primes.yml', or an object with app, url, users and seconds."
    )
  if (isFile(file)) return file
  refuse(
    `There is no scenario file ${file}. Paths start at the working directory, ${process.cwd()}. ` +
      "For a file beside the test, give new URL('./primes.yml', import.meta.url)."
  )
}

/** Loads the plugin for a script that does not name it, too: the plugin then says what is missing. */
const loadsPlugin = JSON.stringify({ config: { plugins: { speedup: {} } } })

// After SIGTERM: Artillery ends what it started, and the page of what was measured is made. Longer than a platform may
// take to end the load that it makes elsewhere: killed before, it would leave behind what costs money.
export const leaveSeconds = 90

/** Of what Artillery prints, for an error message. */
const charactersKept = 4000

/**
 * Runs `artillery run` to its end. It has a process group of its own, so that Ctrl-C in a terminal reaches the test
 * suite alone; and it ends by itself when the suite is killed. Throws SpeedupError ARTILLERY_FAILED, or why the plugin
 * refused.
 */
async function runArtillery(
  { scriptFile, options, code, columns }: Omit<Source, 'remove'> & Pick<Surroundings, 'columns'>,
  hear: Hear,
  signal: AbortSignal
) {
  signal.throwIfAborted()
  const env = {
    ...withPluginPath(withoutRunner(process.env)),
    FORCE_COLOR: '0',
    NODE_V8_COVERAGE: '', // coverage of the suite must not slow down what is measured
    ...callAsEnvironment({ options, code, columns })
  }
  const words = [...flagsHere, findArtillery(scriptFile), 'run', scriptFile, '--overrides', loadsPlugin]
  const child = spawn(process.execPath, words, { env, detached: true, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text) => (output = (output + text).slice(-charactersKept)))
  let last = null as CallEvent | null
  let stopSeconds = 0
  child.on('message', (message) => {
    const event = asCallEvent(message)
    if (event === undefined) return
    last = event
    if (event.event === 'planned') stopSeconds = event.plan.stopTimeoutSeconds
    hear(event)
  })
  const stop = () => {
    child.kill('SIGTERM')
    // What it started is ended by its own guard.
    const kill = () => void child.kill('SIGKILL')
    if (signal.reason instanceof Interrupted) signal.reason.haste.addEventListener('abort', kill)
    const timer = setTimeout(kill, (leaveSeconds + stopSeconds) * 1000).unref()
    child.once('close', () => clearTimeout(timer))
  }
  signal.addEventListener('abort', stop, { once: true })
  const end = await once(child, 'close').then(
    ([code, signal]) => (signal === null ? `exit code ${code}` : `signal ${signal}`),
    ({ message }) => message
  )
  signal.removeEventListener('abort', stop)
  if (last?.event === 'concluded') return last
  // Artillery was ended before it had read the script.
  signal.throwIfAborted()
  if (last?.event === 'refused') throw new SpeedupError(last.code, last.message)
  throw new SpeedupError(
    'ARTILLERY_FAILED',
    `Artillery exited (${end}) before the comparison began. Its last lines:\n${endOf(output)}`
  )
}

/**
 * Without what a test runner has set for its own processes: an app that finds NODE_ENV=test may not listen, or behave
 * differently.
 */
export function withoutRunner(env: NodeJS.ProcessEnv) {
  const isSetByRunner = env.NODE_ENV === 'test' && Object.keys(env).some((name) => /^(?:VITEST|JEST_)/.test(name))
  const ofRunner = /^(?:VITEST|JEST_|NODE_TEST_CONTEXT$|MOCHA_WORKER_ID$)/
  return Object.fromEntries(
    Object.entries(env).filter(([name]) => !ofRunner.test(name) && !(isSetByRunner && name === 'NODE_ENV'))
  )
}

/** @param program the script that this process runs */
export function checkMocha(program: string | undefined) {
  // A command in node_modules/.bin is a link into its package.
  const manifest =
    program !== undefined && existsSync(program) ? findPackageJSON(pathToFileURL(realpathSync(program))) : undefined
  const { name, version } = manifest === undefined ? {} : JSON.parse(readFileSync(manifest, 'utf8'))
  if (name === 'mocha') checkForTests('mocha', version)
}
