import { expect } from 'chai'
import { judgeScenario } from '../../../plugin/comparison/compare-scenario.ts'
import { wholeCores } from '../../../plugin/machine/cores.ts'
import { readCounts } from '../../../plugin/settings/read-variants.ts'
import { decisionOf } from '../../../plugin/comparison/decision.ts'
import { decisionSentence } from '../../../plugin/report/words/decision.ts'
import { aRun, aWorker, fellBehind, keptUp, latencies, type RunPart } from '../../support/runs.ts'
import { aPlan, aVariant, someSettings } from '../../support/settings.ts'
import { otherAnswers } from '../../support/results.ts'
import { sweepOf, sweepRuns, sweepVariants } from './sweep-runs.ts'
import { itFinds } from '../../support/cases.ts'
import { compared } from '../../support/compared.ts'
import type { Run } from '../../../plugin/concepts/run.ts'
import type { Variant } from '../../../plugin/concepts/settings.ts'

/** @param baseline the last one when it is left out */
const sweepsOf = (variants: Variant[], runs: Run[], baseline = variants[variants.length - 1].name) =>
  compared(runs, {}, { variants, baseline }).sweeps
const ofSingle = [1, 2, 3].map((round) => aRun({ round }))

/** With lambda 228, sigma 0.06 and kappa 0.004. */
const lawful = { 1: 228, 2: 427, 4: 742.7, 8: 1109.5 }
const needsThree = 'fitting the law takes three numbers of workers'

const fittedTo = (...what: Parameters<typeof sweepOf>) =>
  sweepOf(...what)
    .points.filter(({ isFitted }) => isFitted)
    .map(({ workers }) => workers)
const whyNone = (...what: Parameters<typeof sweepOf>) => {
  const { law, whyNoLaw } = sweepOf(...what)
  return law === null && fittedTo(...what).length === 0 ? whyNoLaw : 'There is a law.'
}
const using = (cores: number, app: number) => ({ machine: { cores, app, generator: 0, others: 0 } })
const busy = { generator: { utilization: 0.9 } }
const unknown = { machine: null }

/** Such as "2: 2 workers: 1.66x ..."; null where there is no knee. */
function recommended(...what: Parameters<typeof sweepOf>) {
  const { knee, recommendation } = sweepOf(...what)
  return `${knee}: ${recommendation}`
}

describe('a sweep of numbers of workers', () => {
  it('doubles them up to twice the cores that may be used', () => {
    const found = readCounts('variants.a', 'cluster', { workers: 'sweep' }).workers
    expect(found).to.eql([1, 2, 4, 8, 16, 32, 64, 128, 256].filter((count) => count <= 2 * wholeCores()))
  })
})

