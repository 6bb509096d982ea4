import { mkdirSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'
import { expect } from 'chai'
import { aCapacityResult } from '../support/capacities.ts'
import { callSpeedup as speedup, onTerminal } from '../support/cli.ts'
import { temporaryFolder } from '../support/folder.ts'
import { aDisturbedResult } from '../support/losses.ts'
import { aCandidate, aCandidateWith, aComparison, aScenarioResult } from '../support/results.ts'
import type { Comparison, ScenarioResult } from '../../plugin/concepts/comparison.ts'

const inOneLine = (text: string) => text.replaceAll(/\s+/g, ' ')

describe('artillery-speedup compare', () => {
  const folder = temporaryFolder()
  let count = 0

  /** @returns its folder */
  function kept(comparison: Comparison): string {
    const name = `kept-${++count}`
    mkdirSync(folder.path(name))
    folder.write(`${name}/comparison.json`, JSON.stringify(comparison))
    return folder.path(name)
  }
  const result = aScenarioResult([aCandidate()])
  const usual = (changes: Partial<Comparison> = {}) => kept({ ...aComparison([result]), ...changes })
  /** @param now scenarios, or the folder of a comparison */
  const compareWith = (now: ScenarioResult[] | string) =>
    speedup(['compare', usual(), typeof now === 'string' ? now : kept(aComparison(now))])
  const withThroughput = (speedup: number, interval: [number, number]) => [
    aScenarioResult([aCandidateWith([{ metric: 'throughput', speedup, interval }])])
  ]
  const changesIn = (stdout: string) =>
    stdout.split('\n').flatMap((line) => /^primes .*(fell|rose|no change|not comparable|errors)$/.exec(line)?.[1] ?? [])

  it('says that nothing fell, with both speedups of each scenario, candidate and metric: exit code 0', async () => {
    const [first, second] = [usual(), usual()]
    const { code, stdout, stderr } = await speedup(['compare', first, `${second}/comparison.json`])
    expect([code, stderr]).to.eql([0, ''])
    expect(stdout).to.match(
      /^None of 4 speedups fell\.\n\n1 .* UTC {2}.*\n2 .* UTC {2}.*comparison\.json\n\nScenario {2}Candidate {2}Metric +Speedup 1 +Speedup 2\n/
    )
    expect(stdout).to.match(
      /^primes +clustered +throughput +1\.66x \[1\.30, 2\.12\] +1\.66x \[1\.30, 2\.12\] +no change$/m
    )
    expect(changesIn(stdout)).to.eql(['no change', 'no change', 'no change', 'no change'])
  })

  it('says what fell by the rule of compareWith: only if the intervals do not overlap, exit code 1', async () => {
    const { code, stdout } = await compareWith(withThroughput(1.1, [1, 1.29]))
    expect(code).to.equal(1)
    expect(stdout.split('\n')[0]).to.equal('1 of 4 speedups fell.')
    expect(changesIn(stdout)).to.eql(['no change', 'no change', 'no change', 'fell'])
    expect((await compareWith(withThroughput(1.1, [1, 1.31]))).code).to.equal(0)
    const risen = await compareWith(withThroughput(3, [2.2, 4]))
    expect([risen.code, risen.stdout.split('\n')[0]]).to.eql([0, 'None of 4 speedups fell, 1 rose.'])
  })

  it('says why two comparisons show nothing: other cores, other workers, no verdict; exit code 2', async () => {
    const cores = await compareWith(usual({ environment: { ...aComparison([]).environment, cores: 64 } }))
    expect([cores.code, cores.stdout.split('\n')[0]]).to.eql([
      2,
      'These comparisons do not show whether a speedup fell.'
    ])
    expect(inOneLine(cores.stdout)).to.match(/another machine .* \[different-machine\]/)
    expect(changesIn(cores.stdout)).to.eql(['not comparable', 'not comparable', 'not comparable', 'not comparable'])
    const workers = await compareWith([aScenarioResult([aCandidate({ workers: 4 })])])
    expect([workers.code, /\[different-variant\]/.test(workers.stdout)]).to.eql([2, true])
    const estimates = aCandidate().estimates.map((estimate) => ({ ...estimate, reason: 'errors' as const }))
    const errors = await compareWith([aScenarioResult([aCandidate({ estimates })])])
    expect([errors.code, changesIn(errors.stdout)]).to.eql([2, ['errors', 'errors', 'errors', 'errors']])
  })

  it('does not compare what another client loaded, and says so', async () => {
    const { code, stdout } = await compareWith([{ ...result, client: { name: 'lean', because: null } }])
    expect([code, /\[different-client\]/.test(stdout)]).to.eql([2, true])
    const lean = [{ ...result, client: { name: 'lean' as const, because: null } }]
    const { environment } = aComparison([])
    const ofVersion = (leanClient: string) => kept(aComparison(lean, { environment: { ...environment, leanClient } }))
    const other = await speedup(['compare', ofVersion('2'), ofVersion('3')])
    expect([other.code, inOneLine(other.stdout)]).to.satisfy(
      ([exit, told]: [number, string]) =>
        exit === 2 && told.includes('version 2 of the lean client in the earlier result and by version 3 now')
    )
  })

  it('names what only one of them has: scenarios, candidates, baselines, speedups', async () => {
    const { code, stdout } = await compareWith([
      aScenarioResult([aCandidate(), aCandidate({ name: 'pm2' })]),
      { ...result, scenario: 'cart' }
    ])
    expect(code).to.equal(0)
    expect(inOneLine(stdout))
      .to.include('primes: the first comparison has no speedups of pm2.')
      .and.include('cart: the first comparison does not have it, so it is not compared.')
    const turned = await compareWith([{ ...result, baseline: 'pm2' }])
    expect(turned.code).to.equal(2)
    expect(inOneLine(turned.stdout)).to.match(
      / primes: the baseline was single, and is pm2 now, so it is not compared\. $/
    )
    const searched = await compareWith([{ ...result, capacity: aCapacityResult() }])
    expect(inOneLine(searched.stdout)).to.include(
      'primes: the first comparison had one load, the second a search for the users per second with p95 ≤ 100 ms and errors ≤ 1 %, so it is not compared.'
    )
    expect((await compareWith([aDisturbedResult()])).code).to.equal(2)
  })

  it('refuses folders that are none, comparisons that did not finish, and other generators: exit code 2, in a sentence', async () => {
    const broken = usual({ error: { code: 'PORT_TAKEN', message: 'Port 3000 is taken.\nBy what?' } })
    const lambda = usual({ settings: { ...aComparison([]).settings, generator: 'run-lambda' } })
    const refused: [second: string, sentence: RegExp][] = [
      [folder.path('nowhere'), /nowhere does not exist; name a comparison folder, such as .*\.$/],
      [folder.path('.'), /has no comparison\.json/],
      [folder.write('other.json', '{}'), /other\.json is JSON, but not a comparison /],
      [broken, /kept-\d+ did not finish: Port 3000 is taken\. Give a finished comparison\.$/],
      [
        lambda,
        /^The load came from different generators \(this machine, then run-lambda\), so these comparisons cannot be compared\. Give two of the same generator\.$/
      ]
    ]
    for (const [second, sentence] of refused) {
      const { code, stdout, stderr } = await compareWith(second)
      expect([code, stdout]).to.eql([3, ''])
      expect(stderr).to.match(/^[^\n]+\n$/)
      expect(stderr.trimEnd()).to.match(sentence)
    }
  })

  it('is red where something fell, on a terminal, and fits 100 columns', async () => {
    const text = await onTerminal(['compare', usual(), kept(aComparison(withThroughput(1.1, [1, 1.29])))], 120)
    expect(text).to.include('\u001B[31mfell\u001B[39m')
    const lines = stripVTControlCharacters(text)
      .split('\n')
      .filter((line) => !line.includes(folder.path('kept')))
    expect(lines.filter((line) => line.length > 100)).to.eql([])
  })
})
