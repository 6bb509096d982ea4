import { applying, isolated, joinParts, list, paragraph, percent, roughMs } from '../../concepts/wording.ts'
import { warningKinds } from '../../concepts/warnings.ts'
import { perSecond, timesWithin } from './numbers.ts'
import type {
  CandidateResult,
  Estimate,
  FlowResult,
  RequestGain,
  RequestResult,
  RequestTime,
  ScenarioResult
} from '../../concepts/comparison.ts'

/** of: what else than its latency; estimate: null: too few responses */
export type FlowRow = ReturnType<typeof flowRows>[number]

/** @returns null: they go to the first byte, as usual */
export const latencySentence = ({ latencyTo }: ScenarioResult) =>
  latencyTo === 'last-byte'
    ? 'p50, p95 and p99 go to the last byte of a response. To its first byte, they stand beside, and the longest ' +
      'gap: the longest time in between in which nothing came.'
    : null

/** @returns with what stands above each in a table */
export const toldEstimates = ({ estimates, beside, gaps }: CandidateResult) => {
  const withLabel = (all: Estimate[], of = '') =>
    all.map((estimate) => ({ estimate, label: `${estimate.metric}${of}` }))
  return [...withLabel(estimates), ...withLabel(beside, ' first byte'), ...withLabel(oneOf(gaps), ' longest gap')]
}

/** @returns p95, unless there are too few responses for it */
const oneOf = (all: Estimate[]) =>
  all
    .filter(({ metric, reason }) => metric === 'p95' && reason === null)
    .concat(all)
    .slice(0, 1)

/** @returns what tables show of each request, and the same to the other end of responses where bodies take time */
export const flowRows = (flow: FlowResult | null, { latencyTo }: ScenarioResult) =>
  (flow?.requests ?? []).flatMap((request) => {
    const demanded = request.estimates.filter(({ required }) => required !== null)
    const [first = null] = oneOf(request.estimates)
    const rowsOf = (of: string, all: (Estimate | null)[]) => all.map((estimate) => ({ request, of, estimate }))
    return [
      ...rowsOf('', demanded.length > 0 ? demanded : [first]),
      ...rowsOf(latencyTo === 'last-byte' ? 'to the first byte' : 'to the last byte', oneOf(request.beside)),
      ...rowsOf('longest gap', oneOf(request.gaps))
    ]
  })

/** @returns what else is to be known of a row: what it is of, why it has no figures, or no verdict, and what failed */
export function flowRemark({ request, of, estimate }: FlowRow) {
  const { steps, responsesPerRun, errorRates } = request
  const [before, after] = errorRates
  return joinParts([
    of,
    steps > 1 && `${steps} steps`,
    Math.max(before, after) > 0 && `${percent(before)} → ${percent(after)} failed`,
    estimate === null && (responsesPerRun === 0 ? 'no responses' : `${Math.floor(responsesPerRun)} a run: too few`),
    estimate?.reason && warningKinds[estimate.reason].noVerdict.inShort
  ])
}

/** @returns null: users send one request, or go through the flow once */
export function passesSentence({ variants }: ScenarioResult) {
  const told = variants.flatMap(({ name, passes }) => {
    if (passes === null) return []
    const waitedMs = roughMs(1000 * passes.waitedSeconds)
    return `${perSecond(passes.perSecond)}/s with ${isolated(name)} (${waitedMs} ms of waiting in each)`
  })
  return told.length === 0 ? null : `Users get through the flow ${list(told)}.`
}

const mostNamed = 3
/** What a response takes varies by less where nothing changed. */
const noticeably = 1.1

const isLonger = (time: RequestTime | null): time is RequestTime => (time?.interval[0] ?? 0) > noticeably

/**
 * @returns false: it does not take longer itself, or that made none slower: in an app that is less busy, more waiting
 * is seen
 */
function ownClause({ name, cpu, waiting }: RequestResult, isSlower: boolean) {
  const times = ({ ratio, interval }: RequestTime) => timesWithin({ speedup: ratio, interval })
  const parts = [
    isLonger(cpu) && `takes ${times(cpu)} the CPU`,
    isSlower && isLonger(waiting) && `waits ${times(waiting)} as long in the app`
  ]
  return parts.some(Boolean) && `${isolated(name)} ${joinParts(parts, ' and ')}`
}

/** @returns why some are slower; null: none of all is known to take longer itself */
function ownSentence(requests: RequestResult[], slower: RequestGain[]) {
  const isSlower = ({ name }: RequestResult) => slower.some(({ request }) => request === name)
  const clauseOf = (own: RequestResult) => ownClause(own, isSlower(own))
  const longer = requests.filter(clauseOf)
  if (slower.length === 0 || longer.length === 0) return null
  const others = requests.filter((own) => !longer.includes(own) && isSlower(own))
  // Who waits keeps nobody else from the CPU.
  const isKnown = (own: RequestResult) => own.isBehind && longer.some(({ cpu }) => isLonger(cpu))
  const { behind = [], maybe = [] } = Object.groupBy(others, (own) => (isKnown(own) ? 'behind' : 'maybe'))
  const namesOf = (requests: RequestResult[]) => named(requests.map(({ name }) => isolated(name)))
  const clauses = [
    named(applying(longer.map(clauseOf))),
    behind.length > 0 && `slower behind that: ${namesOf(behind)}`,
    maybe.length > 0 && `perhaps only slower behind that: ${namesOf(maybe)}`
  ]
  return `${joinParts(clauses, '; ')}.`
}

const named = (names: string[]) =>
  list(names.length > mostNamed ? [...names.slice(0, mostNamed), `${names.length - mostNamed} more`] : names)

/** @returns which compute and which wait, of the baseline; null: all do the same, or it is unknown */
function kindsSentence(requests: RequestResult[], baseline: string) {
  const longest = (key: 'cpu' | 'waiting', other: 'cpu' | 'waiting') =>
    requests.flatMap(({ name, ...own }) => {
      const [ms, otherMs] = [own[key], own[other]].map((time) => time?.baseline ?? 0)
      return ms > otherMs ? `${isolated(name)} (${roughMs(ms)} ms)` : []
    })
  const [computing, waiting] = [longest('cpu', 'waiting'), longest('waiting', 'cpu')]
  if (computing.length === 0 || waiting.length === 0) return null
  return `In ${isolated(baseline)}, computing takes most of ${named(computing)}, and waiting most of ${named(waiting)}.`
}

/** @returns where requests differ, in a sentence or two; null: they are not known to */
export function flowSentence({ name, flow }: Pick<CandidateResult, 'name' | 'flow'>, baseline: string) {
  if (flow === null) return null
  const { requests, most, slower } = flow
  const told = (gain: RequestGain) => `${isolated(gain.request)} (${gain.metric} ${timesWithin(gain)})`
  // Of those that were too rare, nothing is known.
  const isMost = most?.over.length === requests.filter(({ estimates }) => estimates.length > 0).length - 1
  const gains = isMost ? 'most' : `more than ${named((most?.over ?? []).map(isolated))}`
  const sentences = paragraph([
    most &&
      most.interval[0] > 1 &&
      `${isolated(name)} helps ${isolated(most.request)} ${gains} (${most.metric} ${timesWithin(most)}).`,
    slower.length > 0 && `Slower with ${isolated(name)}: ${named(slower.map(told))}.`,
    ownSentence(requests, slower),
    kindsSentence(requests, baseline)
  ])
  return sentences || null
}
