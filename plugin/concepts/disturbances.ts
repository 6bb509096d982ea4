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
