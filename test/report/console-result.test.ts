import { expect } from 'chai'
import { describe, it } from 'mocha'
import { formatComparison, formatCrossover, formatScenario, formatSweep } from '../../plugin/report/console/result.ts'
import { itFinds } from '../support/cases.ts'
import { aDisturbedResult, aRound, kill, someLosses } from '../support/losses.ts'
import { aCandidate, aCandidateWith, aClusterUse, aComparison, anEstimate, aScenarioResult, aVariantUse, aWarning, someLimits } from '../support/results.ts'
import { aMachine } from '../support/runs.ts'
import { aCrossover, aLevel, aSmallSweep, aSweep, aSweepPoint, resultsOf } from '../support/scaling.ts'
import type { CandidateResult, Estimate, ScenarioResult, VariantUse } from '../../plugin/concepts/comparison.ts'

const passing = { required: 1.3, verdict: 'pass' as const }
const undecided = { required: 1.3, verdict: 'inconclusive' as const }
const worked = aCandidateWith([{ metric: 'p95', ...passing }, { metric: 'p99', ...passing }], { verdict: 'pass' })

const lines = (candidate: CandidateResult, rest?: Partial<ScenarioResult>) => formatScenario(aScenarioResult([candidate], rest)).split('\n')
/** @returns the lines that begin with the word */
const linesOf = (word: string, candidate: Partial<CandidateResult>, rest?: Partial<ScenarioResult>) =>
  lines(aCandidate(candidate), rest).filter((line) => line.trimStart().startsWith(word))
const inconclusive = (...estimates: Partial<Estimate>[]) => lines(aCandidateWith(estimates, { verdict: 'inconclusive' }))

