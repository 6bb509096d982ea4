import { fromLog, roundsThatWouldDecide } from '../statistics/sequential-rule.ts'
import { reachOf } from './bound.ts'
import { gainInterval, hiddenBy, logGains, looksOf, type Rule } from './estimate.ts'
import { circumstancesOf, reasonAgainst, unfairness, type Seen } from './reason-against.ts'
import { runsOf, secondsOfRound } from './variant-use.ts'
import { warningKinds } from '../concepts/warnings.ts'
import type { Metric } from '../concepts/metrics.ts'
import type { Leaders, Rival } from '../concepts/load-results.ts'
import type { Settings } from '../concepts/settings.ts'

/**
 * Which variant is fastest, the baseline included, by the one metric that is fair under this load: p95 among those that
 * keep up with an open load, if at least two of them do; else throughput.
 *
 * @returns null: fewer than three variants, or than two that can be compared; or all differ in their number of workers
 * alone, which is told by how many workers to take
 */
export function leaders(seen: Seen, settings: Settings): Leaders | null {
  const { variants, baseline } = settings
  const areOfOne = variants.every(({ countOf }) => countOf !== null && countOf === variants[0].countOf)
  if (variants.length < 3 || areOfOne) return null
  const names = variants.map(({ name }) => name)
  const sound = names.filter((name) => doubt(seen, name, seen.found?.metric ?? 'throughput') === null)
  const keeping = seen.load.model === 'open' ? sound.filter((name) => !seen.load.saturated.includes(name)) : []
  const metric = seen.found?.metric ?? (keeping.length > 1 ? 'p95' : 'throughput')
  const fair = metric === 'p95' ? keeping : sound
  if (fair.length < 2) return null
  const race = raceOf(seen, metric, settings)
  const best = race.bestOf(fair)
  // The cores that others took from a variant may be all that it lacks to be as fast.
  const lacking = (name: string) => {
    const reach = reachOf({ variants: seen.uses, baseline: best, load: seen.load }, { name, bound: null })
    return hiddenBy(1, { metric, interval: race.against(best, name).interval }, reach)
  }
  // What carries less than the best must be known to: a bound of the search may hide more.
  const hidden = (name: string) => seen.found && seen.found.reasonOfBounds('fail', { baseline: best, candidate: name })
  const whyNot = (name: string) => doubt(seen, name, metric) ?? (name === best ? null : (lacking(name) ?? hidden(name)))
  const others = fair.filter((name) => name !== best && whyNot(name) === null)
  if (others.length === 0) return null
  const leftOut = names.flatMap((variant) => {
    const reason = whyNot(variant)
    if (reason === null) return []
    const { clause } = warningKinds[reason].noVerdict
    return { variant, why: clause(reason === 'baseline-saturated' ? 'it' : baseline, 'it') }
  })
  return {
    metric,
    best,
    others: others.map((name) => race.against(best, name)).sort((a, b) => b.ratio - a.ratio),
    leftOut
  }
}

/**
 * The paired logarithms of two variants go by the rule of all intervals. Which is best is found in the same rounds, so
 * that any pair may become the one that is judged: the tail is divided among all pairs (Bonferroni). Among the
 * comparisons with one alone, as in Hsu's multiple comparisons with the best (1984), equal variants would be called
 * slower too often: in 6 % of the races of 3, in 10 % of 6 (simulated).
 */
function raceOf({ runs, uses }: Seen, metric: Metric, settings: Settings) {
  const rule: Rule = { ...settings, comparisons: (uses.length * (uses.length - 1)) / 2 }
  const pairOf = (name: string, other: string) => gainInterval(runsOf(runs, name), runsOf(runs, other), metric, rule)
  return {
    /** The largest geometric mean, with outliers pulled in as for all intervals. */
    bestOf: (names: string[]) => names.reduce((best, name) => (pairOf(name, best).centre > 0 ? name : best)),
    against(best: string, variant: string): Rival {
      const found = pairOf(variant, best)
      const { value: ratio, interval } = fromLog(found)
      const verdict = interval[1] < 1 ? 'slower' : 'as fast'
      const rounds = verdict === 'slower' ? null : roundsThatWouldDecide(found, 1, looksOf(rule))
      const seconds = rounds === null ? null : Math.round(rounds * secondsOfRound(runs, runs.length / uses.length))
      return {
        variant,
        ratio,
        interval,
        ratios: logGains(runsOf(runs, variant), runsOf(runs, best), metric).map(Math.exp),
        verdict,
        roundsThatWouldDecide: rounds,
        seconds
      }
    }
  }
}

/** @returns why a variant's value is not what it can do; null: it is */
const doubt = (seen: Seen, name: string, metric: Metric) =>
  reasonAgainst({ ...circumstancesOf(name, seen), unfair: unfairness(seen, name) }, { metric, required: null })
