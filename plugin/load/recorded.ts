import { existsSync, readFileSync, statSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { SpeedupError } from '../concepts/errors.ts'
import { flagsHere } from '../concepts/generators.ts'
import { readLoad } from '../measure/read-load.ts'
import {
  contentOf,
  lostOf,
  orderAsEnvironment,
  type GeneratorEvent,
  type MadeRound,
  type RunOrder
} from '../messages/load.ts'
import { lastLines, readEnd } from '../processes/last-lines.ts'
import { howItEnded, type OwnedProcess } from '../processes/owned-process.ts'
import { passMark } from '../record/samples.ts'
import { parseLines } from '../record/telemetry.ts'
import { checkSpace, generatorFailed, type Generation, type HearStep, type Maker } from './run-generator.ts'

/**
 * Flags of the outer `artillery run` that a child keeps. All others are set by us, or belong to the whole comparison,
 * not to one run.
 */
export const keptHere = [
  ...['config', 'environment', 'dotenv', 'variables', 'insecure'],
  ...['payload', 'count', 'platform', 'solo']
]

/** Our own `artillery run`, here or behind ssh: its load threads record each request, and it tells each step. */
export const recorded: Maker = {
  makesSeries: true,
  cleanUpSeconds: 0,
  prepare: ({ order }) => ({
    nodeFlags: flagsHere,
    env: orderAsEnvironment(order),
    command: 'run',
    kept: keptHere,
    args: [],
    overrides: null
  }),
  async follow(started, generation, heard) {
    const cutShort = () => started.stop(2)
    const made = await followRecorded(listenTo(started, generation.logFile), [generation], { heard, cutShort })
    // So that Artillery's plugins end.
    if (made !== null) await started.exited
    return made
  },
  read: readLoad
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
async function untilStuck(loads: RunOrder[], seconds: number, signal: AbortSignal): Promise<never> {
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
          `Responses to ${open} begin, but none has ended for ${seconds} s. One that does not end, such as a stream ` +
            'of events or a long poll, cannot be measured: leave that request out of the scenario, or have the app ' +
            'end it.'
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
 * has each step heard, and rejects with what is thrown then
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
  const follow = (heard: HearStep) =>
    new Promise<never>((_, reject) => {
      awaited.set('step', (event) => {
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
  const heardAll = follow((step) => {
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
  if (made) return made
  await cutShort()
  return null
}
