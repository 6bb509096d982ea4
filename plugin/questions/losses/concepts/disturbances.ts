import type { Count, Positive } from '../../../concepts/figures.ts'

// All that is known about what can happen to an app under load, and how a request is lost. Settings, sentences and the
// page follow from it.

interface DisturbanceFacts {
  signals: [first: NodeJS.Signals, later?: NodeJS.Signals] // to a worker; later: when its seconds are over
  words: string // what happens to a worker, in a sentence
}

const table = {
  kill: { signals: ['SIGKILL'], words: 'killed' },
  terminate: { signals: ['SIGTERM'], words: 'told to exit' },
  freeze: { signals: ['SIGSTOP', 'SIGCONT'], words: 'frozen' }
} satisfies Record<string, DisturbanceFacts>

/** What happens to workers; a reload is the variant's own way to bring in new code. */
export type DisturbanceKind = keyof typeof table | 'reload'

export const workerDisturbances: Record<Exclude<DisturbanceKind, 'reload'>, DisturbanceFacts> = table
export const disturbanceKinds = [...Object.keys(table), 'reload'] as DisturbanceKind[]

/** What happens to the app in each run. */
export interface Disturbance {
  /**
   * kill: SIGKILL; terminate: SIGTERM; freeze: SIGSTOP, and later SIGCONT; reload: the variant's own way to replace
   * workers.
   */
  kind: DisturbanceKind
  /** One worker, chosen in turn, or all. */
  of: 'worker' | 'all'
  /** How long it lasts; null: it happens at once. */
  seconds: Positive | null
  /** Seconds after the load began. */
  at: number
}

/** A disturbance, as it came about. */
export interface Disturbed extends Disturbance {
  pids: number[] // of the workers that it hit; of a reload, those that were there before
  beganMs: number // as Run.originMs, like all times here
  doneMs: number | null // when a reload had replaced all workers, or the last one went on; null: it never did
  told: { pid: number; atMs: number }[] // when old workers were told to leave; empty: none was, or it is not known
  // whether the kernel passes on what waits at a listener that closes (net.ipv4.tcp_migrate_req); null: no port is
  // shared, or unknown
  migrates: boolean | null
  problem: string | null // why it did not happen, in words
}

/** How a request was lost, in a word, with the codes of the errors that say so. The first that fits. */
const codesOf = {
  refused: /^ECONNREFUSED$/,
  reset: /^(ECONNRESET|EPIPE|ECONNABORTED)$/,
  'cut off': /^CUT_OFF$/,
  'timed out': /^(ETIMEDOUT|ERR_SOCKET_TIMEOUT)$/,
  'server error': /^5\d\d$/,
  other: /^/
}

export type LossKind = keyof typeof codesOf
export const lossKinds = Object.keys(codesOf) as LossKind[]

/**
 * @param outcome of a request: a status below 500 is an answer, which a user may have asked for.
 * @returns null: it was answered
 */
export function lossOf(outcome: string) {
  if (/^[1-4]\d\d$/.test(outcome)) return null
  return lossKinds.find((kind) => codesOf[kind].test(outcome))!
}

/** The name of the phase that is added to a load: who comes in it goes through the flow once. */
export const askOncePhase = 'new users who ask once'

/** Number of requests. */
export interface ByConnection {
  /** First requests on their connections. */
  fresh: Count
  /** Later requests on their connections. */
  kept: Count
}

/** @returns how many, however and on whichever connection */
export const lostIn = (lost: Record<LossKind, ByConnection>) =>
  Object.values(lost).reduce((sum, { fresh, kept }) => sum + fresh + kept, 0)

export const sliceMs = 200 // in which p95 and throughput are told
export const usualFactor = 1.25 // of p95 before: up to it, all is as usual

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
  answered: ByConnection
  lost: Record<LossKind, ByConnection>
  causes: Partial<Record<LossCause, number>> // of the lost ones
  outageSeconds: number | null // for which no worker listened; null: unknown
  // the slowest old worker, null: it never left; requests that began after old ones were told to; null: none was told
  leaving: { seconds: number | null; requests: ByConnection } | null
  workers: { before: number; after: number } | null // that listened, before it and at the end; null: unknown
  // share of the last second's answers that came from workers that had come since; null: none had come, or unknown
  newcomers: number | null
  stuck: number // requests that were answered by a frozen worker only when it went on
  // the worst slice's p95 over that of before, and how long slices stayed beyond what is usual; null: unknown
  bump: { factor: number; seconds: number } | null
  dip: number // answers in the worst slice, as a share of those before
  // until nothing was lost, and all was as before, for a second; null: not before the end
  recoverySeconds: number | null
}

interface CauseFacts {
  words: (were: 'was' | 'were') => string // after a number of requests
  cure: string // what is usually done about it, a sentence
}

/**
 * Why requests were lost, as far as was seen: by when each began and ended, and by what became of the workers
 * meanwhile.
 */
const causes = {
  killed: {
    words: (were) => `${were} in progress in a worker that was killed`,
    cure: 'The app cannot save these: let clients, or a proxy, retry where that is safe'
  },
  forgotten: {
    words: (were) =>
      `${were} on new connections handed to a worker as it died or exited, and got no answer before the timeout`,
    cure: 'Give clients a short timeout and a retry: no other worker answers such a connection'
  },
  'not-graceful': {
    words: (were) => `${were} cut short by a worker that exited without finishing them`,
    cure: 'Shut down gracefully on SIGTERM: accept no new connections, finish the requests in progress, then exit'
  },
  'keep-alive': {
    words: (were) => `${were} sent on a keep-alive connection that the exiting worker closed at that moment`,
    cure: 'Before closing, answer the last request of each connection with "connection: close"; server.close() closes idle ones at once'
  },
  'not-accepted': {
    words: (were) => `${were} on new connections that a worker had not accepted yet when it exited`,
    cure: 'Let the primary accept them (cluster), or the kernel pass them on (a shared port with net.ipv4.tcp_migrate_req=1)'
  },
  'no-listener': {
    words: () => 'arrived while no worker listened',
    cure: 'Run more than one worker, and start the new one before the old one exits'
  },
  'killed-too-early': {
    words: (were) => `${were} lost because old workers exited before new ones listened`,
    cure: 'Make the supervisor wait until the new worker listens (PM2: wait_ready, and a listen_timeout longer than the start takes)'
  },
  frozen: {
    words: () => 'waited in a frozen worker until the timeout',
    cure: 'Round robin keeps giving connections to a worker that hangs: check the health of workers, and kill those that fail'
  },
  'server-error': {
    words: (were) => `${were} answered with a server error`,
    cure: 'Make the app finish its requests when it shuts down, and refuse new connections instead of answering them with errors'
  },
  unknown: { words: (were) => `${were} lost for an unknown reason`, cure: 'Check the app’s log' }
} satisfies Record<string, CauseFacts>

export type LossCause = keyof typeof causes
export const lossCauses: Record<LossCause, CauseFacts> = causes
