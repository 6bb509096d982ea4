import { expect } from 'chai'
import { formatComparison, formatScenario } from '../../plugin/report/console/result.ts'
import { speedupTable } from '../../plugin/report/tables/speedup-tables.ts'
import { linesOf } from '../../plugin/report/console/tables.ts'
import { columnsIn, plainLayout, widthOf, wrap } from '../../plugin/report/console/layout.ts'
import { itFinds } from '../support/cases.ts'
import { expectGolden } from '../support/golden.ts'
import {
  aCandidate,
  aCandidateWith,
  aComparison,
  anEstimate,
  aScenarioResult,
  aVariantLimit,
  aVariantUse,
  aWarning,
  someLeaders,
  someLimits
} from '../support/results.ts'
import { aCrossover, aSmallSweep, aSweep, aSweepPoint } from '../support/scaling.ts'
import type { CandidateResult, Estimate, ScenarioResult } from '../../plugin/concepts/comparison.ts'

const passing = { required: 1.3, verdict: 'pass' as const }
const undecided = { required: 1.3, verdict: 'inconclusive' as const }
const worked = aCandidateWith(
  [
    { metric: 'p95', ...passing },
    { metric: 'p99', ...passing }
  ],
  { verdict: 'pass' }
)
const earlier = { speedup: 1.79, interval: [1.64, 1.96] as [number, number] }
const fell = aCandidateWith([{ metric: 'p95', earlier, regression: true }], { againstEarlier: 'fail', verdict: 'fail' })
const unfair = aCandidate({
  name: 'pm2',
  limits: someLimits(
    { value: 2 / 3, required: 0.9, verdict: 'fail' },
    { value: 0.012, required: 0.001, verdict: 'fail' }
  ),
  verdict: 'fail'
})
const four = aCandidateWith([{ metric: 'p95', speedup: 1.5, interval: [1.4, 1.61], ...passing }], {
  name: 'four',
  workers: 4,
  shares: Array(4).fill(0.25),
  verdict: 'pass'
})
const few = aCandidateWith([
  { metric: 'p95', responsesPerRun: 102 },
  { metric: 'p99', responsesPerRun: 102 }
])
const unknown = aCandidate({
  name: 'threads',
  workers: 1,
  shares: [],
  limits: someLimits({ value: null }),
  diagnosis: { code: 'idle', message: 'It idles.', spentOn: null }
})
const wide = aCandidateWith(
  (['p50', 'p95', 'p99', 'throughput'] as const).map((metric) => ({ metric, ...passing })),
  { verdict: 'pass' }
)
const judged = (candidate: CandidateResult, rest?: Partial<ScenarioResult>) =>
  aScenarioResult([candidate], { verdict: candidate.verdict, ...rest })
const inconclusive = (...estimates: Partial<Estimate>[]) =>
  judged(aCandidateWith(estimates, { verdict: 'inconclusive' }))

