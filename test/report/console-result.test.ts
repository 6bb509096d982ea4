import { expect } from 'chai'
import { describe, it } from 'mocha'
import { formatComparison, formatScenario as scenario } from '../../plugin/report/console/result.ts'
import { formatCrossover as crossover, formatSweep as sweep } from '../../plugin/report/console/tables.ts'
import { columnsIn, plainLook, tableLines, widthOf, wrap } from '../../plugin/report/console/layout.ts'
import { aSearch } from '../support/searches.ts'
import { itFinds } from '../support/cases.ts'
import { aDisturbedResult, aRound, kill, someLosses } from '../support/losses.ts'
import {
  aCandidate,
  aCandidateWith,
  aComparison,
  anEstimate,
  aScenarioResult,
  aVariantUse,
  aWarning,
  someLeaders,
  someLimits
} from '../support/results.ts'
import {
  aCrossover,
  aFailingCrossover,
  aLevel,
  aSmallSweep,
  aSweep,
  aSweepPoint,
  resultsOf
} from '../support/scaling.ts'
import type { CandidateResult, Estimate, ScenarioResult } from '../../plugin/concepts/comparison.ts'

const only = { isNamed: false, seconds: 16 }
const [formatScenario, formatSweep] = [
  (result: ScenarioResult) => scenario(result, plainLook, only),
  (found: Parameters<typeof sweep>[0]) => sweep(found, plainLook)
]
const formatCrossover = (found: Parameters<typeof crossover>[0], results: ScenarioResult[]) =>
  crossover(found, results, plainLook)
const passing = { required: 1.3, verdict: 'pass' as const }
const undecided = { required: 1.3, verdict: 'inconclusive' as const }
const worked = aCandidateWith(
  [
    { metric: 'p95', ...passing },
    { metric: 'p99', ...passing }
  ],
  { verdict: 'pass' }
)

const lines = (candidate: CandidateResult, rest?: Partial<ScenarioResult>) =>
  formatScenario(aScenarioResult([candidate], { verdict: candidate.verdict, ...rest })).split('\n')
/** @returns the lines that begin with the word */
const linesOf = (word: string, candidate: Partial<CandidateResult>, rest?: Partial<ScenarioResult>) =>
  lines(aCandidate(candidate), rest).filter((line) => line.trimStart().startsWith(word))
const inconclusive = (...estimates: Partial<Estimate>[]) =>
  lines(aCandidateWith(estimates, { verdict: 'inconclusive' }))
const why = '  why        CPU-bound, so clustering helps. [cpu-bound]'
const toDo =
  '  do         Use clustered (2 workers): +66.0 requests/s [30.0, 112.0] for 150 MB more. Suggested threshold: throughput 1.3.'

