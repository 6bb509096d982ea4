import { expect } from 'chai'
import { describe, it } from 'mocha'
import { formatComparison, formatScenario } from '../../plugin/report/console/result.ts'
import { formatCrossover, formatSweep } from '../../plugin/report/console/scaling.ts'
import { itFinds } from '../support/cases.ts'
import { aCandidate, aCandidateWith, aComparison, aScenarioResult, aWarning, anEstimate, someLimits } from '../support/results.ts'
import { aCrossover, aLevel, aSmallSweep, aSweep, aSweepPoint, resultsOf } from '../support/scaling.ts'
import type { ScenarioResult } from '../../plugin/concepts/comparison.ts'

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
      [each[0][0], 'clustered is 1.60x faster than single at p95. No requirement was configured.'],
      [each[0].filter((line) => /^ {2}(p50|p95|p99|throughput)/.test(line)), []],
      [each[1].slice(0, 3), [
        'PASS  four is 1.60x faster than single at p95.', '  p95          1.60x   [1.34, 1.92]   >= 1.3   pass',
        '  workers      25 %    25 %    25 %    25 %    fairness 1.00'
      ]],
      [each[2][1], '  workers      unknown: too many responses carried no PID header'],
      [each.map((lines) => lines.at(-1)), Array(3).fill('  why: CPU-bound, so clustering helps.')]
    ],
    'claim no number of workers where nobody saw any': [[partsOf(aScenarioResult([unknown]))[0][0], /^speedup {2}primes {2}threads against single/]]
  })
})
