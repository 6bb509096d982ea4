import { largestBy, meanBy, medianBy } from '../../statistics/descriptive.ts'
import { twoKinds } from '../plausible.ts'
import { byVariant } from '../variant-use.ts'
import { warning } from './warning-of.ts'
import type { Found } from '../question.ts'
import { counted, joinParts, list, percent, roughMs } from '../../concepts/wording.ts'
import type { CandidateResult, ScenarioResult } from '../../concepts/comparison.ts'
import { commonPercentiles, metricFacts, percentiles, type Percentile } from '../../concepts/metrics.ts'
import type { Run } from '../../concepts/run.ts'
import type { Settings } from '../../concepts/settings.ts'

/** Whether the measurement can decide what is asked of it, and what would help. */
export const checkPower = (runs: Run[], judged: Judged, { lengthIsFree }: Pick<Settings, 'lengthIsFree'>) => [
  ...tooFewRequests(runs, judged, lengthIsFree),
  ...checkKinds(runs, judged),
  ...judged.candidates.flatMap(tooNoisy),
  ...judged.candidates.flatMap(withinNoise)
]

type Judged = Pick<ScenarioResult, 'candidates' | 'limits'> & { found?: Found | null }

function tooFewRequests(all: Run[], { candidates, limits, found: search = null }: Judged, lengthIsFree: boolean) {
  // A variant that met a bound of the search has one load, as short as it is.
  const runs = search === null ? all : all.filter(({ variant }) => search.counts(variant))
  if (runs.length === 0) return []
  const each = byVariant(runs).map(([variant, all]) => ({
    variant,
    latencies: Math.floor(medianBy(all, ({ counted }) => counted.latencies)),
    seconds: meanBy(all, ({ loadSeconds }) => loadSeconds)
  }))
  const { variant, latencies, seconds } = largestBy(each, (own) => -own.latencies)
  const demanded = candidates.flatMap(({ estimates }) => estimates.filter((estimate) => estimate.required !== null))
  const required = [...demanded, ...limits.filter(({ request }) => request === null)].map(({ metric }) => metric)
  const enough = (metric: Percentile) => metricFacts[metric].enoughLatencies
  // The loads of a search are planned for enough, and are read as they are.
  const fewest = (metric: Percentile) => metricFacts[metric][search === null ? 'fewestLatencies' : 'enoughLatencies']
  const asked = percentiles.filter((metric) =>
    search === null ? commonPercentiles.includes(metric) || required.includes(metric) : search.isLimited(metric)
  )
  const flawed = asked.filter((metric) => latencies < enough(metric))
  const lacking = flawed.filter((metric) => latencies < fewest(metric))
  const rough = flawed.filter((metric) => !lacking.includes(metric))
  if (flawed.length === 0) return []
  const wanted = lacking.length > 0 ? lacking.map(fewest) : rough.map(enough)
  const wantedSeconds = Math.ceil((seconds * Math.max(...wanted)) / Math.max(1, latencies))
  const longer =
    search !== null
      ? 'Limit a lower percentile'
      : lengthIsFree && !flawed.some((metric) => required.includes(metric))
        ? 'Set a threshold on it and allow more time, so that each run takes as long as it needs, about ' +
          `${wantedSeconds} s instead of ${seconds.toFixed(1)} s`
        : `Make each run about ${wantedSeconds} s long instead of ${seconds.toFixed(1)} s`
  const problems = joinParts(
    [
      lacking.length > 0 &&
        `${latencies === 1 ? 'is' : 'are'} too few for ` +
          `${list(lacking.map((metric) => `a ${metric} (needs ${fewest(metric)})`))}: a handful of them decides, and ` +
          'the percentile comes out too low',
      rough.length > 0 &&
        `make ${list(rough.map((metric) => `${metric} (exact from ${enough(metric)} on)`))} rough, marked with ~, ` +
          'as its interval says'
    ],
    '; they also '
  )
  const message =
    `${variant}: ${counted(latencies, 'latency', 'latencies')} per run ${problems}. ` +
    `${longer}, or judge by ${commonPercentiles.filter((metric) => !flawed.includes(metric)).join(' or ')}.`
  const isWithheld = lacking.some((metric) => required.includes(metric))
  return [warning('too-few-requests', variant, message, isWithheld ? 'problem' : 'note')]
}

function checkKinds(runs: Run[], { candidates }: Judged) {
  const told = candidates.flatMap(({ estimates }) =>
    estimates.filter(({ required, reason }) => reason === 'two-kinds' || (required !== null && reason === null))
  )
  return byVariant(runs).flatMap(([variant, own]) =>
    percentiles.flatMap((percentile) => {
      const kinds = twoKinds(own, percentile)
      const estimates = told.filter(({ metric }) => metric === percentile)
      if (kinds === null || estimates.length === 0) return []
      const message =
        `${variant}: a fast kind of responses (up to ${roughMs(kinds.fastMs)} ms) and a slow one (from ` +
        `${roughMs(kinds.slowMs)} ms on) meet at ${percentile}, so chance says on which of them it falls. Judge ` +
        'by another percentile, or give the slow request a scenario of its own.'
      const isWithheld = estimates.some(({ required, reason }) => required !== null && reason !== null)
      return [warning('two-kinds', variant, message, isWithheld ? 'problem' : 'note')]
    })
  )
}