describe('the result on the console', () => {
  it('is a table, a verdict and the reason why', () => {
    expect(formatScenario(aScenarioResult([worked]))).to.equal(`
speedup  primes  clustered (2 workers) against single, 4 rounds, 95 % intervals
  p50          1.97x   [1.51, 2.58]
  p95          1.60x   [1.34, 1.92]   >= 1.3   pass
  p99          1.96x   [1.42, 2.71]   >= 1.3   pass
  throughput   1.66x   [1.30, 2.12]
  workers      50 %    50 %           fairness 1.00
  event loop   99 % -> 98 % busy, load generator 25 % -> 40 %
  machine      app 1.00 -> 1.70 of 2 cores, load generator 0.20 -> 0.28, others 0.01 -> 0.01
PASS  clustered beats single: p95 1.60x (needs 1.3), p99 1.96x (needs 1.3).
  why: CPU-bound, so clustering helps.`.slice(1))
  })

  const limits = someLimits({ value: 2 / 3, required: 0.9, verdict: 'fail' }, { value: 0.012, required: 0.02, verdict: 'pass' })
  const unseen = someLimits({ value: null })
  const hidden = { warnings: [aWarning({ code: 'uneven-distribution', variant: 'clustered' })] }
  const told = [aWarning({ code: 'errors', severity: 'problem', message: 'It failed.' }), aWarning({ severity: 'note' })]
  const why = '  why: CPU-bound, so clustering helps.'
  const leastMargin = { p50: 1.02, p95: 1.22, p99: 1.35, throughput: 1.04 }
  const checked = lines(aCandidate({ selfCheck: { verdict: 'pass', biased: [], leastMargin }, verdict: 'pass' }))
  const twice = inconclusive({ metric: 'p95', ...undecided }, { metric: 'throughput', ...undecided })
  const uncarried = inconclusive({ metric: 'p95', ...undecided, reason: 'generator-saturated' })
  const earlier = { speedup: 1.79, interval: [1.64, 1.96] as [number, number] }
  const fallen = aCandidateWith([
    { metric: 'p50', earlier }, { metric: 'p95', earlier, ...passing }, { metric: 'throughput', ...passing },
    { metric: 'p99', speedup: 1.35, interval: [1.25, 1.46], earlier, regression: true, ...passing }
  ], { againstEarlier: 'fail', verdict: 'fail' })
  const close = inconclusive({ metric: 'p95', speedup: 1.4, interval: [1.2999, 1.5201], ...undecided })

  itFinds({
    'has an earlier result beside each metric, which says so when it fell': [[lines(fallen).slice(1, 5), [
      '  p50          1.97x   [1.51, 2.58]   earlier    1.79x [1.64, 1.96]',
      '  p95          1.60x   [1.34, 1.92]   earlier    1.79x [1.64, 1.96]   >= 1.3   pass',
      '  p99          1.35x   [1.25, 1.46]   fell from  1.79x [1.64, 1.96]   >= 1.3   pass',
      '  throughput   1.66x   [1.30, 2.12]                                   >= 1.3   pass'
    ]]],
    'shows what is required of fairness and errors, and how that went': [
      [linesOf('workers', { limits, shares: [0.75, 0.25] }), ['  workers      75 %    25 %           fairness 0.67 >= 0.9  fail']],
      [linesOf('errors', { limits }), ['  errors       1.2 %                  <= 0.02  pass']]
    ],
    'shows errors that nobody asked about, and keeps silent where there were none':
      [[linesOf('errors', { limits: someLimits({}, { value: 0.03 }) }), ['  errors       3.0 %']], [linesOf('errors', {}), []]],
    'shows the busiest and the idlest of more than four workers': [
      [linesOf('workers', { workers: 6, shares: [0.3, 0.2, 0.2, 0.15, 0.1, 0.05] })[0], /^ {2}workers {6}30 % +\.\.\. +5\.0 % +fairness/],
      [linesOf('workers', { workers: 4, shares: [0.4, 0.3, 0.2, 0.1] })[0], /^ {2}workers {6}40 % +30 % +20 % +10 % +fairness/]
    ],
    'says when nobody knows who did the work, or who answered where idle workers can’t be seen': [
      [linesOf('workers', { limits: unseen }), ['  workers      unknown: too many responses carried no PID header']],
      [linesOf('workers', { limits: unseen }, hidden), ["  workers      2 workers answered; idle ones can't be seen"]]
    ],
    'tells what to do about each metric that is undecided': [
      [twice[2], /\[1\.34, 1\.92\] +>= 1\.3 +inconclusive$/], [twice[8], /^INCONCLUSIVE {2}/],
      [twice.slice(9, -1).map((line) => line.split(' speedup ')[0]), ['  clustered: p95', '  clustered: throughput']]
    ],
    'gives no advice about a metric on which the measurement carries no verdict': [
      [uncarried[2], />= 1\.3 +inconclusive$/],
      [uncarried.slice(8), ['INCONCLUSIVE  No verdict on p95 of clustered: the load generator was too busy.', why]]
    ],
    'never prints an interval that contradicts its verdict': [[close[2], /\[1\.29, 1\.53\]/]],
    'says one worker': [[lines(aCandidate({ workers: 1, shares: [1] }))[0], /clustered \(1 worker\) against/]],
    'writes warnings last, each with its severity and its code, as they come':
      [[lines(aCandidate(), { warnings: told }).slice(-3), [why, '  problem: It failed. [errors]', '  note: It did not leave. [app-killed]']]],
    'names the confidence of its intervals': [0.9, 0.95, 0.99].map((confidence) =>
      [lines(worked, { confidence })[0].split(', ').at(-1), `${100 * confidence} % intervals`]),
    'ends a self-check with the margins that this machine can decide': [
      [checked[8], /^PASS {2}Self-check: /],
      [checked[9], /^ {2}Smallest speedup .*p95 1\.22x \(spread 10 %\)/], [checked[10], why]
    ]
  })
})

