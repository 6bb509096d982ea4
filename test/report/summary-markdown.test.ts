import { expect } from 'chai'
import { describe, it } from 'mocha'
import { preliminary } from '../../plugin/comparison/conclude.ts'
import { summaryMarkdown } from '../../plugin/report/ci/summary-markdown.ts'
import { htmlOf, tableIn, textOf, tokensOf } from '../support/markdown.ts'
import { aCandidate, aCandidateWith, aComparison, aScenarioResult, aWarning, someLimits } from '../support/results.ts'
import { aCrossover, aSmallSweep, aSweep, aSweepPoint, resultsOf } from '../support/scaling.ts'
import type { CandidateResult, Comparison, ScenarioResult } from '../../plugin/concepts/comparison.ts'
import type { Crossover, Sweep } from '../../plugin/concepts/load-results.ts'

const passing = { required: 1.3, verdict: 'pass' as const }
const passed = aCandidateWith([{ metric: 'p95', ...passing }], { verdict: 'pass' })
const failed = aCandidateWith([{ metric: 'p95', ...passing }, { metric: 'p99', required: 3, verdict: 'fail' }], { verdict: 'fail' })
const open = aCandidateWith([{ metric: 'p95', required: 1.5, verdict: 'inconclusive', roundsThatWouldDecide: 14 }], { verdict: 'inconclusive' })

const summary = (scenarios: ScenarioResult[], rest?: Partial<Comparison>) => summaryMarkdown(aComparison(scenarios, { verdict: 'pass', ...rest }))
const summaryOf = (candidate: CandidateResult, rest?: Partial<Comparison>) => summary([aScenarioResult([candidate])], { verdict: candidate.verdict, ...rest })

