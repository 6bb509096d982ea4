import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { flagsHere } from '../../plugin/concepts/generators.ts'
import { orderAsEnvironment, type Lack } from '../../plugin/messages/load.ts'
import { samplesHeader } from '../../plugin/record/samples.ts'
import { clockMs } from '../../plugin/machine/clock.ts'
import { startMarked } from '../support/artillery.ts'
import { artillery } from '../support/project.ts'
import { pidHeader, startApp, type App } from './app.ts'

const processor = fileURLToPath(new URL('./processor.js', import.meta.url))
const compileCache = join(tmpdir(), 'speedup-parity-cache')

export interface ParityScript extends Partial<ParityGroup> {
  name: string // what it is about
  scenario: Record<string, any>
  rows?: string[] // of the variables `columns`, one for each user, or the first of them alone
  because?: string | null // why Artillery's own client must run it; absent: it must be lean
  lack?: string // the same, where it shows when it runs
  prefix?: string[] // a command line that Artillery's becomes the end of
  running?: App // instead: one that somebody else has started
  users?: number
  anonymous?: boolean // no header that tells users apart is added to requests
  masks?: RegExp[] // what differs from run to run, in any text
}

/** What scripts have in common that one Artillery runs together. */
interface ParityGroup {
  group: string
  config: Record<string, any> // on top of target, phases and processor
  app: { tls?: boolean; host?: string }
  /**
   * Bytes are not compared: bodies are decoded, of which Artillery counts undefined bytes, so that the sum is NaN, or
   * what came in other periods of 10 s by the clock; or a jar takes cookies, and meanwhile it counts none.
   */
  losesBytes: boolean
}

/** timeout: long enough for a busy machine, as nothing but silence may time out */
const usual = { config: { http: { timeout: 6 } }, app: {} }
export const counted: ParityGroup = { ...usual, group: 'whose bytes are counted', losesBytes: false }
export const uncounted: ParityGroup = { ...usual, group: 'whose bytes are not counted', losesBytes: true }

export const plugged: ParityGroup = {
  group: 'with plugins and defaults, over HTTPS whose certificate nobody looks at',
  config: {
    http: {
      defaults: {
        headers: { 'X-Default': 'always', 'X-Both': 'default {{ name }}' },
        cookie: { flavour: 'oat' },
        strictCapture: false
      }
    },
    tls: { rejectUnauthorized: false },
    plugins: {
      expect: {},
      'metrics-by-endpoint': { useOnlyRequestNames: true },
      apdex: { threshold: 5000 },
      'fake-data': {}
    }
  },
  app: { tls: true },
  losesBytes: true
}

/** Where a script goes that goes elsewhere, by the variable that has the URL. */
const elsewhere = { untrusted: { tls: true }, ipv6: { host: '::1' } }
const columns = ['kind', 'asking', 'answering', 'path', 'value', 'age']

type Step = Record<string, unknown>

export const to = (url: string, more: Step = {}) => ({ get: { url, ...more } })

export const asking = (
  name: string,
  flow: Step[],
  hooks: Record<string, string | string[]> = {},
  more: Partial<ParityScript> = {}
): ParityScript => ({ ...counted, name, scenario: { ...hooks, flow }, ...more })

export type Outcome = Awaited<ReturnType<typeof runScripts>>

export const runScript = (script: ParityScript, client: 'auto' | 'artillery') => runScripts([script], client)

/**
 * Runs scripts as a run of a comparison is made, against an app of their own.
 *
 * @param scripts that can run together
 */
