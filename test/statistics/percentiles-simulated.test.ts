import { readFileSync, writeFileSync } from 'node:fs'
import { expect } from 'chai'
import { warningExplanations } from '../../plugin/report/explanations/warnings.ts'
import { metricFacts, type Percentile } from '../../plugin/concepts/metrics.ts'
import { promiseOf, trueRatio, type SimulatedApp } from '../support/simulated-percentiles.ts'

// PERCENTILE_TABLE=<file> simulates more comparisons, of more numbers of responses, and writes what it finds.
const tableFile = process.env.PERCENTILE_TABLE
const trials = tableFile === undefined ? 60 : 600

const of = (service: SimulatedApp['service'], users: number, ...workers: SimulatedApp['workers']): SimulatedApp => ({
  service,
  users,
  workers
})
/** Those whose percentiles are the hardest: a queue, a queue in front of many workers, a long tail, no difference. */
const apps = [
  of('exponential', 8, 1, 2),
  of('exponential', 32, 1, 2),
  of('exponential', 4, 1, 4),
  of('lognormal', 8, 1, 2),
  of('lognormal', 32, 1, 2),
  of('lognormal', 4, 1, 4),
  of('lognormal', 2, 1, 2),
  of('exponential', 16, 2, 2),
  of('constant', 8, 1, 2)
]
const nameOf = ({ service, users, workers: [one, other] }: SimulatedApp) =>
  `${service}, ${users} users, ${one} against ${other}`

const most = { bias: 0.05, missed: 0.07 }
const fewestOf = (percentile: Percentile) => metricFacts[percentile].fewestLatencies

describe('the speedup of a percentile of few responses, simulated', function () {
  this.timeout(3_600_000)
  const rows: string[] = []

  for (const percentile of ['p95', 'p99'] as const) {
    const fewest = fewestOf(percentile)
    for (const app of apps)
      it(`is off by less than 5 % at ${percentile} from ${fewest} responses on, and its interval misses in 7 % at most: ${nameOf(app)}`, () => {
        const truth = trueRatio(app, percentile)
        for (const rounds of tableFile === undefined ? [3, 10] : [3, 5, 10]) {
          const at = (responses: number) => promiseOf(app, { percentile, responses, rounds, trials }, truth)
          const { bias, error, coverage } = at(fewest)
          expect(Math.abs(bias), `${rounds} rounds`).to.be.below(most.bias + 3 * error)
          const luck = Math.sqrt((most.missed * (1 - most.missed)) / trials)
          expect(coverage, `${rounds} rounds`).to.be.above(1 - most.missed - 2.5 * luck)
          if (tableFile === undefined) continue
          for (const responses of [0.5, 1, 2].map((times) => Math.round(times * fewest)))
            rows.push([nameOf(app), percentile, responses, rounds, ...textsOf(at(responses))].join(' | '))
        }
      })
  }

  it('is off by more at p99 of 100 responses', () => {
    const biases = apps.map((app) => promiseOf(app, { percentile: 'p99', responses: 100, rounds: 3, trials }).bias)
    expect(Math.min(...biases)).to.be.below(-0.06)
  })

  it('is told in the docs by what is simulated here', () => {
    const page = readFileSync(new URL('../../docs/sure.md', import.meta.url), 'utf8')
    const [p95, p99] = (['p95', 'p99'] as const).map(fewestOf)
    expect(page).to.include(
      `(p95 from ${p95}, p99 from ${p99}) is off, on average | by less than ${100 * most.bias} %; its interval contains the truth in at least ${100 * (1 - most.missed)} %`
    )
    expect(warningExplanations['too-few-requests'][0]).to.include(`p95 needs ${p95}, p99 ${p99} and p99.9 10,000`)
  })

  after(() => {
    if (tableFile !== undefined)
      writeFileSync(
        tableFile,
        ['app | percentile | responses | rounds | bias | coverage | high / low', '---|---|---|---|---|---|---', ...rows]
          .join('\n')
          .concat('\n')
      )
  })
})

const textsOf = ({ bias, coverage, width }: ReturnType<typeof promiseOf>) => [
  `${(100 * bias).toFixed(1)} %`,
  `${(100 * coverage).toFixed(1)} %`,
  width.toFixed(2)
]

describe('a fast and a slow kind of responses, simulated', function () {
  this.timeout(600_000)
  const times = 50
  const seen = (app: SimulatedApp, percentile: Percentile, rounds = 6) =>
    promiseOf(app, { percentile, responses: fewestOf(percentile) * 1.5, rounds, trials: times })
  const mixed = (share: number, factor: number, users = 1, workers: SimulatedApp['workers'] = [1, 1]) => ({
    ...of('even', users, ...workers),
    slow: { share, factor }
  })

  it('is found where as many responses are slow as lie beyond the percentile', () => {
    for (const [percentile, beyond, least] of [
      ['p95', 0.05, 0.85],
      ['p99', 0.01, 0.6] // of which fewer responses tell
    ] as const)
      for (const app of [mixed(beyond, 10), mixed(beyond, 30), mixed(1.2 * beyond, 10), mixed(beyond, 30, 4, [2, 4])])
        expect(seen(app, percentile).mixed, `${percentile}, ${JSON.stringify(app)}`).to.be.above(least)
  })

  it('is hardly ever found where there is one kind, however long its tail is, as early as after three rounds', () => {
    for (const percentile of ['p95', 'p99'] as const)
      for (const app of apps.filter(({ users }) => users <= 8))
        expect(seen(app, percentile, 3).mixed, `${percentile}, ${nameOf(app)}`).to.be.below(0.07)
  })

  it('is not found where the slow ones lie far from the percentile', () => {
    for (const share of [0.01, 0.2]) expect(seen(mixed(share, 10), 'p95').mixed, `${share}`).to.be.below(0.05)
  })

  it('would have biased the speedup by a fifth and more', () => {
    for (const [share, sign] of [
      [0.04, -1],
      [0.06, 1]
    ])
      expect(sign * seen(mixed(share, 10, 2, [1, 2]), 'p95').bias, `${share}`).to.be.above(0.2)
  })
})
