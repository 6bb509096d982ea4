import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { decide, decideAtMost } from '../../plugin/statistics/decide.ts'
import {
  fromLog,
  isHopeless,
  logInterval,
  roundsThatWouldDecide,
  sketchSpreadFloor,
  tailAtLook,
  timesLonger,
  type LogInterval,
  type Looks
} from '../../plugin/statistics/sequential-rule.ts'
import { itFinds } from '../support/cases.ts'
import { compareOnFlipping } from '../support/flipping-machine.ts'
import { seededNormal } from '../support/random.ts'

const root = new URL('../../', import.meta.url)
const usual: Looks = { min: 3, max: 10, confidence: 0.95 }
const fixed = (rounds: number): Looks => ({ ...usual, min: rounds, max: rounds })

const intervalOf = (logRatios: number[], looks = usual, leastSpread?: number) =>
  logInterval(logRatios, tailAtLook(looks, logRatios.length), leastSpread)
const upTo = (rounds: number) => Array.from({ length: rounds }, (_, round) => round)
const anInterval = (overrides: Partial<LogInterval>): LogInterval => ({
  rounds: 10,
  centre: 0,
  spread: 0.1,
  halfWidth: 0.1,
  clipped: [],
  ofPairs: null,
  ...overrides
})

describe('the sequential rule', () => {
  const verdict = (centre: number) => decide([centre - 0.1, centre + 0.1], 0.2)
  const stops = (rounds: number, centre: number) => isHopeless(anInterval({ rounds, centre }), 1, usual)
  const needed = (centre: number, rounds = 10, looks = usual) =>
    roundsThatWouldDecide(anInterval({ rounds, centre }), 1, looks)
  const times = (centre: number, threshold = 1) => timesLonger(anInterval({ centre }), threshold, usual)

  it('the tail of each look is smaller with more looks and with more confidence, and grows with the rounds that are over', () => {
    for (const [confidence, tail] of [
      [0.9, 0.021834],
      [0.95, 0.009658],
      [0.99, 0.001564]
    ] as const) {
      expect(tailAtLook({ ...usual, confidence })).to.be.closeTo(tail, 5e-7)
      expect(tailAtLook({ ...usual, confidence }, 3)).to.be.closeTo(0.3 * tail, 5e-7)
    }
    expect(tailAtLook({ ...usual, comparisons: 5 }), 'shared by several comparisons').to.be.closeTo(
      tailAtLook(usual) / 5,
      1e-12
    )
    expect(tailAtLook(fixed(8)), 'all of alpha when there is one look only').to.be.closeTo(0.025, 1e-12)
    expect(tailAtLook({ ...usual, min: 6 }), 'the same when the first look comes later').to.equal(tailAtLook(usual))
  })

  it('the interval reaches so many spreads to each side after 3 to 10 rounds', () => {
    for (const [i, expected] of [7.55, 3.2, 2.29, 1.65, 1.35, 1.16, 1.02, 0.91].entries()) {
      const { halfWidth, spread } = intervalOf(upTo(i + 3))
      expect(halfWidth / spread, `${i + 3} rounds`).to.be.closeTo(expected, 0.005)
    }
  })

  it('the interval is Student’s own when the number of rounds is fixed, and 1 % wider from the tenth round on', () => {
    for (const [logRatios, expected] of [
      [[0, 0.1, 0.3], 4.30265 / Math.sqrt(3)],
      [upTo(30), (1.01 * 2.04523) / Math.sqrt(30)]
    ] as const) {
      const { halfWidth, spread } = intervalOf([...logRatios], fixed(logRatios.length))
      expect(halfWidth / spread).to.be.closeTo(expected, 1e-5)
    }
  })

  it('the interval never believes in a spread below 0.01, or below what a less exact measurement can show', () => {
    const [exact, sketched] = [intervalOf([0.5, 0.5, 0.5]), intervalOf([0.5, 0.5, 0.5], usual, sketchSpreadFloor)]
    expect(exact).to.deep.include({ rounds: 3, centre: 0.5, spread: 0.01 })
    expect(sketched).to.deep.include({ centre: 0.5, spread: 0.02 })
    expect(sketched.halfWidth / exact.halfWidth).to.be.closeTo(2, 1e-9)
    expect(intervalOf([0, 0.1, 0.3], usual, sketchSpreadFloor)).to.eql(intervalOf([0, 0.1, 0.3]))
  })

  const shown = (...ratios: number[]) => {
    const { value, interval } = fromLog(intervalOf(ratios.map(Math.log)))
    const [speedup, low, high] = [value, ...interval].map((ratio) => ratio.toFixed(2))
    return `${speedup} [${low}, ${high}] ${decide(interval, 1.3)}`
  }

  it('clipping pulls an outlier in to three scale units from the median', () => {
    // The median distance of the ten pairs is 0.025.
    const { clipped, centre } = intervalOf([0.02, 0, 0.01, 1, 0.03])
    const limit = 0.02 + (3 * 0.025) / 0.954
    expect(clipped.map((value) => value.toFixed(9))).to.eql(
      [0.02, 0, 0.01, limit, 0.03].map((value) => value.toFixed(9))
    )
    expect(centre).to.be.closeTo((0.06 + limit) / 5, 1e-12)
  })

  itFinds({
    'the interval of the three rounds of the worked example is that of p50, p95, p99 and throughput': [
      [shown(1.86, 2.01, 2.05), '1.97 [1.34, 2.91] pass'],
      [shown(1.43, 1.75, 1.65), '1.60 [0.73, 3.51] inconclusive'],
      [shown(1.86, 2.1, 1.94), '1.96 [1.23, 3.13] inconclusive'],
      [shown(1.585, 1.74, 1.66), '1.66 [1.17, 2.36] inconclusive']
    ],
    'clipping pulls from below as well': [[intervalOf([0, -0.5, 0, 0, 0]).clipped, [0, -0.03, 0, 0, 0]]],
    'clipping leaves rounds alone that vary as rounds do': [
      [intervalOf([0.1, 0.25, 0.3, 0.42, 0.18]).clipped, [0.1, 0.25, 0.3, 0.42, 0.18]]
    ],
    'the verdict is where the interval lies': [
      [[0.31, 0.29, 0.11, 0.09].map(verdict), ['pass', 'inconclusive', 'inconclusive', 'fail']]
    ],
    'an interval that ends at the threshold is undecided, unless the threshold itself is enough': [
      [
        [decide([1, 2], 1), decide([1, 2], 1, 'pass')],
        ['inconclusive', 'pass']
      ],
      [
        [
          [0, 1],
          [0, 1.1],
          [1.1, 2]
        ].map(([low, high]) => decideAtMost([low, high], 1)),
        ['pass', 'inconclusive', 'fail']
      ]
    ],
    // After 6 of 10 rounds the border lies where sqrt(10) d + 1.64 sqrt(4 / 6) = 0.908 sqrt(10): d = 0.48 spreads.
    'the hopeless stop comes when the speedup is too near the threshold for the rounds left': [
      [stops(6, 0.047), true],
      [stops(6, -0.047), true]
    ],
    'the hopeless stop does not come while the rounds left may decide': [[stops(6, 0.05), false]],
    'the hopeless stop comes nearer to the last round for what was not hopeless before': [[stops(9, 0.05), true]],
    'the hopeless stop never comes before the sixth round, nor at the last': [
      [stops(5, 0), false],
      [stops(10, 0), false]
    ],
    // Fewest N with distance >= h(N) + 0.84 / sqrt(N), h as narrow as it is at the last of N rounds.
    'rounds that would decide are the fewest with which the speedup is far enough from the threshold, on either side': [
      [[0.07, 0.09, 0.11, -0.09].map((centre) => needed(centre)), [26, 16, 12, 16]]
    ],
    'rounds that would decide may be as many as were allowed when it was stopped before, else more': [
      [needed(0.13, 3), 10],
      [needed(0.13, 10), 11],
      [needed(0.07, 29, { ...usual, max: 30 }), 30],
      [needed(0.07, 30, { ...usual, max: 30 }), null]
    ],
    'rounds that would decide are none when even 30 would not do': [[needed(0.03), null]],
    // After 10 rounds, the interval reaches 0.91 spreads, and 0.84 / sqrt(10) = 0.27 more decide 7 times in 10.
    'longer runs are as many times as long as the square of how much too great the spread is': [
      [[0.127, 0.0635, 0.0127].map((centre) => times(centre).toFixed(1)), ['1.0', '3.4', '85.4']]
    ],
    'longer runs are as many on either side of the threshold': [
      [times(0.25, Math.exp(0.2)).toFixed(9), times(0.15, Math.exp(0.2)).toFixed(9)]
    ],
    'longer runs are never shorter, and infinite when the speedup is the threshold itself': [
      [times(1), 1],
      [times(0), Infinity]
    ]
  })
})

