import { metricFacts, tellingOrder, type Metric } from './metrics.ts'
import type { QuestionDiagnosis } from '../questions/concepts.ts'
import { ofRequest } from './requests.ts'
import type { SelfCheck, Verdict } from './verdicts.ts'
import type { DiagnosisCode, EarlierDifference, Reason } from './warnings.ts'
import type { EarlierSpeedup } from './settings.ts'
import type { Bound, Limit, Side } from './load-results.ts'
import type { Count, Interval, Positive, Range, Ratio, Round, Share, Workers } from './figures.ts'

// What comparison.json holds of a candidate.

/** One metric of one candidate over all rounds. */
export interface Estimate {
  metric: Metric
  /** Geometric mean of the rounds, in ms, responses/s, or the unit of the capacity. */
  baseline: Positive
  /** The baseline's, by the speedup; of capacities, the geometric mean of the rounds. */
  candidate: Positive
  speedup: Ratio
  interval: Interval
  /**
   * Where a search for a capacity met a bound: the speedup is at least the lower end of the interval, at most the upper
   * one, or unknown; null: both ends are known.
   */
  side: Side | null
  /** Standard deviation between rounds, relative. */
  spread: Positive
  /**
   * Of the spread, what the pairs of turns within a round explain; null: they are too few, or rounds differ by too
   * much, so that the rounds alone decide.
   */
  ofPairs: Positive | null
  /** Speedup of each round. @minItems 3 */
  ratios: Ratio[]
  /**
   * Of each round, the speedup in each pair of turns. Empty: it took none, or they have too few responses for this
   * metric.
   * @minItems 3
   */
  pairs: Ratio[][]
  outliers: Outlier[]
  /** Minimum speedup; null: nothing is required. */
  required: Positive | null
  /** null: nothing is required. */
  verdict: Verdict | null
  /** Why the verdict is withheld, whatever the numbers say. */
  reason: Reason | null
  /** More rounds would hardly decide. */
  hopeless: boolean
  /**
   * Number of rounds that would decide in a new comparison; null: more than 30, or decided.
   * @integer @minimum 3 @maximum 30
   */
  roundsThatWouldDecide: number | null
  /**
   * Factor by which runs would have to be longer to decide in as many rounds; null: decided.
   * @minimum 1 @maximum 1000000
   */
  timesLonger: number | null
  /** null: there is no earlier result. */
  earlier: EarlierSpeedup | null
  /** The speedup fell: its interval lies wholly below the earlier one. */
  regression: boolean
  /** The bound of this throughput, which it exceeds; null: it does not, or that is unknown. */
  above: number | null
  /**
   * Responses that count in a run: the median over the rounds, of the variant with fewer. They are too few for this
   * percentile, so that its figures are not shown unless they are required, or so few that it is rough, and shown with
   * ~ before it. null: enough.
   */
  responsesPerRun: number | null
}

/** A round whose ratio is far from all others; it was pulled in, so that it can't decide alone. */
export interface Outlier {
  round: Round
  ratio: Ratio
  pulledTo: Ratio
}

/** Of a candidate, while it is measured: more rounds will change it. */
export type SoFar = { name: string; estimate: Estimate }

/** @returns whether it lies wholly below the earlier one, right or wrong */
export const isLower = ({ earlier, interval }: Pick<Estimate, 'earlier' | 'interval'>) =>
  earlier !== null && effectOf({ interval }, earlier.interval) === 'slower'

/** @returns whether it can be compared with that of another comparison */
export const isKnown = ({ reason, side }: Pick<Estimate, 'reason' | 'side'>) => reason === null && side === null

/**
 * @returns whether its figures mean enough to be shown; what is required of it, or fell, is judged, with a warning, and
 * shown
 */
export const isShown = ({
  metric,
  responsesPerRun,
  required,
  regression
}: Pick<Estimate, 'metric' | 'responsesPerRun' | 'required' | 'regression'>) =>
  (responsesPerRun ?? Infinity) >= metricFacts[metric].fewestLatencies || required !== null || regression

/**
 * @returns p95, unless something else was required and p95 was not, or the measurement does not carry it, or has too
 * few responses for it
 */
export function headline<
  E extends Pick<Estimate, 'metric' | 'required' | 'reason' | 'responsesPerRun' | 'regression'>
>(candidate: { estimates: readonly E[] }): E {
  const all = tellingOrder.flatMap((metric) => estimateOf(candidate, metric) ?? [])
  const ranked = [...all.filter(isShown), ...all.filter((estimate) => !isShown(estimate))]
  const carried = ranked.filter(({ reason }) => reason === null)
  return carried.find(({ required }) => required !== null) ?? carried[0] ?? ranked[0]
}

/** @returns undefined for a metric that not every result has, see `isTold` */
export const estimateOf = <E extends { metric: Metric }>(
  candidate: { estimates: readonly E[] } | undefined,
  metric: Metric
): E | undefined => candidate?.estimates.find((estimate) => estimate.metric === metric)

/** @returns what an interval shows, seen from another; no difference by default */
export function effectOf(
  { interval: [low, high] }: Pick<Estimate, 'interval'>,
  [least, most]: readonly [number, number] = [1, 1]
): 'faster' | 'slower' | 'same' {
  if (low > most) return 'faster'
  return high < least ? 'slower' : 'same'
}

