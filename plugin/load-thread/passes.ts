import { AsyncLocalStorage } from 'node:async_hooks'
import { quotable } from '../concepts/foreign-text.ts'
import { expectedMark, gotThrough, wasCut, type PassRow } from '../record/samples.ts'

/**
 * A user's way through the flow, from where its first step begins to where the last one has ended. Times are as
 * performance.now() counts.
 */
export interface SeenPass extends Omit<PassRow, 'ms'> {
  endMs: number
}

export type SeePass = (pass: SeenPass) => void

const passOf = Symbol('pass')
/** Artillery's context of a user, while it goes through the flow. */
export type Passing = { [passOf]?: Pass }
type Pass = Omit<SeenPass, 'endMs' | 'outcome'> & { cause: string | null }

export function beginPass(user: Passing) {
  user[passOf] = { startMs: performance.now(), served: 0, requests: 0, heldMs: 0, cause: null }
}

/** @param error undefined: no step ended it */
export function endPass(user: Passing, error: unknown, see: SeePass) {
  const pass = user[passOf]
  // Artillery may tell twice of one that failed.
  if (pass === undefined) return
  user[passOf] = undefined
  const { startMs, served, requests, heldMs, cause } = pass
  const outcome = error ? causeOf(error) : (cause ?? gotThrough)
  // Copying with `...` takes as long as all else here.
  see({ startMs, endMs: performance.now(), served, requests, heldMs, outcome })
}

export const cutPass = (user: Passing, see: SeePass) => endPass(user, { message: wasCut }, see)

/** Errors have the names that whoever throws them gives them; a field of a comma-separated line holds no comma. */
function causeOf(error: any) {
  // This code is that of all errors which have none.
  const code = error.code === 'ERR_GOT_REQUEST_ERROR' ? '' : error.code
  return asField(code || error.message || error)
}

function asField(text: unknown) {
  return quotable(String(text).slice(0, 200)).replace(/[^\x20-\x7e]|,/g, '_')
}

/** Holds that user up, so that the time does not count. */
export function holdUp(user: Passing, ms: number) {
  const pass = user[passOf]
  if (pass !== undefined) pass.heldMs += ms
}

/** @param status of the response to a request of the user's; null: none, or not the whole of it */
export function addToPass(user: Passing, status: number | null, outcome: string) {
  const pass = user[passOf]
  if (pass === undefined) return
  pass.requests++
  if (status !== null && status < 400) pass.served++
  else pass.cause ??= outcome
}

/** Whose request it is, and which of the script. expected: statuses above 299 that its step expects; null: none */
export interface Asking {
  user: Passing
  request: number // of the script, from 1, in the order in which they stand there
  name: string // as its figures have it, which may hold a secret where templates are filled in
  expected: Set<number> | null
  follows: boolean // redirects
}

/** What Artillery's own client asks, where that is known. */
export const asking = new AsyncLocalStorage<Asking>()

/** @returns of a step of the script, for the plugin `expect`; null: none */
export function expectedStatuses({ expect }: Record<string, any>) {
  const statuses = [expect ?? []]
    .flat(2)
    .flatMap((each) => each?.statusCode ?? [])
    .map(Number)
    .filter((status) => status >= 300)
  return statuses.length === 0 ? null : new Set(statuses)
}

/** Of a request, as the plugin tells of them. url: its path; name: that it has in the script */
interface Expectations {
  name?: string
  url: string
  results: { ok: boolean; type: string }[]
}

const heard = new WeakSet<object>()

/**
 * Has what the plugin `expect` finds, which fails no user unless it is asked to, fail the user's pass. @param events of
 * Artillery's engine
 */
export function hearExpectations(events: { on: (name: string, hear: (...args: any[]) => void) => unknown }) {
  if (heard.has(events)) return
  heard.add(events)
  events.on(
    'plugin:expect:expectations',
    (found: Expectations, { method }: { method?: string }, _response, user: Passing) => {
      const pass = user[passOf]
      const failed = found.results.find(({ ok }) => !ok)
      if (pass === undefined || failed === undefined) return
      const where = found.name ?? `${method ?? 'GET'} ${found.url.split('?')[0]}`
      pass.cause ??= asField(`expected ${failed.type} of ${where}`)
    }
  )
}

/** @returns as a field of a sample */
export const outcomeOf = (status: number, expected: Asking['expected']) =>
  expected?.has(status) ? `${status}${expectedMark}` : String(status)