function tooNoisy({ name, estimates }: CandidateResult) {
  return estimates
    .filter(
      ({ verdict, reason, roundsThatWouldDecide }) =>
        verdict === 'inconclusive' && reason === null && roundsThatWouldDecide === null
    )
    .map(({ metric, spread, required, speedup, timesLonger }) => {
      const advice =
        timesLonger === null || timesLonger > 20
          ? 'The speedup is too close to the threshold to decide: lower the threshold, or accept an inconclusive ' +
            'result.'
          : metricFacts[metric].fewestLatencies > 0
            ? `First make the runs longer, about ${counted(Math.ceil(timesLonger), 'time')} as long; then allow ` +
              'more rounds.'
            : 'Use a quieter machine or longer runs, or lower the threshold.'
      return warning(
        'too-noisy',
        name,
        `${name} ${metric}: with a spread of ${percent(spread)} between rounds, even 30 rounds would hardly ` +
          `distinguish ${speedup.toFixed(2)}x from the required ${required}. ${advice}`
      )
    })
}

/**
 * Five rounds or so can distinguish a ratio from a threshold that is about twice the spread away from it. Nobody needs
 * that who has a verdict.
 */
function withinNoise({ name, estimates }: CandidateResult) {
  const near = estimates.filter(({ required, reason, spread, verdict }) => {
    const distance = Math.abs(Math.log(required ?? 1))
    return (
      verdict !== 'pass' &&
      verdict !== 'fail' &&
      reason === null &&
      distance > 0 &&
      distance < Math.log(leastMargin(spread))
    )
  })
  // Demands above 1 and below it are answered differently.
  return [true, false].flatMap((isGain) => {
    const group = near.filter(({ required }) => (required ?? 0) > 1 === isGain)
    if (group.length === 0) return []
    const consequence = isGain
      ? 'gains nothing would end inconclusive instead of failing'
      : 'loses nothing could end inconclusive instead of passing'
    const demands = list(group.map(({ required, metric }) => `${metric} ${required}`))
    const margins = group.map(({ metric, spread }) => {
      const margin = leastMargin(spread)
      return `${metric} ${(isGain ? margin : 1 / margin).toFixed(2)}x (spread ${percent(spread)})`
    })
    const message =
      `${name}: about five rounds can tell ${list(margins)} from no difference here, but ${demands} ` +
      `${group.length === 1 ? 'is' : 'are'} required, so an app that ${consequence}. ` +
      `${isGain ? 'Raise' : 'Lower'} the threshold, make the runs longer, or allow more rounds.`
    return warning(
      'threshold-within-noise',
      name,
      message,
      group.some(({ verdict }) => verdict === 'inconclusive') ? 'warning' : 'note'
    )
  })
}

/**
 * The smallest ratio above 1 that about five rounds can decide: at twice the spread, 99.9 % of the comparisons do,
 * after 5.5 rounds on average.
 */
export const leastMargin = (spread: number) => Math.exp(2 * spread)

export function checkOutliers(candidates: CandidateResult[]) {
  return candidates.flatMap(({ name, estimates }) =>
    estimates.flatMap(({ metric, outliers }) =>
      outliers.flatMap(({ round, ratio, pulledTo }) => {
        const [found, pulled] = [ratio, pulledTo].map((value) => value.toFixed(2))
        const message =
          `${name} ${metric}: round ${round} (${found}x) is an outlier and counts as ${pulled}x, so that it can't ` +
          'decide the result alone.'
        // Rounding may hide that it was pulled.
        return found === pulled ? [] : { ...warning('outlier-round', name, message), rounds: [round] }
      })
    )
  )
}

/**
 * Of a core, that a variant may use while it rests, for each of its processes: the others hardly notice it. To tell of
 * itself takes a process 0.005 of a core, and to collect what a turn left as much again.
 */
const quiet = ({ workers: { length } }: Run) => 0.02 * (length > 1 ? 1 + length : 1)

export function checkTurns(runs: Run[]) {
  // Whether it is since variants are together shows when each is loaded by itself.
  const apart = runs.flatMap((run) => run.apart ?? []).slice(-1)
  return [
    ...apart.map((why) =>
      warning(
        'not-in-turns',
        null,
        `The variants were not loaded in turns, because ${why}. Each was started, loaded and stopped by itself, so ` +
          'a machine that changes its speed every few seconds makes the intervals wider.'
      )
    ),
    ...busyAtRest(runs)
  ]
}

/** By the mean of its rounds: a process that collects what a turn left is busy now and then. */
const busyAtRest = (runs: Run[]) =>
  byVariant(runs).flatMap(([variant, all]) => {
    const atRest = meanBy(all, ({ restCores }) => restCores ?? NaN)
    return atRest > quiet(all[0])
      ? warning(
          'busy-at-rest',
          variant,
          `${variant} used ${percent(atRest)} of a core while others were loaded, which these lacked. ` +
            'Turn off what it does without requests (timers, background work), or set plugins.speedup.alternate: runs.'
        )
      : []
  })
