import { realpathSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { asSpeedupError, SpeedupError } from '../concepts/errors.ts'
import { checkOverrides } from '../concepts/generators.ts'
import { startOwned, type OwnedProcess } from '../processes/owned-process.ts'
import { builtModule } from '../package-files.ts'
import { asMessage, type MadeRound, type RunMoment, type RunOrder, type StepEvent } from '../messages/load.ts'
import type { LoadHost } from '../concepts/settings.ts'
import type { CountedSeconds, LoadFiles, LoadTimes, SeenLoad } from '../measure/read-load.ts'
import type { RemoteStart } from '../messages/remote.ts'
import type { Guard } from '../processes/guard.ts'

export interface Generation {
  order: RunOrder
  maker: Maker
  commandLine: GeneratorOrder
  logFile: string
  guard: Guard
  phases: object[] | null // instead of the command line's
  // past the proxies of HTTP_PROXY and HTTPS_PROXY; left out: through them, as Artillery knows no exceptions
  goesDirect?: boolean
  atMostSeconds?: number // of load; then it is ended, and that is not an error
  passes?: number // of users that have to end before that; left out, as 0: none
  loadHost?: LoadHost | null // that makes the load; left out, as null: this machine
}

/** Of each child. */
export interface GeneratorOrder {
  scriptFile: string
  flags: Record<string, any> // of the outer `artillery run`, as parsed
  targetUrl: string
  only: string | null // pattern for --scenario-name
  overrides: Record<string, unknown> | null // on top of the user's own
}

/** Who makes a load, and how it is known what came of it: see makerOf(). */
export interface Maker {
  makesSeries: boolean // one load after the other, where Artillery and the script allow it
  cleanUpSeconds: number // that it may take to end what it has started elsewhere; 0: it is killed
  prepare: (generation: Generation) => Program // before each start; throws INVALID_SETTINGS where a flag would be lost
  follow: (started: OwnedProcess, generation: Generation, heard: HearStep) => Promise<MadeRound | null>
  read: (files: LoadFiles & RunMoment, times: LoadTimes | null, seconds: CountedSeconds) => Promise<SeenLoad>
}

/** What a maker has of its own in what is started. */
interface Program {
  nodeFlags: readonly string[]
  env: Record<string, string>
  command: string // of Artillery
  kept: readonly string[] // flags of the outer `artillery run` that are passed on
  args: readonly string[]
  overrides: object | null
}

/** Called with each step of a load as it comes. */
export type HearStep = (step: StepEvent) => void

/**
 * Runs a load generator to its end, or until the signal, whose reason is thrown; nothing of it is left. null: we ended
 * it before its last user had finished. Throws GENERATOR_FAILED, with its last lines.
 */
export async function runGenerator(
  generation: Generation,
  heard: HearStep,
  signal: AbortSignal
): Promise<MadeRound | null> {
  signal.throwIfAborted()
  const { maker, phases, commandLine } = generation
  const overrides = phases === null ? commandLine.overrides : { config: { phases } }
  const generator = startChild({ ...generation, commandLine: { ...commandLine, overrides } })
  const giveUp = () => void (maker.cleanUpSeconds === 0 ? generator.kill() : generator.stop(maker.cleanUpSeconds))
  signal.addEventListener('abort', giveUp, { once: true })
  try {
    return await maker.follow(generator, generation, heard)
  } finally {
    signal.removeEventListener('abort', giveUp)
    await generator.kill()
    signal.throwIfAborted()
  }
}

const environment = {
  // One comparison is one use of Artillery, not twenty.
  ARTILLERY_DISABLE_TELEMETRY: 'true',
  // The bundle of a TypeScript processor is the outer process's, which removes it at the end.
  ARTILLERY_TS_KEEP_BUNDLE: 'true',
  // A log file has no colours, even if the outer process was asked for some.
  FORCE_COLOR: '0'
}
const noProxies = { HTTP_PROXY: '', HTTPS_PROXY: '' }

/**
 * Each request leaves some kilobytes behind. In the 1 MB in which V8 begins, they are collected so often that much of
 * it is taken for lasting; in 16 MB, the generator takes a sixth less CPU at 300 requests/s, and a fifth less at 9,000.
 */
export const nodeFlags = ['--min-semi-space-size=16']

/**
 * Beside the packages, where other tools, too, keep what can be made anew at any time. For Artillery alone: an app
 * starts as it does elsewhere.
 */
function compileCacheOf(artillery: string) {
  const [project, ...rest] = artillery.split(/[\\/]node_modules[\\/]/)
  return rest.length === 0
    ? {}
    : { NODE_COMPILE_CACHE: join(project || sep, 'node_modules', '.cache', 'artillery-plugin-speedup') }
}

/** @returns a child of Artillery, whose owner has to end it. env: in place of the maker's */
export function startChild(generation: Generation, env?: Program['env']) {
  const { order, maker, commandLine, logFile, guard, goesDirect = false, loadHost = null } = generation
  const program = maker.prepare(generation)
  const own = { ...environment, ...(goesDirect && noProxies), ...(env ?? program.env) }
  const start = (argv: string[], all: NodeJS.ProcessEnv) =>
    startOwned({ argv, env: all, cwd: process.cwd(), logFile }, guard)
  if (loadHost === null)
    return start(
      [
        ...process.execArgv,
        ...nodeFlags,
        ...program.nodeFlags,
        order.artillery,
        ...generatorArguments(commandLine, program)
      ],
      { ...compileCacheOf(order.artillery), ...process.env, ...own }
    )
  // Its stand-in here, which has the load made on another machine.
  const bridge = start([fileURLToPath(builtModule('remote/bridge.js'))], process.env)
  const { flags } = commandLine
  const given = [flags.payload ?? [], flags.input ?? []].flat().map((file) => resolve(file))
  const message: RemoteStart = {
    ...loadHost,
    files: [...loadHost.files, ...given],
    nodeFlags,
    artillery: realpathSync(order.artillery),
    // What a file of variables says has gone into the environment.
    args: generatorArguments({ ...commandLine, flags: { ...flags, dotenv: undefined } }, program),
    env: own
  }
  bridge.child.send(asMessage(message), () => {})
  return bridge
}

/** The command line of a child, from its command on. Throws INVALID_SETTINGS where it would be too long. */
export function generatorArguments(
  { scriptFile, flags, targetUrl, only, overrides }: GeneratorOrder,
  { command, kept, args, overrides: added }: Program
) {
  const merged = [flags.overrides && JSON.parse(flags.overrides), overrides, added].filter(Boolean)
  const script = merged.length === 0 ? null : JSON.stringify(merged.reduce(mergeOverrides))
  if (script !== null) checkOverrides(script, 'what each run needs')
  const given = kept.filter((name) => flags[name] !== undefined && flags[name] !== false)
  return [
    command,
    scriptFile,
    ...given.flatMap((name) => (flags[name] === true ? [`--${name}`] : [`--${name}`, String(flags[name])])),
    ...(flags.input ?? []).flatMap((file: string) => ['--input', file]),
    // Of a flag that is given twice, the last value counts: ours.
    ...args,
    '--quiet',
    '--target',
    targetUrl,
    ...(only === null ? [] : ['--scenario-name', only]),
    ...(script === null ? [] : ['--overrides', script])
  ]
}

/** Merges as Artillery merges `--overrides` into a script: maps key by key, all else is replaced. */
function mergeOverrides(base: any, added: any): any {
  if (!isMap(base) || !isMap(added)) return added
  return {
    ...base,
    ...Object.fromEntries(Object.entries(added).map(([key, value]) => [key, mergeOverrides(base[key], value)]))
  }
}

const isMap = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value)

/** What a program says on a full disk is not in its log. @throws SpeedupError NOT_WRITABLE */
export function checkSpace(logFile: string) {
  const probe = `${logFile}.probe`
  try {
    writeFileSync(probe, Buffer.alloc(65_536))
  } catch (error) {
    throw asSpeedupError(error)
  } finally {
    rmSync(probe, { force: true })
  }
}

/** @param said its last lines, or what else the label says; may be empty */
export const generatorFailed = (words: string, failure: string, said: string, label = 'Its last lines') =>
  new SpeedupError(
    'GENERATOR_FAILED',
    `The load generator (${words}) ${failure}.${said === '' ? '' : ` ${label}:\n${said}`}`
  )
