import { mean } from '../../plugin/statistics/descriptive.ts'
import { planRounds, secondsEach, varianceOf, type Budget } from '../../plugin/statistics/plan-rounds.ts'
import { decide } from '../../plugin/statistics/decide.ts'
import { fromLog, isHopeless, logInterval, tailAtLook, type Looks } from '../../plugin/statistics/sequential-rule.ts'

interface Noise {
  between: number // variance of a round's log ratio
  within: number // the same, for a second of what counts
  correlation?: number // of a round with the one before
  draw?: () => number // of variance 1; normal when left out
}

const givenSeconds = 60

/**
 * A comparison for which a minute is given, as experiment/schedule.ts conducts it: three short rounds, then as many,
 * and as long, as are best.
 */
function timedExperiment(truth: number, { between, within, correlation = 0, draw }: Noise, normal: () => number) {
  const noise = draw ?? normal
  let mood = noise()
  const budget = { runsPerRound: 2, overheadSeconds: 2.3, least: 2, most: Infinity }
  const done: { log: number; seconds: number }[] = []
  let looks: Looks = { min: 3, max: 30, confidence: 0.95 }
  let left = givenSeconds - 6
  let length = budget.least
  for (;;) {
    mood = correlation * mood + Math.sqrt(1 - correlation ** 2) * noise()
    done.push({ log: truth + mood * Math.sqrt(between + within / length), seconds: length })
    left -= budget.runsPerRound * (length + budget.overheadSeconds)
    if (done.length < 3) continue
    const now: Budget = { ...budget, seconds: left }
    const [logs, lengths] = [done.map(({ log }) => log), done.map((one) => one.seconds)]
    if (done.length === 3) {
      // Four parts of two runs of three rounds: nine degrees of freedom each.
      const seen = within * mean(Array.from({ length: 18 }, () => normal() ** 2))
      looks = {
        ...looks,
        max: planRounds(lengths, [varianceOf(logs, { within: seen, isPaired: false }, lengths)], now, looks)
      }
    }
    const interval = logInterval(logs, tailAtLook(looks, logs.length))
    const verdict = decide(fromLog(interval).interval, 1)
    if (verdict !== 'inconclusive' || done.length >= looks.max || isHopeless(interval, 1, looks))
      return { verdict, interval, seconds: givenSeconds - left }
    length = Math.max(budget.least, secondsEach(looks.max - done.length, now))
  }
}

/** Shares of the verdicts, how often the interval held the truth, and the mean time, over many such comparisons. */
export function timedExperiments(truth: number, noise: Noise, normal: () => number, trials: number) {
  const seen = { pass: 0, fail: 0, inconclusive: 0, coverage: 0, seconds: 0 }
  for (let trial = 0; trial < trials; trial++) {
    const {
      verdict,
      interval: { centre, halfWidth },
      seconds
    } = timedExperiment(truth, noise, normal)
    seen[verdict] += 1 / trials
    seen.seconds += seconds / trials
    if (Math.abs(centre - truth) <= halfWidth) seen.coverage += 1 / trials
  }
  return seen
}
