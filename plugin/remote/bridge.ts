// In place of a child `artillery run`, which is on another machine, or of one on each of several: a process here that
// gets the same messages, sends the same ones and writes the same files. The connections end with it.
import { readFileSync } from 'node:fs'
import { addOutcomes } from '../generator/share-load.ts'
import { takeTurns } from '../generator/take-turns.ts'
import { unsentFrom, watchResent } from '../machine/network.ts'
import {
  contentOf,
  orderAsEnvironment,
  readOrder,
  send,
  type GateCommand,
  type GateNews,
  type GeneratorEvent,
  type LoadCommand,
  type LoadOutcome,
  type LoadTarget,
  type MadeRound,
  type RunOrder,
  type SeenSlice,
  type Turns
} from '../messages/load.ts'
import { cpuMsOf } from '../processes/proc.ts'
import { mean, sum, sumBy } from '../statistics/descriptive.ts'
import { connect, exit } from './connection.ts'
import type { LoadClock, LoadHostUse } from '../concepts/run.ts'
import type { RemoteCommand, RemoteStart } from '../messages/remote.ts'

process.once('message', (message) => begin(contentOf<RemoteStart>(message) as RemoteStart))
process.once('disconnect', () => process.exit(1))

const lookMs = 250

function begin({ hosts, key, files, variables, packages: _, ...start }: RemoteStart) {
  const ordered = new Set<string | null>()
  const machines = hosts.map((host, place) =>
    connect(host, { key, ordered, ended, hear: (event) => hear(place, event) })
  )
  const tellAll = (command: RemoteCommand) => machines.forEach(({ tell }) => tell(command))
  const cpuMs = () => cpuMsOf('/proc/self') + sumBy(machines, (machine) => machine.cpuMs())
  const readClocks = () => Promise.all(machines.map(({ readClock }) => readClock()))
  let clocks: LoadClock[] = [] // as the load began
  let resent: () => number | null = () => null
  let unsent: number[] = []
  let isOver = true
  let running = hosts.length
  const targets: LoadTarget[] = [] // of loads that have not begun
  const prepared: Promise<unknown>[] = []

  // One after the other, also while clocks are read.
  let last = Promise.resolve()
  const next = (task: () => Promise<void> | void) => void (last = last.then(task))

  function ended(log: string, code: number) {
    if (code !== 0 || --running === 0) next(() => exit(log, code))
  }

  /** What not all of them have told so far, each at its place; and who waits for it, in place of the outer process. */
  const told = new Map<string, GeneratorEvent[]>()
  const awaited = new Map<string, (all: any[]) => void>()
  const nameOf = (event: string, load?: number, what?: string | null) => [event, load, what].join()
  const when = (...name: Parameters<typeof nameOf>) =>
    new Promise<any[]>((resolve) => awaited.set(nameOf(...name), resolve))

  function hear(place: number, event: GeneratorEvent) {
    const { load, step, news } = event as { load?: number; step?: string; news?: string | null }
    const name = nameOf(event.event, load, step ?? news)
    const all = told.get(name) ?? []
    all[place] = event
    told.set(name, all)
    if (Object.keys(all).length < machines.length) return
    told.delete(name)
    const take = awaited.get(name)
    awaited.delete(name)
    if (take === undefined) next(() => pass(all))
    else take(all)
  }

  async function pass(all: GeneratorEvent[]) {
    const [event] = all
    if (event.event === 'alone' && machines.length > 1)
      exit(`This version of Artillery makes one load at a time, which ${hosts.join(' and ')} can't share.\n`, 1)
    // One may have finished before.
    if (event.event === 'stopped') {
      told.clear()
      isOver = true
    }
    if (event.event !== 'round') return send({ ...event, cpuMs: cpuMs() })
    const outcomes = (all as MadeRound[]).map((own) => own.outcomes[0])
    const { beganMs, endedMs } = addOutcomes(outcomes)
    await tellRound([outcomes], [], endedMs - beganMs)
  }

  /** @param made outcomes on each machine, of each load. loadedMs: of all */
  async function tellRound(made: LoadOutcome[][], slices: SeenSlice[], loadedMs: number) {
    const hosts = await seenBy(made, loadedMs)
    send({ event: 'round', outcomes: made.map((own) => ({ ...addOutcomes(own), hosts })), slices })
  }

  async function seenBy(made: LoadOutcome[][], loadedMs: number): Promise<LoadHostUse[]> {
    const ends = await readClocks()
    const here = resent()
    const sent = addOutcomes(made.flat()).responses.bytes
    isOver = true
    return machines.map(({ host, seen }, i) => {
      const { resent: there, ...own } = seen()
      const { users, responses } = addOutcomes(made.map((outcomes) => outcomes[i]))
      // Off by at most what either reading may be, and what the clocks have drifted apart in between.
      const errorMs = Math.max(clocks[i].errorMs, Math.abs(ends[i].offsetMs - clocks[i].offsetMs) + ends[i].errorMs)
      return {
        name: host,
        clock: { ...clocks[i], errorMs },
        cycleMs: (loadedMs * users) / made.length / Math.max(1, sum(Object.values(responses.byStatus))),
        unsentMs: sent === 0 ? 0 : (mean([0, ...unsent]) * loadedMs) / sent, // Little's law
        resent: here === null || there === null ? null : Math.max(here, there),
        ...own
      }
    })
  }

  const theirs = async (order: RunOrder) => {
    if (isOver) {
      clocks = await readClocks()
      resent = watchResent()
    }
    isOver = false
    targets.push(...order.targets)
    for (const file of [order.samplesFile, order.telemetryFile, order.answersFile]) ordered.add(file)
    const { answersFile, arrivalsPerSecond } = order
    const of = clocks.length
    return clocks.map((clock, place) => ({
      ...order,
      clock,
      share: { of, place },
      arrivalsPerSecond: arrivalsPerSecond && arrivalsPerSecond / of,
      answersFile: place === 0 ? answersFile : null
    }))
  }

  let looking: NodeJS.Timeout | undefined
  async function reachAll() {
    const begun = targets.splice(0)
    await Promise.all(machines.map(({ reach }) => reach(begun)))
    const ports = begun.map(({ port }) => port)
    unsent = []
    clearInterval(looking)
    looking = setInterval(() => unsent.push(unsentFrom(ports)), lookMs)
  }

  async function makeLoads(turns: Turns | null, ready: Promise<unknown>[]) {
    // So that all of them begin at once.
    await Promise.all(ready)
    await reachAll()
    if (turns !== null) await conduct(turns, ready.length)
    else tellAll({ command: { command: 'go', turns } })
  }

  /** Here, so that all of them take the same turns. */
  async function conduct(turns: Turns, count: number) {
    const made: LoadOutcome[][] = []
    const loads = Array.from({ length: count }, (_each, load) => {
      let news: GateNews | null = null
      return {
        async make() {
          const all = when('made', load)
          tellAll({ command: { command: 'make', load } })
          made[load] = (await all).map(({ outcome }) => outcome)
          return addOutcomes(made[load])
        },
        next(wanted: GateNews) {
          news = wanted
          return when('gate', load, wanted)
        },
        command(gate: GateCommand) {
          tellAll({ command: { command: 'gate', load, gate, news } })
          news = null
        }
      }
    })
    const { slices } = await takeTurns(loads, turns, (step, load) =>
      send({ event: 'step', step, load, cpuMs: cpuMs() })
    )
    const loadedMs = sumBy(slices, ({ openMs, restMs }) => restMs - openMs)
    await tellRound(made, slices, loadedMs)
  }

  for (const file of files) tellAll({ file, base64: readFileSync(file, 'base64') })
  next(async () => {
    const only = readOrder(start.env)
    const [order] = only === null ? [] : await theirs(only)
    const env = { ...variables, ...start.env, ...(order && orderAsEnvironment(order)) }
    tellAll({ start: { ...start, env }, cwd: process.cwd() })
    if (order !== undefined) await reachAll()
  })
  process.on('message', (message) => {
    const command = contentOf<LoadCommand>(message)
    if (command === undefined) return
    next(async () => {
      if (command.command === 'load') {
        prepared.push(when('prepared', prepared.length))
        const orders = await theirs(command.order)
        machines.forEach(({ tell }, place) => tell({ command: { ...command, order: orders[place] } }))
      } else if (command.command === 'go') void makeLoads(command.turns, prepared.splice(0))
      else tellAll({ command })
    })
  })
}
