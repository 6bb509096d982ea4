import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of the apps that tests run. */
export const apps = fileURLToPath(new URL('../fixtures/apps/', import.meta.url))

/** Thresholds that are decided after three rounds of a few requests each, on however noisy a machine. */
export const certain = { toPass: 1e-9, toFail: 1e9 }

/**
 * A folder of its own for one test: scenario files, reports.
 *
 * @typedef {object} Project
 * @property {string} folder
 * @property {number} port free when it was made
 * @property {(name: string, content: string | object) => string} write a file, objects as JSON; returns its path
 * @property {(name: string) => string} read
 * @property {() => string} record the only folder below reports/
 * @property {() => any} comparison its comparison.json
 * @property {() => any[]} runs the lines of its runs.ndjson
 * @property {() => void} remove
 */

/** @returns {Promise<Project>} its owner has to remove it */
export async function createProject() {
  const folder = mkdtempSync(join(tmpdir(), 'speedup-test-'))
  const record = () => join(folder, 'reports', readdirSync(join(folder, 'reports'))[0])
  return {
    folder,
    port: await freePort(),
    write(name, content) {
      writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content))
      return join(folder, name)
    },
    read: (name) => readFileSync(join(folder, name), 'utf8'),
    record,
    comparison: () => JSON.parse(readFileSync(join(record(), 'comparison.json'), 'utf8')),
    runs: () => readFileSync(join(record(), 'runs.ndjson'), 'utf8').split('\n').filter(Boolean).map((line) => JSON.parse(line)),
    remove: () => rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * A script that is short enough to run many times: a few users, a few requests.
 *
 * @param {Project} project
 * @param {{ app?: string, options?: object, config?: object, scenarios?: object[], rest?: object }} [given]
 */
export function shortScript({ port }, { app = 'hello.js', options = {}, config = {}, scenarios, rest = {} } = {}) {
  return {
    config: {
      target: `http://127.0.0.1:${port}`,
      phases: [{ duration: '200ms', arrivalCount: 4 }],
      plugins: { speedup: { app: join(apps, app), rounds: 3, report: 'reports', ...options } },
      ...config
    },
    scenarios: scenarios ?? [{ name: 'hello', flow: [{ loop: [{ get: { url: '/hello' } }], count: 12 }] }],
    ...rest
  }
}

/**
 * A load of about two seconds, long enough for telemetry, that leaves the load generator time to spare: eight users
 * who pause between their requests.
 *
 * @param {Project} project
 * @param {Parameters<typeof shortScript>[1] & { url?: string }} [given]
 */
export function steadyScript(project, { url = '/hello', ...given } = {}) {
  const flow = [{ loop: [{ get: { url } }, { think: '20ms' }], count: 80 }]
  const config = { phases: [{ duration: '200ms', arrivalCount: 8 }] }
  return shortScript(project, { config, scenarios: [{ name: 'steady', flow }], ...given })
}

/**
 * @returns {Promise<number>} below 32768: those above may be taken by an outgoing connection at any moment
 */
export async function freePort() {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 10_000)
    if (await isFree(port)) return port
  }
}

/** @param {number} port */
function isFree(port) {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
