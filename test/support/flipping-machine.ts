import { planSlices } from '../../plugin/experiment/alternation.ts'
import { mean } from '../../plugin/statistics/descriptive.ts'
import { decide } from '../../plugin/statistics/decide.ts'
import { fromLog, logInterval, tailAtLook, type Looks } from '../../plugin/statistics/sequential-rule.ts'
import { seededNormal, seededUniform } from './random.ts'

const flip = { factor: 1.7, leastSeconds: 1, mostSeconds: 5 }
const seconds = 3 // that count, of each variant in a round
const outsideSeconds = 4 // of a round, in which apps start, warm up and stop
const changeSeconds = 0.05

/** Standard deviations of logarithms, beside the speed: of a launch, and of a slice of half a second. */
const noise = { launch: 0.06, slice: 0.09 }

interface Flipping {
  correlation?: number // of a launch's ratio with the one before
  seed: number
}

/** A machine whose speed changes by 1.7 and back every few seconds, for all that runs there. */
function machine(uniform: () => number) {
  let [atSeconds, isFast] = [0, uniform() < 0.5]
  let untilSeconds = flip.leastSeconds + uniform() * (flip.mostSeconds - flip.leastSeconds)
  return {
    /** @returns work done meanwhile, by an app that does one unit a second on the slow machine */
    run(length: number) {
      let [work, left] = [0, length]
      while (left > 0) {
        const step = Math.min(left, untilSeconds - atSeconds)
        work += step * (isFast ? flip.factor : 1)
        atSeconds += step
        left -= step
        if (untilSeconds - atSeconds > 1e-12) continue
        isFast = !isFast
        untilSeconds = atSeconds + flip.leastSeconds + uniform() * (flip.mostSeconds - flip.leastSeconds)
      }
      return work
    }
  }
}

/**
 * @returns makes a round: the logarithm of the speedup in throughput of two variants that do the same, in turns or one
 * after the other
 */
function rounds({ correlation = 0, seed }: Flipping, isInTurns: boolean): (round: number) => number {
  const [uniform, normal] = [seededUniform(seed), seededNormal(seed + 1)]
  const { run } = machine(uniform)
  const slices = isInTurns
    ? (planSlices({ loads: 2, seconds, warmUpSeconds: 0, latencySeconds: 0.02 }) ?? [])
    : [0, 1].map((load) => ({ load, seconds, counts: true }))
  let mood = normal()
  return (round) => {
    mood = correlation * mood + Math.sqrt(1 - correlation ** 2) * normal()
    run(outsideSeconds / 2)
    const work = [0, 0]
    for (const { load, seconds: length } of slices) {
      const place = round % 2 === 0 ? load : 1 - load
      run(isInTurns ? changeSeconds : outsideSeconds / 2)
      work[place] += run(length) * Math.exp(noise.slice * Math.sqrt(0.5 / length) * normal())
    }
    return Math.log(work[1] / work[0]) + noise.launch * mood
  }
}

/**
 * Comparisons of two variants that do the same, with their threshold at 1: how often each verdict came, and how wide
 * intervals are, after ten rounds.
 */
export function compareOnFlipping(given: Flipping & { trials: number }, isInTurns: boolean) {
  const looks: Looks = { min: 3, max: 10, confidence: 0.95 }
  const seen = { pass: 0, fail: 0, inconclusive: 0 }
  const widths: number[] = []
  const next = rounds(given, isInTurns)
  for (let trial = 0; trial < given.trials; trial++) {
    const logs: number[] = []
    let verdict: keyof typeof seen = 'inconclusive'
    while (logs.length < looks.max && verdict === 'inconclusive') {
      logs.push(next(logs.length))
      if (logs.length < looks.min) continue
      const interval = logInterval(logs, tailAtLook(looks, logs.length))
      verdict = decide(fromLog(interval).interval, 1)
      if (logs.length === looks.max) widths.push(interval.halfWidth)
    }
    seen[verdict] += 1 / given.trials
  }
  return { ...seen, halfWidth: mean(widths) }
}