describe('the result on the console', () => {
  it('is the verdict, the values, and why', () => {
    expect(lines(worked).join('\n')).to.equal(
      `
PASS  clustered beats single: p95 1.60x (needs 1.3), p99 1.96x (needs 1.3).  4 rounds, 16 s: decided
              single  clustered (2 workers)  speedup  95 % interval  needs
  p50         100 ms                62.5 ms    1.97x    1.51 - 2.58
  p95         100 ms                62.5 ms    1.60x    1.34 - 1.92    1.3  pass
  p99         100 ms                62.5 ms    1.96x    1.42 - 2.71    1.3  pass
  throughput   100/s                 62.5/s    1.66x    1.30 - 2.12
${why}
${toDo}`.slice(1)
    )
  })

  it('says how many times as many users a variant carries, in the unit of the search, and what is known of a bound', () => {
    const told = (search: Parameters<typeof aSearch>[0]) => formatScenario(aSearch(search).results[0])
    expect(told({}))
      .to.match(/^clustered carries 1\.6[67] times as many users per second as single \[1\.\d+, 1\.\d+\]\./)
      .and.match(/\n {2}clustered +148\/s +\d+ - \d+ +20\.0 ms/)
    expect(told({ users: true }))
      .to.match(/^clustered carries 1\.6[67] times as many users as single /)
      .and.match(/\n {2}clustered +150 users /)
    expect(told({ capacities: { clustered: 'not exhausted' } }))
      .to.match(/^clustered carries at least 2\d\d\.\d\d times as many users per second as single\. /)
      .and.match(/\n {2}capacity +\S+ +at least 20,000\/s +at least 2\d\d\.\d\dx\n/)
  })

  const limits = someLimits(
    { value: 2 / 3, required: 0.9, verdict: 'fail' },
    { value: 0.012, required: 0.02, verdict: 'pass' }
  )
  const told = [
    aWarning({ code: 'errors', severity: 'problem', message: 'single: 1.5 % of it failed. Fix it.' }),
    aWarning({ severity: 'note' }),
    aWarning({ severity: 'note', variant: 'pm2' })
  ]
  const leastMargin = { p50: 1.02, p95: 1.22, p99: 1.35, throughput: 1.04 }
  const checked = lines(aCandidate({ selfCheck: { verdict: 'pass', biased: [], leastMargin }, verdict: 'pass' }))
  const twice = inconclusive(
    { metric: 'p95', ...undecided },
    { metric: 'throughput', ...undecided, roundsThatWouldDecide: 12 }
  )
  const uncarried = inconclusive({ metric: 'p95', ...undecided, reason: 'generator-saturated' })
  const earlier = { speedup: 1.79, interval: [1.64, 1.96] as [number, number] }
  const fallen = aCandidateWith(
    [
      { metric: 'p50', earlier },
      { metric: 'p95', earlier, ...passing },
      { metric: 'throughput', ...passing },
      { metric: 'p99', speedup: 1.35, interval: [1.25, 1.46], earlier, regression: true, ...passing }
    ],
    { againstEarlier: 'fail', verdict: 'fail' }
  )
  const close = inconclusive({ metric: 'p95', speedup: 1.4, interval: [1.2999, 1.5201], ...undecided })

  itFinds({
    'has an earlier result beside each metric, and says which fell': [
      [
        lines(fallen)
          .slice(1, 6)
          .map((line) => line.slice(45)),
        [
          'speedup  95 % interval            earlier  needs',
          '  1.97x    1.51 - 2.58  1.79x 1.64 - 1.96',
          '  1.60x    1.34 - 1.92  1.79x 1.64 - 1.96    1.3  pass',
          '  1.35x    1.25 - 1.46  1.79x 1.64 - 1.96    1.3  pass, fell',
          '  1.66x    1.30 - 2.12                       1.3  pass'
        ]
      ]
    ],
    'shows what is required of fairness and errors, and how that went': [
      [linesOf('fairness', { limits })[0], /^ {2}fairness +0\.67 +>= 0\.9 {2}fail$/],
      [linesOf('errors', { limits })[0], /^ {2}errors +0 % +1\.2 % +<= 2 % {2}pass$/],
      [
        linesOf('errors', { limits: someLimits({}, { value: 0, required: 0.02, verdict: 'pass' }) })[0],
        /^ {2}errors +0 % +0 % +<= 2 % {2}pass$/
      ]
    ],
    'shows errors that nobody asked about, and keeps silent where there were none': [
      [
        linesOf(
          'errors',
          { limits: someLimits({}, { value: 0.03 }) },
          { variants: [aVariantUse({ errorRate: 0.01 })] }
        ),
        ['  errors       1.0 %                  3.0 %']
      ],
      [linesOf('errors', {}), []]
    ],
    'names the shares of workers only where they are uneven, or even ones are required': [
      [linesOf('workers', {}), []],
      [
        linesOf('workers', { limits: someLimits({ value: 2 / 3 }), shares: [0.75, 0.25] }),
        ['  workers    clustered: 75/25 %, fairness 0.67 (1 is even)']
      ],
      [
        linesOf('workers', {
          limits: someLimits({ required: 0.9, verdict: 'pass' }),
          shares: [0.3, 0.2, 0.2, 0.15, 0.1, 0.05]
        }),
        ['  workers    clustered: 30 to 5 % each, fairness 1.00 (1 is even)']
      ]
    ],
    'tells what to do about each metric that is undecided, without its figures again': [
      [twice[0], /^INCONCLUSIVE {2}clustered is undecided: p95 /],
      [
        twice.filter((line) => line.startsWith('  next')),
        [
          '  next       clustered, p95: Too close to the threshold to call.',
          '  next       clustered, throughput: A new comparison of up to 12 rounds decides it 7 times in 10 if the true speedup is 1.66x; longer runs may help more.'
        ]
      ]
    ],
    'says what the time of the baseline was spent on, after why': [
      [
        lines(
          aCandidate({ diagnosis: { ...aCandidate().diagnosis, spentOn: '72 % of it is isPrime (a.js:12).' } })
        ).slice(-3),
        [why, '  spent      72 % of it is isPrime (a.js:12).', toDo]
      ]
    ],
    'gives no advice about a metric on which there is no verdict': [
      [uncarried[0], /^INCONCLUSIVE {2}No verdict on p95 of clustered: /],
      [uncarried.slice(6), [why, toDo]]
    ],
    'never prints an interval that contradicts its verdict': [[close[3], / 1\.29 - 1\.53 /]],
    'says how many workers there are, of several': [
      [lines(aCandidate({ workers: 1, shares: [1] }))[1], / clustered  /],
      [lines(aCandidate())[1], / clustered \(2 workers\) /]
    ],
    'writes warnings last, in a sentence each with its code, and of several variants once': [
      [
        lines(aCandidate(), { warnings: told }).slice(-3),
        [
          why,
          '  problem    single: 1.5 % of it failed. [errors]',
          '  note       It did not leave. Also: pm2. [app-killed]'
        ]
      ]
    ],
    'names the confidence of its intervals': [0.9, 0.95, 0.99].map((confidence) => [
      lines(worked, { confidence })[1],
      new RegExp(` ${100 * confidence} % interval `)
    ]),
    'ends a self-check with the speedups that this machine can detect': [
      [checked[0], /^PASS {2}Self-check: /],
      [checked[6], /^ {2}margin +Smallest speedup .*p95 1\.22x \(spread 10 %\)/],
      [checked[7], why]
    ]
  })
})

