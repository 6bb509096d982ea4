import { isolated, list, percent } from '../../concepts/wording.ts'
import { warningKinds } from '../../concepts/warnings.ts'
import { timesWithin } from './numbers.ts'
import type { CandidateResult, Estimate, FlowResult, RequestGain, RequestResult } from '../../concepts/comparison.ts'

/** at: the percentile by which it is told, such as "p95"; estimate: null: too few responses */
export type FlowRow = { request: RequestResult; at: string; estimate: Estimate | null }

/** @returns what tables show of each request: to the first byte, and to the last where bodies take time */
export const flowRows = (flow: FlowResult | null): FlowRow[] =>
  (flow?.requests ?? []).flatMap((request) => {
    const [first, whole] = [request.estimates, request.whole].map(
      (all) =>
        all.find(({ required }) => required !== null) ??
        all.find(({ metric, reason }) => metric === 'p95' && reason === null) ??
        all[0] ??
        null
    )
    const row = { request, at: first?.metric ?? '', estimate: first }
    return whole === null ? [row] : [row, { request, at: `${whole.metric}, last byte`, estimate: whole }]
  })

/** @returns what else is to be known of a row: why it has no figures, or no verdict, and what failed */
export function flowRemark({ request, estimate }: FlowRow): string {
  const { steps, responsesPerRun, errorRates } = request
  const [before, after] = errorRates
  const parts = [
    steps > 1 && `${steps} steps`,
    Math.max(before, after) > 0 && `${percent(before)} → ${percent(after)} failed`,
    estimate === null && (responsesPerRun === 0 ? 'no responses' : `${Math.floor(responsesPerRun)} a run: too few`),
    estimate?.reason && warningKinds[estimate.reason].noVerdict.inShort
  ]
  return parts.filter(Boolean).join(', ')
}

const mostNamed = 3

/** @returns where requests differ, in a sentence or two; null: they are not known to */
export function flowSentence({ name, flow }: Pick<CandidateResult, 'name' | 'flow'>): string | null {
  if (flow === null) return null
  const { requests, most, slower } = flow
  const figures = (gain: RequestGain) => `(${gain.metric} ${timesWithin(gain)})`
  const named = (names: string[]) =>
    list(names.length > mostNamed ? [...names.slice(0, mostNamed), `${names.length - mostNamed} more`] : names)
  // Of those that were too rare, nothing is known.
  const isMost = most?.over.length === requests.filter(({ estimates }) => estimates.length > 0).length - 1
  const gains = isMost ? 'most' : `more than ${named((most?.over ?? []).map(isolated))}`
  const sentences = [
    most && most.interval[0] > 1 && `${isolated(name)} helps ${isolated(most.request)} ${gains} ${figures(most)}.`,
    slower.length > 0 &&
      `${named(slower.map((gain) => `${isolated(gain.request)} ${figures(gain)}`))} ${slower.length === 1 ? 'is' : 'are'} slower with ${isolated(name)}.`
  ]
  return sentences.filter(Boolean).join(' ') || null
}
