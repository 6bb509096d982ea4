import { mean, meanBy, sum, sumBy } from '../../statistics/descriptive.ts'
import { studentTQuantile } from '../../statistics/distributions.ts'
import { asItIs } from './concepts.ts'

/** Of one round of a comparison: ln(throughput over that of the app as it is) by name; the app as it is has 0. */
export type Round = Readonly<Record<string, number>>

/** What has been seen of the settings of one kind; looks: comparisons, each of rounds with the same settings. */
export interface Seen {
  names: readonly string[] // of all that were tried, without the app as it is
  looks: Round[][]
}

/**
 * left: may be the best, and gain enough; gains: ln, of those that were seen last; best: of those left, the one that
 * seems best; null: none seems to gain enough
 */
export type Standing = ReturnType<typeof lookAt>

export const mostLooks = 3
/** Both sides of all intervals of a kind together. */
const error = 0.05
/** What gains no more is not worth a setting. */
export const worthwhile = 1.03
const leastSpread = 0.01 // of a run's logarithm that is believed

/**
 * The settings of which it is still open whether they are the best, and gain anything: successive elimination
 * (Even-Dar, Mannor and Mansour, Action Elimination and Stopping Conditions, JMLR 7, 2006) by intervals that hold
 * together, for all pairs and looks (Bonferroni), of rounds as blocks: the variance is what is left of the logarithms
 * within a look once the means of its rounds and of its settings are taken away.
 */
export function lookAt({ names, looks }: Seen) {
  const all = [asItIs, ...names]
  const blocks = looks.map((rounds) => rounds.map((round): Round => ({ ...round, [asItIs]: 0 })))
  const { variance, freedom } = residual(blocks)
  const pairs = (all.length * (all.length - 1)) / 2
  const quantile = studentTQuantile(1 - error / 2 / pairs / mostLooks, freedom)
  const differenceOf = (name: string, other: string) => {
    const logs = blocks.flat().flatMap((round) => (name in round && other in round ? [round[name] - round[other]] : []))
    const half = quantile * Math.sqrt((2 * variance) / logs.length)
    return { low: mean(logs) - half, high: mean(logs) + half }
  }
  const seen = names.filter((name) => looks.at(-1)?.some((round) => name in round))
  const gains = Object.fromEntries(
    seen.map((name) => [name, mean(blocks.flat().flatMap((round) => round[name] ?? []))])
  )
  const least = Math.log(worthwhile)
  const left = seen.filter(
    (name) =>
      differenceOf(name, asItIs).high > least &&
      seen.every((other) => other === name || differenceOf(name, other).high >= 0)
  )
  const isTold = left.length === 1 && differenceOf(left[0], asItIs).low > 0
  const [best = null] = left.filter((name) => gains[name] > least).toSorted((a, b) => gains[b] - gains[a])
  return { left, isOver: left.length === 0 || isTold || looks.length >= mostLooks, gains, best }
}

/** @param looks of which at least one has two rounds */
function residual(looks: Round[][]) {
  const parts = looks.map((rounds) => {
    const names = Object.keys(rounds[0])
    const ofRounds = rounds.map((round) => meanBy(names, (name) => round[name]))
    const ofNames = names.map((name) => meanBy(rounds, (round) => round[name]))
    const middle = mean(ofRounds)
    const squares = sum(
      rounds.flatMap((round, r) => names.map((name, n) => (round[name] - ofRounds[r] - ofNames[n] + middle) ** 2))
    )
    return { squares, freedom: (rounds.length - 1) * (names.length - 1) }
  })
  const freedom = sumBy(parts, (part) => part.freedom)
  return { variance: Math.max(leastSpread ** 2, sumBy(parts, ({ squares }) => squares) / freedom), freedom }
}
