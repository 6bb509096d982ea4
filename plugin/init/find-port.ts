import { createServer } from 'node:net'
import { relative } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { asAppEvent } from '../app/messages.ts'
import { singleArguments } from '../app/modes.ts'
import { isListening } from '../app/port.ts'
import { SpeedupError } from '../concepts/errors.ts'
import { list } from '../concepts/wording.ts'
import { startOwned, type OwnedProcess } from '../processes/owned-process.ts'
import { explainStart } from './explain-start.ts'
import type { FoundApp } from './find-app.ts'
import { askApp, ifHttps, noAnswer, urlOf, type Place } from './find-path.ts'
import { settingsFor, type Trying } from './try-app.ts'

export interface PortFacts {
  obeysPort: boolean // it listens where PORT says
  takenPort: number | null // the port it would have had, if another program had not; null: none
  otherPorts: number[] // on which it listens, too, whatever PORT says
}

/** Where it listens when PORT is not set, if nothing says otherwise. */
const usualPort = 3000

/** @throws SpeedupError APP_NOT_READY, PORT_TAKEN, INVALID_SETTINGS */
export async function chooseTarget(app: FoundApp, trying: Trying, signal: AbortSignal): Promise<{ url: string } & PortFacts> {
  const { wishes: { port: wanted }, project, hints } = trying
  if (wanted !== null && !(await isFree(wanted))) {
    throw new SpeedupError('PORT_TAKEN', `--port is ${wanted}, but another program has that port, or you may not use it. ` +
      'Stop that program, or give another port.')
  }
  const given = wanted ?? (await uncommonPort())
  const places = await findPlaces(app, trying, given, signal)
  const { hostname, port: found } = places[0]
  if (found !== given) {
    if (wanted !== null) {
      const name = relative(project.folder, app.script)
      throw new SpeedupError('INVALID_SETTINGS', `--port is ${wanted}, but ${name} listens on port ${found}, whatever PORT says. ` +
        'Let it listen on process.env.PORT, or leave --port out.')
    }
    const others = new Set(places.map(({ port }) => port).filter((port) => port !== found))
    return { url: urlOf(places[0]), obeysPort: false, takenPort: null, otherPorts: [...others] }
  }
  const usual = wanted ?? [Number(app.env.PORT), hints.port ?? 0].find((port) => port >= 1024 && port <= 65_535) ?? usualPort
  const port = await nextFreePort(usual)
  return { url: urlOf({ hostname, port }), obeysPort: true, takenPort: port === usual ? null : usual, otherPorts: [] }
}

/**
 * Starts the app once, with PORT set to a port that nobody would choose, and sees where it listens.
 *
 * @returns the place to ask comes first
 */
async function findPlaces(app: FoundApp, trying: Trying, given: number, signal: AbortSignal): Promise<Place[]> {
  const { hints, workbench, project } = trying
  const name = relative(project.folder, app.script)
  const settings = settingsFor(app, trying, urlOf({ hostname: '127.0.0.1', port: given }))
  const { variants: [single], pidHeader, app: { cwd, env, readyTimeoutSeconds: timeoutSeconds, stopTimeoutSeconds } } = settings
  // When other processes than the app's own listen, they can't tell us where.
  const isLikely = hints.port !== null && !(await isListening({ hostname: '127.0.0.1', port: hints.port }))
  const tried = isLikely ? [given, Number(hints.port)] : [given]
  const logFile = workbench.createLog('first-start')
  const argv = singleArguments(settings.app, single.args, pidHeader)
  const owned = startOwned({ argv, env: { ...process.env, ...env, PORT: String(given) }, cwd, logFile }, workbench.guard)
  const kill = () => void owned.kill()
  signal.addEventListener('abort', kill, { once: true })
  try {
    const places = await waitForPlaces(owned, tried, timeoutSeconds, signal)
    if (places.length === 0) throw explainStart({ name, exit: owned.exit(), timeoutSeconds, logFile })
    const place = places.find(({ port }) => port === given) ?? (await firstToAnswer(places, name, signal))
    // An app that listens on `localhost` may have another address on the next machine.
    const isLocalhost = place.hostname === '::1' && (await isListening({ ...place, hostname: 'localhost' }))
    return [isLocalhost ? { ...place, hostname: 'localhost' } : place, ...places]
  } finally {
    signal.removeEventListener('abort', kill)
    await owned.stop(stopTimeoutSeconds)
  }
}

/** After the first server that listens on another port than PORT, another may follow. */
const othersMs = 1000
const pollMs = 50

/**
 * @param tried the first is PORT
 * @returns empty: it left, or took too long
 */
async function waitForPlaces(owned: OwnedProcess, tried: number[], timeoutSeconds: number, signal: AbortSignal) {
  const places: Place[] = []
  let newsAt = Infinity
  owned.child.on('message', (message) => {
    const event = asAppEvent(message)
    if (event?.event !== 'listening') return
    const isHere = /^(?:::|0\.0\.0\.0|::ffff:127\.0\.0\.1)$/.test(event.address)
    places.push({ hostname: isHere ? '127.0.0.1' : event.address, port: event.port })
    newsAt = performance.now()
  })
  const deadline = performance.now() + timeoutSeconds * 1000
  while (performance.now() < deadline && owned.exit() === null) {
    signal.throwIfAborted()
    if (places.some(({ port }) => port === tried[0]) || performance.now() > newsAt + othersMs) return places
    for (const port of places.length === 0 ? tried : []) {
      const place = { hostname: '127.0.0.1', port }
      if (await isListening(place)) return [place]
    }
    await delay(pollMs)
  }
  signal.throwIfAborted()
  return owned.exit() === null ? places : []
}

async function firstToAnswer(places: Place[], name: string, signal: AbortSignal) {
  for (const place of places) {
    const { status } = await askApp(place, '/', signal)
    signal.throwIfAborted()
    if (status !== null) return place
  }
  const ports = list([...new Set(places.map(({ port }) => String(port)))])
  throw new SpeedupError('APP_NOT_READY', `${name} listens on port ${ports}, but ${noAnswer} there. ` +
    `${ifHttps}; or another file starts the HTTP server: --app <file>.`)
}

/** @returns the first free port from there on */
export async function nextFreePort(from: number): Promise<number> {
  for (let port = from; port <= 65_535; port++) if (await isFree(port)) return port
  return nextFreePort(1024)
}

/** @returns a port that no app would choose by itself */
export function uncommonPort(): Promise<number> {
  return nextFreePort(20_000 + Math.floor(Math.random() * 10_000))
}

/** @returns whether a server could listen there, on every address of this machine */
export async function isFree(port: number): Promise<boolean> {
  if (await isListening({ hostname: '127.0.0.1', port })) return false
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, () => server.close(() => resolve(true)))
  })
}
