import { largestBy, mean, sum, sumBy } from '../../statistics/descriptive.ts'

/**
 * What was measured of a commit between, in turns with good and bad, in each round: ln(speedup over good).
 * at: its number among the commits after good, from 1
 */
export interface Sighting {
  at: number
  speedups: readonly number[]
  ofBad: readonly number[]
}

/** Which of the commits after good, of which bad is the last, made it slower: what is known of it. */
export interface Search {
  count: number
  ofBad: readonly number[] // of the comparison of good and bad alone, in each round: ln(speedup over good)
  sightings: Sighting[]
  skipped: number[] // numbers of those that can't be measured
}

/** of 32 commits, one that is named wrongly is seldom (test/questions/commits/comparison.test.ts) */
export const sure = 0.97
const leastSpread = 0.01 // of a run's logarithm that is believed
/** Of one commit: what is neither as good nor as bad by then lies between them. */
const mostSightings = 8

/**
 * How probable it is of each commit that it is the first as slow as bad, if all before it are as fast as good: Bayes'
 * rule, each as likely as the others at first (Burnashev and Zigangirov 1974, An interval estimation problem for
 * controlled observations: a wrong turn is found by what is measured later). What a commit differs by from the middle
 * of good and bad is judged by Student's t with the spread of all rounds so far, whoever they are of.
 *
 * @returns from 0: of the first after good
 */
export function probabilities({ count, ofBad, sightings }: Omit<Search, 'skipped'>) {
  const effects = [ofBad, ...sightings.map((sighting) => sighting.ofBad)]
  const places = sightings.map(({ speedups, ofBad: beside }) => speedups.map((value, i) => value - beside[i] / 2))
  // A run's variance stands twice in what two differ by, one and a half times in what one differs by from the middle.
  const parts = [...effects.map((logs) => ({ logs, runs: 2 })), ...places.map((logs) => ({ logs, runs: 1.5 }))]
  const freedom = sumBy(parts, ({ logs }) => logs.length - 1)
  const squares = sumBy(parts, ({ logs, runs }) => sumBy(logs, (log) => (log - mean(logs)) ** 2) / runs)
  const variance = Math.max(leastSpread ** 2, squares / freedom)
  const all = effects.flat()
  const half = mean(all) / 2
  const logs = Array<number>(count).fill(0)
  for (const [at, own] of Map.groupBy(sightings.keys(), (i) => sightings[i].at)) {
    const values = [...own].flatMap((i) => places[i])
    const error = variance * (1.5 / values.length + 0.5 / all.length)
    const [asGood, asBad] = [-half, half].map((centre) => {
      const distance = (mean(values) - centre) ** 2 / error
      return (-(freedom + 1) / 2) * Math.log(1 + distance / freedom)
    })
    for (let i = 0; i < count; i++) logs[i] += i < at ? asBad : asGood
  }
  const most = Math.max(...logs)
  const weights = logs.map((log) => Math.exp(log - most))
  const total = sum(weights)
  return weights.map((weight) => weight / total)
}

/**
 * What to measure next.
 *
 * @returns from, to: numbers of the commits among which it is, as sure as is demanded; next: the one to measure that
 * parts
 *   what is likely into halves; null: those that are left can't be told apart; slow: of each commit, how probable it is
 * that it is as slow as bad
 */
export function lookAt(search: Search) {
  const { count, skipped, sightings } = search
  const likely = probabilities(search)
  let before = 0
  const slow = likely.map((share) => (before += share))
  const open = [...likely.keys()].filter((at) => at > 0 && !skipped.includes(at))
  const groups = [...open, count].map((to, i) => {
    const from = (open[i - 1] ?? 0) + 1
    return { from, to, share: slow[to - 1] - (slow[from - 2] ?? 0) }
  })
  const { from, to, share } = largestBy(groups, (group) => group.share)
  if (share >= sure) return { from, to, next: null, slow }
  const telling = open.filter((at) => sightings.filter((seen) => seen.at === at).length < mostSightings)
  const next = telling.length === 0 ? null : largestBy(telling, (at) => -Math.abs(slow[at - 1] - 0.5))
  const reaches = (part: number) => slow.findIndex((share) => share >= part) + 1
  return { from: reaches((1 - sure) / 2), to: reaches((1 + sure) / 2), next, slow }
}
