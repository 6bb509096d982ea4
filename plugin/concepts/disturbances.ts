// All that is known of what may happen to an app under load, and of how a request is lost. Settings, sentences and the page follow from it.

interface DisturbanceFacts {
  signals: [first: NodeJS.Signals, later?: NodeJS.Signals] // to a worker; later: when its seconds are over
  takesSeconds: boolean
  words: string // what happens to a worker, in a sentence
}

const table = {
  kill: { signals: ['SIGKILL'], takesSeconds: false, words: 'killed' },
  terminate: { signals: ['SIGTERM'], takesSeconds: false, words: 'told to leave' },
  freeze: { signals: ['SIGSTOP', 'SIGCONT'], takesSeconds: true, words: 'frozen' }
} satisfies Record<string, DisturbanceFacts>

/** What happens to workers; a reload is the variant's own way to bring in new code. */
export type DisturbanceKind = keyof typeof table | 'reload'

export const workerDisturbances: Record<Exclude<DisturbanceKind, 'reload'>, DisturbanceFacts> = table
export const disturbanceKinds = [...Object.keys(table), 'reload'] as DisturbanceKind[]

export interface Disturbance {
  kind: DisturbanceKind
  of: 'worker' | 'all' // one worker, chosen in turn, or all
  seconds: number | null // for which it lasts; null: it is done at once
  at: number // seconds after the load began
}

/** A disturbance, as it came about. */
export interface Disturbed extends Disturbance {
  pids: number[] // of the workers that it hit; of a reload, those that were there before
  beganMs: number // milliseconds since 1970
  doneMs: number | null // when a reload had replaced all workers, or the last one went on; null: it never did
  leftMs: number[] // of a reload, how long each old worker took to leave
  problem: string | null // why it did not come about, in words
}

/** When a worker was there: from listening to its end. */
export interface Life {
  pid: number
  fromMs: number // milliseconds since 1970
  toMs: number | null // null: it was there until the end
}

/** How a request was lost, in a word, with the codes of the errors that say so. The first that fits. */
const losses = {
  refused: { codes: /^ECONNREFUSED$/, words: 'refused' },
  reset: { codes: /^(ECONNRESET|EPIPE|ECONNABORTED)$/, words: 'reset' },
  'timed out': { codes: /^(ETIMEDOUT|ERR_SOCKET_TIMEOUT)$/, words: 'timed out' },
  'server error': { codes: /^5\d\d$/, words: 'answered with an error of the server' },
  other: { codes: /^/, words: 'lost otherwise' }
}

export type LossKind = keyof typeof losses
export const lossKinds = Object.keys(losses) as LossKind[]

/** @param outcome of a request: a status below 500 is an answer, which a user may have asked for. @returns null: it was answered */
export function lossOf(outcome: string): LossKind | null {
  if (/^[1-4]\d\d$/.test(outcome)) return null
  return lossKinds.find((kind) => losses[kind].codes.test(outcome)) ?? 'other'
}

/** What the seconds before a disturbance were like. */
export interface Calm {
  seconds: number
  answered: number
  lost: number
  perSecond: number // answers
  p95Ms: number | null // null: of too few answers
}

/** What a disturbance did to a load, from its moment until the next one, or the end of what counts. */
export interface Aftermath {
  before: Calm
  answered: { fresh: number, kept: number } // by connection: the first request on it, or a later one
  lost: Record<LossKind, { fresh: number, kept: number }>
  bump: { factor: number, seconds: number } | null // the worst slice's p95 over that of before, and how long slices stayed beyond what is usual; null: unknown
  dip: number // answers in the worst slice, as a share of those before
  recoverySeconds: number | null // until nothing was lost, and all was as before, for a second; null: not before the end
}
