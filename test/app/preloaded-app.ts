import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { get } from 'node:http'
import { connect, type Socket } from 'node:net'
import { afterEach } from 'mocha'
import { asAppEvent, type AppEvent, type UsageReport } from '../../plugin/app/messages.ts'
import { preloaded } from '../../plugin/app/worker-options.ts'
import { temporaryFolder } from '../support/folder.ts'

interface PreloadedApp {
  child: import('node:child_process').ChildProcess
  told: AppEvent[] // to us so far, by our preload
  said: any[] // so far, by the app itself over the same channel
  report: (fits?: (report: UsageReport) => boolean) => Promise<UsageReport> // the next one that fits
  port: () => Promise<number> // on which it listens, the first one
  word: () => Promise<any> // the first message of the app itself
  ask: (path: string, port?: number) => Promise<Answer>
  ended: Promise<{ code: number | null, signal: string | null, output: string }>
}

/** pid: of the header */
type Answer = { status: number, pid: string | undefined, body: string }

const request = (path: string) => `GET ${path} HTTP/1.1\r\nhost: app\r\n\r\n`

/**
 * In a describe block: apps and their clients, of which none outlives its test.
 *
 * @returns client: a connection, with requests sent in one go
 */
export function preloadedApps() {
  const folder = temporaryFolder()
  const clients: Socket[] = []
  afterEach(async () => {
    for (const client of clients.splice(0)) client.destroy()
    await Promise.all([...running].map(async ({ child, ended }) => {
      // Also what an app started itself.
      process.kill(-Number(child.pid), 'SIGKILL')
      await ended
    }))
  })
  return {
    start: (code: string) => startPreloaded(folder.write('app.mjs', code)),
    async client(app: PreloadedApp, ...paths: string[]) {
      const client = connect(await app.port(), '127.0.0.1').on('error', () => {})
      clients.push(client)
      await once(client, 'connect')
      client.write(paths.map(request).join(''))
      return client
    }
  }
}

const running: Set<PreloadedApp> = new Set()

/** Starts an app with our preload, as a variant does. */
function startPreloaded(file: string): PreloadedApp {
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
  const told: AppEvent[] = []
  const said: any[] = []
  child.on('message', (message) => {
    const event = asAppEvent(message)
    if (event === undefined) said.push(message)
    else told.push(event)
  })
  const heard = async (find: () => any) => {
    for (let found = find(); ; found = find()) {
      if (found !== undefined) return found
      await Promise.race([once(child, 'message'), failed])
    }
  }
  const app: PreloadedApp = {
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

async function ask(path: string, port: number): Promise<Answer> {
  const [response] = await once(get({ host: '127.0.0.1', port, path, agent: false }), 'response')
  const body = (await response.setEncoding('utf8').toArray()).join('')
  return { status: response.statusCode, pid: response.headers['x-worker-pid'], body }
}
