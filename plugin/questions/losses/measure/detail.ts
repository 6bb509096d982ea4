import { byLatency, groupLatencies, type Requests } from '../../../measure/read-requests.ts'
import { largestBy, quantileOfSorted, rounded, sumBy } from '../../../statistics/descriptive.ts'
import { lossKinds, lossOf, lostIn, sliceMs, type LossKind } from '../concepts/disturbances.ts'
import type { DisturbedDetail } from '../concepts/losses.ts'
import type { Run } from '../../../concepts/run.ts'

/**
 * @param rounds of a variant in a scenario
 * @returns the first of those with the most lost requests; where none was lost, the last
 */
export function mostDisturbed(rounds: readonly Run[]) {
  const lostOf = ({ disturbances }: Run) => sumBy(disturbances, ({ lost }) => lostIn(lost))
  const most = largestBy(rounds, lostOf)
  return lostOf(most) === 0 ? rounds[rounds.length - 1] : most
}

/** A picture of more shows no single one. lost: of all kinds */
const mostShown = { answered: 1500, lost: 300, slices: 600 }
const slicesBefore = 8 // enough to show what was usual

/** @returns null: nothing was done to the app, or no single request is known */
export function disturbedDetail(
  requests: Requests,
  { disturbances, originMs }: Pick<Run, 'disturbances' | 'originMs'>
): DisturbedDetail | null {
  if (disturbances.length === 0 || requests.count === 0) return null
  const { firstStartMs, lastEndMs, outcomes } = requests
  const codes = outcomes.map((outcome) => (outcome === '' ? 0 : 1 + lossKinds.indexOf(lossOf(outcome) as LossKind)))
  const loss = requests.outcome.map((outcome) => codes[outcome])
  const firstMs = disturbances[0].beganMs - originMs
  const stepMs = sliceMs * Math.max(1, Math.ceil((lastEndMs - firstMs) / sliceMs / mostShown.slices))
  // Whole slices before the first disturbance: none is half before it and half after.
  const fromMs = firstMs - stepMs * Math.max(0, Math.min(slicesBefore, Math.floor((firstMs - firstStartMs) / stepMs)))
  const sliceOf = Int32Array.from(loss, (_, request) => Math.floor((endMsOf(requests, request) - fromMs) / stepMs))
  const slices = Math.max(1, Math.floor((lastEndMs - fromMs) / stepMs) + 1)
  const shown = Uint32Array.from(loss, (_, request) => request).filter((request) => sliceOf[request] >= 0)
  const answered = shown.filter((request) => loss[request] === 0)
  const lostIn = new Uint32Array(slices)
  for (const request of shown) if (loss[request] > 0) lostIn[sliceOf[request]]++
  const latencies = groupLatencies({ ...requests, byLatency: byLatency(answered, requests.latencyUs) }, slices, sliceOf)
  const seconds = (ms: number) => rounded((ms - firstStartMs) / 1000)
  const lost = lossKinds
    .map((kind, i) => ({ kind, own: shown.filter((request) => loss[request] === i + 1) }))
    .filter(({ own }) => own.length > 0)
  const pointsOf = (some: Uint32Array, atMost: number) => {
    const kept = thinned(some, atMost)
    return {
      seconds: Array.from(kept, (request) => seconds(endMsOf(requests, request))),
      latencyMs: Array.from(kept, (request) => requests.latencyUs[request] / 1000)
    }
  }
  return {
    answered: { requests: answered.length, ...pointsOf(answered, mostShown.answered) },
    lost: lost.map(({ kind, own }) => ({
      kind,
      requests: own.length,
      ...pointsOf(own, Math.floor(mostShown.lost / lost.length))
    })),
    slices: latencies.map((sorted, i) => ({
      fromSeconds: seconds(fromMs + i * stepMs),
      toSeconds: seconds(fromMs + (i + 1) * stepMs),
      answered: sorted.length,
      lost: lostIn[i],
      p95Ms: sorted.length === 0 ? null : rounded(quantileOfSorted(sorted, 0.95))
    }))
  }
}

const endMsOf = ({ startMs, latencyUs }: Requests, request: number) => startMs[request] + latencyUs[request] / 1000

/** Every second, third ... of many. */
function thinned(requests: Uint32Array, atMost: number) {
  const stride = Math.ceil(requests.length / atMost)
  return requests.filter((_, i) => i % stride === 0)
}
