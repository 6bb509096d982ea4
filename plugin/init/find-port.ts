import { setTimeout as delay } from 'node:timers/promises'
import { createServer } from 'node:net'
import { relative } from 'node:path'
import { SpeedupError } from '../concepts/errors.ts'
import { startOwned, type OwnedProcess, type Exit } from '../processes/owned-process.ts'
import { asAppEvent } from '../app/messages.ts'
import { singleArguments } from '../app/modes.ts'
import { isListening } from '../app/port.ts'
import { list } from '../concepts/wording.ts'
import { askApp, ifHttps, noAnswer, urlOf } from './find-path.ts'
import type { Settings } from '../concepts/settings.ts'
import type { Workbench } from '../processes/guard.ts'
import { settingsFor, type Trying } from './try-app.ts'
import type { FoundApp } from './find-app.ts'
import type { Hints } from './search-source.ts'
import { howItEnded } from '../processes/spawn-marked.ts'
import { lastLines } from '../processes/last-lines.ts'

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
async function findPort(settings: Settings, { workbench, name, likelyPort }: { workbench: Workbench, name: string, likelyPort: number | null }, signal: AbortSignal): Promise<FoundPlace> {
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

/** @returns the first free port from there on */
export async function nextFreePort(from: number): Promise<number> {
  for (let port = from; port <= 65_535; port++) {
    if (await isFree(port)) return port
  }
  return nextFreePort(1024)
}

/** @returns one that no app would choose by itself */
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

export interface PortFacts {
  obeysPort: boolean // it listens where PORT says
  takenPort: number | null // the port it would have had, if another program had not; null: none
  otherPorts: number[] // on which it listens, too, whatever PORT says
}

/** Where it listens when PORT is not set, if nothing says otherwise. */
const usualPort = 3000

/** @throws SpeedupError APP_NOT_READY, PORT_TAKEN, INVALID_SETTINGS */
export async function chooseTarget(app: FoundApp, { trying, hints, workbench }: { trying: Trying, hints: Hints, workbench: Workbench }, signal: AbortSignal): Promise<{ url: string } & PortFacts> {
  const { port: wanted } = trying.wishes
  if (wanted !== null && !(await isFree(wanted))) {
    throw new SpeedupError('PORT_TAKEN', `--port is ${wanted}, but another program has that port, or you may not use it. Stop that program, or give another port.`)
  }
  const given = wanted ?? (await uncommonPort())
  const name = relative(trying.project.folder, app.script)
  const { others, ...found } = await findPort(settingsFor(app, trying, urlOf({ hostname: '127.0.0.1', port: given })), { workbench, name, likelyPort: hints.port }, signal)
  if (found.port !== given) {
    if (wanted !== null) throw new SpeedupError('INVALID_SETTINGS', `--port is ${wanted}, but ${name} listens on port ${found.port}, whatever PORT says. Let it listen on process.env.PORT, or leave --port out.`)
    return { url: urlOf(found), obeysPort: false, takenPort: null, otherPorts: others }
  }
  const usual = wanted ?? ([Number(app.env.PORT), hints.port ?? 0].find((port) => port >= 1024 && port <= 65_535) ?? usualPort)
  const port = await nextFreePort(usual)
  return { url: urlOf({ hostname: found.hostname, port }), obeysPort: true, takenPort: port === usual ? null : usual, otherPorts: [] }
}

/** What it printed, and what that calls for; the first that fits. */
const advice: [RegExp, string][] = [
  [/Cannot find (?:module|package) '(?![./])/, 'Install what it imports: npm install.'],
  [/ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX|ERR_INVALID_TYPESCRIPT_SYNTAX|ERR_UNKNOWN_FILE_EXTENSION/, 'Node itself runs TypeScript only where leaving out the types is enough. Let tsx do more: npm install --save-dev tsx, and "start": "tsx <file>" in package.json.'],
  [/\.env\S*: not found|\.env\S*' ?: not found/, 'The file of environment variables is missing: make it first.'],
  [/ECONNREFUSED|ENOTFOUND|ETIMEDOUT|EAI_AGAIN/, 'It connects to something that is not there, such as a database: start that first.'],
  [/Cannot find module|ERR_MODULE_NOT_FOUND/, 'A file of its own is missing. If it has to be built, do that first.']
]
/**
 * Why the app did not listen when it was started for the first time.
 *
 * @param start exit: null: it still ran
 * @returns APP_NOT_READY, PORT_TAKEN
 */
export function explainStart({ name, exit, timeoutSeconds, logFile }: { name: string, exit: Pick<Exit, 'code' | 'signal'> | null, timeoutSeconds: number, logFile: string }): SpeedupError {
  const lines = tellingLines(logFile)
  const said = lines === '' ? 'It printed nothing.' : `Its last lines:\n${lines}`
  const [, taken] = /EADDRINUSE[^]*?:(\d+)\b/.exec(lines) ?? []
  if (taken !== undefined) return new SpeedupError('PORT_TAKEN', `${name} wants port ${taken}, whatever PORT says, and another program has it (the app itself, perhaps?). Stop that program first. ${said}`)
  const [, found] = advice.find(([pattern]) => pattern.test(lines)) ?? []
  return new SpeedupError('APP_NOT_READY', `${name} ${whatItDid(exit, timeoutSeconds)}. ${said}\n${found ?? otherAdvice(lines)} If another file starts the server: --app <file>.`)
}

function whatItDid(exit: Pick<Exit, 'code' | 'signal'> | null, timeoutSeconds: number) {
  if (exit === null) return `listened on no port within ${timeoutSeconds} s (more by --ready-timeout)`
  return `${howItEnded(exit)} before it listened on a port`
}

/** @returns its last lines, without those of a stack that say only how it came to that */
function tellingLines(logFile: string): string {
  return lastLines(logFile, 100).split('\n').filter((line) => !/^\s+at |^\s*Node\.js v\d/.test(line)).slice(-12).join('\n')
}

function otherAdvice(lines: string) {
  const [name] = /\b(?!ERR_|[A-Z]+_NOT_FOUND\b)[A-Z][A-Z0-9]*_[A-Z0-9_]+\b/.exec(lines) ?? ['DATABASE_URL']
  return `If it needs a database, start that first. If it needs a variable, set it, here and when you compare: export ${name}=...`
}
