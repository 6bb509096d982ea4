import { setTimeout as delay } from 'node:timers/promises'
import { SpeedupError } from '../errors.js'
import { startOwned } from '../processes/owned-process.js'
import { asAppEvent } from '../variants/messages.js'
import { singleArguments } from '../variants/modes/single.js'
import { isListening } from '../variants/port.js'
import { list } from '../wording.js'
import { askApp, ifHttps, noAnswer } from './ask-app.js'
import { explainStart } from './explain-start.js'
/**
 * @import { Settings } from '../vocabulary.js'
 * @import { OwnedProcess } from '../processes/owned-process.js'
 * @import { Workbench } from '../processes/workbench.js'
 */

/**
 * @typedef {object} Place where an app listens
 * @property {string} hostname by which it is reached
 * @property {number} port
 *
 * @typedef {Place & { others: number[] }} FoundPlace others: ports on which it listens as well
 */

/** After the first server that listens on another port than PORT, another may follow. */
const othersMs = 1000
const pollMs = 50

/**
 * Starts the app once, with PORT set to a port that nobody would choose, and sees where it listens.
 *
 * @param {Settings} settings their target's port is PORT
 * @param {{ workbench: Workbench, name: string, likelyPort: number | null }} how name: of the app, for messages;
 *   likelyPort: tried when the app's own processes, which can't tell us, listen
 * @param {AbortSignal} signal
 * @returns {Promise<FoundPlace>}
 * @throws {SpeedupError} APP_NOT_READY, PORT_TAKEN
 */
export async function findPort(settings, { workbench, name, likelyPort }, signal) {
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
 * @param {OwnedProcess} owned
 * @param {{ tried: number[], timeoutSeconds: number }} how tried: the first is PORT
 * @param {AbortSignal} signal
 * @returns {Promise<Place[]>} empty: it left, or took too long
 */
async function waitForPlaces(owned, { tried, timeoutSeconds }, signal) {
  /** @type {Place[]} */
  const places = []
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

/** @param {number[]} ports */
async function firstListening(ports) {
  for (const port of ports) {
    if (await isListening({ hostname: '127.0.0.1', port })) return { hostname: '127.0.0.1', port }
  }
  return null
}

/** @param {string} address on which a server listens */
function reachedBy(address) {
  return /^(::|0\.0\.0\.0|::ffff:127\.0\.0\.1)$/.test(address) ? '127.0.0.1' : address
}

/** @param {Place} place */
async function nameOf({ hostname, port }) {
  // An app that listens on `localhost` may have another address on the next machine.
  return hostname === '::1' && (await isListening({ hostname: 'localhost', port })) ? 'localhost' : hostname
}

/**
 * @param {Place[]} places
 * @param {string} name
 * @param {AbortSignal} signal
 */
async function firstToAnswer(places, name, signal) {
  for (const place of places) {
    const { status } = await askApp({ ...place, path: '/' }, signal)
    signal.throwIfAborted()
    if (status !== null) return place
  }
  const ports = [...new Set(places.map(({ port }) => port))]
  throw new SpeedupError('APP_NOT_READY', `${name} listens on port ${list(ports.map(String))}, but ${noAnswer} there. ${ifHttps}; or another file starts the HTTP server: --app <file>.`)
}
