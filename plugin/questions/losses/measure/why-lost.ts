import type { Life, Span } from '../../../concepts/spans.ts'
import type { Disturbed, LossCause, LossKind } from '../concepts/disturbances.ts'

/** A request that was lost. */
interface LostRequest {
  startMs: number
  endMs: number
  loss: LossKind
  isFirst: boolean // there was no answer on its connection before
}

/** Clocks of several processes, and the way of an error to its client. */
const slackMs = 50

/**
 * Why a request was lost, by when it began and ended, and by what became of the workers meanwhile. Which worker had it
 * is unknown: what has no answer has no PID.
 *
 * @param lives of the workers; empty: unknown
 */
export function whyLost(
  { startMs, endMs, loss, isFirst }: LostRequest,
  { kind, told, beganMs, seconds }: Disturbed,
  lives: readonly Life[]
): LossCause {
  if (loss === 'server error') return 'server-error'
  const doneMs = beganMs + 1000 * (seconds ?? 0) + slackMs
  if (kind === 'freeze' && loss === 'timed out' && startMs <= doneMs) return 'frozen'
  // However late we hear of its end.
  if (kind === 'kill' && loss !== 'refused' && startMs <= doneMs)
    return loss === 'timed out' && isFirst ? 'forgotten' : 'killed'
  // A process that leaves takes its requests with it before we hear of its end.
  const left = lives.flatMap(({ pid, toMs, bySignal }) =>
    toMs === null ? [] : [{ pid, toMs, bySignal, toldMs: told.find((own) => own.pid === pid)?.atMs ?? null }]
  )
  const leavingAt = (ms: number) =>
    left.find(({ toMs, toldMs }) => ms >= (toldMs ?? toMs) - slackMs && ms <= toMs + slackMs)
  if (loss === 'timed out') return isFirst && leavingAt(startMs) !== undefined ? 'forgotten' : 'unknown'
  const had = leavingAt(endMs)
  if (loss === 'refused' || had === undefined) {
    if (loss !== 'refused' && (lives.length === 0 || aliveAt(lives, endMs) > 0)) return 'unknown'
    return kind === 'reload' && aliveAt(lives, beganMs) > 1 ? 'killed-too-early' : 'no-listener'
  }
  if (kind === 'kill') return 'killed'
  if (had.bySignal || loss !== 'reset') return 'not-graceful'
  if (isFirst) return 'not-accepted'
  return had.toldMs !== null && startMs > had.toldMs ? 'keep-alive' : 'not-graceful'
}

/** @returns how many workers listened at that moment */
export const aliveAt = (lives: readonly Life[], ms: number) =>
  lives.filter(({ fromMs, toMs }) => fromMs <= ms && (toMs ?? Infinity) > ms).length

/** Seconds for which no worker listened; null: unknown. */
export function outageSeconds(lives: readonly Life[], span: Span) {
  if (lives.length === 0) return null
  let silentMs = 0
  let heardUntil = span.fromMs
  for (const { fromMs, toMs } of lives.toSorted((a, b) => a.fromMs - b.fromMs)) {
    if (fromMs >= span.toMs) break
    silentMs += Math.max(0, fromMs - heardUntil)
    heardUntil = Math.max(heardUntil, toMs ?? span.toMs)
  }
  return (silentMs + Math.max(0, span.toMs - heardUntil)) / 1000
}