describe('what was lost, on the console', () => {
  const found = formatScenario(aDisturbedResult({ lost: 0.05, recovery: 0.3 })).split('\n')

  it('is the verdict first, then a table for each disturbance, its limits and why', () => {
    expect(found.slice(0, 9)).to.eql([
      'FAIL  clustered was back to normal in 0.5 s [0.34, 0.73] after 3 kills; limit: within 0.3 s. (3 rounds, 16 s: decided)',
      '',
      'a worker killed at 4 s',
      '                     lost  at most                    how  back to normal        p95 up to',
      '  single     390 of 3,000   22.9 %  330 refused, 60 reset           1.6 s  6.00x for 1.8 s',
      '  clustered    7 of 3,000    8.4 %                7 reset           0.5 s  3.00x for 0.4 s',
      '  limit      clustered: lost at most 5 %: inconclusive',
      '  limit      clustered: recovery within 0.3 s: fail',
      found[8]
    ])
    expect(found[8]).to.match(/^ {2}why +330 requests of single .* \[no-listener\]$/)
  })

  itFinds({
    'sums up all disturbances where there are many variants': [
      [
        formatScenario(
          aDisturbedResult(undefined, {
            verdict: null,
            losses: ['single', 'a', 'b'].map((variant) => ({
              variant,
              losses: [1, 2].map((reset) => someLosses(Array(3).fill(aRound({ reset }))))
            }))
          })
        ).split('\n')[0],
        /^a lost 9 of 6,000 requests in 3 kills and 3 kills; b lost 9 of 6,000 requests .*; single lost .*\. No threshold is set\. /
      ]
    ],
    'says once what several variants have in common, and what is in the way of a verdict': [
      [
        formatScenario(
          aDisturbedResult(undefined, {
            losses: ['single', 'clustered'].map((variant) => ({
              variant,
              losses: [
                someLosses(
                  Array(3).fill(
                    aRound({
                      ...kill,
                      reset: 1,
                      workers: { before: 2, after: 1 },
                      problem: 'no worker was known that could be hit'
                    })
                  )
                )
              ]
            }))
          })
        ),
        /\n {2}problem +single: no worker was known that could be hit\n {2}problem +clustered: .*\n {2}why +3 requests of single and 3 of clustered were in progress.*\n {2}why +single and clustered: A worker that was gone was not replaced/
      ]
    ]
  })
})

