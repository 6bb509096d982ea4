import { cookiesOf, Unseen, type Pass, type Request } from '../../../app/pass.ts'
import { refuse } from '../../../concepts/errors.ts'
import { isByCommand, modes, spreadingModes } from '../../../concepts/modes.ts'
import { isAsNow, type Settings, type Variant } from '../../../concepts/settings.ts'
import { list } from '../../../concepts/wording.ts'
import type { FoundApp } from '../../../init/find-app.ts'
import { tryPaths } from '../../../init/find-path.ts'
import { choosePort, type Trying } from '../../../init/find-port.ts'
import type { Project } from '../../../init/read-project.ts'
import { readScenario } from '../../../init/read-scenario.ts'
import { tokenOf, typed, valuesOf } from '../../../init/requests.ts'
import { clusteredOf } from '../../../init/try-app.ts'
import type { Flow } from '../app/started.ts'
import type { FindingCode } from '../concepts.ts'
import { acceptedIn } from '../settings.ts'

/** What is examined: an app as one process and as several, and what its users send. */
export interface Subject {
  name: string // of the app, in words
  folder: string // absolute path, from which places are told
  settings: Settings
  alone: Variant
  wanted: Variant // with as many workers as there are to be
  accepted: FindingCode[] // what is known of it, and counts no more
  /** Once the app runs alone. spent: counts requests */
  findFlow: (spent: { requests: number }, signal: AbortSignal) => Promise<Flow>
}

/** Of a login, each is tried a dozen times. */
const mostPaths = 3

/** An app as it was found, or named, and the paths that are named, or found. @throws SpeedupError */
export async function foundSubject(app: FoundApp, trying: Trying, signal: AbortSignal): Promise<Subject> {
  const { settings, routes } = await choosePort(app, trying, signal)
  return {
    name: app.name,
    folder: trying.project.folder,
    settings,
    alone: settings.variants[0],
    wanted: clusteredOf(settings),
    accepted: [],
    findFlow: (spent, signal) => flowOf(settings.target.url, { ...trying, routes }, spent, signal)
  }
}

/** Paths that nobody named are asked by GET; those of a user, as the user says. */
async function flowOf(
  url: string,
  { routes, wishes, project }: Trying & { routes: string[] },
  spent: { requests: number },
  signal: AbortSignal
) {
  const { login } = wishes
  const content = typed(valuesOf(wishes.content))
  let { paths } = wishes
  if (paths.length === 0) {
    const { found, requests } = await tryPaths(url, { wanted: null, content, paths: routes }, signal)
    spent.requests += requests
    paths = found.length === 0 ? ['/'] : found.map(({ path }) => path).slice(0, mostPaths)
  }
  const sent = paths.map((path) => ({ ...content, path }))
  const first = login && {
    ...typed({ method: 'POST', headers: content.headers, body: login.body.value }),
    path: login.path
  }
  return {
    passes: sent.map((request) => loggingIn(request, first)),
    requests: sent,
    hasSockets: project.dependencies.has('socket.io')
  }
}

/**
 * Asks for a path, with what the answer to the login has given, or else a first answer of this path; and for what that
 * has made.
 */
const loggingIn =
  (request: Request, login: Request | null): Pass =>
  async (ask) => {
    const first = await ask({ request: login ?? request, given: [], hasCookie: false })
    if (login !== null && first.status >= 400) throw new Unseen(`the login is answered by ${first.status}`)
    const cookies = cookiesOf(first)
    const hasCookie = cookies.length > 0
    const token = login && tokenOf(first.body)
    const headers = {
      ...request.headers,
      ...(hasCookie && { cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; ') }),
      ...(token && { authorization: `Bearer ${token.value}` })
    }
    const given = [...cookies.map(({ name }) => `the cookie ${name}`), ...(token ? ['the token'] : [])]
    const { location } = first.headers
    // What was made is read.
    if (first.status === 201 && location !== undefined) {
      const { pathname: path } = new URL(location, 'http://localhost')
      await ask({ request: { method: 'GET', path, headers, body: null }, given: ['the id'], hasCookie: false })
    }
    // Nothing to carry: there is nothing to try.
    if (given.length > 0) await ask({ request: { ...request, headers }, given, hasCookie })
  }

/**
 * What a scenario file compares, and what its users send.
 *
 * @returns told: what is asked, in words. @throws SpeedupError
 */
export async function scenarioSubject(file: string, artillery: string, project: Project) {
  const { passes, options, ...read } = await readScenario(file, artillery, project)
  const findFlow = async () => ({ passes, requests: null, hasSockets: project.dependencies.has('socket.io') })
  return { ...read, ...waysOf(read.settings), accepted: acceptedIn(options), findFlow }
}

/** Their workers share a port. */
const spreading = spreadingModes.filter((mode) => modes[mode].deals !== 'in turn')

/**
 * What PM2 runs as several, it runs as one, too; of commands, the last is that of several.
 *
 * @throws SpeedupError there are none
 */
function waysOf({ variants }: Settings) {
  const ours = variants.filter(isAsNow)
  const [wanted] = [
    ...ours.filter(({ mode }) => spreading.includes(mode)).sort((a, b) => Number(b.workers) - Number(a.workers)),
    ...ours.filter(({ mode }) => isByCommand(mode)).reverse()
  ]
  const alone =
    ours.find(({ mode }) => modes[mode].workers === 1) ??
    ours.find(({ mode }) => isByCommand(mode)) ??
    (wanted && { ...wanted, name: 'single', workers: 1 })
  if (alone !== undefined && wanted !== undefined) return { alone, wanted }
  return refuse(
    `doctor looks into an app that runs as several processes (mode ${list([...spreading, 'command'])}), as files and \
Node are now: the variants of this file are others. Name the app instead: npx artillery-speedup doctor server.js.`
  )
}
