import autocannon from 'autocannon'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { modes } from '../../plugin/variants/modes.js'
import { isListening } from '../../plugin/variants/port.js'
import { alternate } from './medians.js'
/** @import { App, Variant } from '../../plugin/vocabulary.js' */

const script = fileURLToPath(new URL('../../fixtures-app/server.js', import.meta.url))
const barePrimary = fileURLToPath(new URL('./bare-primary.js', import.meta.url))
const target = { hostname: '127.0.0.1', port: 3031 }
const env = { ...process.env, PORT: String(target.port), HOST: target.hostname }

/** @type {App} */
const app = { script, args: [], env: {}, nodeArgs: [], cwd: process.cwd(), ready: null, readyTimeoutSeconds: 10, stopTimeoutSeconds: 2 }
/** @type {Variant} */
const clustered = { name: 'clustered', mode: 'cluster', workers: 2, scheduling: 'round-robin', env: {} }

/**
 * /hello with our preload over without, one process, loaded by autocannon: requests/s, and requests for each second
 * of the app's CPU time, which a busy neighbour of this machine blurs less.
 *
 * @param {number} rounds
 * @returns {Promise<{ perSecond: number[], perCpuSecond: number[] }>} ratios
 */
export async function benchPreload(rounds) {
  const preloaded = modes.single(app, { ...clustered, mode: 'single' }, 'x-worker-pid')
  /** @type {Record<'with' | 'without', number[]>} */
  const perCpu = { with: [], without: [] }
  const measure = async (/** @type {string[]} */ argv, /** @type {number[]} */ cpu) => {
    const { perSecond, perCpuSecond } = await loadHello(argv)
    cpu.push(perCpuSecond)
    return perSecond
  }
  const { ratios } = await alternate(rounds, () => measure(preloaded, perCpu.with), () => measure([script], perCpu.without))
  return { perSecond: ratios, perCpuSecond: perCpu.with.map((value, i) => value / perCpu.without[i]) }
}

/** @param {string[]} argv */
async function loadHello(argv) {
  const child = spawn(process.execPath, argv, { env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  while (!(await isListening(target)));
  const url = `http://${target.hostname}:${target.port}/hello`
  await autocannon({ url, connections: 20, duration: 1 })
  const cpuBefore = cpuSeconds(Number(child.pid))
  const { requests } = await autocannon({ url, connections: 20, duration: 2 })
  const cpu = cpuSeconds(Number(child.pid)) - cpuBefore
  child.kill('SIGTERM')
  await once(child, 'exit')
  return { perSecond: requests.average, perCpuSecond: requests.total / cpu }
}

/** @param {number} pid */
function cpuSeconds(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ')
  // utime and stime, in ticks of 10 ms.
  return (Number(fields[11]) + Number(fields[12])) / 100
}

/**
 * Time from starting until both workers listen: our cluster mode over a bare node:cluster script.
 *
 * @param {number} rounds
 * @returns {Promise<number[]>} ratios
 */
export async function benchClusterStart(rounds) {
  const ours = modes.cluster(app, clustered, 'x-worker-pid')
  const { ratios } = await alternate(rounds, () => secondsToReady(ours), () => secondsToReady([barePrimary, script]))
  return ratios
}

/** @param {string[]} argv of a primary that sends a message for each worker that listens */
async function secondsToReady(argv) {
  const begun = performance.now()
  const child = spawn(process.execPath, argv, { env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  for (let listening = 0; listening < clustered.workers; listening++) await once(child, 'message')
  const seconds = (performance.now() - begun) / 1000
  child.kill('SIGTERM')
  await once(child, 'exit')
  return seconds
}