describe('summary.md', () => {
  it('says the verdict first, then what was found', () => {
    const markdown = summaryOf(failed, { exitCode: 1 })
    const [title, verdict] = markdown.split('\n\n')
    expect(title).to.equal('## ❌ FAIL: primes.yml')
    expect(verdict).to.equal('- ❌ **FAIL** clustered misses the required speedup at p99.')
    expect(markdown).to.include('**Why**: CPU-bound, so clustering helps.')
    expect(markdown.trimEnd().split('\n').at(-1)).to.equal('Node 24.21.0 · Artillery 2.0.34 · 2 cores · unknown · Linux 6')
  })

  it('has a table for each scenario, with a row for each metric and each limit that was required', () => {
    const limits = someLimits({ required: 0.8, value: null, verdict: 'inconclusive' }, { value: 0.012 })
    expect(tableIn(summaryOf({ ...failed, limits }))).to.eql([
      ['Variant', 'Metric', 'Baseline → variant', 'Speedup', '95 % interval', 'Required', 'Result'],
      ['clustered', 'p50', '100 → 62.5 ms', '1.97x', '[1.51, 2.58]', '', ''],
      ['clustered', 'p95', '100 → 62.5 ms', '1.60x', '[1.34, 1.92]', 'at least 1.3', '✅ pass'],
      ['clustered', 'p99', '100 → 62.5 ms', '1.96x', '[1.42, 2.71]', 'at least 3', '❌ fail'],
      ['clustered', 'throughput', '100 → 62.5 responses/s', '1.66x', '[1.30, 2.12]', '', ''],
      ['clustered', 'fairness', 'unknown', '', '', 'at least 0.8', '❓ inconclusive'],
      ['clustered', 'error rate', '1.2 %', '', '', '', '']
    ])
  })

  it('has a row for each of several candidates, and tells of each why', () => {
    const markdown = summary([aScenarioResult([passed, { ...passed, name: 'four' }])])
    expect(tableIn(markdown).slice(1).map(([name]) => name)).to.eql([...Array(4).fill('clustered'), ...Array(4).fill('four')])
    expect(markdown).to.include('**Why**, clustered: CPU-bound').and.to.include('**Why**, four: CPU-bound')
  })

  it('shows what an earlier result was, and what fell since', () => {
    const fell = { earlier: { speedup: 2.4, interval: [2.3, 2.5] as [number, number] }, regression: true }
    const compareWith = {
      file: 'main/comparison.json', finishedAt: '2026-11-19T12:00:00.000Z', commit: 'abcdef0123456789', plugin: '0.1.0', cpu: 'unknown',
      cores: 2
    }
    const { settings } = aComparison([])
    const fallen = aCandidateWith([{ metric: 'p95', ...passing, ...fell }], { againstEarlier: 'fail', verdict: 'fail' })
    const markdown = summaryOf(fallen, { settings: { ...settings, compareWith } })
    const [head, p50, p95] = tableIn(markdown)
    expect([head[5], p50[5], p95[5]]).to.eql(['Earlier', '', '2.40x [2.30, 2.50]'])
    expect(p95[7]).to.equal('✅ pass, ❌ regression')
    expect(markdown).to.include('**FAIL** clustered fell at p95')
    expect(textOf(htmlOf(markdown))).to.include('Compared with main/comparison.json (2026-11-19 12:00 UTC, commit abcdef0).')
  })

  it('says of what carries no verdict why', () => {
    const saturated = aCandidateWith([{
      metric: 'p95', required: 1.3, verdict: 'inconclusive', reason: 'generator-saturated'
    }, { metric: 'p50', reason: 'generator-saturated' }], { verdict: 'inconclusive' })
    const markdown = summaryOf(saturated)
    const [, p50, p95] = tableIn(markdown)
    expect([p50.at(-1), p95.at(-1)]).to.eql(['generator-saturated', '❓ inconclusive, generator-saturated'])
    expect(markdown, 'more rounds would not help').not.to.include('rounds (spread')
  })

  it('says of what is undecided what would decide it, and whether it counts as passed', () => {
    const sentence = '❓ clustered: p95 speedup 1.60 [1.34, 1.92] against 1.50 after 4 rounds'
    const [failing, tolerated] = (['fail', 'pass'] as const).map(
      (onInconclusive) => summaryOf(open, { settings: { ...aComparison([]).settings, onInconclusive } })
    )
    for (const markdown of [failing, tolerated]) expect(textOf(htmlOf(markdown))).to.include('❓ INCONCLUSIVE').and.to.include(sentence)
    expect(tolerated).to.include('`onInconclusive: pass`')
    expect(failing).not.to.include('onInconclusive')
    const settings = { ...aComparison([]).settings, onInconclusive: 'pass' as const }
    const beside = summary([aScenarioResult([failed, { ...open, name: 'four' }])], { settings, verdict: 'fail', exitCode: 1 })
    expect(beside, 'beside a failure, too').to.include('`onInconclusive: pass`')
    expect(summaryOf(failed, { settings })).not.to.include('onInconclusive')
  })

  it('has no requirement to speak of where none was configured', () => {
    expect(summaryOf(aCandidate())).to.match(
      /^## ℹ️ NO REQUIREMENT: primes\.yml\n\n- ℹ️ clustered is 1\.60x faster than single at p95\. No requirement was configured\.\n/
    )
  })

  it('says what a self-check found out for later comparisons', () => {
    const selfCheck = { verdict: 'pass' as const, biased: [], leastMargin: { p50: 1.1, p95: 1.2, p99: 1.3, throughput: 1.1 } }
    expect(summaryOf(aCandidate({ selfCheck, verdict: 'pass' }))).to.include('\n\nThe smallest margin that about five rounds can decide here: p50 1.10x')
  })

  it('says why nothing was measured, a stack as it is', () => {
    const error = { code: 'UNEXPECTED' as const }
    for (const stack of ['Error:\n```\n    at <anonymous>', 'Error: no tick\n    at *']) {
      const tokens = tokensOf(summary([], { error: { ...error, message: `This is a bug:\n${stack}` }, verdict: 'not measured', exitCode: 3 }))
      expect(tokens[0].raw.trim()).to.equal('## ⛔ NOT MEASURED: primes.yml')
      expect(tokens.find(({ type }) => type === 'code')).to.include({ text: stack })
    }
    const interrupted = { code: 'INTERRUPTED' as const, message: 'The comparison was interrupted.' }
    expect(summaryOf(open, { error: interrupted, verdict: 'not measured' })).to.match(
      /^## ⛔ INTERRUPTED: primes\.yml\n\n\*\*INTERRUPTED\*\* The comparison was interrupted\.\n\n- ❓/
    )
  })

  it('has no verdict on a scenario that was ended before its time, and says so', () => {
    const error = { code: 'INTERRUPTED' as const, message: 'The comparison was interrupted.' }
    const ended = preliminary(aScenarioResult([open, failed], { decided: false, rounds: 3, verdict: 'fail' }))
    const markdown = summary([ended], { error, verdict: 'not measured' })
    const line = '- ℹ️ **PRELIMINARY** clustered is 1.60x faster than single at p95. It was ended after 3 rounds, too early for a verdict.'
    expect(markdown.split('\n').filter((one) => one.startsWith('- '))).to.eql([line, line])
    expect(markdown).to.match(/^## ⛔ INTERRUPTED/)
    expect(markdown).not.to.match(/❌|❓|✅|INCONCLUSIVE|FAIL/)
  })

  it('tells warnings worst first, ten at most', () => {
    const problem = aWarning({ code: 'generator-saturated', severity: 'problem', message: 'Too busy.' })
    const notes = Array.from({ length: 12 }, () => aWarning())
    const markdown = summary([aScenarioResult([passed], { warnings: [problem, ...notes] })])
    const told = markdown.split('\n').filter((line) => /^- (?:❗|ℹ️|and)/.test(line))
    expect(told[0]).to.equal('- ❗ **problem** Too busy. `generator-saturated`')
    expect(told).to.have.length(10)
    expect(told[9]).to.equal('- and 4 more, in `comparison.json`')
  })

  it('begins with the worst of several scenarios', () => {
    const scenarios = [
      passed, aCandidate(), open, failed
    ].map((candidate, i) => aScenarioResult([candidate], { scenario: `s${i}`, verdict: candidate.verdict }))
    const markdown = summary(scenarios, { verdict: 'fail' })
    expect([...markdown.matchAll(/^- \S+ (s\d): /gm)].map(([, name]) => name)).to.eql(['s3', 's2', 's0', 's1'])
    expect([...markdown.matchAll(/^### (s\d)$/gm)].map(([, name]) => name)).to.eql(['s3', 's2', 's0', 's1'])
  })

  it('stays far below what GitHub takes, however many scenarios there are, and leaves out the best', () => {
    const name = '|'.repeat(150)
    const warnings = Array.from({ length: 10 }, () => aWarning({ message: name }))
    const scenarios = Array.from({ length: 200 }, (_, i) => {
      const candidate = { ...(i === 199 ? failed : passed), name }
      return aScenarioResult([candidate], { scenario: `${name}${i}`, warnings, verdict: candidate.verdict })
    })
    const markdown = summary(scenarios, { verdict: 'fail' })
    expect(Buffer.byteLength(markdown)).to.be.within(100_000, 2 ** 20 / 2)
    expect(textOf(markdown)).to.include(`### ${name}199`)
    const shown = [...markdown.matchAll(/^### /gm)].length
    expect(markdown).to.include(`And ${200 - shown} more scenarios, in \`comparison.json\`.`)
    expect(markdown).to.include('Node 24.21.0')
  })
})

const withSweeps = (...sweeps: Sweep[]) => summaryMarkdown(aComparison([aScenarioResult([aCandidate()], { sweeps })]))
const withCrossovers = (...crossovers: Crossover[]) => summaryMarkdown(aComparison(resultsOf(crossovers[0]), { crossovers }))

describe('numbers of workers in summary.md', () => {
  it('are a recommendation and a table', () => {
    const [, sweep] = withSweeps(aSmallSweep()).split('**How many workers**, ')
    expect(sweep.split('\n')[0]).to.equal('clustered: 2 workers: 1.66x for 48 MB more; 4 workers gain nothing measurable on 2 cores.')
    expect(tableIn(sweep).slice(0, 3)).to.eql([
      ['Workers', 'Responses/s', 'Speedup', 'p95 (ms)', 'App (MB)', 'A worker (MB)'],
      ['1', '228 [215, 242]', '1.00x [0.94, 1.06]', '103 [89, 119]', '100', '48'],
      ['2 (knee)', '380 [358, 403]', '1.67x [1.57, 1.77]', '54.8 [47.6, 63.1]', '148', '48']
    ])
    expect(sweep).to.include('\n\nThe Universal Scalability Law needs at least three')
  })

  it('have one of each sweep, and names as they are', () => {
    const markdown = withSweeps(aSmallSweep({ name: 'a|b *c*' }), aSweep({ points: [aSweepPoint(1)] }))
    expect(markdown.match(/\*\*How many workers\*\*/g)).to.have.lengthOf(2)
    expect(textOf(markdown)).to.include(', a|b \\*c\\*: 2 workers')
  })
})

describe('loads in summary.md', () => {
  it('come before the scenarios, with the message and a table', () => {
    const markdown = withCrossovers(aCrossover())
    const headings = [...markdown.matchAll(/^### (.*)$/gm)].map(([, text]) => textOf(text))
    expect(headings.slice(0, 2)).to.eql(['At which load it pays off: primes', 'primes at 0.5x load'])
    const part = markdown.split('### ')[1]
    expect(part).to.include('- Up to 144 requests/s single is as good as clustered at p95;')
    expect(tableIn(part)).to.eql([
      ['Load', 'Requests/s', 'single, p95', 'clustered, p95'],
      ['0.5x', '90.0', '11.4 ms', '11.9 ms, 0.96x [0.79, 1.15]'],
      ['0.8x', '144', '19.5 ms', '16.1 ms, 1.21x [1.00, 1.46]'],
      ['1x', '180', '48.2 ms', '20.3 ms, 2.37x [1.97, 2.85]'],
      ['1.5x', '270', '1,240 ms, could not keep up', '35.5 ms']
    ])
  })

  it('leave room for the scenarios, however many there are', () => {
    const crossovers = Array.from({ length: 500 }, () => aCrossover({ scenario: '|'.repeat(150) }))
    const warnings = Array.from({ length: 10 }, () => aWarning({ message: '|'.repeat(150) }))
    const scenarios = Array.from({ length: 200 }, (_, i) => aScenarioResult([aCandidate()], { scenario: `s${i}`, warnings }))
    const markdown = summaryMarkdown(aComparison(scenarios, { crossovers }))
    expect(Buffer.byteLength(markdown)).to.be.below(240_000)
    expect(markdown).to.include('### s0\n').and.include('### At which load it pays off')
  })
})
