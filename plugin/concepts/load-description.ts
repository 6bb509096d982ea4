import { patternOf } from './wording.ts'

// What a script asks of the app, as it is kept in comparison.json and shown: names, methods and paths, never a value
// that is sent.

export interface DescribedLoad {
  phases: DescribedPhase[]
  flows: DescribedFlow[]
  headers: string[] // names of those of every request
  variables: string[] // names, also of the fields of payload files
}

export interface DescribedPhase {
  name: string | null
  seconds: number
  isPause: boolean
  arrivalCount: number | null // users in all
  arrivalRate: number | null // users per second
  rampTo: number | null // users per second at its end
  maxVusers: number | null // at the same time
}

export interface DescribedFlow {
  scenario: string
  weight: number | null // in a mix; null: the scenario is compared alone
  users: number | null // who repeat it until the time is up; null: phases say who comes
  seconds: number | null // for which they do; null: the tool chose, or phases say so
  steps: DescribedStep[]
}

export interface DescribedStep {
  step: string // a method such as GET, or think, loop, parallel, function, log, or what an engine calls it
  detail: string | null // the path of a request, how long or how often, the name of a function
  names: SentNames | null // null: it is not a request
  steps: DescribedStep[]
}

export type SentNames = Record<'query' | 'headers' | 'cookies' | 'body', string[]>

const template = /\{\{.*?\}\}/gs

/** @returns the templates in a text, which are names: without what is handed to a function */
export const templatesIn = (text: string): string[] =>
  (text.match(template) ?? [])
    .map((each) => each.replace(/\((?!\s*\)).*\)/s, '(…)'))
    .map((each) => (/^\{\{[\s\w$.()…[\]-]*\}\}$/.test(each) ? each : '{{ … }}'))

/**
 * @returns the path of a URL, after its origin where it has one, and the names in its query; user, password and
 * fragment are left out
 */
export function namesInUrl(url: string): { path: string; query: string[] } {
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
  // What has no name may be a value.
  const query = parts.map((part) =>
    part.includes('=') || /^\ue000\d+\ue001$/.test(part) ? filled(part.split('=', 1)[0]) : '…'
  )
  return { path: filled(withoutUser(before).replace(/;([^=;/]*)=[^;/]*/g, ';$1=…')), query: [...new Set(query)] }
}

/** Whatever a password holds, it ends before the last @ of what is no plain host. */
function withoutUser(url: string) {
  const [, scheme, rest] = /^([a-z][\w+.-]*:)?\/\/(.*)$/is.exec(url) ?? []
  if (rest === undefined || /^[^:@/]*(?::(?:\d+|\ue000\d+\ue001))?(?:\/|$)/.test(rest)) return url
  return `${scheme ?? ''}//…${rest.includes('@') ? rest.slice(rest.lastIndexOf('@')) : ''}`
}

/** @returns such as "?q=…&page=…"; empty: there is no query */
export const queryWords = (names: readonly string[]): string =>
  names.length === 0 ? '' : `?${names.map((name) => (/^…$|^\{\{.*\}\}$/s.test(name) ? name : `${name}=…`)).join('&')}`

/** @returns such as "/search?q=…&page=…" */
export function withoutValues(url: string): string {
  const { path, query } = namesInUrl(url)
  return `${path}${queryWords(query)}`
}

/**
 * @param request as it was sent, such as "GET /users/ada?token=s3cret".
 * @returns without values, by the first step that fits: "GET /users/{{ name }}?token=…"
 */
export function namedRequest(request: string, { flows }: Pick<DescribedLoad, 'flows'>): string {
  const [method, url] = [request.slice(0, request.indexOf(' ')), request.slice(request.indexOf(' ') + 1)]
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
  return `${method} ${known?.detail ?? withoutValues(path)}${queryWords(namesInUrl(url).query)}`
}

const allSteps = (steps: readonly DescribedStep[]): DescribedStep[] =>
  steps.flatMap((step) => [step, ...allSteps(step.steps)])
