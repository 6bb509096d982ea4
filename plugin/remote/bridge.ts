// In place of a child `artillery run`, which is on another machine: a process here that gets the same messages, sends
// the same ones and writes the same files. The connection ends with it.
import { appendFileSync, readFileSync, realpathSync } from 'node:fs'
import { relative } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { clockMs } from '../machine/clock.ts'
import {
  contentOf,
  orderAsEnvironment,
  orLost,
  readOrder,
  send,
  type GeneratorEvent,
  type LoadCommand,
  type RunOrder
} from '../messages/load.ts'
import {
  beatMs,
  cache,
  isLast,
  startSsh,
  type RemoteCommand,
  type RemoteNews,
  type RemoteStart
} from '../messages/remote.ts'
import { builtModule, packageFile } from '../package-files.ts'
import { cpuMsOf } from '../processes/proc.ts'
import type { LoadClock } from '../concepts/run.ts'

process.once('message', (message) => begin(contentOf<RemoteStart>(message) as RemoteStart))
process.once('disconnect', () => process.exit(1))

function begin({ host, key, files, variables, packages: _, ...start }: RemoteStart) {
  const own = packageFile('.')
  const agent = `${realpathSync(own)}/${relative(own, fileURLToPath(builtModule('remote/agent.js')))}`
  const ssh = startSsh(host, `root=${cache}/${key}; exec node "$root${agent}" "$root"`, ['pipe', 'pipe', 'inherit'])
  const tell = (command: RemoteCommand) => void ssh.stdin?.write(`${JSON.stringify(command)}\n`)
  let answered: (atMs: number) => void = () => {}
  let clock: LoadClock = { offsetMs: 0, errorMs: Infinity } // as the load began
  let isOver = true
  const ordered = new Set<string | null>() // what the other machine writes: no other file here

  /** By the quickest of a few answers, which was on its way for half of the time at most (RFC 5905, section 8). */
  async function readClock(): Promise<LoadClock> {
    let best: LoadClock = { offsetMs: 0, errorMs: Infinity }
    for (let beat = 1; beat <= 5; beat++) {
      const sentMs = clockMs()
      tell({ beat })
      const atMs = await new Promise<number>((resolve) => (answered = resolve))
      const errorMs = (clockMs() - sentMs) / 2
      if (errorMs < best.errorMs) best = { offsetMs: atMs - sentMs - errorMs, errorMs }
    }
    return best
  }

  // One after the other, also while the clock is read.
  let last = Promise.resolve()
  const next = (task: () => Promise<void> | void) => void (last = last.then(task))

  const asTheirs = async (order: RunOrder) => {
    if (isOver) clock = await readClock()
    isOver = false
    for (const file of [order.samplesFile, order.telemetryFile, order.answersFile]) ordered.add(file)
    return { ...order, clock }
  }

  const pass = async (event: GeneratorEvent) => {
    if (isLast(event)) {
      const end = await readClock()
      isOver = true
      // Off by at most what either reading may be, and what the clocks have drifted apart in between.
      const errorMs = Math.max(clock.errorMs, Math.abs(end.offsetMs - clock.offsetMs) + end.errorMs)
      clock = { ...clock, errorMs }
    }
    // What it takes of this machine.
    const cpuMs = cpuMsOf('/proc/self') + cpuMsOf(`/proc/${ssh.pid}`)
    send(
      event.event === 'round'
        ? { ...event, outcomes: event.outcomes.map((outcome) => ({ ...outcome, clock })) }
        : { ...event, cpuMs, ...(event.event === 'finished' && { clock }) }
    )
  }

  const hear = (news: RemoteNews) => {
    if ('beat' in news) answered(news.atMs)
    else if ('event' in news) next(() => pass(news.event))
    else if ('file' in news) {
      if (ordered.has(news.file)) orLost(news.file, () => appendFileSync(news.file, news.text, 'latin1'))
    } else if ('ended' in news) next(() => exit(news.log, news.ended))
    else exit(`${host} (plugins.speedup.generator.ssh) ${news.problem}\n`, 1)
  }

  createInterface({ input: ssh.stdout! }).on('line', (line) => line.startsWith('{') && hear(JSON.parse(line)))
  ssh.stdin?.on('error', () => {})
  ssh.on('close', () => exit(`The connection to ${host} (plugins.speedup.generator.ssh) was lost.\n`, 1))
  // So much time the child has there, too.
  process.once('SIGTERM', () => ssh.stdin?.end())
  setInterval(() => tell({ beat: 0 }), beatMs)
  for (const file of files) tell({ file, base64: readFileSync(file, 'base64') })
  next(async () => {
    const only = readOrder(start.env)
    const env = { ...variables, ...start.env, ...(only && orderAsEnvironment(await asTheirs(only))) }
    tell({ start: { ...start, env }, cwd: process.cwd() })
  })
  process.on('message', (message) => {
    const command = contentOf<LoadCommand>(message)
    if (command === undefined) return
    next(async () => {
      const own = command.command === 'load' ? { ...command, order: await asTheirs(command.order) } : command
      tell({ command: own })
    })
  })
}

function exit(text: string, code: number) {
  process.stdout.write(text)
  process.exit(code)
}
