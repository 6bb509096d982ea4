import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { orderAsEnvironment, samplesHeader } from '../../plugin/generator/run-order.ts'
import { quietly } from '../support/artillery.ts'
import { pidHeader, startApp, type App, type Seen } from './app.js'

const artillery = fileURLToPath(new URL('../../node_modules/artillery/bin/run', import.meta.url))
const processor = fileURLToPath(new URL('./processor.js', import.meta.url))
const compileCache = join(tmpdir(), 'speedup-parity-cache')

export interface ParityScript {
  name: string // what it is about
  config?: Record<string, any> // on top of target, phases and processor
  scenario: Record<string, any>
  because?: string | null // why Artillery's own client must run it; absent: it must be lean
  app?: { tls?: boolean, host?: string }
  prefix?: string[] // a command line that Artillery's becomes the end of
  running?: App // instead: one that somebody else has started
  users?: number
  files?: Record<string, string> // beside the script
  anonymous?: boolean // no header that tells users apart is added to requests
  /**
   * bodies are decoded, of which Artillery counts undefined bytes, so that the sum is NaN, or what came in other
   * periods of 10 s by the clock; or a jar takes cookies, while which it counts none: bytes are not compared
   */
  losesBytes?: boolean
  masks?: RegExp[] // what differs from run to run, in any text
}

/** of a run */
export interface Outcome {
  code: number | null
  output: string
  seen: Seen[]
  connections: number
  notes: any[] // of the processor
  metrics: any // the aggregate
  samples: string[][]
  telemetry: any[]
  script: ParityScript
  masks: RegExp[]
}

const atMostSeconds = 60

/** Runs a script as a run of a comparison is made, against an app of its own. */
export async function runScript(script: ParityScript, client: 'auto' | 'artillery'): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'speedup-parity-'))
  const app = script.running ?? (await startApp(script.app ?? {}))
  try {
    const file = (name: string) => join(folder, name)
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

async function run([file, ...args]: string[], env: NodeJS.ProcessEnv) {
  const child = spawn(file, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text))
  const timer = setTimeout(() => child.kill('SIGKILL'), atMostSeconds * 1000)
  const [code] = await once(child, 'close')
  clearTimeout(timer)
  if (child.signalCode !== null) throw new Error(`The run did not end within ${atMostSeconds} s:\n${output}`)
  return { code, output }
}

function artilleryScript({ config = {}, scenario, users = 2, anonymous = false }: ParityScript, target: string) {
  const phases = [{ duration: '200ms', arrivalCount: users }]
  const { flow, ...rest } = scenario
  return {
    config: { target, phases, processor, ...config, plugins: { speedup: {}, ...config.plugins } },
    scenarios: [{ ...rest, flow: anonymous ? flow : flow.map(named) }]
  }
}

/** @returns its requests with a header that tells users apart */
function named(step: any): any {
  if (step.loop) return { ...step, loop: step.loop.map(named) }
  if (step.parallel) return { ...step, parallel: step.parallel.map(named) }
  const [[method, request], ...more] = Object.entries<any>(step)
  if (typeof request !== 'object' || more.length > 0) return step
  return { [method]: { ...request, headers: { ...request.headers, 'x-user': '{{ $uuid }}' } } }
}

function linesOf(file: string) {
  return readFileSync(file, 'utf8').split('\n').filter((line) => line !== '')
}
