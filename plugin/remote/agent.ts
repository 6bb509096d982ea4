// On the machine that makes the load, started by ssh: starts a child `artillery run`, and sends back what it tells and
// writes. It ends with that child, or when nobody is there any more who wants the load; the guard then ends what it has
// started, and removes its folder.
import { closeSync, existsSync, mkdirSync, openSync, readSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { tryConnection } from '../app/port.ts'
import { flagsHere } from '../concepts/generators.ts'
import { clockMs } from '../machine/clock.ts'
import { watchLinks, watchResent } from '../machine/network.ts'
import { watchMachine } from '../machine/watch-machine.ts'
import {
  asMessage,
  contentOf,
  orderAsEnvironment,
  readOrder,
  type GeneratorEvent,
  type LoadTarget,
  type RunOrder
} from '../messages/load.ts'
import { isLast, silenceMs, type RemoteCommand, type RemoteNews, type SeenThere } from '../messages/remote.ts'
import { packageFile } from '../package-files.ts'
import { openWorkbench } from '../processes/guard.ts'
import { readEnd } from '../processes/last-lines.ts'
import { startOwned, type OwnedProcess } from '../processes/owned-process.ts'

const { guard, folder, createLog, close } = openWorkbench()
/** Where the files of the project lie here, by their paths there, and the packages that it got. */
const files = join(folder, 'files')
const [packages] = process.argv.slice(2)
const logFile = createLog('generator')
let child: OwnedProcess | null = null
let heardMs = performance.now()

const tell = (news: RemoteNews) => void process.stdout.write(`${JSON.stringify(news)}\n`)

async function obey(command: RemoteCommand) {
  if ('file' in command) {
    const file = join(files, command.file)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, command.base64, 'base64')
  }
  if ('start' in command) start(command)
  if ('reach' in command) await checkReach(command.reach)
  if (!('command' in command)) return
  const { command: own } = command
  child?.child.send(asMessage(own.command === 'load' ? { ...own, order: ownOrder(own.order) } : own), () => {})
}

function start({ start: { artillery, nodeFlags, args, env }, cwd }: Extract<RemoteCommand, { start: object }>) {
  const plugins = join(folder, 'plugins')
  for (const made of [plugins, join(files, cwd)]) mkdirSync(made, { recursive: true })
  symlinkSync(packageFile('.'), join(plugins, 'artillery-plugin-speedup'))
  const isFile = (argument: string) => argument.startsWith('/') && existsSync(join(files, argument))
  for (const file of [join(cwd, 'any'), ...args.filter(isFile)]) linkPackages(file)
  const only = readOrder(env)
  const own = { ARTILLERY_PLUGIN_PATH: plugins, ...(only && orderAsEnvironment(ownOrder(only))) }
  const argv = [...nodeFlags, ...flagsHere, join(packages, artillery)]
  const started = startOwned(
    {
      argv: [...argv, ...args.map((argument) => (isFile(argument) ? join(files, argument) : argument))],
      env: { ...process.env, ...env, ...own },
      cwd: join(files, cwd),
      logFile
    },
    guard
  )
  child = started
  started.child.on('message', (message) => {
    const event = contentOf<GeneratorEvent>(message)
    if (event === undefined) return
    sendWritten()
    isOver ||= isLast(event)
    tell({ event, seen: isLast(event) ? see?.() : undefined })
  })
  void started.exited.then(({ code }) => {
    sendWritten()
    // Then the connection is ended from there.
    tell({ ended: code ?? 1, log: readEnd(logFile, 65_536) })
  })
}

/** Packages that a script, or what it loads, asks for by their names, as on the other machine. */
function linkPackages(script: string) {
  for (let at = dirname(script); ; at = dirname(at)) {
    const there = join(packages, at, 'node_modules')
    const here = join(files, at, 'node_modules')
    if (existsSync(there) && !existsSync(here)) {
      mkdirSync(dirname(here), { recursive: true })
      symlinkSync(there, here)
    }
    if (at === dirname(at)) return
  }
}

let see: (() => SeenThere) | null = null
let looking: NodeJS.Timeout | undefined

async function checkReach(targets: LoadTarget[]) {
  let roundTripMs = Infinity
  // A first try looks up names, and runs code that has not yet run.
  for (const target of targets.flatMap((own) => [own, own, own])) {
    const sentMs = performance.now()
    const problem = await tryConnection(target)
    roundTripMs = Math.min(roundTripMs, performance.now() - sentMs)
    if (problem === null) continue
    const open = 'Its port must be open to that machine, and so must those 10, 20 and so on above that of config.target'
    tell({ problem: `can't connect to ${target.url} (${problem.code}), where the app listens. ${open}.` })
    return end()
  }
  const use = watchMachine(child!.kin)
  const resent = watchResent()
  const linkUse = watchLinks()
  let link: number | null = null
  clearInterval(looking)
  // Over less than a second, one packet may look like much.
  looking = setInterval(() => {
    const share = linkUse()
    if (share !== null) link = Math.max(share, link ?? 0)
  }, 1000)
  see = () => ({ roundTripMs, resent: resent(), link, machine: use(0) })
  tell({ reached: true })
}

/** What is appended here, and to which file that is to be appended there. at: what has been sent of it, in bytes */
const written: { here: string; file: string; descriptor: number; at: number }[] = []
let isOver = false

function ownOrder(order: RunOrder): RunOrder {
  // What a load thread still wrote when the load was over has been sent by now.
  if (isOver)
    for (const { here, descriptor } of written.splice(0)) {
      closeSync(descriptor)
      rmSync(here)
    }
  isOver = false
  const own = { ...order }
  for (const key of ['samplesFile', 'telemetryFile', 'answersFile'] as const) {
    const file = order[key]
    if (file === null) continue
    const here = join(folder, `${key}-${written.length}`)
    written.push({ here, file, descriptor: openSync(here, 'a+'), at: 0 })
    own[key] = here
  }
  return own
}

const piece = Buffer.allocUnsafe(1_048_576)

/** Whole lines, but of a line that is longer than any of ours. */
function sendWritten() {
  for (const own of written)
    for (;;) {
      const read = readSync(own.descriptor, piece, 0, piece.length, own.at)
      const lines = piece.subarray(0, read).lastIndexOf('\n') + 1
      const length = lines === 0 && read === piece.length ? read : lines
      if (length === 0) break
      tell({ file: own.file, text: piece.toString('latin1', 0, length) })
      own.at += length
    }
}

const graceSeconds = 2
let ending: Promise<unknown> | null = null

const end = () =>
  void (ending ??= Promise.resolve(child?.stop(graceSeconds))
    .then(close)
    .finally(() => process.exit()))

for (const signal of ['SIGHUP', 'SIGTERM', 'SIGINT'] as const) process.on(signal, end)
process.stdout.on('error', end)
setInterval(sendWritten, 100)
setInterval(() => {
  if (performance.now() - heardMs > silenceMs) end()
}, 1000)
let last = Promise.resolve()
createInterface({ input: process.stdin })
  .on('line', (line) => {
    heardMs = performance.now()
    const command: RemoteCommand = JSON.parse(line)
    if ('beat' in command) tell({ ...command, atMs: clockMs() })
    else last = last.then(() => obey(command))
  })
  .on('close', end)
