// A separate process: PM2's daemon in the foreground, with a private home, which keeps the app's workers.
// In a process group of ours it can't be left behind, as a daemon could that PM2 puts into the background.
import cluster from 'node:cluster'
import { createRequire } from 'node:module'
import { promisify } from 'node:util'
import { harmless } from '../processes/harmless.ts'
import { Deaths, giveUp, leaveAtOnce } from './keep-workers.ts'
import { asAppEvent, hearCommands, tell, type HostOptions } from '../messages/app.ts'
import { declare, readEcosystem } from './pm2-declaration.ts'

// Node's cluster module gives the workers the primary's arguments, where they have none of their own.
const { pm2: main, ...wanted }: HostOptions = JSON.parse(process.argv.splice(2)[0])
let stopping = false
let reloading = false
process.on('disconnect', leaveAtOnce)
try {
  await host()
} catch (error) {
  // It is in the log, whose last lines are part of the error message. PM2 also rejects with lists.
  const [first] = [error].flat()
  process.stderr.write(`${first instanceof Error ? first.message : first}\n`)
  process.exit(1)
}

async function host() {
  const declaration = declare(await readEcosystem(wanted.variant.ecosystem, createRequire(main)), wanted)
  const expecting = { event: 'expecting', workers: declaration.instances } as const
  const areStarting = declaration.wait_ready === true
  tell({ ...expecting, areStarting })
  // By such variables, PM2 takes the sockets and the files of another daemon, whatever its home is.
  for (const name of Object.keys(process.env)) if (/^(PM2_(?!HOME$)|OVER_HOME$)/.test(name)) delete process.env[name]
  const pm2 = createRequire(import.meta.url)(main)
  const call = (method: string, ...args: unknown[]): Promise<any> => promisify(pm2[method].bind(pm2))(...args)
  // Without a daemon in the background: that is this process.
  const { new_pm2_instance: isOurs, rpc_socket_file: socket } = await call('connect', true)
  if (isOurs === false)
    throw new Error(
      `PM2 found a running daemon at ${socket} instead of starting its own. It was left alone. ` +
        'Check whether the ecosystem file loads PM2 or sets its variables.'
    )
  const stop = () => {
    if (stopping) return
    stopping = true
    void call('delete', declaration.name).finally(() => process.exit(0))
  }
  const deaths = new Deaths(declaration.instances)
  const bus = await call('launchBus')
  follow(bus, { deaths, stop })
  if (areStarting) onceAllAreReady(bus, declaration.instances, () => tell(expecting))
  process.on('SIGTERM', stop)
  await call('start', declaration)
  if (!areStarting) tell(expecting)
  hearCommands(async (given) => {
    if (given.command !== 'reload') return deaths.excuse(given.deaths)
    reloading = true
    const problem = await call('reload', declaration.name).then(
      () => null,
      (error) => String([error].flat()[0]?.message ?? error)
    )
    reloading = false
    tell({ event: 'reloaded', problem })
  })
}

/** PM2 itself waits no longer than its listen_timeout, 3 s unless it is set, and takes a worker for ready then. */
function onceAllAreReady(bus: any, workers: number, act: () => void) {
  const ready = new Set<number>()
  const hear = ({ raw, process: { pm_id: number } }: any) => {
    if (raw === 'ready' && ready.add(number).size === workers) act()
  }
  bus.on('process:msg', harmless(hear))
}

/** @param bus on which PM2 reports the workers' exits, and passes their messages on */
function follow(bus: any, { deaths, stop }: { deaths: Deaths; stop: () => void }) {
  /** PIDs by PM2's names of the workers: a number, while one is replaced _old_ and its number */
  const pids = new Map<number | string, number>()
  /** By PID, of those that have ended: PM2 says SIGINT of each. */
  const signals = new Map<number, string | null>()
  cluster.on('fork', ({ process: own }) =>
    own.prependOnceListener('exit', (_code, signal) => signals.set(Number(own.pid), signal))
  )
  // PM2's daemon, and so the app's workers, would end with an exception of ours.
  const hear = (name: string, act: (message: any) => unknown) => bus.on(name, harmless(act))
  hear('process:msg', ({ raw, process: { pm_id: number } }) => {
    const event = asAppEvent(raw)
    if (event !== undefined) tell(event)
    if (event?.event !== 'listening') return
    const old = pids.get(number)
    if (reloading && old !== undefined && old !== event.pid && !signals.has(old)) {
      pids.set(`_old_${number}`, old)
      // Now PM2 tells it to leave.
      tell({ event: 'worker-told', pid: old })
    }
    pids.set(number, event.pid)
    deaths.listens()
  })
  hear('process:event', ({ event, process: { pm_id: number, exit_code: code } }) => {
    if (stopping) return
    if (event === 'exit' && String(number).startsWith('_old_')) {
      // It may leave before a new one listens; and PM2 tells it twice.
      const pid = [pids.get(number), pids.get(Number(String(number).slice(5)))].find(
        (own) => own !== undefined && signals.has(own)
      )
      pids.delete(number)
      if (pid !== undefined) tell({ event: 'worker-left', pid, signal: signals.get(pid) ?? null })
    } else if (event === 'exit') {
      // One that never listens has no PID that we know.
      const pid = pids.get(number) ?? 0
      pids.delete(number)
      tell({ event: 'worker-exited', pid, code: code ?? 1, signal: signals.get(pid) ?? null })
      // PM2 itself counts only those that lived for less than a second, which on a busy machine none may do.
      if (deaths.add(pid !== 0)) return giveUp(deaths, stop)
    }
    if (event === 'restart overlimit') giveUp(deaths, stop)
  })
}
