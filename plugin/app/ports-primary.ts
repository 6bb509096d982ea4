// A separate process: starts the app several times, unchanged, each on a port of its own, and deals out the
// connections in turn, as a load balancer does that stands before containers.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { connect, createServer, type AddressInfo } from 'node:net'
import { keepWorkers, preloaded, type WorkerOptions } from './keep-workers.ts'
import { asAppEvent, tell } from './messages.ts'

const { script, args, workers, hostname, ...preload }: WorkerOptions = JSON.parse(process.argv[2])
const targetPort = Number(process.env.PORT)
const execArgv = preloaded(preload)

/** Where the apps listen on the PORT that we gave them, by PID. */
const serving: Map<number, { host: string; port: number }> = new Map()
/** By PID, where an app listens that should listen elsewhere: beside its own port, or instead of it. */
const strays: Map<number, number> = new Map()
let turn = 0

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

// More than there are workers: some still drain while others come, and what a dead one leaves may be taken by a
// connection.
const probes = Array.from({ length: 4 * workers + 1 }, () => createServer().listen(0, '127.0.0.1'))
await Promise.all(probes.map((probe) => once(probe, 'listening')))
const ports = probes.map((probe) => (probe.address() as AddressInfo).port).filter((port) => port !== targetPort)
await Promise.all(probes.map((probe) => once(probe.close(), 'close')))
keepWorkers(workers, start, {
  dismiss(worker) {
    // New connections now go to the others.
    serving.delete(Number(worker.pid))
    worker.kill('SIGTERM')
  },
  serves: ({ pid }) => serving.has(pid)
})

function start() {
  const port = Number(ports.shift())
  const worker = fork(script, args, { execArgv, env: { ...process.env, PORT: String(port) }, stdio: 'inherit' })
  const pid = Number(worker.pid)
  worker.on('message', (message) => {
    const event = asAppEvent(message)
    if (event?.event !== 'listening') return
    if (event.port === port) serve(pid, event.address, port)
    else strays.set(pid, event.port)
    // No balancer can stand in front of an app that has taken the target's port itself.
    if (event.port === targetPort) refuse(targetPort)
  })
  worker.once('exit', () => {
    const hasServed = serving.delete(pid)
    strays.delete(pid)
    ports.push(port)
    const [, fixed] = [...strays].find(([other]) => !serving.has(other)) ?? []
    if (!hasServed && fixed !== undefined) refuse(fixed)
  })
  return worker
}

/** A client of the target's port finds all workers there, once all of them listen. */
function serve(pid: number, host: string, port: number) {
  serving.set(pid, { host, port })
  const tellOf = (listener: number) => tell({ event: 'listening', pid: listener, port: targetPort, address: hostname })
  if (balancer.listening) tellOf(pid)
  else if (serving.size === workers) balancer.listen(targetPort, hostname, () => [...serving.keys()].forEach(tellOf))
}

/** Its message is in the log, whose last lines are part of the error message; our parent ends the workers. */
function refuse(port: number) {
  const why = `The app listens on port ${port} regardless of PORT, so a second process can't listen there`
  process.stderr.write(`${why}: mode ports needs an app that listens on PORT.\n`)
  process.exit(1)
}