describe('several numbers of workers', () => {
  const free = { 1: 228, 2: 378, 4: 380 }
  const p95 = (ms: number) => ({ ...keptUp, latencyMs: latencies(ms) })
  const withFour = (run: RunPart) => ({ runs: { 4: run } })

  it('a sweep has a point for each number of workers, fewest first, whatever the order of the variants', () => {
    const throughputs = { 1: 228, 2: 378, 4: 380 }
    const [{ points }] = sweepsOf(sweepVariants(throughputs).reverse(), sweepRuns(throughputs), 'clustered 4')
    expect(points.map(({ variant, workers }) => ({ variant, workers }))).to.eql(
      [1, 2, 4].map((workers) => ({ variant: `clustered ${workers}`, workers }))
    )
    expect(points).to.eql(sweepOf(throughputs).points)
  })

  it('a sweep tells throughput, p95 and speedup with their intervals, and the memory', () => {
    const {
      name,
      cores,
      points: [one, two]
    } = sweepOf({ 1: 200, 2: 400, 4: 400 }, { rounds: [0.9, 1, 1 / 0.9] })
    expect({ name, cores }).to.eql({ name: 'clustered', cores: 2 })
    expect([two.throughputPerSecond.value, two.p95Ms.value, two.speedup.value].map((value) => value.toFixed(3))).to.eql(
      ['400.000', '50.000', '2.000']
    )
    // After three of ten rounds, 7.55 standard deviations: of 10.5 % between the rounds, and of the least, 1 %, between
    // their ratios.
    expect(two.throughputPerSecond.interval.map((limit) => (limit / 400).toFixed(2))).to.eql(['0.45', '2.22'])
    expect(two.p95Ms.interval.map((limit) => (limit / 50).toFixed(2))).to.eql(['0.45', '2.22'])
    expect(two.speedup.interval.map((limit) => limit.toFixed(2))).to.eql(['1.85', '2.16'])
    expect(one.speedup).to.eql({ value: 1, interval: [1, 1] })
    expect([one, two].map(({ appMegabytes, workerMegabytes }) => [appMegabytes, workerMegabytes])).to.eql([
      [100, 48],
      [148, 48]
    ])
    const silent = { machine: null, workers: [aWorker('100', { usage: null })] }
    expect(sweepOf({ 1: 200, 2: 400 }, { runs: { 1: silent } }).points[0]).to.include({
      appMegabytes: null,
      workerMegabytes: null
    })
  })

  it('a sweep is of one number, where only one was asked for, and none of variants that were written one by one', () => {
    const [{ knee, recommendation, whyNoLaw }] = sweepsOf(
      [aVariant(), ...sweepVariants({ 2: 400 })],
      [...ofSingle, ...sweepRuns({ 2: 400 })],
      'single'
    )
    expect({ knee, recommendation }).to.eql({ knee: 2, recommendation: '2 workers: no other number was tried.' })
    expect(whyNoLaw).to.match(/^Only 2 workers were tried, and fitting the law takes three/)
    const apart = sweepVariants({ 1: 200, 2: 400 }).map((variant) => ({ ...variant, countOf: null }))
    expect(sweepsOf(apart, sweepRuns({ 1: 200, 2: 400 }))).to.eql([])
  })

  it('a sweep stands beside others, and beside variants of no sweep', () => {
    const [throughputs, shared] = [
      { 1: 200, 2: 390 },
      { 2: 300, 4: 340 }
    ]
    const asShared = (name: string) => name.replace('clustered', 'shared')
    const others = sweepVariants(shared).map((one) => ({
      ...one,
      name: asShared(one.name),
      mode: 'reusePort' as const,
      countOf: 'shared'
    }))
    const runs = [
      ...ofSingle,
      ...sweepRuns(throughputs),
      ...sweepRuns(shared).map((run) => ({ ...run, variant: asShared(run.variant) }))
    ]
    const sweeps = sweepsOf([aVariant(), ...sweepVariants(throughputs), ...others], runs, 'single')
    expect(sweeps.map(({ name, knee, points }) => [name, knee, ...points.map(({ variant }) => variant)])).to.eql([
      ['clustered', 2, 'clustered 1', 'clustered 2'],
      ['shared', 4, 'shared 2', 'shared 4']
    ])
  })

  it('a sweep tells gains and memory over the baseline, where that is none of its own', () => {
    const throughputs = { 1: 200, 2: 390, 4: 391 }
    const single = [1, 2, 3].map((round) =>
      aRun({ round, throughputPerSecond: 220, machine: { cores: 2, app: 1, appMegabytes: 60 } })
    )
    const variants = [aVariant(), ...sweepVariants(throughputs)]
    const result = compared([...single, ...sweepRuns(throughputs)], {}, { variants, baseline: 'single' })
    const [{ recommendation, points }] = result.sweeps
    expect(recommendation).to.equal(
      '2 workers: 1.77x over single for 88 MB more; 4 workers gain nothing measurable on 2 cores.'
    )
    expect(points.map(({ speedup }) => speedup.value.toFixed(2))).to.eql(['0.91', '1.77', '1.78'])
    expect(decisionSentence({ ...result, decision: decisionOf(result, someSettings({ variants })) })).to.match(
      /^Use clustered 2 \(2 workers\): .* for 88 MB more, /
    )
  })

  it('the law of a sweep is fitted where each worker had a core', () => {
    const { law, whyNoLaw } = sweepOf(lawful, { cores: 8 })
    expect(whyNoLaw).to.equal(null)
    expect(law?.lambda.value).to.be.closeTo(228, 0.1)
    expect(law?.curve.map(({ workers }) => workers)).to.include.members([1, 4, 16])
    expect(law?.curve[0].throughputPerSecond).to.equal(law?.lambda.value)
  })

  it('the law of a sweep is not bent by a single disturbed round', () => {
    const [disturbed, usual] = [{ rates: { 4: [741, 741, 741, 741, 100] } }, {}].map(
      (rates) => sweepOf(lawful, { rounds: [0.99, 1, 1.01, 1, 1], cores: 8, ...rates }).law
    )
    expect(disturbed?.sigma.value).to.be.closeTo(Number(usual?.sigma.value), 0.02)
  })

  itFinds({
    'the law of a sweep leaves out workers that had to share cores, as far as any run tells of them': [
      [
        [8, 7.5, 4].map((cores) => fittedTo(lawful, { cores })),
        [
          [1, 2, 4, 8],
          [1, 2, 4],
          [1, 2, 4]
        ]
      ],
      [fittedTo({ 1: 100, 2: 190, 4: 350, 8: 500 }, { cores: 4, runs: { 2: unknown } }), [1, 2, 4]]
    ],
    'the law of a sweep takes more workers than cores where cores were to spare all the same': [
      [
        [1.69, 1.71].map((app) => fittedTo({ 1: 100, 2: 150, 4: 180 }, { runs: { 4: using(2, app) } })),
        [[1, 2, 4], []]
      ],
      [
        [0.69, 0.71].map((app) =>
          fittedTo({ 1: 100, 2: 110, 4: 120 }, { cores: 1, runs: { 2: using(1, 0.5), 4: using(1, app) } })
        ),
        [[1, 2, 4], []]
      ],
      [
        [6.7, 6.9].map((app) =>
          fittedTo({ 1: 100, 2: 190, 4: 350, 16: 500 }, { cores: 8, runs: { 16: using(8, app) } })
        ),
        [
          [1, 2, 4, 16],
          [1, 2, 4]
        ]
      ]
    ],
    'the law of a sweep leaves out numbers with which the load generator was too busy, where enough are left': [
      [fittedTo(lawful, { cores: 8, runs: { 8: busy } }), [1, 2, 4]]
    ],
    'a sweep without a law had too few cores': [
      [whyNone({ 1: 228, 2: 378, 4: 380 }), `On 2 cores only 1 and 2 workers had a core each, and ${needsThree}.`],
      [
        whyNone({ 1: 228, 2: 228, 4: 228 }, { cores: 1 }),
        `On 1 core only 1 worker had a core each, and ${needsThree}.`
      ],
      [
        whyNone({ 1: 228, 2: 228, 4: 228 }, { cores: 0.5 }),
        `On 0.5 cores no number of workers had a core each, and ${needsThree}.`
      ],
      [
        whyNone({ 2: 378, 4: 380, 8: 381 }, { runs: { 4: { machine: { app: 1 } } } }),
        `On 2 cores only 2 and 4 workers had the cores they need, and ${needsThree}.`
      ]
    ],
    'a sweep without a law has too few numbers of workers': [
      [whyNone({ 1: 228, 2: 378 }), `Only 1 and 2 workers were tried, and ${needsThree}.`]
    ],
    'a sweep without a law ran where nobody knows the cores': [
      [
        whyNone({ 1: 228, 2: 378, 4: 700 }, { runs: { 1: unknown, 2: unknown, 4: unknown } }),
        `The number of usable cores is unknown here, so it is unknown which workers had a core each, and ${needsThree} that did.`
      ]
    ],
    'a sweep without a law measured the load generator instead, or the users': [
      [
        whyNone(lawful, { cores: 8, runs: { 4: busy, 8: busy } }),
        `The load generator was 90 % busy with 4 and 8 workers, so it limits their throughput, and ${needsThree}.`
      ],
      [
        whyNone({ 1: 100, 2: 100, 4: 100 }, { cores: 4, runs: { 1: p95(20), 2: p95(20), 4: p95(20) } }),
        `Users arrive at the same rate whatever the app does, and 1, 2 and 4 workers kept up with them: ${needsThree} that can't.`
      ]
    ],
    'the recommended number of workers is the fewest that no larger number measurably surpasses': [
      [recommended(free), '2: 2 workers: 1.66x for 48 MB more; 4 workers gain nothing measurable on 2 cores.'],
      [
        recommended({ 1: 200, 2: 380, 4: 700, 8: 705, 16: 600 }, { cores: 8 }),
        '4: 4 workers: 3.50x for 144 MB more; 8 workers gain nothing measurable, 16 workers are slower.'
      ],
      [
        recommended({ 1: 100, 2: 190, 4: 350, 8: 510 }, { cores: 8 }),
        '8: 8 workers: 5.10x for 336 MB more; more were not tried.'
      ],
      [recommended({ 1: 228, 2: 229, 4: 220 }), '1: 1 worker is as good as any: 2 and 4 gain nothing measurable.'],
      [
        recommended({ 2: 380, 4: 381, 8: 370 }),
        '2: 2 workers are as good as any: 4 and 8 gain nothing measurable on 2 cores.'
      ]
    ],
    'the recommended number of workers is not told as if it were known, where the rounds differ so much that more workers may be much better':
      [
        [
          recommended({ 1: 200, 2: 240, 4: 199 }, { rates: { 2: [150, 240, 380] } }),
          /^1: No number of workers is measurably better than 1, but 2 may gain up to \d+\.\d\dx: use more rounds, longer runs or a quieter machine to find out\.$/
        ]
      ],
    'the recommended number of workers tells those that gain nothing from those that are slower': [
      [recommended({ 1: 228, 2: 150, 4: 120 }), '1: 1 worker is the best: 2 and 4 are slower.'],
      [
        recommended({ 1: 228, 2: 229, 4: 120 }),
        '1: 1 worker is as good as any: 2 gain nothing measurable, 4 are slower.'
      ],
      [recommended({ 2: 380, 4: 190 }), '2: 2 workers are the best: 4 are slower on 2 cores.'],
      [
        recommended({ 1: 228, 2: 378, 4: 200, 8: 100 }),
        '2: 2 workers: 1.66x for 48 MB more; 4 and 8 workers are slower on 2 cores.'
      ]
    ],
    'the recommended number of workers compares with the fewest that were tried, round by round': [
      [
        recommended({ 2: 200, 4: 380, 8: 381 }, { cores: 4 }),
        '4: 4 workers: 1.90x over 2 for 96 MB more; 8 workers gain nothing measurable on 4 cores.'
      ],
      [recommended({ 1: 200, 2: 220, 4: 221 }, { rounds: [0.5, 1, 2] }), /^2: /]
    ],
    'the recommended number of workers admits that its gain alone may be nothing: 2 workers are better than 1 in two rounds of three, 4 in all':
      [
        [
          recommended({ 1: 200, 2: 206, 4: 216 }, { rates: { 2: [194, 212, 212] } }),
          /^2: 2 workers: 1\.03x \(0\.\d\dx to 1\.\d\dx, so possibly nothing\) for 48 MB more; 4 may gain up to 1\.\d\dx\.$/
        ]
      ],
    'the recommended number of workers says nothing of memory where the system does not tell, or none was taken in addition':
      [
        [
          recommended(free, { runs: { 1: unknown, 2: unknown, 4: unknown } }),
          '2: 2 workers: 1.66x; 4 workers gain nothing measurable.'
        ],
        [
          recommended({ 1: 228, 2: 378 }, { runs: { 2: { machine: { appMegabytes: 100 } } } }),
          '2: 2 workers: 1.66x; more were not tried.'
        ]
      ],
    'the recommended number of workers is told by p95 where the fewest kept up with users who come whatever the app does':
      [
        [
          recommended({ 1: 100, 2: 100, 4: 100 }, { runs: { 1: p95(20), 2: p95(20), 4: p95(21) } }),
          'null: This load is too small to show the best number: 1 worker kept up with the arrival rate, and more gain nothing measurable at p95.'
        ],
        [
          recommended({ 1: 100, 2: 100, 4: 100 }, { runs: { 1: p95(90), 2: p95(30), 4: p95(30) } }),
          'null: 2 workers: 3.00x at p95 for 48 MB more; 4 workers gain nothing measurable on 2 cores; throughput says nothing here, because 1 worker kept up with the arrival rate.'
        ],
        [
          recommended({ 1: 100, 2: 100, 4: 100 }, { runs: { 1: p95(20), 2: p95(40), 4: p95(60) } }),
          'null: This load is too small to show the best number: 1 worker kept up with the arrival rate, and more are slower at p95.'
        ],
        [
          recommended({ 1: 100, 2: 100, 4: 100 }, { runs: { 1: p95(20), 2: p95(20), 4: p95(60) } }),
          'null: This load is too small to show the best number: 1 worker kept up with the arrival rate, and 2 workers gain nothing measurable, 4 workers are slower at p95.'
        ]
      ],
    'the recommended number of workers is the fewest that keep up with the users who come; where none does, as in a closed load':
      [
        [
          recommended({ 1: 100, 2: 166, 4: 166 }, { runs: { 1: fellBehind, 2: keptUp, 4: keptUp } }),
          'null: 2 workers are the fewest that keep up with the arrival rate (1.66x for 48 MB more); more load would show what more workers gain.'
        ],
        [
          recommended({ 2: 100, 4: 166, 8: 300 }, { runs: { 2: fellBehind, 4: fellBehind, 8: keptUp } }),
          'null: 8 workers are the fewest that keep up with the arrival rate (3.00x over 2 for 288 MB more); more load would show what more workers gain.'
        ],
        [recommended({ 1: 100, 2: 166, 4: 166 }, { runs: { 1: fellBehind, 2: fellBehind, 4: fellBehind } }), /^2: /]
      ],
    'a recommendation that nobody can give is none where the load generator was too busy to tell': [
      [
        recommended({ 1: 100, 2: 190, 4: 200 }, withFour({ generator: { utilization: 0.95 } })),
        'null: The load generator was 95 % busy with 4 workers, so it limits their throughput: to find the best number, reduce the load ' +
          '(fewer users, or think time between requests), request heavier work, or use a machine with more cores.'
      ]
    ],
    'a recommendation that nobody can give is none where some answer otherwise, or fail': [
      [
        recommended(
          { 1: 100, 2: 190, 4: 200 },
          { answers: ['clustered 2', 'clustered 4'].map((variant) => otherAnswers({ variant })) }
        ),
        'null: With 2 and 4 workers the app answers differently from clustered 1: to find the best number, fix that first.'
      ],
      [
        recommended(
          { 1: 100, 2: 190, 4: 200 },
          { ...withFour({ failures: 144 }), limits: { 'clustered 4': { errorRate: 0.05 } } }
        ),
        'null: 12 % of the requests failed with 4 workers: to find the best number, fix the app or lower the load.'
      ]
    ]
  })

  it('is not fitted for what is asked after every run: whether a scenario is decided', () => {
    const throughputs = { 1: 100, 2: 190, 4: 200 }
    const variants = sweepVariants(throughputs)
    const plan = aPlan(
      {},
      variants.slice(1).map(({ name }) => name),
      {}
    )
    const judged = judgeScenario(
      { runs: sweepRuns(throughputs), answers: [] },
      plan,
      someSettings({ variants, baseline: variants[0].name })
    )
    expect(judged).to.have.property('decided').and.not.to.have.property('sweeps')
  })
})