export async function runScripts(scripts: ParityScript[], client: 'auto' | 'artillery', lacks: Lack[] = []) {
  const [script] = scripts
  const folder = mkdtempSync(join(tmpdir(), 'speedup-parity-'))
  const text = JSON.stringify(scripts)
  const app = script.running ?? (await startApp(script.app ?? {}))
  const others: Record<string, App> = {}
  try {
    for (const [name, options] of Object.entries(elsewhere))
      if (text.includes(`{{ ${name} }}`)) others[name] = await startApp(options)
    const apps = [app, ...Object.values(others)]
    const file = (name: string) => join(folder, name)
    const linesOf = (name: string) =>
      readFileSync(file(name), 'utf8')
        .split('\n')
        .filter((line) => line !== '')
    const users = usersOf(scripts)
    const files = {
      'rows.csv': [columns.join(), ...users.map(({ row }) => row)].map((row) => `${row}\n`).join(''),
      'script.json': JSON.stringify(artilleryScript(scripts, app.url, others)),
      'samples.csv': samplesHeader,
      'telemetry.ndjson': '',
      'notes.ndjson': ''
    }
    for (const [name, content] of Object.entries(files)) writeFileSync(file(name), content)
    const written = { samplesFile: file('samples.csv'), telemetryFile: file('telemetry.ndjson'), answersFile: null }
    const [target, ...strays] = apps.map(({ url, hostname, port }) => ({ url, hostname, port }))
    const order = orderAsEnvironment({
      client,
      artillery,
      ...written,
      originMs: clockMs(),
      startedAtMs: 0,
      warmUpSeconds: 0,
      loadSeconds: null,
      isMix: false,
      lacks,
      targets: [target],
      strays,
      pidHeader
    })
    // In one load thread, users get scenarios and rows in turn.
    const threads: Record<string, string> = scripts.length > 1 ? { WORKERS: '1' } : {}
    const turns = JSON.stringify(users.map(({ scenario }) => scenario))
    const own = { NODE_COMPILE_CACHE: compileCache, PARITY_NOTES: file('notes.ndjson'), PARITY_TURNS: turns }
    const args = [...flagsHere, artillery, 'run', '--quiet', '--output', file('output.json'), file('script.json')]
    const { code, output } = await run([...(script.prefix ?? []), process.execPath, ...args], {
      ...threads,
      ...own,
      ...order
    })
    if (!existsSync(file('output.json'))) throw new Error(`The run ended with ${code}, without any metrics:\n${output}`)
    return {
      script: script as Pick<ParityScript, 'config' | 'losesBytes'>,
      code,
      output,
      seen: apps.flatMap(({ seen }) => seen),
      connections: apps.reduce((sum, { connections }) => sum + connections(), 0),
      notes: linesOf('notes.ndjson').map((line) => JSON.parse(line)), // of the processor
      metrics: JSON.parse(readFileSync(file('output.json'), 'utf8')).aggregate,
      samples: linesOf('samples.csv')
        .slice(1)
        .map((line) => line.split(',')),
      telemetry: linesOf('telemetry.ndjson').map((line) => JSON.parse(line)),
      masks: [
        ...apps.map(({ port }) => new RegExp(`(?<=:)${port}\\b`, 'g')),
        ...scripts.flatMap(({ masks = [] }) => masks)
      ]
    }
  } finally {
    for (const each of [app, ...Object.values(others)]) await each.close()
    rmSync(folder, { recursive: true })
  }
}

const atMostSeconds = 180

async function run(command: string[], env: Record<string, string>) {
  const { child, ended } = startMarked(command, { cwd: process.cwd(), env })
  const timer = setTimeout(() => child.kill('SIGKILL'), atMostSeconds * 1000)
  const { code, signal, output } = await ended.finally(() => clearTimeout(timer))
  if (signal !== null) throw new Error(`The run did not end within ${atMostSeconds} s:\n${output}`)
  return { code, output }
}

/** @returns how many users a script has: as many as rows, or two */
export const countUsers = ({ users, rows }: ParityScript) => users ?? rows?.length ?? 2

/** @returns the number of the scenario and the row of each user, in their order: scripts take turns */
function usersOf(scripts: ParityScript[]): { scenario: number; row: string }[] {
  const most = Math.max(...scripts.map(countUsers))
  return Array.from({ length: most }, (_, i) =>
    scripts.flatMap((script, scenario) => {
      const row = script.rows?.[i] ?? 'none'
      const whole = row.includes(',') ? row : `${row}${','.repeat(columns.length - 1)}`
      return i < countUsers(script) ? [{ scenario, row: whole }] : []
    })
  ).flat()
}

/** So that two clients on two cores keep up with many users. */
const msPerUser = 15

function artilleryScript(scripts: ParityScript[], target: string, others: Record<string, App>) {
  const [{ config = {} }] = scripts
  const users = scripts.reduce((sum, script) => sum + countUsers(script), 0)
  const phases = [{ duration: `${Math.max(200, scripts.length > 1 ? users * msPerUser : 0)}ms`, arrivalCount: users }]
  const payload = { path: 'rows.csv', fields: columns, order: 'sequence', skipHeader: true }
  const variables = Object.fromEntries(Object.entries(others).map(([name, { url }]) => [name, [url]]))
  return {
    config: {
      target,
      phases,
      processor,
      payload,
      variables: { place: ['here'], ...variables },
      ...config,
      plugins: { speedup: {}, ...config.plugins }
    },
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
