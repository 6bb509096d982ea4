import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { get } from 'node:http'
import { asAppEvent } from '../../plugin/variants/messages.js'
import { preloaded } from '../../plugin/variants/preloaded.js'
/** @import { AppEvent, UsageReport } from '../../plugin/variants/messages.js' */

/**
 * @typedef {object} PreloadedApp
 * @property {import('node:child_process').ChildProcess} child
 * @property {AppEvent[]} told to us so far, by our preload
 * @property {any[]} said so far, by the app itself over the same channel
 * @property {(fits?: (report: UsageReport) => boolean) => Promise<UsageReport>} report the next one that fits
 * @property {() => Promise<number>} port on which it listens, the first one
 * @property {() => Promise<any>} word the first message of the app itself
 * @property {(path: string, port?: number) => Promise<Answer>} ask
 * @property {Promise<{ code: number | null, signal: string | null, output: string }>} ended
 *
 * @typedef {{ status: number, pid: string | undefined, body: string }} Answer pid: of the header
 */

/** @type {Set<PreloadedApp>} */
const running = new Set()

/**
 * Starts an app with our preload, as a variant does.
 *
 * @param {string} file
 * @returns {PreloadedApp}
 */
export function startPreloaded(file) {
  const argv = [...preloaded({ nodeArgs: [], pidHeader: 'x-worker-pid' }), file]
  const child = spawn(process.execPath, argv, { detached: true, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (text) => (output += text))
  const ended = once(child, 'close').then(([code, signal]) => {
    running.delete(app)
    return { code, signal, output }
  })
  const failed = ended.then(({ code }) => Promise.reject(new Error(`The app ended with ${code}: ${output}`)))
  // Its end is only a failure while somebody waits.
  failed.catch(() => {})
  /** @type {AppEvent[]} */
  const told = []
  /** @type {any[]} */
  const said = []
  child.on('message', (message) => {
    const event = asAppEvent(message)
    if (event === undefined) said.push(message)
    else told.push(event)
  })
  const heard = async (/** @type {() => any} */ find) => {
    for (let found = find(); ; found = find()) {
      if (found !== undefined) return found
      await Promise.race([once(child, 'message'), failed])
    }
  }
  /** @type {PreloadedApp} */
  const app = {
    child,
    told,
    said,
    report(fits = () => true) {
      const before = told.length
      return heard(() => told.slice(before).flatMap((one) => (one.event === 'usage' ? one.report : [])).find(fits))
    },
    port: () => heard(() => told.flatMap((one) => (one.event === 'listening' ? one.port : []))[0]),
    word: () => heard(() => said[0]),
    ask: async (path, port) => ask(path, port ?? (await app.port())),
    ended
  }
  running.add(app)
  return app
}

/** For after hooks: nothing outlives its test, not even what an app started itself. */
export async function endAllApps() {
  await Promise.all(
    [...running].map(async ({ child, ended }) => {
      process.kill(-Number(child.pid), 'SIGKILL')
      await ended
    })
  )
}

/**
 * @param {string} path
 * @param {number} port
 * @returns {Promise<Answer>}
 */
async function ask(path, port) {
  const [response] = await once(get({ host: '127.0.0.1', port, path, agent: false }), 'response')
  const body = (await response.setEncoding('utf8').toArray()).join('')
  return { status: response.statusCode, pid: response.headers['x-worker-pid'], body }
}
