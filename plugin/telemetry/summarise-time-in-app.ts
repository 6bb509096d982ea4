import { bucketsPerDoubling, type ResponseSums, type UsageReport } from '../variants/messages.ts'
import { growthOver, type Span } from './usage-over.ts'
import type { TimeInApp } from '../vocabulary.ts'

/**
 * @param reports of one process, at least one, in the order of time
 * @param how apart: the first on each connection are left out, as they are of latencies
 * @returns null: there was no such response, or the process could not see
 */
export function summariseTimeInApp(reports: readonly UsageReport[], load: Span, { firstRequestsApart }: { firstRequestsApart: boolean }): TimeInApp | null {
  if (reports.some(({ inApp }) => !inApp)) return null
  const grown = growthOver(reports, load)
  const sum = (valueOf: (of: ResponseSums) => number) =>
    grown(({ inApp }) => {
      const { first, later } = inApp as NonNullable<UsageReport['inApp']>
      return valueOf(later) + (firstRequestsApart ? 0 : valueOf(first))
    })
  const responses = sum((of) => of.responses)
  // Less than one is what a reading before the load is interpolated to.
  if (responses < 1) return null
  const buckets = Object.keys({ ...last(reports)?.first.buckets, ...last(reports)?.later.buckets }).map(Number).sort((a, b) => a - b)
  const counts = buckets.map((bucket) => ({ bucket, count: sum((of) => of.buckets[bucket] ?? 0) }))
  return {
    responses: Math.round(responses),
    meanMs: round(sum((of) => of.inAppMs) / responses),
    idleMs: round(sum((of) => of.idleMs) / responses),
    p50Ms: round(quantile(counts, 0.5)),
    p95Ms: round(quantile(counts, 0.95))
  }
}

function last(reports: readonly UsageReport[]) {
  return reports[reports.length - 1].inApp
}

/**
 * @param counts the shortest times first
 * @returns ms, interpolated within its bucket, which is 19 % wide
 */
function quantile(counts: { bucket: number, count: number }[], probability: number): number {
  let left = probability * counts.reduce((sum, { count }) => sum + count, 0)
  for (const { bucket, count } of counts) {
    if (left <= count && count > 0) return 2 ** ((bucket + left / count) / bucketsPerDoubling) / 1000
    left -= count
  }
  return 2 ** ((counts[counts.length - 1].bucket + 1) / bucketsPerDoubling) / 1000
}

/** @param value to a tenth of a microsecond */
function round(value: number) {
  return Math.round(value * 10_000) / 10_000
}
