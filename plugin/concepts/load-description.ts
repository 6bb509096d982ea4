import { mayBeSecret } from './foreign-text.ts'
import { patternOf } from './wording.ts'
import type { Positive } from './figures.ts'

// What a script asks of the app, as it is kept in comparison.json and shown: methods, paths, queries without what may
// be a secret, and the names of all else that is sent.

/** The load that the script generates: names, methods and paths, but no values that are sent. */
export interface DescribedLoad {
  phases: DescribedPhase[]
  /** The flows of the compared scenarios. */
  flows: DescribedFlow[]
  /** Names of the headers of every request. */
  headers: string[]
  /** Names of variables, including the fields of payload files. */
  variables: string[]
}

export interface DescribedPhase {
  name: string | null
  seconds: number
  isPause: boolean
  /** Number of users in total. */
  arrivalCount: number | null
  /** Users per second. */
  arrivalRate: number | null
  /** Users per second at the end of the phase. */
  rampTo: number | null
  /** Maximum number of concurrent users. */
  maxVusers: number | null
}

export interface DescribedFlow {
  scenario: string
  /** Weight in a mix; null: the scenario is compared alone. */
  weight: number | null
  /** Number of users who repeat the flow until the time is up; null: phases define the users. @integer @minimum 1 */
  users: number | null
  /** How long they do so; null: chosen by the tool, or defined by phases. */
  seconds: Positive | null
  steps: DescribedStep[]
}

export interface DescribedStep {
  /** A method such as GET, or think, loop, parallel, function, log, or another step of the engine. */
  step: string
  /** The path of a request, a duration, a number of repetitions, or the name of a function. */
  detail: string | null
  /** null: the step is not a request. */
  names: SentNames | null
  steps: DescribedStep[]
}

/** What a request sends: the pairs of its query, with … in place of what may be a secret; of all else, the names. */
export type SentNames = Record<'query' | 'headers' | 'cookies' | 'body', string[]>

const template = /\{\{.*?\}\}/gs

/** @returns the templates in a text, which are names: without what is handed to a function */
export const templatesIn = (text: string) =>
  (text.match(template) ?? [])
    .map((each) => each.replace(/\((?!\s*\)).*\)/s, '(…)'))
    .map((each) => (/^\{\{[\s\w$.()…[\]-]*\}\}$/.test(each) ? each : '{{ … }}'))

/**
 * @param hasSecrets of a name and its value in the query
 * @returns the path of a URL, after its origin where it has one, and what its query has, such as "page=2", "token=…";
 * user, password and fragment are left out
 */
export function partsOfUrl(url: string, hasSecrets = mayBeSecret) {
  const templates = templatesIn(url)
  let count = 0
  // A template may hold what ends a path.
  const [before, ...queries] = url
    .replace(/[\ue000\ue001]/g, '')
    .replace(template, () => `\ue000${count++}\ue001`)
    .replace(/#.*/s, '')
    .split('?')
  const filled = (text: string) => text.replace(/\ue000(\d+)\ue001/g, (_, i) => templates[i])
  const parts = queries
    .join('?')
    .split('&')
    .filter((part) => part !== '')
  const isTemplates = (text: string) => /^(?:\ue000\d+\ue001)+$/.test(text)
  const query = parts.map((part) => {
    const [name, ...rest] = part.split('=')
    // What has no name may be a value.
    if (rest.length === 0)
      return isTemplates(part) || (/^[\w.-]+$/.test(part) && !hasSecrets('', part)) ? filled(part) : '…'
    const given = rest.join('=')
    return `${filled(name)}=${isTemplates(given) || !hasSecrets(name, given) ? filled(given) : '…'}`
  })
  return { path: filled(withoutUser(before).replace(/;([^=;/]*)=[^;/]*/g, ';$1=…')), query: [...new Set(query)] }
}

/** Whatever a password holds, it ends before the last @ of what is no plain host. */
function withoutUser(url: string) {
  const [, scheme, rest] = /^([a-z][\w+.-]*:)?\/\/(.*)$/is.exec(url) ?? []
  if (rest === undefined || /^[^:@/]*(?::(?:\d+|\ue000\d+\ue001))?(?:\/|$)/.test(rest)) return url
  return `${scheme ?? ''}//…${rest.includes('@') ? rest.slice(rest.lastIndexOf('@')) : ''}`
}

/** @returns such as "?q=tea&token=…"; empty: there is no query */
export const queryWords = (query: readonly string[]) => (query.length === 0 ? '' : `?${query.join('&')}`)

const allHidden = () => true

/** @returns such as "/search?q=…&page=…" */
export function withoutValues(url: string) {
  const { path, query } = partsOfUrl(url, allHidden)
  return `${path}${queryWords(query)}`
}

/**
 * @param request as it was sent, such as "GET /users/ada?token=s3cret".
 * @returns without values, by the first step that fits: "GET /users/{{ name }}?token=…"
 */
export function namedRequest(request: string, { flows }: Pick<DescribedLoad, 'flows'>) {
  const [method, ...rest] = request.split(' ')
  const url = rest.join(' ')
  const [path] = url.split(/[?#]/)
  const fits = ({ step, detail }: DescribedStep) => {
    const pattern = (detail ?? '')
      .replace(/^[a-z][\w+.-]*:\/\/[^/]*/i, '')
      .split(template)
      .map(patternOf)
      .join('.*')
    return step === method && new RegExp(`^${pattern}$`, 's').test(path)
  }
  const steps = flows.flatMap(({ steps: own }) => allSteps(own))
  const known = steps.find((each) => each.detail === path && each.step === method) ?? steps.find(fits)
  // What the script itself has is shown with it; what comes from elsewhere may be anybody's.
  const sent = partsOfUrl(url).query
  const isWritten = known?.names != null && known.names.query.join('&') === sent.join('&')
  const query = isWritten ? sent : partsOfUrl(url, allHidden).query
  return `${method} ${known?.detail ?? withoutValues(path)}${queryWords(query)}`
}

const allSteps = (steps: readonly DescribedStep[]): DescribedStep[] =>
  steps.flatMap((step) => [step, ...allSteps(step.steps)])

/** As Artillery takes it. */
export type Phase = Record<string, unknown>

/** Users who go through the flow again and again, until the time is up. */
export interface UserLoop {
  users: number
  seconds: number | null // of each run; null: as long as is best
}

/** In this share of the load, and within a second, all users come. */
const arrivalShare = 0.25

/** @returns the phases in which these users come, evenly. mostMs: within which, about */
export function phasesOf({ users, seconds }: UserLoop, mostMs = 1000) {
  let ms = Math.round(Math.min(mostMs, Math.ceil(1000 * arrivalShare * (seconds ?? Infinity))))
  // Artillery has one come each so many whole microseconds, as long as the phase lasts.
  while (ms !== 1000 && Math.floor((1000 * ms) / Math.floor((1000 * ms) / users)) !== users) ms++
  // Artillery takes no fractions of a second.
  return [{ duration: ms === 1000 ? 1 : `${ms}ms`, arrivalCount: users }]
}

/**
 * Placeholders for users who come independently of each other: the times at which they do are drawn apart, and take the
 * place of these.
 */
export const arrivalPhases = (seconds: number) => [
  { duration: Number.isInteger(seconds) ? seconds : `${Math.round(1000 * seconds)}ms`, arrivalRate: 1, mode: 'poisson' }
]