// What the rule promises, kept: whole experiments are simulated and their verdicts counted. The random numbers are
// seeded, so a run of this file can't fail by bad luck, only because the rule or the promise was changed.
const threshold = 1.3

// A share p counted in n trials has the binomial standard error sqrt(p (1 - p) / n); four of them are allowed,
// and half of the last digit that is promised: with 2.3 +- 0.05 %, that makes 0.72 percentage points.
const tolerance = (share: number, halfDigit = 0.0005) => 4 * Math.sqrt((share * (1 - share)) / 8000) + halfDigit

// Rounds lie between 3 and 10, so their standard deviation is at most 3.5: likewise four standard errors.
const roundsTolerance = (4 * 3.5) / Math.sqrt(8000) + 0.05

/**
 * theta: distance of the true speedup from the threshold, in standard deviations between rounds; rounds: mean, without
 * the hopeless stop
 */
const table: { theta: number; pass: number; fail?: number; inconclusive?: number; rounds?: number }[] = [
  { theta: -0.5, pass: 0.0012 },
  { theta: 0, pass: 0.023, fail: 0.025, inconclusive: 0.952, rounds: 9.8 },
  { theta: 1, pass: 0.68, fail: 0.0001, inconclusive: 0.32, rounds: 8.1 },
  { theta: 2, pass: 0.999, fail: 0, inconclusive: 0.001, rounds: 5.5 },
  { theta: 4, pass: 1, fail: 0, inconclusive: 0, rounds: 4 }
]

