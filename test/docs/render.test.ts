import { expect } from 'chai'
import { describe, it } from 'mocha'
import { renderTutorials } from '../../docs/tutorials/render.ts'
import { htmlOf, tableIn, textOf } from '../support/markdown.ts'
import { aCandidate, aCandidateWith, aComparison, aScenarioResult, aVariantUse, aWarning } from '../support/results.ts'
import type { Claim, Tutorial } from '../../docs/tutorials/claims/index.ts'

const claim: Claim = { scenario: 'primes', factor: null, candidate: 'clustered', metric: 'p95', baseline: 1256.4, claimed: 719.5 }

function aTutorial(overrides?: Partial<Tutorial>): Tutorial {
  return { name: 'primes', title: 'Primes', source: '[a page](https://example.org/)', setUp: '50 users.', cores: null, changes: ['It is shorter.'], claims: [claim], ...overrides }
}

const environment = { node: '24.21.0', artillery: '2.0.34', plugin: '0.1.0', os: 'Linux 6', cpu: 'AMD EPYC', cores: 2, commit: null }
const primes = aScenarioResult([aCandidateWith([{ metric: 'p95', baseline: 100, candidate: 57, speedup: 1.75, interval: [1.7, 1.8] }])])
const comparison = aComparison([primes], { environment, finishedAt: '2026-11-21T17:00:00.000Z' })

/** @returns the text of each paragraph and item */
const textsIn = (markdown: string): string[] => [...htmlOf(markdown).matchAll(/<(p|li)>(.*?)<\/\1>/gs)].map(([, , html]) => textOf(html).trim())

describe('docs/tutorials.md, from comparisons', () => {
  const page = renderTutorials([{ tutorial: aTutorial(), comparison }])
  const [before, section] = page.split('\n## ')

  it('sets what is claimed beside what was measured', () => {
    expect(tableIn(section)).to.eql([
      ['', 'claimed', 'speedup', 'measured here', 'speedup and interval', 'the claim'],
      ['p95, ms', '1,256.4 → 719.5', '1.75x', '100 → 57.0', '1.75x [1.70, 1.80]', 'holds']
    ])
  })

  it('begins with what became of each tutorial, and says what the words mean', () => {
    expect(tableIn(before)).to.eql([['Tutorial', 'Does the claim hold?'], ['Primes', 'holds']])
    expect(textsIn(before)).to.include('holds in part: it is faster, but by less.')
  })

  it('tells source, scenario file, what differs, why, and on which machine', () => {
    const texts = textsIn(`## ${section}`)
    expect(texts).to.include('Source: a page. 50 users.')
    expect(texts).to.include('We run scenarios/tutorials/primes.yml, with npm run tutorials -- --only primes. What differs:')
    expect(section).to.include('(../scenarios/tutorials/primes.yml)').and.to.include('(tutorials/primes/comparison.json)')
    expect(texts).to.include('It is shorter.')
    expect(texts).to.include('p95: holds. The claimed 1.75x lies inside our interval [1.70, 1.80].')
    expect(texts).to.include('CPU-bound, so clustering helps.')
    expect(texts[texts.length - 1]).to.match(/^Measured on 2026-11-21 on 2 cores, AMD EPYC, Linux 6, Node 24\.21\.0, Artillery 2\.0\.34: 4 rounds, 95 % intervals\./)
  })

  it('repeats the warnings of the tool', () => {
    const warned = aScenarioResult(primes.candidates, { warnings: [aWarning({ severity: 'problem', message: 'Something else ran_here_.' })] })
    expect(textsIn(renderTutorials([{ tutorial: aTutorial(), comparison: aComparison([warned]) }]))).to.include('problem: Something else ran_here_.')
  })

  it('names scenario, load and candidate where claims differ in them', () => {
    const pm2 = aCandidate({ name: 'pm2', diagnosis: { code: 'idle', message: 'It has time to spare.' } })
    const level = (factor: number) => aScenarioResult([...primes.candidates, pm2], { scenario: `primes at ${factor}x load`, level: { of: 'primes', factor } })
    const other = aScenarioResult(primes.candidates, { scenario: 'fib/30' })
    const claims = [{ ...claim, factor: 0.5 }, { ...claim, factor: 1, candidate: 'pm2' }, { ...claim, scenario: 'fib/30' }]
    const several = renderTutorials([{ tutorial: aTutorial({ claims }), comparison: aComparison([level(0.5), level(1), other]) }])
    expect(tableIn(several.split('\n## ')[1]).map(([first]) => first)).to.eql(['', 'primes: p95 of clustered at 0.5x load, ms', 'primes: p95 of pm2 at 1x load, ms', 'fib/30: p95 of clustered, ms'])
    expect(textsIn(several)).to.include('primes at 1x load, pm2: It has time to spare.')
  })

  it('shows shares as such, and counts claims that fared differently', () => {
    const answered = { ...claim, metric: 'success' as const, baseline: 0.736, claimed: 1 }
    const failing = aScenarioResult(primes.candidates, { variants: [aVariantUse({ errorRate: 0.2642 }), aVariantUse({ name: 'clustered' })] })
    const both = { ...claim, baseline: 200, claimed: 100 }
    const mixed = renderTutorials([{ tutorial: aTutorial({ claims: [answered, both] }), comparison: aComparison([failing]) }])
    expect(tableIn(mixed.split('\n## ')[1])[1]).to.eql(['requests answered', '73.6 % → 100 %', '', '73.6 % → 100 %', '', 'holds'])
    expect(tableIn(mixed)[1]).to.eql(['Primes', 'holds (1 of 2) and holds in part (1 of 2)'])
  })
})
