import { expect } from 'chai'
import { preliminary } from '../../plugin/comparison/findings.ts'
import { leaders } from '../../plugin/comparison/leaders.ts'
import { itFinds } from '../support/cases.ts'
import { seededNormal } from '../support/random.ts'
import { compared, type Compared } from '../support/compared.ts'
import { aVariantUse, otherAnswers } from '../support/results.ts'
import { aRun, aWorker, fellBehind, keptUp, latencies, type RunPart } from '../support/runs.ts'
import { aVariant, someSettings } from '../support/settings.ts'
import type { Run } from '../../plugin/concepts/run.ts'
import type { Settings } from '../../plugin/concepts/settings.ts'

/** @param rates responses per second of each variant in each round, the baseline first; a run takes 7 s */
function raced(rates: Record<string, number[]>, different: Record<string, RunPart> = {}, rest: Compared = {}) {
  const names = Object.keys(rates)
  const runs = rates[names[0]].flatMap((_, i) =>
    names.map((variant) => {
      const rate = rates[variant][i]
      return aRun({
        variant,
        round: i + 1,
        throughputPerSecond: rate,
        latencyMs: latencies(20_000 / rate),
        ...different[variant]
      })
    })
  )
  return compared(runs, {}, { variants: names.map((name) => aVariant({ name })), baseline: names[0], ...rest })
}
const leadersOf = (...what: Parameters<typeof raced>) => raced(...what).leaders

/** Such as "throughput: four, two as fast, single slower; pm2: the load generator was too busy". */
function led(...what: Parameters<typeof raced>) {
  const found = leadersOf(...what)
  if (found === null) return null
  const order = [found.best, ...found.others.map(({ variant, verdict }) => `${variant} ${verdict}`)].join(', ')
  return [`${found.metric}: ${order}`, ...found.leftOut.map(({ variant, why }) => `${variant}: ${why}`)].join('; ')
}

const steady = (rate: number) => [0.99, 1.01, 1, 0.99, 1.01, 1].map((factor) => rate * factor)
const three = { single: steady(200), two: steady(380), four: steady(400).reverse() }