describe('a machine whose speed changes by 1.7 every few seconds, simulated', () => {
  const trials = 8000
  const most = 0.025 + 4 * Math.sqrt((0.025 * 0.975) / trials)

  it('gives no false verdict more often than was promised to variants that take turns, whose intervals are little more than half as wide as of runs apart', () => {
    const [inTurns, apart] = [true, false].map((isInTurns) => compareOnFlipping({ seed: 5, trials }, isInTurns))
    expect(inTurns.pass).to.be.below(most)
    expect(inTurns.fail).to.be.below(most)
    expect(inTurns.halfWidth / apart.halfWidth).to.be.closeTo(0.57, 0.03)
  })

  it('lets some more pass where launches are correlated by 0.3', () => {
    const { pass, fail } = compareOnFlipping({ seed: 6, trials, correlation: 0.3 }, true)
    for (const wrong of [pass, fail]) expect(wrong).to.be.closeTo(0.03, 0.008)
  })
})

/** How often rounds err that are not what the rule assumes: correlated with the one before, or skewed. */
const drifting: [number, number][] = [
  [0.3, 0.065],
  [0.4, 0.09],
  [0.5, 0.12]
]
const skewed: [number, number][] = [
  [0.9, 0.056],
  [1.3, 0.076],
  [1.8, 0.098]
]
/** How many comparisons fail with so many thresholds, each of which is exactly met. */
const several = [
  { count: 3, alone: 0.07, alike: 0.07 },
  { count: 6, alone: 0.15, alike: 0.12 },
  { count: 12, alone: 0.25, alike: 0.19 }
]
const percentOf = (share: number) => Number((100 * share).toFixed(1))

