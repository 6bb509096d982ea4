import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { orderAsEnvironment, samplesHeader } from '../../plugin/load/run-order.js'
import { alternate } from './medians.js'

const artillery = fileURLToPath(new URL('../../node_modules/artillery/bin/run', import.meta.url))
const recorderProcess = fileURLToPath(new URL('./recorder-process.js', import.meta.url))
const report = new URL('./report-cpu.js', import.meta.url).href

/**
 * CPU that a child `artillery run` spends on a request, with our recorder over without: the slope between a short
 * and a long load, so that Artillery's start does not dilute it.
 *
 * @param {number} rounds
 * @returns {Promise<number[]>} ratios
 */
export async function benchRecorder(rounds) {
  const folder = mkdtempSync(join(tmpdir(), 'speedup-bench-'))
  const server = createServer((_request, response) => response.setHeader('x-worker-pid', '1').end('hello')).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
  const slope = async (/** @type {boolean} */ recorded) => {
    const [few, many] = [50, 1050]
    return (await cpuSeconds({ folder, port, count: many, recorded })) - (await cpuSeconds({ folder, port, count: few, recorded }))
  }
  const { ratios } = await alternate(rounds, () => slope(true), () => slope(false))
  server.close()
  server.closeAllConnections()
  rmSync(folder, { recursive: true })
  return ratios
}

/**
 * @param {{ folder: string, port: number, count: number, recorded: boolean }} load count: requests of each of 10 users
 * @returns {Promise<number>} of all threads
 */
async function cpuSeconds({ folder, port, count, recorded }) {
  const samplesFile = join(folder, 'samples.csv')
  writeFileSync(samplesFile, samplesHeader)
  const plugins = recorded ? { speedup: {} } : {}
  const config = { target: `http://127.0.0.1:${port}`, phases: [{ duration: 1, arrivalCount: 10 }], plugins }
  writeFileSync(join(folder, 'load.json'), JSON.stringify({ config, scenarios: [{ flow: [{ loop: [{ get: { url: '/' } }], count }] }] }))
  const files = { artillery, samplesFile, telemetryFile: join(folder, 'telemetry.ndjson'), answersFile: null }
  const order = { ...files, originMs: Date.now(), targets: [{ url: `http://127.0.0.1:${port}`, hostname: '127.0.0.1', port }], pidHeader: 'x-worker-pid', client: /** @type {const} */ ('auto') }
  const env = { ...process.env, CPU_FILE: join(folder, 'cpu'), ...(recorded ? orderAsEnvironment(order) : {}) }
  const argv = ['--import', report, artillery, 'run', '--quiet', join(folder, 'load.json')]
  const [code] = await once(spawn(process.execPath, argv, { env, stdio: 'ignore' }), 'exit')
  if (code !== 0) throw new Error(`artillery run ended with ${code}`)
  const lines = readFileSync(samplesFile, 'utf8').split('\n').length - 2
  if (recorded && lines !== 10 * count) throw new Error(`recorded ${lines} of ${10 * count} requests`)
  return Number(readFileSync(join(folder, 'cpu'), 'utf8'))
}

/**
 * CPU that our recorder spends on a response, from Node's telling of it to the file, in processes of their own.
 *
 * @param {number} rounds
 * @returns {number[]} microseconds
 */
export function benchRecording(rounds) {
  const folder = mkdtempSync(join(tmpdir(), 'speedup-bench-'))
  const argv = [recorderProcess, join(folder, 'samples.csv'), '500000']
  const microseconds = Array.from({ length: rounds }, () => Number(execFileSync(process.execPath, argv, { encoding: 'utf8' })))
  rmSync(folder, { recursive: true })
  return microseconds
}
