import { execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { orderAsEnvironment, samplesHeader } from '../../plugin/generator/run-order.ts'
import { eachRow } from '../../plugin/generator/samples.ts'
import { nodeFlags } from '../../plugin/generator/run-generator.ts'

const run = promisify(execFile)
const pathOf = (name: string) => fileURLToPath(new URL(name, import.meta.url))
const artillery = pathOf('../../node_modules/artillery/bin/run')
const autocannonProcess = pathOf('./autocannon-process.ts')
const closedLoop = pathOf('../../scenarios/closed-loop.js')
const report = new URL('./report-cpu.ts', import.meta.url).href

/** Each with a connection of its own. */
export const users = 20

/** A load of users who ask again as soon as they have an answer. */
export interface Load {
  port: number // of 127.0.0.1
  path: string
  until: { requests: number } | { seconds: number } // all users together have made so many requests, or so long
}

export interface Made {
  cpuSeconds: number // of all threads of the process that made it
  /**
   * responses, without those of the first second, in which the users come; NaN of a load of so many requests, which
   * ends with some users waiting for others
   */
  perSecond: number
}

/**
 * A child `artillery run` as a comparison starts it.
 *
 * @param client unrecorded: Artillery's, without our plugin
 */
export async function loadByArtillery({ port, path, until }: Load, client: 'lean' | 'artillery' | 'unrecorded'): Promise<Made> {
  const folder = mkdtempSync(join(tmpdir(), 'speedup-bench-'))
  try {
    const [samplesFile, telemetryFile, cpuFile, script] = ['samples.csv', 'telemetry.ndjson', 'cpu', 'load.json'].map((name) => join(folder, name))
    const url = `http://127.0.0.1:${port}`
    const steps = [{ get: { url: path } }]
    const loop = 'requests' in until ? { loop: steps, count: until.requests / users } : { loop: steps, whileTrue: 'untilTimeIsUp' }
    const plugins = client === 'unrecorded' ? {} : { speedup: {} }
    const config = { target: url, processor: closedLoop, phases: [{ duration: 1, arrivalCount: users }], plugins }
    writeFileSync(script, JSON.stringify({ config, scenarios: [{ flow: [loop] }] }))
    writeFileSync(samplesFile, samplesHeader)
    const asked = client === 'lean' ? 'auto' as const : 'artillery' as const
    const order = { artillery, samplesFile, telemetryFile, answersFile: null, originMs: Date.now(), targets: [{ url, hostname: '127.0.0.1', port }], pidHeader: 'x-worker-pid', client: asked }
    const env = { ...process.env, CPU_FILE: cpuFile, ...('seconds' in until ? { LOAD_SECONDS: String(until.seconds) } : {}), ...(client === 'unrecorded' ? {} : orderAsEnvironment(order)) }
    const [code] = await once(spawn(process.execPath, [...nodeFlags, '--import', report, artillery, 'run', '--quiet', script], { env, stdio: 'ignore' }), 'exit')
    if (code !== 0) throw new Error(`artillery run ended with ${code}`)
    const cpuSeconds = Number(readFileSync(cpuFile, 'utf8'))
    if (client === 'unrecorded') return { cpuSeconds, perSecond: NaN }
    checkClient(telemetryFile, client)
    return { cpuSeconds, perSecond: await readPace(samplesFile, until) }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function checkClient(telemetryFile: string, wanted: string) {
  const lines = readFileSync(telemetryFile, 'utf8').trimEnd().split('\n')
  const used = lines.map((line) => JSON.parse(line)).find(({ source }) => source === 'client')
  if (used?.name !== wanted) throw new Error(`The ${used?.name} client was used instead of the ${wanted} one: ${used?.because}`)
}

/**
 * @returns responses a second
 * @throws not every request was answered, and recorded
 */
async function readPace(samplesFile: string, until: Load['until']): Promise<number> {
  let [requests, answered, counted, beganMs] = [0, 0, 0, NaN]
  await eachRow(samplesFile, ({ startMs, latencyMs, status }) => {
    if (requests++ === 0) beganMs = startMs
    if (status === 200) answered++
    const endMs = startMs + latencyMs - beganMs
    if ('seconds' in until && endMs >= 1000 && endMs < until.seconds * 1000) counted++
  })
  check({ requests, answered }, until)
  return 'seconds' in until ? counted / (until.seconds - 1) : NaN
}

function check({ requests, answered }: { requests: number, answered: number }, until: Load['until']) {
  const wanted = 'requests' in until ? until.requests : requests
  if (requests === 0 || requests !== wanted || answered !== requests) throw new Error(`${answered} of ${requests} requests were answered, ${wanted} wanted`)
}

export async function loadByAutocannon({ port, path, until }: Load): Promise<Made> {
  const folder = mkdtempSync(join(tmpdir(), 'speedup-bench-'))
  const cpuFile = join(folder, 'cpu')
  try {
    const amount = 'requests' in until ? { amount: until.requests } : { duration: until.seconds }
    const options = { url: `http://127.0.0.1:${port}${path}`, connections: users, ...amount }
    const { stdout } = await run(process.execPath, ['--import', report, autocannonProcess, JSON.stringify(options)], { env: { ...process.env, CPU_FILE: cpuFile } })
    const { requests, failures, perSecond } = JSON.parse(stdout)
    check({ requests, answered: requests - failures }, until)
    return { cpuSeconds: Number(readFileSync(cpuFile, 'utf8')), perSecond }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** @returns responses a second */
export async function loadByWrk({ port, path, seconds }: { port: number, path: string, seconds: number }): Promise<number> {
  const { stdout } = await run('wrk', ['-t1', '--timeout', '10s', `-c${users}`, `-d${seconds}s`, `http://127.0.0.1:${port}${path}`])
  const perSecond = Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1])
  if (!(perSecond > 0) || /Non-2xx|Socket errors/.test(stdout)) throw new Error(`wrk says:\n${stdout}`)
  return perSecond
}

export function hasWrk(): boolean {
  return spawnSync('wrk', ['--version']).error === undefined
}