describe('the sequential rule, simulated', () => {
  for (const promised of table) {
    it(`keeps its promise at ${promised.theta} standard deviations from the threshold`, () => {
      const [early, toTheEnd] = [true, false].map((stopsHopeless) => simulate({ theta: promised.theta, stopsHopeless }))
      for (const seen of [early, toTheEnd]) {
        for (const verdict of ['pass', 'fail', 'inconclusive'] as const) {
          const share = promised[verdict]
          if (share !== undefined) expect(seen[verdict], verdict).to.be.closeTo(share, tolerance(share))
        }
        // The interval stays valid although the experiment may stop early.
        expect(seen.coverage, 'coverage').to.be.above(0.95 - tolerance(0.95))
      }
      if (promised.rounds !== undefined) expect(toTheEnd.rounds).to.be.closeTo(promised.rounds, roundsTolerance)
      if (promised.theta === 0) expect(early.rounds, 'with the hopeless stop').to.be.closeTo(6.5, roundsTolerance)
    })
  }

  for (const confidence of [0.9, 0.99] as const) {
    it(`errs in ${((1 - confidence) * 50).toFixed(1)} % a side at most with confidence ${confidence}`, () => {
      const alpha = (1 - confidence) / 2
      const { pass, fail, coverage } = simulate({ looks: { ...usual, confidence } })
      expect(Math.max(pass, fail)).to.be.below(alpha + tolerance(alpha))
      expect(coverage).to.be.above(confidence - tolerance(confidence))
    })
  }

  for (const [correlation, errs] of drifting) {
    it(`errs in ${percentOf(errs)} % a side where the machine drifts slowly: rounds that are correlated by ${correlation}`, () => {
      const { pass, fail } = simulate({ correlation, trials: 20_000 })
      for (const wrong of [pass, fail])
        expect(wrong).to.be.closeTo(errs, 4 * Math.sqrt((errs * (1 - errs)) / 20_000) + 0.0005)
    })
  }

  for (const [skewness, errs] of skewed) {
    it(`errs in ${percentOf(errs)} % on the side of the short tail where rounds have a skewness of ${skewness}, and in less than 1.5 % on the other`, () => {
      const { pass, fail } = simulate({ skewness, trials: 20_000 })
      expect(fail).to.be.closeTo(errs, 4 * Math.sqrt((errs * (1 - errs)) / 20_000) + 0.0005)
      expect(pass).to.be.below(0.015)
    })
  }

  for (const { count, alone, alike } of several) {
    it(`fails ${percentOf(alone)} of 100 comparisons with ${count} thresholds that are exactly met, and ${percentOf(alike)} where the metrics have half of their variance in common`, () => {
      const trials = 2000
      for (const [together, promised] of [
        [0, alone],
        [0.5, alike]
      ])
        expect(failsOfSeveral({ count, together, trials })).to.be.closeTo(
          promised,
          4 * Math.sqrt((promised * (1 - promised)) / trials) + 0.005
        )
    })
  }

  it('is told in the docs by these figures', () => {
    const page = readFileSync(new URL('docs/sure.md', root), 'utf8')
    const listed = (all: number[]) => `${all.slice(0, -1).join(', ')} or ${all.at(-1)}`
    const told = (rows: [number, number][]) =>
      [rows.map(([, errs]) => percentOf(errs)), rows.map(([of]) => of)].map(listed)
    const [ofSkewed, skewnesses] = told(skewed)
    const [ofDrifting, correlations] = told(drifting)
    expect(page).to.include(`${ofSkewed} % if rounds are skewed by ${skewnesses}`)
    expect(page).to.include(`${ofDrifting} % on a machine that drifts slowly (rounds correlated by ${correlations})`)
    for (const { count, alone, alike } of several)
      expect(page).to.include(
        `${[...new Set([alike, alone])].map(percentOf).join(' to ')} % of ${count}${count === 12 ? ' |' : ','}`
      )
    expect(readFileSync(new URL('README.md', root), 'utf8').replaceAll(/\s+/g, ' ')).to.include(
      `(up to ${ofSkewed.split(' ').at(-1)} % for skewed tail percentiles), in ${percentOf(drifting[0][1])} to ${percentOf(drifting[2][1])} % on a machine that drifts slowly`
    )
  })

  it('decides about 7 times in 10 with as many rounds, or as much longer runs, as it says, where fewer decide hardly more than 2', () => {
    const [theta, trials] = [0.5, 3000]
    const decided = (spread: number, looks = usual) =>
      1 - simulate({ theta: (theta * 0.1) / spread, spread, looks, trials, seed: 7 }).inconclusive
    const tooFew = { rounds: 10, centre: Math.log(threshold) + theta * 0.1, spread: 0.1, ofPairs: null }
    // With more of the error for the last look, more is decided there: 0.2 by one level for all.
    expect(decided(0.1)).to.be.below(0.25)
    expect(decided(0.1 / Math.sqrt(timesLonger(tooFew, threshold, usual)))).to.be.within(0.68, 0.85)
    const max = Number(roundsThatWouldDecide({ ...tooFew, spread: 0.06 }, threshold, usual))
    expect(decided(0.06, { ...usual, max })).to.be.within(0.68, 0.85)
  })
})

