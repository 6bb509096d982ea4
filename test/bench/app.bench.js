import autocannon from 'autocannon'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
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
 * Requests/s of /hello with our preload over without, one process, seen by autocannon.
 *
 * @param {number} rounds
 * @returns {Promise<number[]>} ratios
 */
export async function benchPreload(rounds) {
  const preloaded = modes.single(app, { ...clustered, mode: 'single' }, 'x-worker-pid')
  const { ratios } = await alternate(rounds, () => requestsPerSecond(preloaded), () => requestsPerSecond([script]))
  return ratios
}

/** @param {string[]} argv */
async function requestsPerSecond(argv) {
  const child = spawn(process.execPath, argv, { env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  while (!(await isListening(target)));
  const url = `http://${target.hostname}:${target.port}/hello`
  await autocannon({ url, connections: 20, duration: 1 })
  const { requests } = await autocannon({ url, connections: 20, duration: 3 })
  child.kill('SIGTERM')
  await once(child, 'exit')
  return requests.average
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
