import { expect } from 'chai'
import { describe, it } from 'mocha'
import { summaryMarkdown } from '../../plugin/report/ci/summary-markdown.ts'
import { tableIn, textOf } from '../support/markdown.ts'
import { aCandidate, aComparison, aScenarioResult, aWarning } from '../support/results.ts'
import { aCrossover, aSmallSweep, aSweep, aSweepPoint, resultsOf } from '../support/scaling.ts'
import type { Crossover, Sweep } from '../../plugin/concepts/load-results.ts'

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
