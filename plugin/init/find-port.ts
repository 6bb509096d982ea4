import { relative, dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { listeningPorts } from '../app/listeners.ts'
import { singleArguments } from '../app/modes.ts'
import { isListening } from '../app/port.ts'
import { followState } from '../app/readiness.ts'
import type { StartRequest } from '../app/runner.ts'
import { refuse, SpeedupError } from '../concepts/errors.ts'
import { list } from '../concepts/wording.ts'
import { anyPort, canListen } from '../processes/free-ports.ts'
import { lastLines } from '../processes/last-lines.ts'
import { howItEnded, startOwned, stopWith, type Ending, type OwnedProcess } from '../processes/owned-process.ts'
import type { FoundApp } from './find-app.ts'
import { askApp, ifHttps, noAnswer } from './find-path.ts'
import type { Settings } from '../concepts/settings.ts'
import type { Workbench } from '../processes/guard.ts'
import { readSettings } from '../settings/read-settings.ts'
import type { Wishes } from './questions.ts'
import { scenarioPath, type Project } from './read-project.ts'
import { searchSource } from './search-source.ts'

export type Trying = { project: Project; wishes: Wishes; workbench: Workbench }

/** hostname: by which it is reached */
type Place = { hostname: string; port: number }

/**
 * @returns settings: of an app that is asked there; routes: paths that its source names; obeysPort: it listens where
 * PORT says; takenPort: the port it would have had, if another program had not; null: none; otherPorts: on which it
 * listens, too, whatever PORT says
 * @throws SpeedupError APP_NOT_READY, PORT_TAKEN, INVALID_SETTINGS
 */
export async function choosePort(app: FoundApp, trying: Trying, signal: AbortSignal) {
  const wanted = trying.wishes.port
  if (wanted !== null && !(await isFree(wanted)))
    throw new SpeedupError(
      'PORT_TAKEN',
      `--port is ${wanted}, but that port is in use or not permitted. ` +
        'Stop the program that uses it, or choose another port.'
    )
  // One that no app would choose by itself.
  const given = wanted ?? (await nextFreePort(anyPort()))
  const { place, ports } = await findPlace(app, trying, given, signal)
  const obeysPort = place.port === given
  if (!obeysPort && wanted !== null)
    refuse(
      `--port is ${wanted}, but ${app.name} ignores PORT and listens on port ${place.port}. ` +
        'Make it listen on process.env.PORT, or omit --port.'
    )
  const hints = searchSource(trying.project, app.script)
  const likely = [app.env.PORT, hints.port].map(Number).find((port) => port >= 1024 && port <= 65_535)
  const usual = obeysPort ? (wanted ?? likely ?? 3000) : place.port
  const port = obeysPort ? await nextFreePort(usual) : usual
  return {
    settings: settingsFor(app, trying, urlOf({ ...place, port })),
    routes: hints.paths,
    obeysPort,
    takenPort: port === usual ? null : usual,
    otherPorts: obeysPort ? [] : ports.filter((other) => other !== port)
  }
}

/** Starts the app once, with this value of PORT. @returns the place to ask, and all ports on which it listens */
async function findPlace(app: FoundApp, trying: Trying, given: number, signal: AbortSignal) {
  const { workbench } = trying
  const { name } = app
  const settings = settingsFor(app, trying, `http://127.0.0.1:${given}`)
  const {
    variants: [variant],
    app: { cwd, env, readyTimeoutSeconds, stopTimeoutSeconds }
  } = settings
  const logFile = workbench.createLog('first-start')
  const argv = singleArguments({ ...settings, variant })
  const owned = startOwned(
    { argv, env: { ...process.env, ...env, PORT: String(given) }, cwd, logFile },
    workbench.guard
  )
  const stop = stopWith(signal, owned, stopTimeoutSeconds)
  try {
    const places = await waitForPlaces(owned, given, readyTimeoutSeconds, signal)
    if (places.length === 0) throw explainStart(name, owned.exit(), readyTimeoutSeconds, logFile)
    const ports = [...new Set(places.map(({ port }) => port))]
    const place = places.find(({ port }) => port === given) ?? (await firstToAnswer(places, ports, name, signal))
    // An app that listens on `localhost` may have another address on the next machine.
    const isLocalhost = place.hostname === '::1' && (await isListening({ ...place, hostname: 'localhost' }))
    return { place: isLocalhost ? { ...place, hostname: 'localhost' } : place, ports }
  } finally {
    await stop()
  }
}

/** @returns empty: it left, or took too long */
async function waitForPlaces(owned: OwnedProcess, given: number, timeoutSeconds: number, signal: AbortSignal) {
  const state = followState(owned)
  const findPlaces = () => {
    const told = state.listeners.map(({ port, address }) => ({
      port,
      hostname: /^(?:::|0\.0\.0\.0|::ffff:127\.0\.0\.1)$/.test(address) ? '127.0.0.1' : address
    }))
    // A child of the app tells nothing.
    return told.length > 0 ? told : listeningPorts(owned.kin).map((port) => ({ port, hostname: '127.0.0.1' }))
  }
  const deadline = performance.now() + timeoutSeconds * 1000
  let places: Place[] = []
  let newsAt = Infinity
  while (performance.now() < deadline && owned.exit() === null) {
    signal.throwIfAborted()
    const found = findPlaces()
    if (found.length > places.length) newsAt = performance.now()
    places = found
    // After the first server that listens on another port than PORT, another may follow for a second.
    if (places.some(({ port }) => port === given) || performance.now() > newsAt + 1000) return places
    await delay(50)
  }
  signal.throwIfAborted()
  return owned.exit() === null ? places : []
}

async function firstToAnswer(places: Place[], ports: number[], name: string, signal: AbortSignal) {
  for (const place of places) {
    const { status } = await askApp(urlOf(place), signal)
    signal.throwIfAborted()
    if (status !== null) return place
  }
  throw new SpeedupError(
    'APP_NOT_READY',
    `${name} listens on port ${list(ports.map(String))}, ` +
      `but ${noAnswer} there. ${ifHttps}. If another file starts the HTTP server: --app <file>.`
  )
}

const urlOf = ({ hostname, port }: Place) => `http://${hostname.includes(':') ? `[${hostname}]` : hostname}:${port}`

async function nextFreePort(from: number) {
  for (let port = from; ; port = port === 65_535 ? 1024 : port + 1) if (await isFree(port)) return port
}

/** @returns whether a server could listen there, on every address of this machine */
export async function isFree(port: number) {
  return !(await isListening({ hostname: '127.0.0.1', port })) && canListen(port)
}

/** What an app printed, and what that calls for; the first that fits. */
const advice: [RegExp, string][] = [
  [/Cannot find (?:module|package) '(?![./])/, 'Install its dependencies: npm install.'],
  [
    /ERR_(?:UNSUPPORTED_TYPESCRIPT_SYNTAX|INVALID_TYPESCRIPT_SYNTAX|UNKNOWN_FILE_EXTENSION)/,
    'Node only strips types from TypeScript, ' +
      'and this file needs more. Use tsx: npm install --save-dev tsx, and "start": "tsx <file>" in package.json.'
  ],
  [/\.env\S*' ?: not found|\.env\S*: not found/, 'The file of environment variables is missing: create it first.'],
  [
    /ECONNREFUSED|ENOTFOUND|ETIMEDOUT|EAI_AGAIN/,
    'It cannot connect to a service, such as a database: start that first.'
  ],
  [
    /Cannot find module|ERR_MODULE_NOT_FOUND/,
    'One of its own files is missing. If the app needs a build, run that first.'
  ]
]

/**
 * exit: null: it still ran.
 * @returns why the app did not listen when it was started for the first time: APP_NOT_READY, PORT_TAKEN
 */
export function explainStart(name: string, exit: Ending | null, timeoutSeconds: number, logFile: string) {
  // The frames of a stack say only how it came to that.
  const lines = lastLines(logFile, 100)
    .split('\n')
    .filter((line) => !/^\s+at /.test(line))
    .slice(-12)
    .join('\n')
  const said = lines === '' ? 'It printed nothing.' : `Its last lines:\n${lines}`
  const taken = /EADDRINUSE[^]*?:(\d+)\b/.exec(lines)?.[1]
  if (taken !== undefined)
    return new SpeedupError(
      'PORT_TAKEN',
      `${name} ignores PORT and listens on port ${taken}, which another program uses ` +
        `(perhaps the app itself). Stop that program first. ${said}`
    )
  const end =
    exit === null
      ? `did not listen on any port within ${timeoutSeconds} s (--ready-timeout <seconds> allows more)`
      : `${howItEnded(exit)} before it listened on a port`
  const [variable] = /\b(?!ERR_|[A-Z]+_NOT_FOUND\b)[A-Z][A-Z0-9]*_[A-Z0-9_]+\b/.exec(lines) ?? ['DATABASE_URL']
  const help =
    advice.find(([pattern]) => pattern.test(lines))?.[1] ??
    `If it needs a database, start that first. If it needs an environment variable, set it now and whenever you compare: export ${variable}=...`
  return new SpeedupError(
    'APP_NOT_READY',
    `${name} ${end}. ${said}\n${help} If another file starts the server: --app <file>.`
  )
}

/** @returns read as the plugin reads them */
function settingsFor(
  { script: file, args, nodeArgs, env }: FoundApp,
  { project: { folder }, wishes }: Trying,
  target: string
): Settings & Pick<StartRequest, 'timeoutOption'> {
  const scriptFile = join(folder, scenarioPath)
  const { PORT: _port, ...variables } = env
  const app = {
    script: relative(dirname(scriptFile), file),
    args,
    nodeArgs,
    env: variables,
    readyTimeout: wishes.readyTimeoutSeconds === null ? undefined : `${wishes.readyTimeoutSeconds}s`
  }
  const variants = wishes.variants ?? undefined
  const script = { config: { target, plugins: { speedup: { app, variants, users: 1 } } }, scenarios: [{ flow: [] }] }
  const settings = readSettings({ script, scriptFile, configFile: scriptFile, workingDirectory: folder })
  return { ...settings, timeoutOption: '--ready-timeout' }
}