describe('what was lost, on the console', () => {
  const found = formatScenario(aDisturbedResult({ lost: 0.05, recovery: 0.3 })).split('\n')

  it('is a table for each disturbance, why, and the verdict last', () => {
    expect(found.slice(0, 8)).to.eql([
      'speedup  primes  losses against single, 3 rounds, 95 % intervals',
      '',
      'a worker killed at 4 s',
      '                     lost  at most                    how  nobody listened   back to normal in        p95 up to  throughput down to',
      '  single     390 of 3,000   22.9 %  330 refused, 60 reset            1.5 s  1.6 s [1.09, 2.34]  6.00x for 1.8 s                 0 %',
      '  clustered    7 of 3,000    8.4 %                7 reset                -  0.5 s [0.34, 0.73]  3.00x for 0.4 s                50 %  lost at most 5 %: inconclusive, recovery within 0.3 s: fail',
      '  why: 330 requests of single arrived while no worker listened. Run more than one worker, and start the new one before the old one exits. [no-listener]',
      '  why: 60 requests of single and 7 of clustered were in progress in a worker that was killed. The app cannot save these: let clients, or a proxy, retry where that is safe. [killed]'
    ])
    expect(found[found.length - 1]).to.equal('FAIL  clustered was back to normal in 0.5 s [0.34, 0.73] after 3 kills; limit: within 0.3 s.')
  })

  itFinds({
    'sums up all disturbances where there are many variants': [[
      formatScenario(aDisturbedResult(undefined, { verdict: null, losses: ['single', 'a', 'b'].map((variant) => ({ variant, losses: [1, 2].map((reset) => someLosses(Array(3).fill(aRound({ reset })))) })) })).split('\n').at(-1),
      'a lost 9 of 6,000 requests in 3 kills and 3 kills; b lost 9 of 6,000 requests in 3 kills and 3 kills; single lost 9 of 6,000 requests in 3 kills and 3 kills. No threshold is set.'
    ]],
    'says once what several variants have in common, and what is in the way of a verdict': [[
      formatScenario(aDisturbedResult(undefined, { losses: ['single', 'clustered'].map((variant) => ({
        variant, losses: [someLosses(Array(3).fill(aRound({ ...kill, reset: 1, workers: { before: 2, after: 1 }, problem: 'no worker was found to disturb' })))]
      })) })),
      /\n {2}problem: single: no worker was found to disturb\n {2}problem: clustered: .*\n {2}why: 3 requests of single and 3 of clustered were in progress.*\n {2}why: single and clustered: A worker that was gone was not replaced\.\n/
    ]]
  })
})

describe('the use of the machine on the console', () => {
  const useLines = (before: Partial<VariantUse>, after: Partial<VariantUse>) =>
    lines(worked, { variants: [aClusterUse(after), aVariantUse(before)] }).slice(6, -2)
  const [before, after] = [aMachine({ app: 0.9, others: 0.2, stolen: 0.1 }), aMachine({ app: 1.7, stolen: 0.04 })]
  const time = { latencyMs: 66.4, generatorMs: 0.2, queueMs: 61.8, waitingMs: 0.3, computingMs: 4.1 }
  const nobody = { utilization: null, generatorUtilization: null, machine: null }
  const silent = { generatorUtilization: null }

  itFinds({
    'is the baseline’s before the candidate’s, whatever came first': [
      [useLines({ utilization: 0.5, machine: before }, { utilization: 0.25, machine: after }), [
        '  event loop   50 % -> 25 % busy, load generator 25 % -> 40 %',
        '  machine      app 0.90 -> 1.70 of 2 cores, load generator 0.20 -> 0.20, others 0.30 -> 0.05'
      ]]
    ],
    'tells where the time goes of those of which it is known, in milliseconds': [
      [useLines({ responseTime: time }, { responseTime: { ...time, latencyMs: 131, generatorMs: null, computingMs: 69 } }).slice(2), [
        '  where the time goes  single: 4.1 ms of 66 ms computing, 62 ms waiting for its turn, 0.30 ms waiting inside, 0.20 ms load generator',
        '                       clustered: 69 ms of 131 ms computing, 62 ms waiting for its turn, 0.30 ms waiting inside'
      ]],
      [useLines({}, { responseTime: time }).slice(2).length, 1]
    ],
    'has question marks where it is unknown, and says so where it is of both': [
      [useLines({ utilization: null }, silent)[0], '  event loop   ? -> 98 % busy, load generator 25 % -> ?'],
      [useLines(silent, silent)[0], '  event loop   99 % -> 98 % busy, load generator unknown'],
      [useLines(nobody, nobody), ['  event loop   unknown, load generator unknown']]
    ],
    'is left out where a variant is unknown': [[], [aVariantUse()], [aClusterUse()]].map((variants) => [linesOf('event loop', {}, { variants }), []]),
    'leaves the machine out where the system does not tell':
      [[useLines({ machine: null }, {}).length, 1], [useLines({}, { machine: null }).length, 1]]
  })
})

