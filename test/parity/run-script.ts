import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { flagsHere } from '../../plugin/concepts/generators.ts'
import { orderAsEnvironment, samplesHeader } from '../../plugin/generator/run-order.ts'
import { clockMs } from '../../plugin/machine/clock.ts'
import { startMarked } from '../support/artillery.ts'
import { artillery } from '../support/project.ts'
import { pidHeader, startApp, type App } from './app.ts'

const processor = fileURLToPath(new URL('./processor.js', import.meta.url))
const compileCache = join(tmpdir(), 'speedup-parity-cache')

export interface ParityScript {
  name: string // what it is about
  config?: Record<string, any> // on top of target, phases and processor
  scenario: Record<string, any>
  rows?: string[] // of the variable `kind`, one for each user
  because?: string | null // why Artillery's own client must run it; absent: it must be lean
  app?: { tls?: boolean; host?: string }
  prefix?: string[] // a command line that Artillery's becomes the end of
  running?: App // instead: one that somebody else has started
  users?: number
  files?: Record<string, string> // beside the script
  anonymous?: boolean // no header that tells users apart is added to requests
  /**
   * Bytes are not compared: bodies are decoded, of which Artillery counts undefined bytes, so that the sum is NaN, or
   * what came in other periods of 10 s by the clock; or a jar takes cookies, and meanwhile it counts none.
   */
  losesBytes?: boolean
  masks?: RegExp[] // what differs from run to run, in any text
}

type Step = Record<string, unknown>

export const to = (url: string, more: Step = {}) => ({ get: { url, ...more } })

export const asking = (
  name: string,
  flow: Step[],
  hooks: Record<string, string | string[]> = {},
  more: Partial<ParityScript> = {}
): ParityScript => ({ name, scenario: { ...hooks, flow }, ...more })

export type Outcome = Awaited<ReturnType<typeof runScripts>>

/** @returns those that Artillery can run together, as scenarios of one script */
export function together(scripts: ParityScript[]): ParityScript[][] {
  return [
    ...Map.groupBy(scripts, ({ config, app, files, losesBytes }) =>
      JSON.stringify([config, app, files, losesBytes === true])
    ).values()
  ]
}

export const runScript = (script: ParityScript, client: 'auto' | 'artillery') => runScripts([script], client)

/**
 * Runs scripts as a run of a comparison is made, against an app of their own.
 *
 * @param scripts that can run together
 */
export async function runScripts(scripts: ParityScript[], client: 'auto' | 'artillery') {
  const [script] = scripts
  const folder = mkdtempSync(join(tmpdir(), 'speedup-parity-'))
  const app = script.running ?? (await startApp(script.app ?? {}))
  try {
    const file = (name: string) => join(folder, name)
    const linesOf = (name: string) =>
      readFileSync(file(name), 'utf8')
        .split('\n')
        .filter((line) => line !== '')
    const files = {
      ...script.files,
      'rows.csv': rowsOf(scripts)
        .map((row) => `${row}\n`)
        .join(''),
      'script.json': JSON.stringify(artilleryScript(scripts, app.url)),
      'samples.csv': samplesHeader,
      'telemetry.ndjson': '',
      'notes.ndjson': ''
    }
    for (const [name, content] of Object.entries(files)) writeFileSync(file(name), content)
    const written = { samplesFile: file('samples.csv'), telemetryFile: file('telemetry.ndjson'), answersFile: null }
    const targets = [{ url: app.url, hostname: app.hostname, port: app.port }]
    const order = orderAsEnvironment({
      client,
      artillery,
      ...written,
      originMs: clockMs(),
      warmUpSeconds: 0,
      loadSeconds: null,
      isMix: false,
      targets,
      pidHeader
    })
    // In one load thread, users get scenarios and rows in turn.
    const threads: Record<string, string> = scripts.length > 1 ? { WORKERS: '1' } : {}
    const env = { ...threads, NODE_COMPILE_CACHE: compileCache, PARITY_NOTES: file('notes.ndjson'), ...order }
    const args = [...flagsHere, artillery, 'run', '--quiet', '--output', file('output.json'), file('script.json')]
    const { code, output } = await run([...(script.prefix ?? []), process.execPath, ...args], env)
    if (!existsSync(file('output.json'))) throw new Error(`The run ended with ${code}, without any metrics:\n${output}`)
    return {
      ...{
        script: script as Pick<ParityScript, 'config' | 'losesBytes'>,
        code,
        output,
        seen: app.seen,
        connections: app.connections()
      },
      notes: linesOf('notes.ndjson').map((line) => JSON.parse(line)), // of the processor
      metrics: JSON.parse(readFileSync(file('output.json'), 'utf8')).aggregate,
      samples: linesOf('samples.csv')
        .slice(1)
        .map((line) => line.split(',')),
      telemetry: linesOf('telemetry.ndjson').map((line) => JSON.parse(line)),
      masks: [new RegExp(`(?<=:)${app.port}\\b`, 'g'), ...scripts.flatMap(({ masks = [] }) => masks)]
    }
  } finally {
    await app.close()
    rmSync(folder, { recursive: true })
  }
}

const atMostSeconds = 60

async function run(command: string[], env: Record<string, string>) {
  const { child, ended } = startMarked(command, { cwd: process.cwd(), env })
  const timer = setTimeout(() => child.kill('SIGKILL'), atMostSeconds * 1000)
  const { code, signal, output } = await ended.finally(() => clearTimeout(timer))
  if (signal !== null) throw new Error(`The run did not end within ${atMostSeconds} s:\n${output}`)
  return { code, output }
}

const usersOf = (scripts: ParityScript[]) => Math.max(...scripts.map(({ users, rows }) => users ?? rows?.length ?? 2))

/**
 * @returns a row for each user, where any script has rows: users get scenarios in turn; those of a short list come
 * again
 */
function rowsOf(scripts: ParityScript[]): string[] {
  if (scripts.every(({ rows }) => rows === undefined)) return []
  return Array.from({ length: usersOf(scripts) }, (_, i) =>
    scripts.map(({ rows = ['none'] }) => rows[i % rows.length])
  ).flat()
}

/** So that two clients on two cores keep up with many users. */
const msPerUser = 15

function artilleryScript(scripts: ParityScript[], target: string) {
  const [{ config = {} }] = scripts
  const users = scripts.length * usersOf(scripts)
  const phases = [{ duration: `${Math.max(200, scripts.length > 1 ? users * msPerUser : 0)}ms`, arrivalCount: users }]
  const payload =
    rowsOf(scripts).length > 0 ? { payload: { path: 'rows.csv', fields: ['kind'], order: 'sequence' } } : {}
  return {
    config: { target, phases, processor, ...payload, ...config, plugins: { speedup: {}, ...config.plugins } },
    scenarios: scripts.map(({ name, scenario: { flow, ...rest }, anonymous }) => ({
      name,
      ...rest,
      flow: anonymous ? flow : flow.map(named)
    }))
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
