import {
  lossKinds,
  lossOf,
  sliceMs,
  usualFactor,
  type Aftermath,
  type Disturbed,
  type Calm,
  type LossKind
} from '../concepts/disturbances.ts'
import { addCounts } from '../../../concepts/failures.ts'
import { eachRow } from '../../../record/samples.ts'
import { disturbedDetail, mostDisturbed } from './detail.ts'
import type { Life, Span } from '../../../concepts/spans.ts'
import type { LossesAdds } from '../concepts/losses.ts'
import type { Requests } from '../../../measure/read-requests.ts'
import type { Run } from '../../../concepts/run.ts'
import { resolutionMs } from '../../../concepts/metrics.ts'
import { quantileOfSorted } from '../../../statistics/descriptive.ts'
import { aliveAt, outageSeconds, whyLost } from './why-lost.ts'

/** A request that ended, as the load saw it. */
export interface EndedRequest {
  startMs: number
  endMs: number
  latencyMs: number
  loss: LossKind | null // null: it was answered
  isFirst: boolean // on its connection; a lost one: nothing was answered on it before
  pid: number // of the worker that answered; 0: none, or unknown
}

const calmSeconds = 3
const steadyMs = 1000
const stepMs = 100
const hungMs = 1000 // longer than an answer usually takes
const enoughAnswers = 0.95 // of those before: back to normal
const fewestForP95 = 20

/**
 * @param requests in any order
 * @param hit when it began, and whom it hit, on the clock of the requests
 * @param lives of the workers; empty: unknown
 * @param span from when on the seconds before it may be taken, and until when what follows is its own; isLast: what is
 * still in progress then is its own, too
 */
export function aftermathOf(
  requests: readonly EndedRequest[],
  hit: Disturbed,
  lives: readonly Life[],
  span: Span & { isLast?: boolean }
): Aftermath {
  const atMs = hit.beganMs
  const decided = requests.map((request) => ({ ...request, endMs: fateMs(request) }))
  const calmFromMs = Math.max(span.fromMs, atMs - 1000 * calmSeconds)
  const ended = decided
    .filter(({ endMs }) => endMs >= calmFromMs && endMs < span.toMs)
    .sort((a, b) => a.endMs - b.endMs)
  const after = decided.filter(
    ({ startMs, endMs }) => endMs >= atMs && (endMs < span.toMs || (span.isLast === true && startMs < span.toMs))
  )
  const between = (fromMs: number, toMs: number) => ended.slice(firstFrom(ended, fromMs), firstFrom(ended, toMs))
  const before = calmOf(between(calmFromMs, atMs), (atMs - calmFromMs) / 1000)
  const answered = after.filter(isAnswered)
  const lost = after.filter(({ loss }) => loss !== null)
  const slices = steps(atMs, span.toMs - sliceMs, sliceMs).map((fromMs) =>
    calmOf(between(fromMs, fromMs + sliceMs), sliceMs / 1000)
  )
  const lostByKind = lossKinds.map((kind) => [kind, byConnection(lost.filter(({ loss }) => loss === kind))])
  const since = { fromMs: atMs, toMs: span.toMs }
  return {
    before,
    answered: byConnection(answered),
    lost: Object.fromEntries(lostByKind),
    causes: addCounts(
      lost.map((request) => ({ [whyLost({ ...request, loss: request.loss as LossKind }, hit, lives)]: 1 }))
    ),
    outageSeconds: outageSeconds(lives, since),
    leaving: leavingOf(answered, hit, lives),
    workers: lives.length === 0 ? null : { before: aliveAt(lives, atMs - 1), after: aliveAt(lives, span.toMs) },
    newcomers: newcomersOf(between(span.toMs - steadyMs, span.toMs), lives, since),
    stuck: stuckIn(answered, hit),
    bump: bumpOf(slices, before),
    dip: before.perSecond === 0 ? 0 : Math.min(1, ...slices.map(({ perSecond }) => perSecond / before.perSecond)),
    recoverySeconds: recovery(between, before, { atMs, overMs: overMs(hit, lives, lost), toMs: span.toMs })
  }
}

const isAnswered = ({ loss }: EndedRequest) => loss === null

/** When it was decided what becomes of it: an unanswered request is lost long before its timeout ends it. */
const fateMs = ({ startMs, endMs, loss }: EndedRequest) =>
  loss === 'timed out' ? Math.min(endMs, startMs + hungMs) : endMs

const byConnection = (own: readonly EndedRequest[]) => ({
  fresh: own.filter(({ isFirst }) => isFirst).length,
  kept: own.filter(({ isFirst }) => !isFirst).length
})

function leavingOf(answered: readonly EndedRequest[], { told }: Disturbed, lives: readonly Life[]) {
  if (told.length === 0) return null
  const seconds = told.map(({ pid, atMs }) => {
    const left = lives.find((life) => life.pid === pid && life.toMs !== null && life.toMs >= atMs)
    return ((left?.toMs ?? NaN) - atMs) / 1000
  })
  const late = answered.filter(({ pid, startMs }) => told.some((own) => own.pid === pid && startMs > own.atMs))
  return { seconds: seconds.some(Number.isNaN) ? null : Math.max(...seconds), requests: byConnection(late) }
}

