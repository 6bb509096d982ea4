import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { orderAsEnvironment, samplesHeader } from '../../plugin/load/run-order.js'
import { quietly } from '../support/artillery.js'
import { pidHeader, startApp } from './app.js'
/** @import { App, Seen } from './app.js' */

const artillery = fileURLToPath(new URL('../../node_modules/artillery/bin/run', import.meta.url))
const processor = fileURLToPath(new URL('./processor.js', import.meta.url))
const compileCache = join(tmpdir(), 'speedup-parity-cache')

/**
 * @typedef {object} ParityScript
 * @property {string} name what it is about
 * @property {Record<string, any>} [config] on top of target, phases and processor
 * @property {Record<string, any>} scenario
 * @property {string | null} [because] why Artillery's own client must run it; absent: it must be lean
 * @property {{ tls?: boolean, host?: string }} [app]
 * @property {string[]} [prefix] a command line that Artillery's becomes the end of
 * @property {App} [running] instead: one that somebody else has started
 * @property {number} [users]
 * @property {Record<string, string>} [files] beside the script
 * @property {boolean} [anonymous] no header that tells users apart is added to requests
 * @property {boolean} [losesBytes] bodies are decoded, of which Artillery counts undefined bytes, so that the sum is NaN, or what
 *   came in other periods of 10 s by the clock; or a jar takes cookies, while which it counts none: bytes are not compared
 * @property {RegExp[]} [masks] what differs from run to run, in any text
 *
 * @typedef {object} Outcome of a run
 * @property {number | null} code
 * @property {string} output
 * @property {Seen[]} seen
 * @property {number} connections
 * @property {any[]} notes of the processor
 * @property {any} metrics the aggregate
 * @property {string[][]} samples
 * @property {any[]} telemetry
 * @property {ParityScript} script
 * @property {RegExp[]} masks
 */

const atMostSeconds = 60

/**
 * Runs a script as a run of a comparison is made, against an app of its own.
 *
 * @param {ParityScript} script
 * @param {'auto' | 'artillery'} client
 * @returns {Promise<Outcome>}
 */
export async function runScript(script, client) {
  const folder = mkdtempSync(join(tmpdir(), 'speedup-parity-'))
  const app = script.running ?? (await startApp(script.app ?? {}))
  try {
    const file = (/** @type {string} */ name) => join(folder, name)
    for (const [name, content] of Object.entries(script.files ?? {})) writeFileSync(file(name), content)
    writeFileSync(file('script.json'), JSON.stringify(artilleryScript(script, app.url)))
    writeFileSync(file('samples.csv'), samplesHeader)
    for (const name of ['telemetry.ndjson', 'notes.ndjson']) writeFileSync(file(name), '')
    const order = {
      client,
      artillery,
      samplesFile: file('samples.csv'),
      telemetryFile: file('telemetry.ndjson'),
      answersFile: null,
      originMs: Date.now(),
      targets: [{ url: app.url, hostname: app.hostname, port: app.port }],
      pidHeader
    }
    const env = { ...process.env, ...quietly, NODE_COMPILE_CACHE: compileCache, PARITY_NOTES: file('notes.ndjson'), ...orderAsEnvironment(order) }
    const args = [artillery, 'run', '--quiet', '--output', file('output.json'), file('script.json')]
    const { code, output } = await run([...(script.prefix ?? []), process.execPath, ...args], env)
    if (!existsSync(file('output.json'))) throw new Error(`The run ended with ${code}, without any metrics:\n${output}`)
    const { aggregate } = JSON.parse(readFileSync(file('output.json'), 'utf8'))
    return {
      script,
      code,
      output,
      seen: app.seen,
      connections: app.connections(),
      notes: linesOf(file('notes.ndjson')).map((line) => JSON.parse(line)),
      metrics: aggregate,
      samples: linesOf(file('samples.csv')).slice(1).map((line) => line.split(',')),
      telemetry: linesOf(file('telemetry.ndjson')).map((line) => JSON.parse(line)),
      masks: [new RegExp(`(?<=:)${app.port}\\b`, 'g'), ...(script.masks ?? [])]
    }
  } finally {
    await app.close()
    rmSync(folder, { recursive: true })
  }
}

/**
 * @param {string[]} commandLine
 * @param {NodeJS.ProcessEnv} env
 */
async function run([file, ...args], env) {
  const child = spawn(file, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text))
  const timer = setTimeout(() => child.kill('SIGKILL'), atMostSeconds * 1000)
  const [code] = await once(child, 'close')
  clearTimeout(timer)
  if (child.signalCode !== null) throw new Error(`The run did not end within ${atMostSeconds} s:\n${output}`)
  return { code, output }
}

/**
 * @param {ParityScript} script
 * @param {string} target
 */
function artilleryScript({ config = {}, scenario, users = 2, anonymous = false }, target) {
  const phases = [{ duration: '200ms', arrivalCount: users }]
  const { flow, ...rest } = scenario
  return {
    config: { target, phases, processor, ...config, plugins: { speedup: {}, ...config.plugins } },
    scenarios: [{ ...rest, flow: anonymous ? flow : flow.map(named) }]
  }
}

/**
 * @param {any} step
 * @returns {any} its requests with a header that tells users apart
 */
function named(step) {
  if (step.loop) return { ...step, loop: step.loop.map(named) }
  if (step.parallel) return { ...step, parallel: step.parallel.map(named) }
  const [[method, request], ...more] = Object.entries(step)
  if (typeof request !== 'object' || more.length > 0) return step
  return { [method]: { ...request, headers: { ...request.headers, 'x-user': '{{ $uuid }}' } } }
}

/** @param {string} file */
function linesOf(file) {
  return readFileSync(file, 'utf8').split('\n').filter((line) => line !== '')
}
