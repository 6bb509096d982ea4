import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import autocannon from 'autocannon'
import { statFields, tickMs } from '../../plugin/processes/proc.ts'
import { primaryArguments, singleArguments } from '../../plugin/app/modes.ts'
import { isListening } from '../../plugin/app/port.ts'
import { aVariant } from '../support/settings.ts'
import { inTurn, ratiosOf } from './medians.ts'
import type { App } from '../../plugin/concepts/settings.ts'

const script = fileURLToPath(new URL('../../fixtures-app/server.js', import.meta.url))
const barePrimary = fileURLToPath(new URL('./bare-primary.ts', import.meta.url))
const target = { hostname: '127.0.0.1', port: 3031 }
const env = { ...process.env, PORT: String(target.port), HOST: target.hostname }

const app: App = { script, args: [], env: {}, nodeArgs: [], cwd: process.cwd(), ready: null, readyTimeoutSeconds: 10, stopTimeoutSeconds: 2 }
const workers = 2

/**
 * /hello with our preload over without it, and with telemetry over tagging alone: three single processes that stay
 * warm and are loaded in turn by autocannon, a second each, so that a busy neighbour of this machine hits all alike.
 *
 * @returns ratios of requests/s, and of requests for each second of the app's CPU time
 */
export async function benchPreload(rounds: number): Promise<Record<'preload' | 'telemetry', { perSecond: number[], perCpuSecond: number[] }>> {
  const tagging = new URL('../../plugin/dist/app/preload.js?pidHeader=x-worker-pid&owner=0', import.meta.url).href
  const full = singleArguments(app, [], 'x-worker-pid')
  const apps = await Promise.all([[script], ['--import', tagging, script], full].map((argv, i) => startHello(argv, target.port + i)))
  for (const one of apps) await one.load()
  const results: Awaited<ReturnType<typeof apps[0]['load']>>[][] = []
  for (let round = 0; round < rounds; round++) {
    const order = round % 2 === 0 ? [0, 1, 2] : [2, 1, 0]
    results.push([])
    for (const i of order) results[round][i] = await apps[i].load()
  }
  for (const { end } of apps) await end()
  const ratios = (a: number, b: number) => ({
    perSecond: results.map((round) => round[a].perSecond / round[b].perSecond),
    perCpuSecond: results.map((round) => round[a].perCpuSecond / round[b].perCpuSecond)
  })
  return { preload: ratios(2, 0), telemetry: ratios(2, 1) }
}

async function startHello(argv: string[], port: number) {
  const child = spawn(process.execPath, argv, { env: { ...env, PORT: String(port) }, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  while (!(await isListening({ ...target, port })));
  return {
    async load() {
      const cpuBefore = cpuSeconds(Number(child.pid))
      const { requests } = await autocannon({ url: `http://${target.hostname}:${port}/hello`, connections: 10, duration: 1 })
      return { perSecond: requests.average, perCpuSecond: requests.total / (cpuSeconds(Number(child.pid)) - cpuBefore) }
    },
    async end() {
      child.kill('SIGTERM')
      await once(child, 'exit')
    }
  }
}

function cpuSeconds(pid: number) {
  const fields = statFields(`/proc/${pid}`)
  // utime and stime
  return ((Number(fields[11]) + Number(fields[12])) * tickMs) / 1000
}

/**
 * Time from starting until both workers listen: our cluster mode over a bare node:cluster script.
 *
 * @returns ratios
 */
export async function benchClusterStart(rounds: number): Promise<number[]> {
  const ours = primaryArguments('cluster-primary', { app, variant: aVariant({ mode: 'cluster', workers }), target, pidHeader: 'x-worker-pid' })
  const seconds = await inTurn(rounds, { ours: () => secondsToReady(ours), bare: () => secondsToReady([barePrimary, script]) })
  return ratiosOf(seconds.ours, seconds.bare)
}

/** @param argv of a primary that sends a message for each worker that listens */
async function secondsToReady(argv: string[]) {
  const begun = performance.now()
  const child = spawn(process.execPath, argv, { env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  const gone = new AbortController()
  child.once('exit', () => gone.abort())
  for (let listening = 0; listening < workers; listening++) await once(child, 'message', gone)
  const seconds = (performance.now() - begun) / 1000
  child.kill('SIGTERM')
  await once(child, 'exit')
  return seconds
}