describe('the end of the output', () => {
  const [page, link] = ['now/index.html', null]
  const [error, interrupted] = [{ code: 'APP_DIED' as const, message: 'The app left.' }, { code: 'INTERRUPTED' as const, message: 'Ctrl-C.' }]
  const whole = aComparison([aScenarioResult([worked]), aScenarioResult([worked], { scenario: 'io' })])
  const compareWith = { file: 'main/comparison.json', finishedAt: '2026-11-19T12:01:00.000Z', commit: null, plugin: '0.1.0', cpu: 'unknown', cores: 2 }

  itFinds({
    'holds every scenario, the earlier result, and where all is kept': [
      [formatComparison(whole, { page, link }), /^\nspeedup {2}primes[^]*\n\nspeedup {2}io {2}clustered[^]*\nReport: now\/index\.html$/],
      [formatComparison({ ...whole, settings: { ...whole.settings, compareWith } }, { page, link }).split('\n').slice(-2),
        ['Compared with main/comparison.json (2026-11-19 12:01 UTC).', 'Report: now/index.html']]
    ],
    'says why nothing more was measured': [
      [formatComparison(aComparison([], { error }), { page, link }), '\nNOT MEASURED  The app left.\nReport: now/index.html'],
      [formatComparison({ ...whole, error }, null), /clustering helps\.\n\nNOT MEASURED {2}The app left\.$/]
    ],
    'does not call an interruption an error': [
      [formatComparison(aComparison([], { error: interrupted }), { page, link: 'file:///x' }), '\nINTERRUPTED  Ctrl-C.\nReport: now/index.html  file:///x']
    ]
  })
})

const partsOf = (result: ScenarioResult) => formatScenario(result).split('\n\n').map((part) => part.split('\n'))

describe('a sweep on the console', () => {
  it('is a table and a recommendation', () => {
    expect(formatSweep(aSmallSweep({ whyNoLaw: 'There is no law.' }), 'primes').join('\n')).to.equal(`
speedup  primes  how many workers: clustered
  workers     responses/s             speedup           p95 (ms)  app (MB)  a worker (MB)
        1  228 [215, 242]  1.00x [0.94, 1.06]      103 [89, 119]       100             48
        2  380 [358, 403]  1.67x [1.57, 1.77]  54.8 [47.6, 63.1]       148             48
        4  384 [362, 408]  1.68x [1.58, 1.79]  31.5 [27.3, 36.3]       244             48
        8  371 [350, 394]  1.63x [1.53, 1.73]  21.1 [18.3, 24.3]       436             48
2 workers: 1.66x for 48 MB more; 4 workers gain nothing measurable on 2 cores.
  There is no law.`.slice(1))
  })

  const points = [1, 2, 4, 8].map((workers) => aSweepPoint(workers, { isFitted: workers < 8, appMegabytes: null }))
  const partly = formatSweep(aSweep({ points, cores: 4 }), 'primes')
  const parts = partsOf(aScenarioResult([aCandidate()], { sweeps: [aSmallSweep(), aSweep({ name: 'pm2' })], warnings: [aWarning()] }))
  itFinds({
    'says to what the law was not fitted, and what is unknown':
      [[partly.at(-1), '  The law was not fitted to 8 workers, which are more than the 4 cores.'], [partly[2], / unknown +48$/]],
    'comes after the candidates and before the warnings': [[parts.map(([first]) => first), [
      'speedup  primes  clustered (2 workers) against single, 4 rounds, 95 % intervals', 'speedup  primes  how many workers: clustered',
      'speedup  primes  how many workers: pm2', '  note: It did not leave. [app-killed]'
    ]]]
  })
})

