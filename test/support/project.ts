import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { after, afterEach, before, beforeEach } from 'mocha'

/** Folders, with a slash at the end: of all of this, of what tests run, and of the apps among that. */
export const repository = fileURLToPath(new URL('../../', import.meta.url))
export const fixtures = `${repository}test/fixtures/`
export const apps = `${fixtures}apps/`
/** The command. */
export const artillery = `${repository}node_modules/artillery/bin/run`

/**
 * Thresholds that are decided after three rounds of a few requests each, on however noisy a machine: even if a metric
 * were a million times what it is in another round (ln: 14; the interval's half width is 7.6 times their spread), e^230
 * is far.
 */
export const certain = { toPass: 1e-100, toFail: 1e100 }

export type Project = Awaited<ReturnType<typeof createProject>>

/** In a describe block: a project for each test, gone after it. */
export function useProject(): Project {
  const project = {} as Project
  beforeEach(async () => void Object.assign(project, await createProject()))
  afterEach(() => project.remove())
  return project
}

/** The same for all tests of the block together. */
export function sharedProject(): Project {
  const project = {} as Project
  before(async () => void Object.assign(project, await createProject()))
  after(() => project.remove())
  return project
}

/** A folder of its own for one test: scenario files, reports. Its owner has to remove it. */
export async function createProject() {
  const folder = mkdtempSync(join(tmpdir(), 'speedup-test-'))
  // The only folder below reports/.
  const record = () => join(folder, 'reports', readdirSync(join(folder, 'reports'))[0])
  return {
    folder,
    port: await freePort(),
    /** @returns its path; objects are written as JSON */
    write(name: string, content: string | object): string {
      writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content))
      return join(folder, name)
    },
    read: (name: string) => readFileSync(join(folder, name), 'utf8'),
    record,
    comparison: (): any => JSON.parse(readFileSync(join(record(), 'comparison.json'), 'utf8')),
    runs: (): any[] =>
      readFileSync(join(record(), 'runs.ndjson'), 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line)),
    remove: () => rmSync(folder, { recursive: true, force: true })
  }
}

/** A user who pauses long enough for a load generator that waits for a core itself. */
export const pausingFlow = (url: string, count: number = 8) => [{ loop: [{ get: { url } }, { think: '40ms' }], count }]

type ScriptOptions = { app?: string; options?: object; config?: object; scenarios?: object[]; rest?: object }

/**
 * A script that is short enough to run many times: a few users, a few requests. All have come before the first one
 * leaves, and they pause: on a machine that is late, the users of a moment would count as a queue, and those who never
 * pause as more than the load generator can do.
 */
export function shortScript(
  { port }: Project,
  { app = 'hello.js', options = {}, config = {}, scenarios, rest = {} }: ScriptOptions = {}
) {
  return {
    config: {
      target: `http://127.0.0.1:${port}`,
      phases: [{ duration: '50ms', arrivalCount: 4 }],
      plugins: { speedup: { app: join(apps, app), rounds: 3, report: 'reports', ...options } },
      ...config
    },
    scenarios: scenarios ?? [{ name: 'hello', flow: pausingFlow('/hello') }],
    ...rest
  }
}

/**
 * About two seconds, long enough for telemetry, that leave the load generator time to spare: eight users who pause
 * between their requests.
 */
export function steadyScript(project: Project, { count = 45, ...given }: ScriptOptions & { count?: number } = {}) {
  const config = { phases: [{ duration: '200ms', arrivalCount: 8 }] }
  return shortScript(project, { config, scenarios: [{ name: 'steady', flow: pausingFlow('/hello', count) }], ...given })
}

/**
 * Of each process of mocha that runs test files at the same time, so that none of them takes a port before another's
 * app listens there; below those that the plugin itself chooses.
 */
const portsEach = 2500
const firstPort = 10_000 + portsEach * (Number(process.env.MOCHA_WORKER_ID ?? 3) % 4)
/** An app may have others beside its own, and in turns each variant has one ten further. */
const stride = 41
let last = Math.floor(Math.random() * portsEach)

/** @returns another one each time; below 32768: those above may be taken by an outgoing connection at any moment */
export async function freePort(): Promise<number> {
  for (;;) {
    last = (last + stride) % portsEach
    const port = firstPort + last
    const server = createServer().listen(port, '127.0.0.1')
    const isFree = await once(server, 'listening')
      .then(() => once(server.close(), 'close'))
      .then(
        () => true,
        () => false
      )
    if (isFree) return port
  }
}
