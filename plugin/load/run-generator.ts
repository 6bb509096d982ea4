import { existsSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve, sep } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { asSpeedupError, SpeedupError } from '../concepts/errors.ts'
import { commands, flagsHere } from '../concepts/generators.ts'
import { endOf, lastLines, readEnd } from '../processes/last-lines.ts'
import { howItEnded, startOwned, type OwnedProcess } from '../processes/owned-process.ts'
import { builtModule } from '../package-files.ts'
import { generatorArguments, mergeOverrides, type GeneratorOrder } from './command-line.ts'
import { readMetrics, type Metered } from '../measure/read-metrics.ts'
import { passMark } from '../record/samples.ts'
import { parseLines } from '../record/telemetry.ts'
import {
  asMessage,
  contentOf,
  lostOf,
  metricsOrderAsOverrides,
  orderAsEnvironment,
  type GeneratorEvent,
  type MadeRound,
  type RunOrder,
  type StepEvent
} from '../messages/load.ts'
import type { LoadHost } from '../concepts/settings.ts'
import type { RemoteStart } from '../messages/remote.ts'
import type { Guard } from '../processes/guard.ts'

export interface Generation {
  order: RunOrder
  commandLine: GeneratorOrder
  logFile: string
  guard: Guard
  phases: object[] | null // instead of the command line's
  // past the proxies of HTTP_PROXY and HTTPS_PROXY; left out: through them, as Artillery knows no exceptions
  goesDirect?: boolean
  // of load; then it is ended, and that is not an error. A metered one has to end by itself: give it short phases
  atMostSeconds?: number
  passes?: number // of users that have to end before that; left out, as 0: none
  loadHost?: LoadHost | null // that makes the load; left out, as null: this machine
}

/** Called with each step of a recorded load as it comes; a metered one has none. */
export type HearStep = (step: StepEvent) => void

