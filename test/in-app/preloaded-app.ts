import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { get } from 'node:http'
import { connect, type Socket } from 'node:net'
import { afterEach } from 'mocha'
import { preloaded } from '../../plugin/primaries/keep-workers.ts'
import { asAppEvent, type AppEvent, type UsageReport } from '../../plugin/messages/app.ts'
import { profilerIn } from '../../plugin/questions/profile/experiment/collect.ts'
import { temporaryFolder } from '../support/folder.ts'

/** @returns text of a request */
export const requestOf = (path: string) => `GET ${path} HTTP/1.1\r\nhost: app\r\n\r\n`

/**
 * In a describe block: apps and their clients, which end with the test.
 * @returns client: a connection, with requests sent in one go
 */
export function preloadedApps() {
  const folder = temporaryFolder()
  const clients: Socket[] = []
  const running: PreloadedApp[] = []
  afterEach(async () => {
    for (const client of clients.splice(0)) client.destroy()
    for (const { child, ended } of running.splice(0)) {
      // Also what an app started itself.
      if (child.exitCode === null && child.signalCode === null) process.kill(-Number(child.pid), 'SIGKILL')
      await ended
    }
  })
  const startFile = (file: string, profileFolder?: string) =>
    running[running.push(startPreloaded(file, profileFolder)) - 1]
  return {
    /** @param profileFolder of a run that is profiled */
    start: (code: string, profileFolder?: string) => startFile(folder.write('app.mjs', code), profileFolder),
    startFile,
    async client(app: PreloadedApp, ...paths: string[]) {
      const client = connect(await app.port(), '127.0.0.1').on('error', () => {})
      clients.push(client)
      await once(client, 'connect')
      client.write(paths.map(requestOf).join(''))
      return client
    }
  }
}

export type PreloadedApp = ReturnType<typeof startPreloaded>

/** Starts an app with our preload, as a variant does. */
function startPreloaded(file: string, profileFolder: string | undefined) {
  const argv = [
    ...preloaded({
      nodeArgs: [],
      pidHeader: 'x-worker-pid',
      preload: profileFolder === undefined ? {} : profilerIn(profileFolder)
    }),
    file
  ]
  const child: ChildProcess = spawn(process.execPath, argv, {
    detached: true,
    env: { ...process.env, PORT: '0' },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc']
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (text) => (output += text))
  const ended = once(child, 'close').then(([code, signal]) => ({ code, signal, output }))
  const failed = ended.then(({ code }) => Promise.reject(new Error(`The app ended with ${code}: ${output}`)))
  // Its end is only a failure while somebody waits.
  failed.catch(() => {})
  const events: AppEvent[] = []
  const ownMessages: any[] = []
  child.on('message', (message) => {
    const event = asAppEvent(message)
    if (event === undefined) ownMessages.push(message)
    else events.push(event)
  })
  const heard = async <T>(find: () => T | undefined): Promise<T> => {
    for (let found = find(); ; found = find()) {
      if (found !== undefined) return found
      await Promise.race([once(child, 'message'), failed])
    }
  }
  const port = () => heard(() => events.flatMap((event) => (event.event === 'listening' ? event.port : []))[0])
  return {
    child,
    ended,
    events, // that our preload has sent so far
    ownMessages, // that the app itself has sent so far over the same channel
    port, // on which it listens, the first one
    firstMessage: (): Promise<any> => heard(() => ownMessages[0]), // of the app itself
    /** @returns the next one that fits */
    report(fits: (report: UsageReport) => boolean = () => true) {
      const before = events.length
      return heard(() =>
        events
          .slice(before)
          .flatMap((event) => (event.event === 'usage' ? event.report : []))
          .find(fits)
      )
    },
    /** @returns pid: of the header */
    async ask(path: string, at?: number) {
      const [response] = await once(
        get({ host: '127.0.0.1', port: at ?? (await port()), path, agent: false }),
        'response'
      )
      const body: string = (await response.setEncoding('utf8').toArray()).join('')
      return { status: response.statusCode, pid: response.headers['x-worker-pid'], body }
    }
  }
}