describe('the end of the output', () => {
  const [page, link] = ['now/index.html', null]
  const [error, interrupted] = [
    { code: 'APP_DIED' as const, message: 'The app left.\n    at its line' },
    { code: 'INTERRUPTED' as const, message: 'Ctrl-C.' }
  ]
  const passed = aScenarioResult([worked], { verdict: 'pass' })
  const whole = aComparison([passed, { ...passed, scenario: 'io' }])
  const compareWith = {
    file: 'main/comparison.json',
    finishedAt: '2026-11-19T12:01:00.000Z',
    commit: null,
    plugin: '0.1.0',
    cpu: 'unknown',
    cores: 2
  }
  const hint = 'Look up a [code]: npx artillery-speedup explain <code>'

  itFinds({
    'holds every scenario by its name, how to look up a code, the earlier result, and where all is kept': [
      [
        formatComparison(whole, { page, link }),
        /^\nPASS {2}primes: clustered beats [^]*\n\nPASS {2}io: clustered beats [^]*\nLook up [^\n]*\nReport: now\/index\.html$/
      ],
      [
        formatComparison({ ...whole, settings: { ...whole.settings, compareWith } }, { page, link })
          .split('\n')
          .slice(-3),
        [hint, 'Compared with main/comparison.json (2026-11-19 12:01 UTC).', 'Report: now/index.html']
      ]
    ],
    'has the time that it took, and no name where there is one scenario': [
      [
        formatComparison(aComparison([passed]), { page, link }).replace(/\s+/g, ' '),
        /^ PASS clustered beats [^:]*: [^:]*\(4 rounds, 1 min: decided\) single /
      ]
    ],
    'says why nothing more was measured': [
      [
        formatComparison(aComparison([], { error }), { page, link }),
        '\nNOT MEASURED  The app left.\n    at its line\nReport: now/index.html'
      ],
      [
        formatComparison({ ...whole, error }, null),
        /\[cpu-bound\]\n[^\n]*\n\nNOT MEASURED {2}The app left\.\n[^\n]*\nLook up [^\n]*$/
      ]
    ],
    'does not call an interruption an error': [
      [
        formatComparison(aComparison([], { error: interrupted }), { page, link: 'file:///x' }),
        '\nINTERRUPTED  Ctrl-C.\nReport: \u001b]8;;file:///x\u0007now/index.html\u001b]8;;\u0007'
      ]
    ]
  })
})

const partsOf = (result: ScenarioResult) =>
  formatScenario(result)
    .split('\n\n')
    .map((part) => part.split('\n'))

describe('a sweep on the console', () => {
  it('is a recommendation and a table', () => {
    expect(formatSweep(aSmallSweep({ whyNoLaw: 'There is no law.' })).join('\n')).to.equal(
      `
How many workers, clustered: 2 workers: 1.66x for 48 MB more; 4 workers gain nothing measurable on 2 cores.
  workers     responses/s             speedup           p95 (ms)  app (MB)  a worker (MB)
        1  228 [215, 242]  1.00x [0.94, 1.06]      103 [89, 119]       100             48
        2  380 [358, 403]  1.67x [1.57, 1.77]  54.8 [47.6, 63.1]       148             48
        4  384 [362, 408]  1.68x [1.58, 1.79]  31.5 [27.3, 36.3]       244             48
        8  371 [350, 394]  1.63x [1.53, 1.73]  21.1 [18.3, 24.3]       436             48
  There is no law.`.slice(1)
    )
  })

  const points = [1, 2, 4, 8].map((workers) => aSweepPoint(workers, { isFitted: workers < 8, appMegabytes: null }))
  const partly = formatSweep(aSweep({ points, cores: 4 }))
  const parts = partsOf(
    aScenarioResult([aCandidate()], { sweeps: [aSmallSweep(), aSweep({ name: 'pm2' })], warnings: [aWarning()] })
  )
  itFinds({
    'says to what the law was not fitted, and what is unknown': [
      [partly.at(-1), '  The law was not fitted to 8 workers, which are more than the 4 cores.'],
      [partly[2], / unknown +48$/]
    ],
    'comes after all that is said of the candidates': [
      [
        parts.map(([first]) => first.split(':')[0]),
        [
          'clustered is 1.60x faster than single at p95. No threshold is set.                    4 rounds, 16 s',
          'How many workers, clustered',
          'How many workers, pm2'
        ]
      ]
    ]
  })
})

