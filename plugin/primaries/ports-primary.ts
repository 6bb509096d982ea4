// A separate process: starts instances of the app, unchanged, each on a port of its own, and deals out the
// connections in turn, as a load balancer does that stands before containers.
import { spawn } from 'node:child_process'
import { connect, createServer, type AddressInfo, type Server } from 'node:net'
import { fileURLToPath } from 'node:url'
import { builtModule } from '../package-files.ts'
import { inGroups } from '../processes/cgroups.ts'
import { anyPort, holdPort, release } from '../processes/free-ports.ts'
import { keepWorkers, preloaded } from './keep-workers.ts'
import { asAppEvent, tell, type InstanceOptions } from '../messages/app.ts'

const { groups: limited, ...options }: InstanceOptions = JSON.parse(process.argv[2])
const groups = limited.length === 0 ? [[]] : limited // without limits, all are in what we are in
const { script, args, instances, workers, hostname, ...preload } = options
const isCluster = workers !== 1
const argv = isCluster
  ? [fileURLToPath(builtModule('primaries/cluster-primary.js')), JSON.stringify(options)]
  : [...preloaded(preload), script, ...args]
const targetPort = Number(process.env.PORT)

/** Where the instances listen on the PORT that we gave them, by their PID. */
const serving = new Map<number, { host: string; port: number }>()
/** Their processes that listen there, by the instance's PID. */
const listeners = new Map<number, Set<number>>()
/** By PID, where an app listens that should listen elsewhere: beside its own port, or instead of it. */
const strays = new Map<number, number>()
/** How many instances are in each of the groups. */
const inside = groups.map(() => 0)
let turn = 0
let starts = 0

// Both directions end apart, as they would without us. Node's servers send what they have at once: so do we.
const socketOptions = { allowHalfOpen: true, noDelay: true }
const balancer = createServer(socketOptions, (client) => {
  const apps = [...serving.values()]
  if (apps.length === 0) return client.destroy()
  const app = connect({ ...apps[turn++ % apps.length], ...socketOptions })
  for (const [from, to] of [
    [client, app],
    [app, client]
  ])
    from
      .on('error', () => {})
      .once('close', () => to.destroySoon())
      .pipe(to)
})

const openProbe = (): Promise<Server> => holdPort(anyPort(), '127.0.0.1').catch(openProbe)
// More than there are workers: some still drain while others come, and what a dead one leaves may be taken by a
// connection.
const probes = await Promise.all(Array.from({ length: 4 * instances + 1 }, openProbe))
const ports = probes.map((probe) => (probe.address() as AddressInfo).port).filter((port) => port !== targetPort)
await Promise.all(probes.map(release))
keepWorkers(instances, start, {
  dismiss(worker) {
    const pid = Number(worker.pid)
    // New connections now go to the others.
    serving.delete(pid)
    for (const own of listeners.get(pid) ?? []) tell({ event: 'worker-told', pid: own })
    worker.kill('SIGTERM')
  },
  // All workers of an instance: not before that may it take the place of another.
  serves: ({ port }) =>
    [...serving].some(([pid, own]) => own.port === port && (listeners.get(pid)?.size ?? 0) >= (workers ?? 1))
})

function start() {
  const port = Number(ports.shift())
  const group = nextGroup()
  const [file, ...rest] = inGroups(groups[group], [process.execPath, ...argv])
  const worker = spawn(file, rest, {
    env: { ...process.env, PORT: String(port) },
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    // What keeps workers ends its process group when we are gone.
    detached: isCluster
  })
  const pid = Number(worker.pid)
  const own = new Set<number>()
  listeners.set(pid, own)
  worker.on('message', (message) => {
    const event = asAppEvent(message)
    if (event?.event === 'worker-exited' || event?.event === 'worker-left') own.delete(event.pid)
    if (event?.event !== 'listening') return
    if (event.port === port) {
      own.add(event.pid)
      serve(pid, event.pid, { host: event.address, port })
    } else strays.set(pid, event.port)
    // No balancer can stand in front of an app that has taken the target's port itself.
    if (event.port === targetPort) refuse(targetPort)
  })
  worker.once('exit', (_code, signal) => {
    const hasServed = serving.delete(pid)
    listeners.delete(pid)
    strays.delete(pid)
    ports.push(port)
    inside[group]--
    for (const left of own) if (left !== pid) tell({ event: 'worker-left', pid: left, signal })
    const [, fixed] = [...strays].find(([other]) => !serving.has(other)) ?? []
    if (!hasServed && fixed !== undefined) refuse(fixed)
  })
  return worker
}

/** @returns the one with the fewest instances: while a reload replaces one, both share its limits */
function nextGroup() {
  const next = groups.map((_, i) => (starts + i) % groups.length).toSorted((a, b) => inside[a] - inside[b])[0]
  starts++
  inside[next]++
  return next
}

/** A client of the target's port finds all instances there, once all of them listen. */
function serve(instance: number, listener: number, at: { host: string; port: number }) {
  serving.set(instance, at)
  const tellOf = (pid: number) => tell({ event: 'listening', pid, port: targetPort, address: hostname })
  if (balancer.listening) tellOf(listener)
  else if (serving.size === instances)
    balancer.listen(targetPort, hostname, () => {
      // A connection that it can't accept, for want of a file, is no end of the others.
      balancer.on('error', () => {})
      listeners.forEach((own) => own.forEach(tellOf))
    })
}

/** Its message is in the log, whose last lines are part of the error message; our parent ends the workers. */
function refuse(port: number) {
  process.stderr.write(
    `The app listens on port ${port} regardless of PORT, so a second process can't listen there: ` +
      'mode ports needs an app that listens on PORT.\n'
  )
  process.exit(1)
}
