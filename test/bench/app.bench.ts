import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempDisposableSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import autocannon from 'autocannon'
import { statFields, tickMs } from '../../plugin/processes/proc.ts'
import { primaryArguments, singleArguments } from '../../plugin/app/modes.ts'
import { isListening } from '../../plugin/app/port.ts'
import { builtModule } from '../../plugin/package-files.ts'
import { profilerIn } from '../../plugin/questions/profile/experiment/collect.ts'
import { profileSigns } from '../../plugin/questions/profile/concepts.ts'
import { aVariant, someSettings } from '../support/settings.ts'
import { inTurn, ratiosBy, ratiosOf } from './medians.ts'

const script = fileURLToPath(new URL('../../fixtures-app/server.js', import.meta.url))
const barePrimary = fileURLToPath(new URL('./bare-primary.js', import.meta.url))
const [hostname, firstPort, workers] = ['127.0.0.1', 3031, 2]
const settings = someSettings()
const called = { ...settings, app: { ...settings.app, script }, variant: aVariant() }

/**
 * /hello with our preload over without it, and with telemetry over tagging alone: three single processes that stay
 * warm and are loaded in turn by autocannon, a second each.
 *
 * @returns ratios of requests/s, and of requests for each second of the app's CPU time
 */
export async function benchPreload(rounds: number) {
  const tagging = new URL('../../plugin/dist/in-app/preload.js?pidHeader=x-worker-pid&owner=0', import.meta.url).href
  const [bare, tagged, full] = [[script], ['--import', tagging, script], singleArguments(called)].map((argv, i) =>
    startServer(argv, firstPort + i)
  )
  try {
    for (const server of [bare, tagged, full]) await server.load()
    const loads = await inTurn(rounds, { bare: bare.load, tagged: tagged.load, full: full.load })
    const ratios = (a: keyof typeof loads, b: keyof typeof loads) => ({
      perSecond: ratiosBy(loads[a], loads[b], ({ perSecond }) => perSecond),
      perCpuSecond: ratiosBy(loads[a], loads[b], ({ perCpuSecond }) => perCpuSecond)
    })
    return { preload: ratios('full', 'bare'), telemetry: ratios('full', 'tagged') }
  } finally {
    await Promise.all([bare, tagged, full].map(({ stop }) => stop()))
  }
}

/**
 * What a run with a profile costs the app, in turn as above: with V8's profiler over without, and what V8's not
 * inlining, which the profile needs, is of that.
 *
 * @param path of the fixtures app
 */
export async function benchProfile(path: string, rounds: number) {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'speedup-bench-'))
  const argv = [
    singleArguments(called),
    ['--no-turbo-inlining', '--no-maglev-inlining', ...singleArguments(called)],
    singleArguments({ ...called, preload: profilerIn(folder.path) })
  ]
  const [plain, notInlined, profiled] = argv.map((each, i) => startServer(each, firstPort + i, path))
  try {
    for (const server of [plain, notInlined, profiled]) await server.load()
    writeFileSync(join(folder.path, profileSigns.begin), '')
    const loads = await inTurn(rounds, { plain: plain.load, notInlined: notInlined.load, profiled: profiled.load })
    writeFileSync(join(folder.path, profileSigns.end), '')
    const seen = join(folder.path, `${profiled.child.pid}${profileSigns.written}`)
    while (!existsSync(seen))
      await delay(50, undefined, { signal: AbortSignal.any([profiled.gone.signal, AbortSignal.timeout(20_000)]) })
    const ratios = (name: keyof typeof loads) => ({
      perSecond: ratiosBy(loads[name], loads.plain, ({ perSecond }) => perSecond),
      cpuPerRequest: ratiosBy(loads.plain, loads[name], ({ perCpuSecond }) => perCpuSecond)
    })
    return { profiled: ratios('profiled'), notInlined: ratios('notInlined') }
  } finally {
    await Promise.all([plain, notInlined, profiled].map(({ stop }) => stop()))
  }
}

/** Its owner has to stop it; if this process crashes before, it is killed. */
function startServer(argv: string[], port: number, path = '/hello') {
  const child = spawn(process.execPath, argv, {
    env: { ...process.env, HOST: hostname, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc']
  })
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  const gone = new AbortController()
  const exited = once(child, 'exit').finally(() => {
    process.off('exit', kill)
    gone.abort()
  })
  return {
    child,
    gone,
    async load() {
      while (!(await isListening({ hostname, port }))) gone.signal.throwIfAborted()
      const cpuBefore = cpuSeconds(Number(child.pid))
      const { requests } = await autocannon({ url: `http://${hostname}:${port}${path}`, connections: 10, duration: 1 })
      return { perSecond: requests.average, perCpuSecond: requests.total / (cpuSeconds(Number(child.pid)) - cpuBefore) }
    },
    async stop() {
      child.kill('SIGTERM')
      await exited
    }
  }
}

function cpuSeconds(pid: number) {
  const [utime, stime] = statFields(`/proc/${pid}`).slice(11, 13)
  return ((Number(utime) + Number(stime)) * tickMs) / 1000
}

/**
 * @returns ratios of the time from starting until both workers listen: our cluster mode over a bare node:cluster script
 */
export async function benchClusterStart(rounds: number): Promise<number[]> {
  const ours = primaryArguments(builtModule('primaries/cluster-primary.js'), {
    ...called,
    variant: aVariant({ mode: 'cluster', workers }),
    target: { hostname }
  })
  const seconds = await inTurn(rounds, {
    ours: () => secondsToReady(ours),
    bare: () => secondsToReady([barePrimary, script])
  })
  return ratiosOf(seconds.ours, seconds.bare)
}

/** @param argv of a primary that sends a message for each worker that listens */
async function secondsToReady(argv: string[]) {
  const begun = performance.now()
  const { child, gone, stop } = startServer(argv, firstPort)
  try {
    for (let listening = 0; listening < workers; listening++) await once(child, 'message', gone)
    return (performance.now() - begun) / 1000
  } finally {
    await stop()
  }
}
