import { setTimeout as delay } from 'node:timers/promises'
import { SpeedupError } from '../errors.ts'
import { startOwned, type OwnedProcess } from '../processes/owned-process.ts'
import { asAppEvent } from '../variants/messages.ts'
import { singleArguments } from '../variants/modes/single.ts'
import { isListening } from '../variants/port.ts'
import { list } from '../wording.ts'
import { askApp, ifHttps, noAnswer } from './ask-app.ts'
import { explainStart } from './explain-start.ts'
import type { Settings } from '../vocabulary.ts'
import type { Workbench } from '../processes/workbench.ts'

/** where an app listens */
interface Place {
  hostname: string // by which it is reached
  port: number
}

/** others: ports on which it listens as well */
type FoundPlace = Place & { others: number[] }

/** After the first server that listens on another port than PORT, another may follow. */
const othersMs = 1000
const pollMs = 50

/**
 * Starts the app once, with PORT set to a port that nobody would choose, and sees where it listens.
 *
 * @param settings their target's port is PORT
 * @param how name: of the app, for messages; likelyPort: tried when the app's own processes, which can't tell us, listen
 * @throws SpeedupError APP_NOT_READY, PORT_TAKEN
 */
export async function findPort(settings: Settings, { workbench, name, likelyPort }: { workbench: Workbench, name: string, likelyPort: number | null }, signal: AbortSignal): Promise<FoundPlace> {
  const { app, variants: [single], target, pidHeader } = settings
  const logFile = workbench.createLog('first-start')
  const env = { ...process.env, ...app.env, PORT: String(target.port) }
  const tried = likelyPort === null || (await isListening({ hostname: target.hostname, port: likelyPort })) ? [target.port] : [target.port, likelyPort]
  const owned = startOwned({ argv: singleArguments(app, single.args, pidHeader), env, cwd: app.cwd, logFile }, workbench.guard)
  const kill = () => void owned.kill()
  signal.addEventListener('abort', kill, { once: true })
  try {
    const places = await waitForPlaces(owned, { tried, timeoutSeconds: app.readyTimeoutSeconds }, signal)
    if (places.length === 0) throw explainStart({ name, exit: owned.exit(), timeoutSeconds: app.readyTimeoutSeconds, logFile })
    const place = places.find(({ port }) => port === target.port) ?? (await firstToAnswer(places, name, signal))
    return { hostname: await nameOf(place), port: place.port, others: [...new Set(places.map(({ port }) => port))].filter((port) => port !== place.port) }
  } finally {
    signal.removeEventListener('abort', kill)
    await owned.stop(app.stopTimeoutSeconds)
  }
}

/**
 * @param how tried: the first is PORT
 * @returns empty: it left, or took too long
 */
async function waitForPlaces(owned: OwnedProcess, { tried, timeoutSeconds }: { tried: number[], timeoutSeconds: number }, signal: AbortSignal): Promise<Place[]> {
  const places: Place[] = []
  let newsAt = Infinity
  owned.child.on('message', (message) => {
    const event = asAppEvent(message)
    if (event?.event !== 'listening') return
    places.push({ hostname: reachedBy(event.address), port: event.port })
    newsAt = performance.now()
  })
  const deadline = performance.now() + timeoutSeconds * 1000
  while (performance.now() < deadline && owned.exit() === null) {
    signal.throwIfAborted()
    if (places.some(({ port }) => port === tried[0]) || performance.now() > newsAt + othersMs) return places
    if (places.length === 0) {
      const found = await firstListening(tried)
      if (found !== null) return [found]
    }
    await delay(pollMs)
  }
  signal.throwIfAborted()
  return owned.exit() === null ? places : []
}

async function firstListening(ports: number[]) {
  for (const port of ports) {
    if (await isListening({ hostname: '127.0.0.1', port })) return { hostname: '127.0.0.1', port }
  }
  return null
}

/** @param address on which a server listens */
function reachedBy(address: string) {
  return /^(::|0\.0\.0\.0|::ffff:127\.0\.0\.1)$/.test(address) ? '127.0.0.1' : address
}

async function nameOf({ hostname, port }: Place) {
  // An app that listens on `localhost` may have another address on the next machine.
  return hostname === '::1' && (await isListening({ hostname: 'localhost', port })) ? 'localhost' : hostname
}

async function firstToAnswer(places: Place[], name: string, signal: AbortSignal) {
  for (const place of places) {
    const { status } = await askApp({ ...place, path: '/' }, signal)
    signal.throwIfAborted()
    if (status !== null) return place
  }
  const ports = [...new Set(places.map(({ port }) => port))]
  throw new SpeedupError('APP_NOT_READY', `${name} listens on port ${list(ports.map(String))}, but ${noAnswer} there. ${ifHttps}; or another file starts the HTTP server: --app <file>.`)
}
