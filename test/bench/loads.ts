import { execFile } from 'node:child_process'
import { mkdtempDisposableSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { orderAsEnvironment } from '../../plugin/messages/load.ts'
import { samplesHeader, eachRow } from '../../plugin/record/samples.ts'
import { nodeFlags } from '../../plugin/load/run-generator.ts'
import { clockMs } from '../../plugin/machine/clock.ts'
import { artillery } from '../support/project.ts'
import { runArtillery } from './run-artillery.ts'

const run = promisify(execFile)
const pathOf = (name: string) => fileURLToPath(new URL(name, import.meta.url))
const autocannonProcess = pathOf('./autocannon-process.ts')
const closedLoop = pathOf('../fixtures/closed-loop.js')
const report = new URL('./report-cpu.ts', import.meta.url).href

/** Each with a connection of its own. */
const users = 20

/**
 * A load on a port of 127.0.0.1, of users who ask again as soon as they have an answer, until all together have made so
 * many requests, or so long.
 */
export type LoadOrder = { port: number; path: string; until: { requests: number } | { seconds: number } }

/**
 * CPU: of all threads of the process that made the load; responses without those of the first second, in which the
 * users come; NaN of a load of so many requests.
 */
export type LoadResult = { cpuSeconds: number; perSecond: number }

/** A child `artillery run` as a comparison starts it; unrecorded: Artillery's client without our plugin. */
export async function loadByArtillery(
  { port, path, until }: LoadOrder,
  client: 'lean' | 'artillery' | 'unrecorded'
): Promise<LoadResult> {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'speedup-bench-'))
  const [samplesFile, telemetryFile, cpuFile, script] = ['samples.csv', 'telemetry.ndjson', 'cpu', 'load.json'].map(
    (name) => join(folder.path, name)
  )
  const isRecorded = client !== 'unrecorded'
  const url = `http://127.0.0.1:${port}`
  const loop = [{ get: { url: path } }]
  const flow = [{ loop, ...('requests' in until ? { count: until.requests / users } : { whileTrue: 'untilTimeIsUp' }) }]
  const config = {
    target: url,
    processor: closedLoop,
    phases: [{ duration: 1, arrivalCount: users }],
    plugins: isRecorded ? { speedup: {} } : {}
  }
  writeFileSync(script, JSON.stringify({ config, scenarios: [{ flow }] }))
  writeFileSync(samplesFile, samplesHeader)
  const targets = [{ url, hostname: '127.0.0.1', port }]
  const files = { samplesFile, telemetryFile, answersFile: null }
  const order = {
    artillery,
    ...files,
    originMs: clockMs(),
    startedAtMs: 0,
    warmUpSeconds: 0,
    loadSeconds: null,
    isMix: false,
    targets,
    pidHeader: 'x-worker-pid',
    client: client === 'lean' ? ('auto' as const) : ('artillery' as const)
  }
  const seconds = 'seconds' in until ? { LOAD_SECONDS: String(until.seconds) } : {}
  const env = { ...process.env, CPU_FILE: cpuFile, ...seconds, ...(isRecorded ? orderAsEnvironment(order) : {}) }
  await runArtillery([script], { env, nodeArgs: [...nodeFlags, '--import', report] })
  const cpuSeconds = Number(readFileSync(cpuFile, 'utf8'))
  if (!isRecorded) return { cpuSeconds, perSecond: NaN }
  checkClient(telemetryFile, client)
  return { cpuSeconds, perSecond: await readPace(samplesFile, until) }
}

function checkClient(telemetryFile: string, wanted: string) {
  const lines = readFileSync(telemetryFile, 'utf8').trimEnd().split('\n')
  const used = lines.map((line) => JSON.parse(line)).find(({ source }) => source === 'client')
  if (used?.name !== wanted)
    throw new Error(`The ${used?.name} client was used instead of the ${wanted} one: ${used?.because}`)
}

/** @returns responses a second; throws unless every request was answered, and recorded */
async function readPace(samplesFile: string, until: LoadOrder['until']): Promise<number> {
  let [requests, answered, counted, beganMs] = [0, 0, 0, NaN]
  await eachRow(samplesFile, ({ startMs, latencyMs, status }) => {
    if (requests++ === 0) beganMs = startMs
    if (status === 200) answered++
    const endMs = startMs + latencyMs - beganMs
    if ('seconds' in until && endMs >= 1000 && endMs < until.seconds * 1000) counted++
  })
  check(requests, answered, until)
  return 'seconds' in until ? counted / (until.seconds - 1) : NaN
}

function check(requests: number, answered: number, until: LoadOrder['until']) {
  const wanted = 'requests' in until ? until.requests : requests
  if (requests === 0 || requests !== wanted || answered !== requests)
    throw new Error(`${answered} of ${requests} requests were answered, ${wanted} wanted`)
}

export async function loadByAutocannon({ port, path, until }: LoadOrder): Promise<LoadResult> {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'speedup-bench-'))
  const cpuFile = join(folder.path, 'cpu')
  const amount = 'requests' in until ? { amount: until.requests } : { duration: until.seconds }
  const options = { url: `http://127.0.0.1:${port}${path}`, connections: users, ...amount }
  const { stdout } = await run(process.execPath, ['--import', report, autocannonProcess, JSON.stringify(options)], {
    env: { ...process.env, CPU_FILE: cpuFile }
  })
  const { requests, failures, perSecond } = JSON.parse(stdout)
  check(requests, requests - failures, until)
  return { cpuSeconds: Number(readFileSync(cpuFile, 'utf8')), perSecond }
}