/** correlation: of a round with the one before */
type Simulated = {
  theta?: number
  looks?: Looks
  stopsHopeless?: boolean
  spread?: number
  trials?: number
  seed?: number
  correlation?: number
  skewness?: number // 0: normal
}

function simulate({
  theta = 0,
  looks = usual,
  stopsHopeless = true,
  spread = 0.1,
  trials = 8000,
  seed = 20260 + 10 * theta,
  correlation = 0,
  skewness = 0
}: Simulated) {
  const normal = skewness === 0 ? seededNormal(seed) : seededSkewed(seed, skewness)
  const truth = Math.log(threshold) + theta * spread
  const seen = { pass: 0, fail: 0, inconclusive: 0, rounds: 0, coverage: 0 }
  for (let trial = 0; trial < trials; trial++) {
    let mood = normal()
    const { verdict, interval } = experiment(
      () => {
        mood = correlation * mood + Math.sqrt(1 - correlation ** 2) * normal()
        return truth + spread * mood
      },
      looks,
      stopsHopeless
    )
    seen[verdict] += 1 / trials
    seen.rounds += interval.rounds / trials
    if (Math.abs(interval.centre - truth) <= interval.halfWidth) seen.coverage += 1 / trials
  }
  return seen
}

/** @returns skewed random numbers with mean 0 and standard deviation 1: a lognormal distribution that is shifted */
function seededSkewed(seed: number, skewness: number) {
  const normal = seededNormal(seed)
  // Its skewness is (w + 2) sqrt(w - 1), with w = exp(sigma^2).
  let [low, high] = [1, 1 + skewness]
  for (let i = 0; i < 50; i++) {
    const w = (low + high) / 2
    if ((w + 2) * Math.sqrt(w - 1) < skewness) low = w
    else high = w
  }
  return () => (Math.exp(Math.sqrt(Math.log(low)) * normal()) - Math.sqrt(low)) / Math.sqrt(low * (low - 1))
}

/**
 * How many comparisons end in FAIL whose thresholds are all met exactly: any fail ends one, and so does nothing that
 * more rounds could decide.
 *
 * @param together share of the variance that all metrics have in common
 */
function failsOfSeveral({ count, together, trials }: { count: number; together: number; trials: number }) {
  const normal = seededNormal(count)
  let fails = 0
  for (let trial = 0; trial < trials; trial++) {
    const series: number[][] = Array.from({ length: count }, () => [])
    for (let round = 1; round <= usual.max; round++) {
      const common = Math.sqrt(together) * normal()
      for (const logs of series) logs.push(common + Math.sqrt(1 - together) * normal())
      if (round < usual.min) continue
      const seen = series.map((logs) => logInterval(logs, tailAtLook(usual, round)))
      const verdicts = seen.map((found) => decide(fromLog(found).interval, 1))
      if (verdicts.includes('fail')) fails++
      if (
        verdicts.includes('fail') ||
        seen.every((interval, i) => verdicts[i] === 'pass' || isHopeless(interval, 1, usual))
      )
        break
    }
  }
  return fails / trials
}

function experiment(measureRound: () => number, looks: Looks, stopsHopeless: boolean) {
  const logRatios = Array.from({ length: looks.min }, measureRound)
  for (;;) {
    const interval = logInterval(logRatios, tailAtLook(looks, logRatios.length))
    const verdict = decide(fromLog(interval).interval, threshold)
    const isOver = verdict !== 'inconclusive' || logRatios.length === looks.max
    if (isOver || (stopsHopeless && isHopeless(interval, threshold, looks))) return { verdict, interval }
    logRatios.push(measureRound())
  }
}