function newcomersOf(last: readonly EndedRequest[], lives: readonly Life[], since: Span) {
  const pids = lives.filter(({ fromMs }) => fromMs > since.fromMs && fromMs < since.toMs).map(({ pid }) => pid)
  const answered = last.filter(isAnswered)
  return pids.length === 0 || answered.length === 0
    ? null
    : answered.filter(({ pid }) => pids.includes(pid)).length / answered.length
}

/** Begun before the worker went on, answered by it afterwards: it took a good part of the time of the freeze. */
function stuckIn(answered: readonly EndedRequest[], { kind, pids, beganMs, seconds }: Disturbed) {
  if (kind !== 'freeze') return 0
  const onMs = beganMs + 1000 * (seconds ?? 0)
  return answered.filter(({ pid, startMs, endMs }) => pids.includes(pid) && startMs < onMs && endMs >= onMs).length
}

/** @returns the index of the first request that ended at that moment or later */
function firstFrom(sorted: readonly EndedRequest[], ms: number) {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (sorted[middle].endMs < ms) low = middle + 1
    else high = middle
  }
  return low
}

const steps = (fromMs: number, lastMs: number, ms: number) =>
  Array.from({ length: Math.max(0, Math.floor((lastMs - fromMs) / ms) + 1) }, (_, i) => fromMs + i * ms)

function calmOf(requests: readonly EndedRequest[], seconds: number): Calm {
  const latencies = Float64Array.from(requests.filter(isAnswered), ({ latencyMs }) => latencyMs).sort()
  const p95Ms = latencies.length === 0 ? null : quantileOfSorted(latencies, 0.95)
  return {
    seconds,
    answered: latencies.length,
    lost: requests.length - latencies.length,
    perSecond: seconds === 0 ? 0 : latencies.length / seconds,
    p95Ms
  }
}

function bumpOf(slices: readonly Calm[], before: Calm) {
  if (before.p95Ms === null || before.answered < fewestForP95) return null
  const usual = Math.max(resolutionMs, before.p95Ms)
  const factors = slices.map(({ p95Ms }) => (p95Ms ?? 0) / usual)
  const isBeyond = (factor: number) => factor > usualFactor
  const first = factors.findIndex(isBeyond)
  const seconds = first < 0 ? 0 : ((factors.findLastIndex(isBeyond) - first + 1) * sliceMs) / 1000
  return { factor: Math.max(1, ...factors), seconds }
}

/**
 * When it had done what it does: all are new or go on, who was told to leave has left, and the last request is lost.
 * Null: never.
 */
function overMs({ kind, beganMs, doneMs, told }: Disturbed, lives: readonly Life[], lost: readonly EndedRequest[]) {
  if (kind === 'reload' && doneMs === null) return null
  const left = told.flatMap(({ pid }) => lives.find((life) => life.pid === pid)?.toMs ?? [])
  return Math.max(beganMs, doneMs ?? beganMs, ...left, ...lost.map(({ endMs }) => endMs))
}

/** From the first moment on after which, for a second, all was as before. */
function recovery(
  between: (fromMs: number, toMs: number) => EndedRequest[],
  before: Calm,
  { atMs, overMs, toMs }: { atMs: number; overMs: number | null; toMs: number }
) {
  if (before.p95Ms === null || overMs === null) return null
  const usualMs = usualFactor * before.p95Ms
  const isBack = (fromMs: number) => {
    const { lost, perSecond, p95Ms } = calmOf(between(fromMs, fromMs + steadyMs), steadyMs / 1000)
    return lost === 0 && perSecond >= enoughAnswers * before.perSecond && p95Ms !== null && p95Ms <= usualMs
  }
  const back = steps(atMs + Math.ceil((overMs - atMs) / stepMs) * stepMs, toMs - steadyMs, stepMs).find(isBack)
  return back === undefined ? null : (back - atMs) / 1000
}

export const lossesMeasured = {
  /**
   * What each disturbance of a run did, by the requests of its samples.
   *
   * @param counted the part of the load that counts, by machine/clock.ts
   */
  async ofRun(
    samplesFile: string,
    { disturbed = [], lives }: Partial<LossesAdds['seen']> & { lives: Life[] },
    { originMs, counted }: { originMs: number; counted: Span }
  ) {
    if (disturbed.length === 0) return { disturbances: [], lives: [] }
    const requests: EndedRequest[] = []
    await eachRow(samplesFile, ({ startMs, latencyMs, outcome, isFirst, pid }) =>
      requests.push({
        startMs: originMs + startMs,
        endMs: originMs + startMs + latencyMs,
        latencyMs,
        loss: lossOf(outcome),
        isFirst,
        pid: Number(pid)
      })
    )
    const disturbances = disturbed.map((own, i) => {
      const nextMs = disturbed[i + 1]?.beganMs
      const span = { fromMs: counted.fromMs, toMs: nextMs ?? counted.toMs, isLast: nextMs === undefined }
      // Of what it still does then, the cause would be unknown.
      const isLate = own.kind === 'reload' && nextMs !== undefined && (own.doneMs ?? Infinity) > nextMs
      return {
        ...own,
        problem: own.problem ?? (isLate ? 'it was not over when the next disturbance began' : null),
        ...aftermathOf(requests, own, lives, span)
      }
    })
    return { disturbances, lives }
  },
  inDetail: mostDisturbed,
  detail: (requests: Requests, run: Run, isShown: boolean) => ({
    disturbed: isShown ? disturbedDetail(requests, run) : null
  })
}