describe('the fastest of several variants', () => {
  const kept = (ms: number) => ({ ...keptUp, latencyMs: latencies(ms) })
  const late = (ms: number) => ({ ...fellBehind, latencyMs: latencies(ms) })
  const close = { single: steady(200), two: [400, 380, 400, 380, 400, 380], four: [410, 420, 380, 400, 380, 410] }
  const [single, ...swept] = [1, 2, 4].map((workers) =>
    aVariant({ name: ['single', 'two', 'four'][workers >> 1], workers, countOf: 'clustered' })
  )
  const busy = { generator: { utilization: 0.95 } }
  const workers = ['100', '200'].map((pid) => aWorker(pid, {}, { cpu: 0.55 }))
  const lacking = { workers, machine: { app: 1.1, generator: 0.6, others: 0 } }
  const apart = swept.map((variant) => ({ ...variant, workers: 2, countOf: null }))
  const failing = (failures: number) => led(three, { two: { failures } })
  const answers = [otherAnswers({ variant: 'two' })]
  const [, second, third] = Object.keys(three).map((name) =>
    leadersOf(close)?.others.find(({ variant }) => variant === name)
  )

  itFinds({
    'is told of all variants, the baseline too, the others in their order': [
      [led(three), 'throughput: four, two slower, single slower'],
      [led({ ...three, single: steady(500) }), 'throughput: single, four slower, two slower']
    ],
    'is not told from those that are as fast as far as the rounds tell': [
      [led(close), 'throughput: four, two as fast, single slower']
    ],
    'is as fast as another where nothing differs': [
      [
        led({ single: steady(200), two: steady(200), four: steady(200) }),
        'throughput: single, two as fast, four as fast'
      ]
    ],
    'is not told of two variants, nor of one sweep, which says how many workers to take': [
      [led({ single: three.single, two: three.two }), null],
      [led(three, {}, { variants: [single, ...swept] }), null],
      [
        led(three, {}, { variants: [{ ...single, countOf: null }, ...swept] }),
        'throughput: four, two slower, single slower'
      ]
    ],
    'is told at p95 where users come whatever the app does, and all keep up with them': [
      [led(three, { single: kept(50), two: kept(20), four: kept(30) }), 'p95: two, four slower, single slower']
    ],
    'is told at p95 of those that keep up where the others can’t, and in throughput where it alone does': [
      [
        led(three, { single: late(50), two: kept(20), four: kept(30) }),
        'p95: two, four slower; single: it could not keep up with the arrival rate'
      ],
      [led(three, { single: late(50), two: late(20), four: kept(30) }), 'throughput: four, two slower, single slower']
    ],
    'leaves out and names those that do not answer alike, fail more, or keep the load generator too busy': [
      [led(three, {}, { answers }), 'throughput: four, single slower; two: it answers differently from single'],
      [failing(13), /; two: too many requests failed/],
      [failing(11), /; two: too many requests failed/],
      [failing(1), 'throughput: four, two slower, single slower'],
      [led(three, { four: busy }), 'throughput: two, single slower; four: the load generator was too busy']
    ],
    'leaves out those that lacked cores which others took, beside a faster one that did not': [
      [
        led({ ...three, single: steady(500) }, { two: lacking }, { variants: [single, ...apart] }),
        'throughput: single, four slower; two: the load generator or other programs took cores that it needed'
      ],
      [
        led(three, { two: lacking, four: lacking }, { variants: [single, ...apart] }),
        'throughput: four, two slower, single slower'
      ]
    ],
    'is not told where less than two can be compared': [
      [led(three, { four: busy }, { answers }), null],
      [led(three, { single: busy, two: busy, four: busy }), null]
    ],
    'is not told of a comparison that was ended before its time': [
      [preliminary({ ...raced(three), decided: false }).leaders, null]
    ],
    'is neither made nor unmade by one disturbed round': [
      [led({ ...three, two: [...three.two.slice(1), 900] }), 'throughput: four, two as fast, single slower'],
      [led({ ...three, four: [...three.four.slice(1), 4] }), 'throughput: four, two as fast, single slower']
    ],
    'has others with the ratio of each round, its mean, and how many rounds and seconds would tell more': [
      [second?.ratios.map((ratio) => ratio.toFixed(2)), ['0.98', '0.90', '1.05', '0.95', '1.05', '0.93']],
      [second?.ratio.toFixed(2), '0.98'],
      [third, undefined],
      [
        [second?.roundsThatWouldDecide, second?.seconds],
        [null, null]
      ]
    ]
  })

  it('would be told from a near one by so many more rounds, which take as long as all variants’ runs', () => {
    const [near] = leadersOf({ ...three, two: [396, 380, 392, 400, 380, 388] })?.others ?? []
    expect(near.verdict).to.equal('as fast')
    expect(near.roundsThatWouldDecide).to.be.within(10, 30)
    expect(near.seconds).to.equal(Number(near.roundsThatWouldDecide) * 3 * 7)
  })

  it('has wider intervals the more variants take part, so that all of them hold together', () => {
    const widthAmong = (more: string[]) => {
      const rates = { ...close, ...Object.fromEntries(more.map((name) => [name, steady(100)])) }
      const [low, high] = leadersOf(rates)?.others.find(({ variant }) => variant === 'two')?.interval ?? [1, 1]
      return Math.log(high / low)
    }
    expect(widthAmong(['five', 'six', 'seven']) / widthAmong([])).to.be.within(1.3, 2)
  })
})

type Simulated = {
  count: number
  trials: number
  gap?: number
  correlation?: number
  mood?: number
  rounds?: Settings['rounds']
}