export interface CandidateResult {
  /** Name of the variant. */
  name: string
  workers: Workers
  /**
   * One for each metric; p99.9 only if the runs have enough responses or it is required. After a search, of the
   * capacity alone. Without a response that counts in each run, of throughput alone. Empty: the app was disturbed.
   */
  estimates: Estimate[]
  /**
   * Fairness and error rate. Empty: the app was disturbed.
   * @anyOf [{ "minItems": 2, "maxItems": 2 }, { "maxItems": 0 }]
   */
  limits: Limit[]
  /** Each worker's share of the requests, mean over rounds, largest first. @minItems 1 */
  shares: Share[]
  /** null: the baseline is not limited by its CPU, or that is unknown on this system. */
  bound: Bound | null
  diagnosis: Diagnosis
  /** null: the candidate differs from the baseline, or something was required. */
  selfCheck: SelfCheck | null
  /**
   * pass: no speedup fell; inconclusive: the two can't be compared, or a speedup that may be wrong is lower; null:
   * there is no earlier result of this candidate.
   */
  againstEarlier: Verdict | null
  /**
   * What is another one now than in the earlier result, so that the two can't be compared. Empty: nothing, or there is
   * none.
   * @uniqueItems
   */
  earlierDiffers: EarlierDifference[]
  /**
   * null: users send one request, a capacity was searched for, the app was disturbed, or it is unknown what each
   * request did.
   */
  flow: FlowResult | null
  /** p50, p95 and p99 to the first byte. Empty: the others go there, or a capacity was searched for. */
  beside: Estimate[]
  /**
   * Of the longest time in each body in which no byte came. Empty: latencies go to the first byte, or a capacity was
   * searched for.
   */
  gaps: Estimate[]
  /**
   * The worst verdict of all that was required and of againstEarlier; if the app was disturbed, of the limits on its
   * losses; null: there is none.
   */
  verdict: Verdict | null
}

/** What becomes of each request of the flow. */
export interface FlowResult {
  /** The one for which users wait most of all first. @minItems 2 */
  requests: RequestResult[]
  /** The request that gains most; null: it is known of none that it gains more than another. */
  most:
    | (RequestGain & {
        /** Requests of which it is known that they gain less. @minItems 1 */
        over: RequestName[]
      })
    | null
  /** Requests that are known to be slower. */
  slower: RequestGain[]
  /** Requests that further rounds may show to be slower than a threshold allows that is a number. */
  open: RequestName[]
}

/**
 * Its name in the script, or its method and URL as written there, without what may be a secret; "other": all beyond the
 * first 50, and what no step of the script sent.
 */
type RequestName = string

/** @returns of all single requests */
export const requestEstimates = ({ flow }: Pick<CandidateResult, 'flow'>) =>
  (flow?.requests ?? []).flatMap(({ estimates }) => estimates)

/** @returns what is required of single requests, as if each were a metric of its own: "p95 of POST /login" */
export const requestDemands = ({ flow }: Pick<CandidateResult, 'flow'>) =>
  (flow?.requests ?? []).flatMap(({ name, estimates }) =>
    estimates
      .filter(({ required }) => required !== null)
      .map((estimate) => ({ ...estimate, metric: ofRequest(estimate.metric, name) as Metric }))
  )

/** One request of the script, or several of the same name. */
export interface RequestResult {
  name: RequestName
  /** Requests of the script that have this name. */
  steps: Count
  /** Of all responses of both variants that count. */
  share: Share
  /** Of the time for which users waited for responses, until their last bytes, in both variants. */
  waited: Share
  /** Responses of a run that count: the median over the rounds, of the variant with fewer. */
  responsesPerRun: number
  /** Of the baseline, then of the candidate. */
  errorRates: [baseline: Share, candidate: Share]
  /**
   * CPU time of the app for a response, from how that of each process goes with what it answers. null: known in too few
   * rounds, or too little to be told from nothing.
   */
  cpu: RequestTime | null
  /**
   * Time during a response in which its process has nothing to do: it waits for a timer, I/O or another service. null:
   * as of cpu.
   */
  waiting: RequestTime | null
  /**
   * Its median grew by more than twice what it can take longer itself, and what its quickest response took longer: it
   * is slower behind others.
   */
  isBehind: boolean
  /** p50, p95 and p99, as far as the runs have enough of its responses. */
  estimates: Estimate[]
  /**
   * The same to the other end of its responses: to the last byte, or where latencyTo says last-byte, to the first.
   * Empty: its bodies take less than a tenth of the time.
   */
  beside: Estimate[]
  /** Of the longest time in each body in which no byte came. Empty: as before. */
  gaps: Estimate[]
}

/** What a response of a request takes, over all rounds. */
export interface RequestTime {
  /** In ms. */
  baseline: Positive
  /** In ms. */
  candidate: Positive
  /** Candidate / baseline. */
  ratio: Positive
  /** Of the ratio; holds together with those of all requests. */
  interval: Range
}

/** Its interval holds together with those of all requests that are looked at. */
export type RequestGain = Pick<Estimate, 'metric' | 'speedup' | 'interval'> & { request: RequestName }

/** Why a candidate is faster, or is not. */
export interface Explanation {
  /** Stable code. */
  code: DiagnosisCode
  /** One sentence. */
  message: string
}

/** Why a candidate is faster or not. */
export type Diagnosis = Explanation & QuestionDiagnosis