describe('a crossover on the console', () => {
  it('is a message and a table', () => {
    expect(formatCrossover(aCrossover(), resultsOf(aCrossover())).join('\n')).to.equal(
      `
primes at several loads: Up to 144 requests/s single is as good as clustered at p95; from 180 requests/s on clustered is better.
  load  requests/s  single  clustered             speedup
  0.5x        90.0    11.4       11.9  0.96x [0.79, 1.15]
  0.8x         144    19.5       16.1  1.21x [1.00, 1.46]
  1x           180    48.2       20.3  2.37x [1.97, 2.85]
  1.5x         270  1,240*       35.5                   -
  p95 in ms, and the speedup at p95
  * could not keep up with the arriving users, so its latency grows with the length of the test`.slice(1)
    )
  })

  it('tells what a variant answered, and which share failed, where its p95 means nothing', () => {
    expect(formatCrossover(aFailingCrossover(), resultsOf(aFailingCrossover())).slice(1).join('\n')).to.equal(
      `
  of capacity  requests/s                single  clustered             speedup
  0.5x               90.0                  11.4       11.9  0.96x [0.79, 1.15]
  0.8x                144                  19.5       16.1  1.21x [1.00, 1.46]
  1x                  180                  48.2       20.3  2.37x [1.97, 2.85]
  1.5x                270  98.0/s, 7.9 % failed       35.5                   -
  p95 in ms, and the speedup at p95; where too much failed, the responses per second and the share that failed`.slice(1)
    )
  })

  const names = ['two', 'a-name-that-is-far-too-long', 'four']
  const levels = [1, 2].map((factor) =>
    aLevel(factor, { single: 100, ...Object.fromEntries(names.map((name) => [name, 50])) })
  )
  const several = aCrossover({
    levels,
    candidates: names.map((name) => ({ name, asGoodUpTo: null, betterFrom: null, message: 'No crossing.' }))
  })
  itFinds({
    'has no intervals of many candidates, cuts their names, and says once what is true of all': [
      [
        formatCrossover(several, resultsOf(several)),
        [
          'primes at several loads: No crossing.',
          '  load  requests/s  single   two  speedup  a-name-that-is-fa…  speedup  four  speedup',
          '  1x           180     100  50.0    2.00x                50.0    2.00x  50.0    2.00x',
          '  2x           360     100  50.0    2.00x                50.0    2.00x  50.0    2.00x',
          '  p95 in ms, and the speedup at p95'
        ]
      ]
    ],
    'comes after all scenarios': [
      [
        formatComparison(aComparison(resultsOf(aCrossover()), { crossovers: [aCrossover()] }), {
          page: 'x',
          link: null
        }),
        /\n\nprimes at several loads: [^]*length of the test\nLook up [^\n]*\nReport: x$/
      ]
    ]
  })
})