describe('the fastest, simulated', () => {
  /**
   * Whoever wants to see a leader looks after every round, and stops as soon as there is one.
   *
   * @param race gap: by how much the first is faster than the others, in standard deviations between rounds;
   * correlation: of each variant's rounds; mood: of the machine, as many standard deviations, the same for all runs of
   * a round and lasting over several rounds
   * @returns how often one that is truly the fastest is called slower, from 0 to 1
   */
  function wronglyLed({
    count,
    trials,
    gap = 0,
    correlation = 0,
    mood = 0,
    rounds = { min: 3, max: 10 }
  }: Simulated): number {
    const [normal, spread, usual] = [seededNormal(100 * count + 7), 0.07, aRun()]
    const names = Array.from({ length: count }, (_, i) => `v${i}`)
    const settings = someSettings({ variants: names.map((name) => aVariant({ name })), baseline: 'v0', rounds })
    const seen = {
      answers: [],
      client: null,
      unfair: [],
      candidates: [],
      erring: [],
      failing: [],
      found: null,
      selfMade: new Map(),
      load: { model: 'closed' as const, saturated: [] },
      uses: names.map((name) => aVariantUse({ name }))
    }
    const next = (before: number | undefined, by: number) =>
      before === undefined ? normal() : by * before + Math.sqrt(1 - by * by) * normal()
    const isWrong = () => {
      const runs: Run[] = []
      const [own, moods]: [number[], number[]] = [[], []]
      for (let round = 1; round <= rounds.max; round++) {
        moods.push(next(moods.at(-1), 0.9))
        for (const [i, variant] of names.entries()) {
          own[i] = next(own[i], correlation)
          const deviations = (i === 0 ? gap : 0) + own[i] + mood * Number(moods.at(-1))
          runs.push({ ...usual, variant, round, throughputPerSecond: 200 * Math.exp(spread * deviations) })
        }
        const others = round < rounds.min ? [] : (leaders({ ...seen, runs }, settings)?.others ?? [])
        if (others.some(({ variant, verdict }) => verdict === 'slower' && (gap === 0 || variant === 'v0'))) return true
      }
      return false
    }
    return Array.from({ length: trials }, isWrong).filter(Boolean).length / trials
  }
  // A share p counted in n trials has the standard error sqrt(p (1 - p) / n); two of them are allowed.
  const expectAtMost = (share: number, races: Simulated[]) =>
    races.forEach((race) => {
      expect(wronglyLed(race), JSON.stringify(race)).to.be.at.most(
        share + 2 * Math.sqrt((share * (1 - share)) / race.trials)
      )
    })
  const fixed = { min: 10, max: 10 }

  // In 4,000 races: 4.2 % of 3 and 4.0 % of 6 variants after any look, 4.1 and 3.7 % after a fixed number of rounds.
  it('is wrong in at most 5 of 100 races of equal variants, whoever looks after every round', () => {
    expectAtMost(0.05, [
      { count: 3, trials: 600 },
      { count: 6, trials: 300 },
      { count: 3, trials: 2000, rounds: fixed },
      { count: 6, trials: 1000, rounds: fixed }
    ])
  })

  it('is wrong as seldom when the machine’s mood lasts over several rounds, since each round is a pair', () => {
    expectAtMost(0.05, [{ count: 3, trials: 400, mood: 3 }])
  })

  // In 4,000 races: 0.05 % of 6 variants; with correlated rounds 1.1 % of 3, 0.6 % of 6.
  it('is hardly ever wrong where one is the fastest, also when the rounds of each variant are correlated', () => {
    expectAtMost(0.015, [
      { count: 6, trials: 150, gap: 0.7 },
      { count: 3, trials: 400, gap: 0.7, correlation: 0.4 },
      { count: 6, trials: 200, gap: 0.7, correlation: 0.4 }
    ])
  })

  // The rule itself errs in 9 % a side then. In 4,000 races: 19 % of 3 variants, 23 % of 6.
  it('is wrong in up to a third of the races of equal variants whose rounds are correlated, which no interval over rounds can know', () => {
    const found = [
      { count: 3, trials: 300 },
      { count: 6, trials: 150 }
    ].map((race) => wronglyLed({ ...race, correlation: 0.4 }))
    for (const share of found) expect(share).to.be.within(0.1, 0.35)
  })
})