/** title, which becomes the name of the scenario -> what is shown */
const results: Record<string, ScenarioResult> = {
  'the verdict, the values, and why': judged(worked),
  'an earlier result beside each metric, and which fell': judged(
    aCandidateWith(
      [
        { metric: 'p50', earlier },
        { metric: 'p95', earlier, ...passing },
        { metric: 'throughput', ...passing },
        { metric: 'p99', speedup: 1.35, interval: [1.25, 1.46], earlier, regression: true, ...passing }
      ],
      { againstEarlier: 'fail', verdict: 'fail' }
    )
  ),
  'what is required of fairness and errors, and shares that are uneven': judged(
    aCandidate({
      limits: someLimits(
        { value: 2 / 3, required: 0.9, verdict: 'fail' },
        { value: 0.012, required: 0.02, verdict: 'pass' }
      ),
      shares: [0.75, 0.25],
      verdict: 'fail'
    })
  ),
  'shares of many workers, of whom even ones are required, and no errors': judged(
    aCandidate({
      limits: someLimits({ required: 0.9, verdict: 'pass' }, { value: 0, required: 0.02, verdict: 'pass' }),
      shares: [0.3, 0.2, 0.2, 0.15, 0.1, 0.05],
      verdict: 'pass'
    })
  ),
  'errors that nobody asked about': judged(aCandidate({ limits: someLimits({}, { value: 0.03 }) }), {
    variants: [aVariantUse({ errorRate: 0.01 })]
  }),
  'what to do about each metric that is undecided, without its figures again': inconclusive(
    { metric: 'p95', ...undecided },
    { metric: 'throughput', ...undecided, roundsThatWouldDecide: 12 }
  ),
  'no advice about a metric on which there is no verdict': inconclusive({
    metric: 'p95',
    ...undecided,
    reason: 'generator-saturated'
  }),
  'an interval that never contradicts its verdict': inconclusive({
    metric: 'p95',
    speedup: 1.4,
    interval: [1.2999, 1.5201],
    ...undecided
  }),
  'one worker; what the time was spent on; warnings last, of several variants once': judged(
    aCandidate({
      workers: 1,
      shares: [1],
      diagnosis: { ...aCandidate().diagnosis, spentOn: '72 % of it is isPrime (a.js:12).' }
    }),
    {
      warnings: [
        aWarning({ code: 'errors', severity: 'problem', message: 'single: 1.5 % of it failed. Fix it.' }),
        aWarning({ severity: 'note' }),
        aWarning({ severity: 'note', variant: 'pm2' })
      ]
    }
  ),
  'a self-check, with the speedups that this machine can detect': judged(
    aCandidate({
      selfCheck: { verdict: 'pass', biased: [], leastMargin: { p50: 1.02, p95: 1.22, p99: 1.35, throughput: 1.04 } },
      verdict: 'pass'
    })
  ),
  'a verdict on many candidates, a row each, who is fastest, and the same reason once': aScenarioResult(
    [aCandidate(), four, unknown],
    { verdict: 'pass', leaders: someLeaders() }
  ),
  'what is missing of a percentile of too few responses': aScenarioResult([few]),
  'what is missing of a percentile of too few responses, of many': aScenarioResult([few, { ...few, name: 'four' }]),
  'p95 and throughput of many where nothing is required': aScenarioResult([aCandidate(), unknown]),
  'the same reason of opposite effects': aScenarioResult([
    aCandidate(),
    aCandidateWith([{ metric: 'p95', speedup: 0.8, interval: [0.7, 0.9] }], { name: 'pm2' })
  ]),
  'what one candidate failed at, which its verdict says': aScenarioResult([fell]),
  'what each of many failed at that no row has': aScenarioResult([fell, unfair, aCandidate()]),
  'what there is room for': aScenarioResult(
    ['reuse port', 'pm2', 'threads'].map((name) => ({ ...wide, name })),
    { verdict: 'pass' }
  ),
  'nothing of a metric that only some have, and what carries no verdict': aScenarioResult([
    { ...four, estimates: [...four.estimates, anEstimate({ metric: 'p99.9', ...passing })] },
    aCandidateWith([{ metric: 'p95', reason: 'errors' }])
  ]),
  'why rows carry no verdict of which nothing was required': judged(
    aCandidateWith(
      [
        { metric: 'p50', reason: 'cores-taken' },
        { metric: 'p95', reason: 'two-kinds' },
        { metric: 'p99', reason: 'cores-taken' },
        { metric: 'throughput', required: 1.2, verdict: 'pass' }
      ],
      { verdict: 'pass' }
    )
  ),
  'limits of each variant, with what came of them': judged(worked, {
    limits: [
      aVariantLimit(),
      aVariantLimit({
        variant: 'single',
        metric: 'errorRate',
        value: 0.012,
        interval: [0.0101, 0.0143],
        limit: 0.1,
        verdict: 'pass'
      })
    ]
  }),
  'limits that more rounds may decide': judged(worked, {
    limits: [aVariantLimit({ value: 198, interval: [180, 217], verdict: 'inconclusive', roundsThatWouldDecide: 14 })]
  }),
  'numbers of workers, after all that is said of the candidates': aScenarioResult([aCandidate()], {
    sweeps: [
      aSmallSweep({ whyNoLaw: 'There is no law.' }),
      aSweep({
        name: 'to what the law was not fitted, and what is unknown',
        points: [1, 2, 4, 8].map((workers) => aSweepPoint(workers, { isFitted: workers < 8, appMegabytes: null })),
        cores: 4
      })
    ],
    warnings: [aWarning()]
  })
}