describe('many candidates on the console', () => {
  const fell = aCandidateWith(
    [{ metric: 'p95', earlier: { speedup: 1.79, interval: [1.64, 1.96] }, regression: true }],
    { againstEarlier: 'fail', verdict: 'fail' }
  )
  const unfair = aCandidate({
    name: 'pm2',
    limits: someLimits(
      { value: 2 / 3, required: 0.9, verdict: 'fail' },
      { value: 0.012, required: 0.001, verdict: 'fail' }
    ),
    verdict: 'fail'
  })
  const slower: Partial<Estimate>[] = [{ metric: 'p95', speedup: 1.5, interval: [1.4, 1.61], ...passing }]
  const required = aCandidateWith(slower, { name: 'four', workers: 4, shares: Array(4).fill(0.25), verdict: 'pass' })
  const unknown = aCandidate({
    name: 'threads',
    workers: 1,
    shares: [],
    limits: someLimits({ value: null }),
    diagnosis: { code: 'idle', message: 'It idles.', spentOn: null }
  })
  const found = formatScenario(
    aScenarioResult([aCandidate(), required, unknown], { verdict: 'pass', leaders: someLeaders() })
  ).split('\n')
  const wide = aCandidateWith(
    (['p50', 'p95', 'p99', 'throughput'] as const).map((metric) => ({ metric, ...passing })),
    { verdict: 'pass' }
  )
  const many = formatScenario(
    aScenarioResult(
      ['reuse port', 'pm2', 'threads'].map((name) => ({ ...wide, name })),
      { verdict: 'pass' }
    )
  ).split('\n')

  itFinds({
    'are a verdict on all of them, and a row each': [
      [
        found.slice(0, 6),
        [
          'PASS  four passes. All three are faster than single at p95, by 1.50x to 1.60x; which is fastest is undecided. (4 rounds, 16 s: decided)',
          '                             p95  speedup  95 % interval  needs',
          '  single                  100 ms',
          '  clustered (2 workers)  62.5 ms    1.60x    1.34 - 1.92',
          '  four (4 workers)       62.5 ms    1.50x    1.40 - 1.61    1.3  pass',
          '  threads                62.5 ms    1.60x    1.34 - 1.92'
        ]
      ]
    ],
    'have p95 and throughput where nothing is required': [
      [
        formatScenario(aScenarioResult([aCandidate(), unknown])).split('\n')[1],
        '                             p95  speedup  95 % interval  throughput  speedup  95 % interval'
      ]
    ],
    'are told who is fastest, and the same reason once': [
      [
        found.slice(6),
        [
          expectedLeaders(),
          '  why        clustered: CPU-bound, so clustering helps. The same holds for four. [cpu-bound]',
          '  why        threads: It idles. [idle]'
        ]
      ]
    ],
    'are told apart where the same cause has opposite effects, and what each failed at that no row has': [
      [
        linesOf(
          'why',
          {},
          {
            candidates: [
              aCandidate(),
              aCandidateWith([{ metric: 'p95', speedup: 0.8, interval: [0.7, 0.9] }], { name: 'pm2' })
            ]
          }
        ),
        ['clustered', 'pm2'].map((name) => `  why        ${name}: CPU-bound, so clustering helps. [cpu-bound]`)
      ],
      [linesOf('fail', {}, { candidates: [fell] }), []],
      [
        linesOf('fail', {}, { candidates: [fell, unfair, aCandidate()] }),
        [
          '  fail       clustered fell at p95: 1.79x [1.64, 1.96] in the earlier result, 1.60x [1.34, 1.92] now.',
          '  fail       pm2 needs a fairness of at least 0.9, it has 0.67.',
          '  fail       pm2 needs an error rate of at most 0.1 %, it has 1.2 %.'
        ]
      ]
    ],
    'leave out what there is no room for': [
      [many[1], /^ {2}speedup +p50 +needs +p95 +needs +p99 +needs +throughput +needs$/],
      [many.filter((line) => widthOf(line) > 100 && !/^ {2}why|^PASS/.test(line)), []]
    ],
    'claim nothing of a metric that only some have, and mark what carries no verdict': [
      [
        formatScenario(
          aScenarioResult([
            { ...required, estimates: [...required.estimates, anEstimate({ metric: 'p99.9', ...passing })] },
            aCandidateWith([{ metric: 'p95', reason: 'errors' }])
          ])
        )
          .split('\n')
          .slice(3, 6)
          .map((line) => line.trimEnd().split(/ {2,}/).slice(1)),
        [
          ['four (4 workers)', '62.5 ms', '1.50x', '1.3', '62.5 ms', '1.60x', '1.3', 'pass'],
          ['clustered (2 workers)', '62.5 ms', '1.60x*'],
          ['* no verdict']
        ]
      ]
    ]
  })

  function expectedLeaders() {
    return (
      '  fastest    four and threads (0.97x [0.90, 1.05]; about 14 rounds, 3 min, would decide) cannot be told apart in throughput after 4 rounds; ' +
      'slower: single (0.60x [0.51, 0.71]). Left out: pm2 (it answers differently from single).'
    )
  }
})

describe('a terminal', () => {
  const red = { paint: (_style: string, text: string) => `\u001b[31m${text}\u001b[39m`, columns: 40 }
  const message = 'single: a long message that says what was seen, why it matters, and that it does not fit. Mend it.'
  const results = [
    aScenarioResult([worked], { verdict: 'pass', warnings: [aWarning({ message })] }),
    aScenarioResult([worked, aCandidate({ name: 'a variant with a name that is far too long' })], {
      verdict: 'pass',
      leaders: someLeaders()
    }),
    aScenarioResult([aCandidate()], { sweeps: [aSmallSweep()] }),
    aDisturbedResult({ lost: 0.05, recovery: 0.3 })
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
    'that is narrow has a paragraph for each row': [
      [
        tableLines(
          [
            ['', 'single', 'clustered', 'needs'],
            ['p99', '289 ms', '145 ms', '']
          ],
          { ...plainLook, columns: 24 }
        ),
        ['  p99: single 289 ms,\n    clustered 145 ms']
      ]
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
