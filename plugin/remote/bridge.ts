// In place of a child `artillery run`, which is on another machine, or of one on each of several: a process here that
// gets the same messages, sends the same ones and writes the same files. The connections end with it.
import { readFileSync } from 'node:fs'
import { addOutcomes } from '../generator/share-load.ts'
import { takeTurns } from '../generator/take-turns.ts'
import { watchResent } from '../machine/network.ts'
import {
  contentOf,
  orderAsEnvironment,
  readOrder,
  send,
  type GateNews,
  type GeneratorEvent,
  type LoadCommand,
  type LoadOutcome,
  type RunOrder
} from '../messages/load.ts'
import { cpuMsOf } from '../processes/proc.ts'
import { connect, exit } from './connection.ts'
import type { LoadClock, LoadHostUse } from '../concepts/run.ts'
import type { RemoteCommand, RemoteStart } from '../messages/remote.ts'

process.once('message', (message) => begin(contentOf<RemoteStart>(message) as RemoteStart))
process.once('disconnect', () => process.exit(1))

type Turns = Extract<LoadCommand, { command: 'turns' }>

function begin({ hosts, key, files, variables, packages: _, ...start }: RemoteStart) {
  const ordered = new Set<string | null>()
  const machines = hosts.map((host, place) =>
    connect(host, { key, ordered, ended, hear: (event) => hear(place, event) })
  )
  const tellAll = (command: RemoteCommand) => machines.forEach(({ tell }) => tell(command))
  const cpuMs = () => machines.reduce((sum, machine) => sum + machine.cpuMs(), cpuMsOf('/proc/self'))
  const readClocks = () => Promise.all(machines.map(({ readClock }) => readClock()))
  let clocks: LoadClock[] = [] // as the load began
  let resent: () => number | null = () => null
  let isOver = true
  let running = hosts.length
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
  const nameOf = (event: string, load?: number, news?: GateNews | null) => [event, load, news].join()
  const when = (...name: Parameters<typeof nameOf>) =>
    new Promise<any[]>((resolve) => awaited.set(nameOf(...name), resolve))

  function hear(place: number, event: GeneratorEvent) {
    const { load, news }: { load?: number; news?: GateNews | null } = { load: undefined, news: undefined, ...event }
    const name = nameOf(event.event, load, news)
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
    if (event.event !== 'finished') return send({ ...event, cpuMs: cpuMs() })
    const outcomes = all as (GeneratorEvent & LoadOutcome)[]
    const outcome = addOutcomes(outcomes)
    const seen = await seenBy([outcomes], outcome.endedMs - outcome.beganMs)
    send({ ...event, ...outcome, cpuMs: cpuMs(), hosts: seen })
  }

  /** @param made outcomes on each machine, of each load. loadedMs: of all */
  async function seenBy(made: LoadOutcome[][], loadedMs: number): Promise<LoadHostUse[]> {
    const ends = await readClocks()
    const here = resent()
    isOver = true
    return machines.map(({ host, takeSeen }, i) => {
      const { resent: there, requests, ...seen } = takeSeen()
      const users = made.reduce((sum, outcomes) => sum + outcomes[i].users, 0) / made.length
      // Off by at most what either reading may be, and what the clocks have drifted apart in between.
      const errorMs = Math.max(clocks[i].errorMs, Math.abs(ends[i].offsetMs - clocks[i].offsetMs) + ends[i].errorMs)
      return {
        name: host,
        clock: { ...clocks[i], errorMs },
        requests,
        cycleMs: (loadedMs * users) / Math.max(1, requests),
        resent: here === null || there === null ? null : Math.max(here, there),
        ...seen
      }
    })
  }

  const theirs = async (order: RunOrder) => {
    if (isOver) {
      clocks = await readClocks()
      resent = watchResent()
    }
    isOver = false
    for (const file of [order.samplesFile, order.telemetryFile, order.answersFile]) ordered.add(file)
    const { answersFile, arrivalsPerSecond } = order
    const of = machines.length
    return clocks.map((clock, place): RunOrder => {
      if (of === 1) return { ...order, clock }
      const own = { share: { of, place }, arrivalsPerSecond: arrivalsPerSecond && arrivalsPerSecond / of }
      return { ...order, clock, ...own, answersFile: place === 0 ? answersFile : null }
    })
  }

  /** Here, so that all of them take the same turns. */
  async function conduct({ slices, mostSeconds }: Turns, ready: Promise<unknown>[]) {
    await Promise.all(ready)
    const made: LoadOutcome[][] = []
    const loads = ready.map((_each, load) => {
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
        command(gate: 'open' | 'mark' | 'hold' | 'end') {
          tellAll({ command: { command: 'gate', load, gate, news } })
          news = null
        }
      }
    })
    const { outcomes, ...seen } = await takeTurns(loads, { slices, mostSeconds }, (step, load) =>
      send({ event: 'slice', step, load, cpuMs: cpuMs() })
    )
    const loadedMs = seen.slices.reduce((sum, { openMs, restMs }) => sum + restMs - openMs, 0)
    const own = await seenBy(made, loadedMs)
    send({ event: 'round', ...seen, outcomes: outcomes.map((outcome) => ({ ...outcome, hosts: own })) })
  }

  for (const file of files) tellAll({ file, base64: readFileSync(file, 'base64') })
  next(async () => {
    const only = readOrder(start.env)
    const [order] = only === null ? [] : await theirs(only)
    const env = { ...variables, ...start.env, ...(order && orderAsEnvironment(order)) }
    tellAll({ start: { ...start, env }, cwd: process.cwd() })
  })
  process.on('message', (message) => {
    const command = contentOf<LoadCommand>(message)
    if (command === undefined) return
    next(async () => {
      if (command.command === 'load') {
        prepared.push(when('prepared', prepared.length))
        const orders = await theirs(command.order)
        machines.forEach(({ tell }, place) => tell({ command: { ...command, order: orders[place] } }))
        return
      }
      const begins = command.command === 'go' || command.command === 'turns'
      const loads = begins ? prepared.splice(0) : []
      if (begins) await Promise.all(machines.map(({ reach }) => reach()))
      if (command.command === 'turns') void conduct(command, loads)
      else tellAll({ command })
    })
  })
}