describe('the end of the output', () => {
  const [page, link] = ['now/index.html', null]
  const error = { code: 'APP_DIED' as const, message: 'The app left.\n    at its line' }
  const compareWith = {
    file: 'main/comparison.json',
    results: 1,
    finishedAt: '2026-11-19T12:01:00.000Z',
    commit: null,
    plugin: '0.1.0',
    cpu: 'unknown',
    cores: 2
  }

  it('holds every scenario by its name, the loads, why nothing more was measured, and where all is kept', () => {
    const scenarios = Object.entries(results).map(([scenario, result]) => ({ ...result, scenario }))
    const settings = { ...aComparison([]).settings, compareWith }
    const comparison = aComparison(scenarios, { crossovers: [aCrossover()], error, settings })
    expectGolden('console.txt', formatComparison(comparison, { page, link }))
  })

  it('says that speedups were compared with the level of several results', () => {
    const settings = { ...aComparison([]).settings, compareWith: { ...compareWith, results: 12 } }
    const comparison = aComparison([aScenarioResult([aCandidate()])], { settings })
    expect(formatComparison(comparison, { page, link }).replaceAll(/\s+/g, ' ')).to.include(
      'Compared with the level of 12 results since it last changed; the newest is main/comparison.json (2026-11-19 12:01 UTC).'
    )
  })

  itFinds({
    'has the time that it took, and no name where there is one scenario': [
      [
        formatComparison(aComparison([judged(worked)]), { page, link }).split('\n')[1],
        'PASS  Yes: clustered (2 workers) is 1.60 times as quick as single at p95.   4 rounds, 1 min: decided'
      ],
      [
        formatComparison(aComparison([judged(aCandidate())]), { page, link }).split('\n')[1],
        'Yes: clustered (2 workers) serves 1.66 times as much as single.                      4 rounds, 1 min'
      ]
    ],
    'names the confidence of its intervals': ([0.9, 0.95, 0.99] as const).map((confidence) => [
      formatScenario(judged(worked, { confidence })),
      new RegExp(` ${100 * confidence} % interval `)
    ]),
    'says no more where nothing was measured, and does not call an interruption an error': [
      [
        formatComparison(aComparison([], { error }), { page, link }),
        '\nNOT MEASURED  The app left.\n    at its line\nReport: now/index.html'
      ],
      [
        formatComparison(aComparison([], { error: { code: 'INTERRUPTED', message: 'Ctrl-C.' } }), {
          page,
          link: 'file:///x'
        }),
        '\nINTERRUPTED  Ctrl-C.\nReport: \u001b]8;;file:///x\u0007now/index.html\u001b]8;;\u0007'
      ]
    ]
  })
})

describe('a terminal', () => {
  const narrow = (columns: number) =>
    linesOf(speedupTable(judged(worked)), { ...plainLayout, columns }).filter((_, i) => i === 0 || i === 2)
  const red = { paint: (_style: string, text: string) => `\u001b[31m${text}\u001b[39m`, columns: 40 }
  const message = 'single: a long message that says what was seen, why it matters, and that it does not fit. Mend it.'
  const results = [
    aScenarioResult([worked], { verdict: 'pass', warnings: [aWarning({ message })] }),
    aScenarioResult([worked, aCandidate({ name: 'a variant with a name that is far too long' })], {
      verdict: 'pass',
      leaders: someLeaders()
    }),
    aScenarioResult([aCandidate()], { sweeps: [aSmallSweep()] })
  ]
  for (const columns of [40, 100]) {
    it(`of ${columns} columns has no longer line`, () => {
      const comparison = aComparison(results, { crossovers: [aCrossover()] })
      const text = formatComparison(comparison, { page: 'x', link: null }, { ...red, columns })
        .split('\n')
        .filter((line) => !line.includes('explain <code>'))
      expect(text.filter((line) => widthOf(line) > columns)).to.eql([])
    })
  }

  itFinds({
    'that is narrow keeps tables, from which remarks and columns fall away, and then the ends of lines': [
      [
        narrow(70),
        [
          '              single  clustered  speedup  95 % interval  needs',
          '  p95         100 ms    62.5 ms    1.60x    1.34 - 1.92    1.3  pass'
        ]
      ],
      [narrow(50)[1], '  p95           1.60x    1.34 - 1.92    1.3  pass'],
      [narrow(24)[1], '  p95           1.60x  …']
    ],
    'breaks lines between words, and leaves those of others as they are, also where it does not know its size': [
      [[0, 40].map((columns) => columnsIn({ isTTY: true, columns })), [80, 40]],
      [wrap('a b', -1), 'a\nb'],
      [wrap('  one two three four', 11, 4), '  one two\n  three\n  four'],
      [wrap('one averylongwordindeed', 10, 2), 'one\n  averylongwordindeed'],
      [wrap('a b\n    at line 1 of it', 4), 'a b\n    at line 1 of it']
    ],
    'has the width of what is seen': [
      [['abc', '\u001b[31mabc\u001b[39m', '名前', '👩‍🚀', 'é'].map(widthOf), [3, 3, 4, 2, 1]]
    ],
    'that is none has no colours': [[formatComparison(aComparison(results), null).includes('\u001b'), false]]
  })
})