/** How long a platform may take to end what it has started elsewhere, which costs money as long as it runs. */
export const cleanUpSeconds = 60

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
  const {
    order,
    phases,
    commandLine: { metered, ...commandLine }
  } = generation
  // The file of an earlier run would pass for one of this.
  if (metered !== null) rmSync(metered.outputFile, { force: true })
  const own = phases === null ? commandLine.overrides : { config: { phases } }
  const overrides = metered === null ? own : mergeOverrides(own, metricsOrderAsOverrides(order))
  const generator = startChild(
    generation,
    { ...commandLine, metered, overrides },
    metered === null ? orderAsEnvironment(order) : {}
  )
  const isHere = metered === null || commands[metered.generator.command].place === null
  const giveUp = () => void (isHere ? generator.kill() : generator.stop(cleanUpSeconds))
  signal.addEventListener('abort', giveUp, { once: true })
  try {
    if (metered !== null) return await followMetered(generator, metered, generation)
    const following = listenTo(generator, generation.logFile)
    const made = await followRecorded(following, [generation], { heard, cutShort: () => generator.stop(2) })
    // So that Artillery's plugins end.
    if (made !== null) await generator.exited
    return made
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

/** @returns a child of Artillery, whose owner has to end it */
export function startChild(
  { order, logFile, guard, goesDirect = false, loadHost = null }: Generation,
  commandLine: GeneratorOrder,
  env: Record<string, string>
): OwnedProcess {
  const flags = [...process.execArgv, ...nodeFlags, ...(commandLine.metered === null ? flagsHere : [])]
  const own = { ...environment, ...(goesDirect && noProxies), ...env }
  const start = (argv: string[], all: NodeJS.ProcessEnv) =>
    startOwned({ argv, env: all, cwd: process.cwd(), logFile }, guard)
  if (loadHost === null)
    return start([...flags, order.artillery, ...generatorArguments(commandLine)], {
      ...compileCacheOf(order.artillery),
      ...process.env,
      ...own
    })
  const message = asMessage({ ...remoteStart(loadHost, commandLine, order), env: own })
  // Its stand-in here, which has the load made on another machine.
  const bridge = start([fileURLToPath(builtModule('remote/bridge.js'))], process.env)
  bridge.child.send(message, () => {})
  return bridge
}

function remoteStart(
  loadHost: LoadHost,
  { flags, ...rest }: GeneratorOrder,
  { artillery }: Pick<RunOrder, 'artillery'>
): Omit<RemoteStart, 'env'> {
  // What a file of variables says has gone into the environment.
  const args = generatorArguments({ ...rest, flags: { ...flags, dotenv: undefined } })
  const given = [flags.payload ?? [], flags.input ?? []].flat().map((file) => resolve(file))
  return { ...loadHost, files: [...loadHost.files, ...given], nodeFlags, artillery: realpathSync(artillery), args }
}

const pollMs = 50

/**
 * Resolves when the time is over and the app has answered, or a request has failed, and so many passes of users have
 * ended; or at the signal.
 */
async function untilCut(
  samplesFile: string,
  { seconds, passes }: { seconds: number; passes: number },
  signal: AbortSignal
) {
  const wait = (ms: number) => delay(ms, undefined, { signal }).catch(() => {})
  const hasEnough = () => {
    const [, ...lines] = readFileSync(samplesFile, 'latin1').trimEnd().split('\n')
    const ended = lines.filter((line) => line.includes(`,${passMark},`)).length
    // Users whose passes have no request tell of nothing that has answered.
    return ended >= passes && lines.length > ended
  }
  await wait(seconds * 1000)
  while (!signal.aborted && !hasEnough()) await wait(pollMs)
}

/** For so long nothing may end while responses have begun: in turns, and of a load by itself. */
const mostOpenSeconds = { inTurns: 10, alone: 30 }
const lookMs = 1000

/**
 * Waits for as long as anything ends.
 *
 * @param signal it settles no more after it
 * @throws NO_RESPONSES: responses have begun, but for so long none has ended
 */
async function untilStuck(
  loads: readonly Pick<RunOrder, 'samplesFile' | 'telemetryFile'>[],
  seconds: number,
  signal: AbortSignal
): Promise<never> {
  const seen = loads.map((files) => ({ ...files, size: -1, sinceMs: 0 }))
  while (!signal.aborted) {
    await delay(lookMs, undefined, { signal, ref: false }).catch(() => {})
    for (const own of signal.aborted ? [] : seen) {
      const { size } = statSync(own.samplesFile)
      const open = openIn(own.telemetryFile)
      if (size !== own.size || open === null) Object.assign(own, { size, sinceMs: performance.now() })
      else if (performance.now() - own.sinceMs > 1000 * seconds)
        throw new SpeedupError(
          'NO_RESPONSES',
          `Responses to ${open} begin, but none has ended for ${seconds} s. One that does not end, such as a stream of events or a long poll, ` +
            'cannot be measured: leave that request out of the scenario, or have the app end it.'
        )
    }
  }
  return new Promise(() => {})
}

/** @returns the request of a response that has begun and not ended, as load threads told last; null: there is none */
export function openIn(telemetryFile: string): string | null {
  // The first of a long file is a piece of a line.
  const reports = existsSync(telemetryFile) ? parseLines(readEnd(telemetryFile, 65_536)) : []
  const told = reports.filter((report) => report?.open !== undefined)
  const last = new Map(told.map((report) => [report.thread, report.open]))
  return [...last.values()].find(({ count }) => count > 0)?.last ?? null
}

export type Heard = ReturnType<typeof listenTo>

/**
 * @returns next resolves with the first event of these names that comes, and rejects when the child has ended; follow:
 * has each of a name heard, and rejects with what is thrown then
 */
export function listenTo({ child, exited }: OwnedProcess, logFile: string) {
  const awaited = new Map<string, (event: any) => void>()
  child.on('message', (message) => {
    const event = contentOf<GeneratorEvent>(message)
    if (event !== undefined) awaited.get(event.event)?.(event)
  })
  const ended = exited.then((exit) => {
    const lost = lostOf(readEnd(logFile, 65_536))
    const advice =
      'Make room there, or choose another directory: plugins.speedup.report for reports, TMPDIR for temporary files.'
    if (lost !== null)
      throw new SpeedupError(
        'NOT_WRITABLE',
        `The load was ended, as what it measures can no longer be written to ${lost}. ${advice}`
      )
    checkSpace(logFile)
    throw generatorFailed(
      'a child artillery run',
      `${howItEnded(exit)} before its last user had finished`,
      lastLines(logFile)
    )
  })
  ended.catch(() => {})
  const next = <Name extends GeneratorEvent['event']>(
    ...names: Name[]
  ): Promise<Extract<GeneratorEvent, { event: Name }>> =>
    Promise.race([ended, new Promise<any>((resolve) => names.forEach((name) => awaited.set(name, resolve)))])
  const follow = <Name extends GeneratorEvent['event']>(
    name: Name,
    heard: (event: Extract<GeneratorEvent, { event: Name }>) => void
  ) =>
    new Promise<never>((_, reject) => {
      awaited.set(name, (event) => {
        try {
          heard(event)
        } catch (error) {
          reject(error)
        }
      })
    })
  return { next, follow }
}

/**
 * Follows the loads of a round, which are recorded, and begin now.
 *
 * @param cutShort ends them; what heard throws is thrown
 * @returns null: it was cut short
 */
export async function followRecorded(
  { next, follow }: Heard,
  generations: Generation[],
  { heard, cutShort }: { heard: HearStep; cutShort: () => Promise<unknown> }
): Promise<MadeRound | null> {
  const [{ order, atMostSeconds, passes = 0 }] = generations
  const { promise: opened, resolve: open } = Promise.withResolvers<void>()
  const heardAll = follow('step', (step) => {
    heard(step)
    open()
  })
  const ended = new AbortController()
  const cut =
    atMostSeconds === undefined
      ? []
      : [opened.then(() => untilCut(order.samplesFile, { seconds: atMostSeconds, passes }, ended.signal))]
  const orders = generations.map((own) => own.order)
  const most = mostOpenSeconds[order.inTurns ? 'inTurns' : 'alone']
  const stuck = untilStuck(orders, most, ended.signal).catch((error) => cutShort().then(() => Promise.reject(error)))
  const made = await Promise.race([next('round'), heardAll, ...cut, stuck]).finally(() => ended.abort())
  if (made) return { outcomes: made.outcomes, slices: made.slices }
  await cutShort()
  return null
}

/** Artillery's exit code when a response was not what its plugin `expect` expects: the load was made. */
const unexpectedResponses = 21

/**
 * An `artillery` command that makes the load wherever it likes, of which its metrics by --output are all that comes
 * back.
 */
async function followMetered({ exited }: OwnedProcess, metered: Metered, { order, logFile }: Generation) {
  const { generator, outputFile } = metered
  const { words, place } = commands[generator.command]
  const exit = await exited
  const { code, signal } = exit
  // Where a part of the load fails elsewhere, only the platform's exit code shows it: it still writes the metrics of
  // the other parts. Here there would be no metrics; a code beside metrics comes from what the script ensures.
  if (existsSync(outputFile) && signal === null && (place === null || code === 0 || code === unexpectedResponses))
    return { outcomes: [readMetrics({ ...metered, ...order }).outcome], slices: [] }
  checkSpace(logFile)
  const lack = code === 0 ? ', but wrote no metrics to its --output file' : ''
  const output = readEnd(logFile, 65_536)
  // Artillery marks so what is wrong with its command line; a page of help follows.
  const complaints = output.split('\n').filter((line) => /^ *›/.test(line))
  const [said, label] = complaints.length > 0 ? [complaints.join('\n'), 'It printed'] : [output, 'Its last lines']
  throw generatorFailed(words, howItEnded(exit) + lack, endOf(said), label)
}

/** What a program says on a full disk is not in its log. @throws SpeedupError NOT_WRITABLE */
function checkSpace(logFile: string) {
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
export const generatorFailed = (words: string, failure: string, said: string, label = 'Its last lines'): SpeedupError =>
  new SpeedupError(
    'GENERATOR_FAILED',
    `The load generator (${words}) ${failure}.${said === '' ? '' : ` ${label}:\n${said}`}`
  )
