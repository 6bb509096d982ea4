import { fork, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempDisposableSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { median } from '../../plugin/statistics/descriptive.ts'
import { aGeneration, makeAlone } from '../load/making-loads.ts'
import { inTurn } from './medians.ts'

const pathOf = (name: string) => fileURLToPath(new URL(name, import.meta.url))
const seconds = 12
/**
 * Seconds of a load since its first request: while its code is still being compiled, and long after that. The second
 * one is so long that what Artillery adds up every ten seconds is a small part of it.
 */
const windows = { atOneSecond: [0.5, 1.5], atTenSeconds: [6.5, 11.5] } as const

export type CpuUs = Record<keyof typeof windows, number>

interface Load {
  port: number
  users: number
  pid: (pid: number) => void // called with that of the process that makes it
}

/** Each makes a load of 12 s to a server in a process of its own. */
const generators = {
  ours: loadByUs,
  wrk: (load: Load) => runTool('wrk', ['-t1', `-c${load.users}`, `-d${seconds}`, urlOf(load)], load),
  autocannon: (load: Load) =>
    runTool(process.execPath, [pathOf('./autocannon-process.ts'), JSON.stringify(optionsOf(load))], load),
  h2load: (load: Load) => runTool('h2load', ['--h1', '-t1', `-c${load.users}`, `-D${seconds}`, urlOf(load)], load)
}

export type Generator = keyof typeof generators

const urlOf = ({ port }: Pick<Load, 'port'>) => `http://127.0.0.1:${port}/`
const optionsOf = (load: Load) => ({ url: urlOf(load), connections: load.users, amount: undefined, duration: seconds })

/** @returns CPU of the process that makes a load, in microseconds for a request: medians of the rounds, in turn */
export async function benchStart(rounds: number, users: number): Promise<Record<Generator, CpuUs>> {
  const measures = Object.fromEntries(
    Object.entries(generators).map(([name, make]) => [name, () => measure(make, users)])
  ) as Record<Generator, () => Promise<CpuUs>>
  const found = await inTurn(rounds, measures)
  const medians = (all: CpuUs[]) =>
    Object.fromEntries(
      Object.keys(windows).map((name) => [name, median(all.map((each) => each[name as keyof CpuUs]))])
    ) as CpuUs
  return Object.fromEntries(Object.entries(found).map(([name, all]) => [name, medians(all)])) as Record<
    Generator,
    CpuUs
  >
}

async function measure(make: (load: Load) => Promise<unknown>, users: number): Promise<CpuUs> {
  const server = fork(pathOf('./bare-server.js'))
  try {
    const [port] = await once(server, 'message')
    let pid = 0
    const made = make({ port: Number(port), users, pid: (own) => (pid = own) })
    while ((await requestsOf(server)) === 0) await delay(2)
    const begun = performance.now()
    const found: Partial<CpuUs> = {}
    for (const [name, [from, to]] of Object.entries(windows)) {
      const before = await at(begun + 1000 * from, server, pid)
      const after = await at(begun + 1000 * to, server, pid)
      found[name as keyof CpuUs] = (1e6 * (after.cpuSeconds - before.cpuSeconds)) / (after.requests - before.requests)
    }
    await made
    return found as CpuUs
  } finally {
    server.disconnect()
  }
}

async function at(ms: number, server: ChildProcess, pid: number) {
  await delay(Math.max(0, ms - performance.now()))
  const [, , ...fields] = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '_ _ ')
    .split(' ')
  return { cpuSeconds: (Number(fields[11]) + Number(fields[12])) / 100, requests: await requestsOf(server) }
}

async function requestsOf(server: ChildProcess): Promise<number> {
  server.send('how many?')
  const [requests] = await once(server, 'message')
  return Number(requests)
}

async function runTool(command: string, words: string[], { pid }: Load) {
  const child = spawn(command, words, { stdio: 'ignore' })
  await once(child, 'spawn')
  pid(Number(child.pid))
  await once(child, 'exit')
}

/** As a comparison makes it. */
async function loadByUs({ port, users, pid }: Load) {
  using place = mkdtempDisposableSync(join(tmpdir(), 'speedup-bench-'))
  const folder = {
    write(name: string, content: string | Uint8Array) {
      const file = join(place.path, name)
      writeFileSync(file, content)
      return file
    }
  }
  const url = `http://127.0.0.1:${port}`
  const phases = [{ duration: '200ms', arrivalCount: users }]
  const script = {
    config: { target: url, phases, plugins: { speedup: {} } },
    scenarios: [{ flow: [{ get: { url: '/' } }] }]
  }
  const generation = aGeneration(folder, { url, hostname: '127.0.0.1', port }, { script })
  await makeAlone({
    ...generation,
    order: { ...generation.order, loadSeconds: seconds },
    guard: { ...generation.guard, watch: ({ group }) => pid(group) }
  })
}
