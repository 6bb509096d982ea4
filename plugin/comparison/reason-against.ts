import { isOfSearch, metricFacts, type Metric } from '../concepts/metrics.ts'
import { leapOfKinds } from './plausible.ts'
import { responsesPerRun, runsOf } from './variant-use.ts'
import { checkFlows } from './warnings/flows.ts'
import { checkHosts } from './warnings/load-hosts.ts'
import { checkFigures } from './warnings/plausible.ts'
import { reasonIn } from './warnings/warning-of.ts'
import type { Found } from './question.ts'
import type { UnfairArm } from './fair-arms.ts'
import type { OwnWorkers } from './warnings/app.ts'
import type { AnswerComparison, VariantUse, LoadShape } from '../concepts/comparison.ts'
import type { ClientUse, Run } from '../concepts/run.ts'
import type { Verdict } from '../concepts/verdicts.ts'
import { isLessLoad, type Reason } from '../concepts/warnings.ts'

// above this utilization of a load thread, latencies include the wait for the generator itself
export const generatorBusy = 0.8

/** What was seen of a scenario. */
export interface Seen {
  runs: Run[] // of whole rounds
  client: ClientUse | null // that made the load; null: unknown
  answers: AnswerComparison[]
  unfair: UnfairArm[]
  load: LoadShape
  uses: VariantUse[] // of each variant
  selfMade: Map<string, OwnWorkers> // of variants that cluster themselves
  found: Found | null // by a search; null: it was compared under one load
  erring: string[] // variants of whose requests more failed than their threshold or limit of the error rate allows
  // variants that could not keep up, and failed too many requests for their latencies to mean anything
  failing: string[]
}

/** Of one candidate. */
export interface Circumstances {
  runs: Run[] // of it and of the baseline
  baseline: string
  candidate: string
  tooManyErrors: boolean // of the candidate or of the baseline
  // the candidate could not keep up, and failed too many requests for its latencies to mean anything
  isFailing?: boolean
  clustersItself?: boolean // the baseline answers from several processes of its own
  load: LoadShape
  answers: AnswerComparison | undefined
  unfair?: Reason | undefined // another difference from the baseline than in speed
}

/**
 * @returns what makes a comparison of a candidate with the baseline unfair; undefined: nothing, or it is the baseline
 */
export const unfairness = ({ unfair }: Seen, candidate: string) =>
  unfair.find((arm) => arm.candidate === candidate && arm.warning.severity === 'problem')?.warning.code

/** Of a variant on its own. */
export function circumstancesOf(name: string, { runs, load, answers, erring }: Seen): Circumstances {
  return {
    runs: runsOf(runs, name),
    baseline: name,
    candidate: name,
    load,
    tooManyErrors: erring.includes(name),
    answers: answers.find(({ variant }) => variant === name)
  }
}

/** @returns why the verdict on a metric is withheld, whatever its numbers say; null: it is not */
export function reasonAgainst(
  circumstances: Circumstances,
  { metric, required }: { metric: Metric; required: number | null }
) {
  const { runs, load, answers } = circumstances
  // Errors are answered faster than real work.
  if (circumstances.tooManyErrors) return 'errors'
  if (answers?.different.length) return 'different-answers'
  if (circumstances.unfair !== undefined) return circumstances.unfair
  if (circumstances.clustersItself) return 'clusters-itself'
  // How late the load generator was is a part of each latency of a search.
  if (isOfSearch(metric)) return null
  const ofFlow = reasonIn(checkFlows(runs))
  if (ofFlow !== null) return ofFlow
  if (runs.some(isGeneratorBusy)) return 'generator-saturated'
  const ofRuns = reasonIn([...checkHosts(runs, load), ...checkFigures(runs, load)])
  if (ofRuns !== null) return ofRuns
  if (responsesPerRun(runs) < metricFacts[metric].fewestLatencies) return 'too-few-requests'
  const isSaturated = load.saturated.includes(circumstances.baseline)
  if (metric !== 'throughput')
    return isSaturated
      ? 'baseline-saturated'
      : circumstances.isFailing
        ? 'candidate-saturated'
        : leapOfKinds(runs, metric) > 0
          ? 'two-kinds'
          : null
  // Users come at the same rate to both: as long as the baseline keeps up, no variant can serve more.
  const isFixed = load.model === 'open' && !isSaturated && !load.saturated.includes(circumstances.candidate)
  return isFixed && (required ?? 0) > 1 ? 'throughput-fixed' : null
}

/**
 * Why an absolute limit of a variant gets no verdict. It is withheld only where the flaw may have made that verdict:
 * - A busy load generator adds its delay to latencies, and loads less, as do users who are missing: a latency means
 *   nothing either way, but a throughput that was reached in spite of it was reached. (Errors and other answers in
 *   place of the work: nothing means anything.)
 * - An app that can't keep up with arrivals answers ever later, so that only a short run is below the limit: it may
 * miss it, never meet it.
 * - Which of two kinds of responses a percentile falls on is a matter of chance, but its interval holds both.
 * - An app that keeps up with a fixed arrival rate was asked for no more: it may meet a throughput, never miss it.
 * The share of failed requests is counted, so nothing stands against it.
 *
 * @param found by the numbers alone
 */
export function reasonAgainstLimit(circumstances: Circumstances, metric: Metric | 'errorRate', found: Verdict) {
  if (metric === 'errorRate') return null
  const { candidate, load } = circumstances
  const isSaturated = load.saturated.includes(candidate)
  const reason = reasonAgainst({ ...circumstances, load: { ...load, saturated: [] } }, { metric, required: null })
  if (metric === 'throughput') {
    if (found === 'pass' && reason !== null && isLessLoad(reason)) return null
    return reason ?? (load.model === 'open' && !isSaturated && found === 'fail' ? 'throughput-fixed' : null)
  }
  const late = candidate === circumstances.baseline ? 'baseline-saturated' : 'candidate-saturated'
  return (reason === 'two-kinds' ? null : reason) ?? (isSaturated && found !== 'fail' ? late : null)
}

/** An unknown client is Artillery's: the result is older than the lean client, or the load is not the plugin's. */
export const clientNameOf = (client: ClientUse | null) => client?.name ?? 'artillery'

export const isGeneratorBusy = ({ generator }: Run) => (generator.utilization ?? 0) > generatorBusy