describe('a crossover on the console', () => {
  it('is a table and a message', () => {
    expect(formatCrossover(aCrossover(), resultsOf(aCrossover())).join('\n')).to.equal(`
speedup  primes  at which load it pays off: p95 in ms, and the speedup at p95
  load  requests/s  single  clustered             speedup
  0.5x        90.0    11.4       11.9  0.96x [0.79, 1.15]
  0.8x         144    19.5       16.1  1.21x [1.00, 1.46]
  1x           180    48.2       20.3  2.37x [1.97, 2.85]
  1.5x         270  1,240*       35.5                   -
Up to 144 requests/s single is as good as clustered at p95; from 180 requests/s on clustered is better.
  *: could not keep up with the users who came, so that its latency grows with the length of the test`.slice(1))
  })

  const names = ['two', 'a-name-that-is-far-too-long', 'four']
  const levels = [1, 2].map((factor) => aLevel(factor, { single: 100, ...Object.fromEntries(names.map((name) => [name, 50])) }))
  const several = aCrossover({ levels, candidates: names.map((name) => ({ name, asGoodUpTo: null, betterFrom: null, message: 'No crossing.' })) })
  const text = formatComparison(aComparison(resultsOf(aCrossover()), { crossovers: [aCrossover()] }), { page: 'x', link: null })
  itFinds({
    'has no intervals of many candidates, cuts their names, and says once what is true of all': [[formatCrossover(several, resultsOf(several)).slice(1), [
      '  load  requests/s  single   two  speedup  a-name-that-is-fa…  speedup  four  speedup',
      '  1x           180     100  50.0    2.00x                50.0    2.00x  50.0    2.00x',
      '  2x           360     100  50.0    2.00x                50.0    2.00x  50.0    2.00x',
      'No crossing.'
    ]]],
    'comes after all scenarios': [
      [text.match(/(?<=^speedup {2}).*?(?= {2})/gm), [...[0.5, 0.8, 1, 1.5].map((factor) => `primes at ${factor}x load`), 'primes']],
      [text, /length of the test\nReport: x$/]
    ]
  })
})

describe('many candidates on the console', () => {
  const required = aCandidateWith([{ metric: 'p95', required: 1.3, verdict: 'pass' }], { name: 'four', workers: 4, shares: Array(4).fill(0.25), verdict: 'pass' })
  const unknown = aCandidate({ name: 'threads', workers: 1, shares: [], limits: someLimits({ value: null }) })
  const [table, ...each] = partsOf(aScenarioResult([aCandidate(), required, unknown]))
  const slow = anEstimate({ metric: 'p99.9', speedup: 1.2, interval: [1.1, 1.3] })
  const more = { ...aCandidate({ name: 'more' }), estimates: aCandidate().estimates.toSpliced(3, 0, slow) }
  const row = (name: string, slowest: string) => `  ${name} (2 workers)  1.97x [1.51, 2.58]  1.60x [1.34, 1.92]  1.96x [1.42, 2.71]  ${slowest}  1.66x [1.30, 2.12]`

  itFinds({
    'begin with a line for each, with all its speedups': [[table, [
      'speedup  primes  3 candidates against single, 4 rounds, 95 % intervals',
      '  candidate                             p50                 p95                 p99          throughput',
      '  clustered (2 workers)  1.97x [1.51, 2.58]  1.60x [1.34, 1.92]  1.96x [1.42, 2.71]  1.66x [1.30, 2.12]',
      '  four (4 workers)       1.97x [1.51, 2.58]  1.60x [1.34, 1.92]  1.96x [1.42, 2.71]  1.66x [1.30, 2.12]  pass',
      '  threads                1.97x [1.51, 2.58]  1.60x [1.34, 1.92]  1.96x [1.42, 2.71]  1.66x [1.30, 2.12]'
    ]]],
    'leave a metric open of which only some have enough latencies': [
      ...[[aCandidate({ name: 'less' }), more, more], [more, aCandidate({ name: 'less' }), more]].map((candidates): [unknown, unknown] =>
        [partsOf(aScenarioResult(candidates))[0].slice(2), candidates.map(({ name }) => row(name, name === 'less' ? ' '.repeat(18) : '1.20x [1.10, 1.30]'))]),
      [partsOf(aScenarioResult([aCandidate(), more, more]))[0][1], /^ {2}candidate +p50 +p95 +p99 +p99\.9 +throughput$/]
    ],
    'follow one by one, with what the table has no room for': [
      [each[0][0], 'clustered is 1.60x faster than single at p95. No threshold is set.'],
      [each[0].filter((line) => /^ {2}(p50|p95|p99|throughput)/.test(line)), []],
      [each[1].slice(0, 3), [
        'PASS  four beats single: p95 1.60x (needs 1.3).', '  p95          1.60x   [1.34, 1.92]   >= 1.3   pass',
        '  workers      25 %    25 %    25 %    25 %    fairness 1.00'
      ]],
      [each[2][1], '  workers      unknown: too many responses carried no PID header'],
      [each.map((lines) => lines.at(-1)), Array(3).fill('  why: CPU-bound, so clustering helps.')]
    ],
    'claim no number of workers where nobody saw any': [[partsOf(aScenarioResult([unknown]))[0][0], /^speedup {2}primes {2}threads against single/]]
  })
})
