import { expect } from 'chai'
import { XMLValidator } from 'fast-xml-parser'
import { describe, it } from 'mocha'
import { renderPage } from '../../../plugin/report/page/render-page.ts'
import { aRunDetail, textOf } from '../../support/pages.ts'
import { aCandidate, aCandidateWith, aComparison, aScenarioResult } from '../../support/results.ts'
import { aRun } from '../../support/runs.ts'
import { aCrossover, aSmallSweep, resultsOf } from '../../support/scaling.ts'
import type { Comparison } from '../../../plugin/concepts/comparison.ts'
import type { RunDetail } from '../../../plugin/concepts/report-data.ts'

const settings = {
  ...aComparison([]).settings,
  variants: [
    { name: 'single', mode: 'single' as const, workers: 1, scheduling: 'round-robin' as const, detail: null },
    { name: 'clustered', mode: 'cluster' as const, workers: 2, scheduling: 'none' as const, detail: null }
  ]
}
const runs = ['single', 'clustered'].map((variant) => aRunDetail({ run: aRun({ variant, samples: `samples/${variant} 1.csv` }) }))

function pageOf(overrides?: Partial<Comparison>, details: RunDetail[] = runs) {
  return renderPage({ comparison: aComparison([aScenarioResult([aCandidate()])], { settings, ...overrides }), runs: details })
}

/** @returns its headings */
const headings = (page: string): string[] => [...page.matchAll(/<(h\d)[^>]*>(.*?)<\/h\d>/gs)].map(([, level, text]) => `${level} ${textOf(text)}`)

describe('the page of a comparison', () => {
  it('begins with where it comes from, the verdict and the speedups', () => {
    const text = textOf(pageOf().split('<body>')[1])
    expect(text.startsWith(
      'Skip to the results primes.yml · speedup report /home/me/scenarios/primes.yml · primes · 2026-11-20 12:01:00 UTC · ' +
        '2 runs, 1 round, 2,400 requests · Node 24.21.0 · 2 cores clustered is 1.60x faster than single at p95. No requirement was configured.'
    )).to.equal(true)
    expect(text).to.include('p50 latency 1.97x 100 → 62.5 ms, 95 % interval [1.51, 2.58]')
  })

  it('has a heading for each section, in the order of what decides', () => {
    const found = headings(pageOf())
    expect(found[0]).to.equal('h1 primes.yml · speedup report')
    expect(found.filter((one) => one.startsWith('h2')).slice(0, 2)).to.eql(['h2 Speedup over single', 'h2 Can this result be trusted?'])
    expect(found.at(-1)).to.equal('h2 Environment and method')
  })

  it('has an overview and a level more where there are several scenarios', () => {
    const failed = aScenarioResult(
      [aCandidateWith([{ metric: 'p95', required: 3, verdict: 'fail' }], { verdict: 'fail' })], { scenario: 'io', verdict: 'fail' }
    )
    const details = [...runs, ...runs.map((detail) => ({ ...detail, run: { ...detail.run, scenario: 'io' } })), aRunDetail({ run: aRun({ scenario: 'late' }) })]
    const page = pageOf({ scenarios: [aScenarioResult([aCandidate()]), failed] }, details)
    const found = headings(page)
    expect(found.slice(0, 4)).to.eql(['h1 primes.yml · speedup report', 'h2 All scenarios', 'h2 primes', 'h3 Speedup over single'])
    expect(found).to.include.members(['h2 io', 'h2 late'])
    const overview = textOf(page.split('id="overview"')[1].split('</section>')[0])
    expect(overview).to.include('primes clustered 1.97x [1.51, 2.58] 1.60x [1.34, 1.92] 1.96x [1.42, 2.71] 1.66x [1.30, 2.12] NO REQUIREMENT')
    expect(overview).to.match(/io clustered .* FAIL late ended before its third round$/)
    const ids = [...page.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id)
    expect(new Set(ids).size).to.equal(ids.length)
    const links = [...page.matchAll(/ href="#([^"]*)"/g)].map(([, id]) => id)
    expect(ids).to.include.members(links)
  })

  it('has the name of a scenario once in the overview, beside all of its candidates', () => {
    const details = [...runs, aRunDetail({ run: aRun({ scenario: 'io' }) })]
    const page = pageOf({ scenarios: [aScenarioResult([aCandidate(), aCandidate({ name: 'four' })])] }, details)
    const rows = [...page.split('id="overview"')[1].split('</section>')[0].matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row]) => row)
    expect(rows.map((row) => textOf(row).split(' 1.97x')[0]).slice(1)).to.eql(['primes clustered', 'four', 'io ended before its third round'])
    expect(rows[1]).to.include('<th scope="rowgroup" rowspan="2">')
  })

  it('says in place of a verdict why it ended early', () => {
    const interrupted = textOf(pageOf({ scenarios: [], error: { code: 'INTERRUPTED', message: 'The comparison was interrupted.' } }))
    expect(interrupted).to.include('INTERRUPTED. The comparison was interrupted. What follows is from the runs that were finished before.')
    expect(interrupted).to.include('Fewer than three rounds of this scenario were finished')
    const dead = textOf(pageOf({ scenarios: [], error: { code: 'APP_DIED', message: 'The app left.' } }, []))
    expect(dead).to.include('NOT MEASURED. The app left. No run was finished.').and.include('Environment and method')
  })

  it('has no verdict beside what ended it early, and the log of an app apart from the sentence', () => {
    const candidate = aCandidateWith([{ metric: 'p95', required: 1.2 }])
    const early = aScenarioResult([candidate], { preliminary: true })
    const page = pageOf({ scenarios: [early], error: { code: 'APP_DIED', message: 'The app left. Its last lines:\nError: no\n  at main' } })
    const text = textOf(page)
    expect(text).to.include('NOT MEASURED. The app left. Its last lines: Error: no at main What follows is from the runs that were finished before.')
    expect(page).to.include('<pre>Error: no\n  at main</pre>')
    expect(text).to.include('PRELIMINARY. clustered is 1.60x faster than single at p95. It was ended after 4 rounds, too early for a verdict.')
    expect(page.split('<body>')[1]).to.not.match(/status-(pass|fail|inconclusive)|verdict-pass/)
  })

  it('tells the environment, the variants and the raw files', () => {
    const page = pageOf()
    const text = textOf(page)
    expect(text).to.include('Variants single (a single process) clustered (2 workers, connections dealt out by the system) Rounds 3 to 10, 95 % confidence')
    expect(text).to.include('Commit unknown Started 2026-11-20 12:00:00 UTC Finished 2026-11-20 12:01:00 UTC')
    expect(page).to.include('href="samples/clustered%201.csv"')
    expect(textOf(pageOf({ settings: { ...settings, rounds: { min: 8, max: 8 } } }))).to.include('Rounds 8, 95 %')
  })

  it('says that each variant has an app of its own where there is none for all', () => {
    const variants = [
      { ...settings.variants[0], mode: 'url' as const, workers: null, detail: 'https://a.example' },
      { ...settings.variants[1], mode: 'command' as const, workers: null, detail: 'node a.js' }
    ]
    const workers = [1, 2].map((pid) => ({ pid: String(pid), requests: 1, connections: 1, usage: null, utilization: [] }))
    const text = textOf(pageOf({ settings: { ...settings, app: null, variants } }, [runs[0], { ...runs[1], workers }]))
    expect(text).to.include('App as each variant says Target')
    expect(text).to.include('Variants single (running at https://a.example) clustered (command: node a.js, as many workers as were seen: 2) Rounds')
  })

  it('has the numbers of workers after the speedups, and the loads before all scenarios', () => {
    const crossover = aCrossover()
    const results = resultsOf(crossover).map((result) => ({ ...result, sweeps: [aSmallSweep()] }))
    const details = results.flatMap(({ scenario }) => runs.map((detail) => ({ ...detail, run: { ...detail.run, scenario } })))
    const page = pageOf({ scenarios: results, crossovers: [crossover] }, details)
    expect(headings(page).slice(0, 6)).to.eql([
      'h1 primes.yml · speedup report', 'h2 All scenarios', 'h2 At which load it pays off', 'h2 primes at 0.5x load',
      'h3 Speedup over single', 'h3 How many workers'
    ])
    const ids = [...page.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id)
    expect(new Set(ids).size).to.equal(ids.length)
    expect(ids).to.include.members(['crossover', 's1-how-many', 's4-how-many'])
    const two = pageOf({ scenarios: results, crossovers: [crossover, { ...crossover, scenario: 'io' }] }, details)
    expect(headings(two).filter((one) => one.includes('pays off'))).to.eql(['h2 At which load it pays off: primes', 'h2 At which load it pays off: io'])
    expect(headings(pageOf({ scenarios: [], crossovers: [crossover] }, [])).join()).to.not.include('pays off')
  })

  describe('under several loads', () => {
    const crossover = aCrossover()
    const results = resultsOf(crossover)
    const details = [...results, { scenario: 'late' }].flatMap(({ scenario }) => runs.map((detail) => ({ ...detail, run: { ...detail.run, scenario } })))
    const page = pageOf({ scenarios: results, crossovers: [crossover] }, details)
    const levels = page.split('<details class="level">').slice(1)

    it('has each folded away under its name and what came of it', () => {
      expect(levels.map((level) => textOf(level.split('</summary>')[0]))).to.eql([
        'primes at 0.5x load clustered shows no measurable difference from single at p95. No requirement was configured.',
        'primes at 0.8x load clustered is 1.21x faster than single at p95. No requirement was configured.',
        'primes at 1x load clustered is 2.37x faster than single at p95. No requirement was configured.',
        'primes at 1.5x load clustered is 1.96x faster than single at p99. No requirement was configured.'
      ])
      expect(page).to.not.include('<details class="level" open')
    })

    it('has their headings and anchors in there, but those of the page and of what was not concluded outside', () => {
      for (const [i, level] of levels.entries()) expect(level.split('<h2')[1]).to.match(
        new RegExp(`^ id="s${i + 1}-scenario">.*id="s${i + 1}-results".*id="s${i + 1}-workers-title"`, 's')
      )
      expect(headings(page).filter((one) => one.startsWith('h2'))).to.eql([
        'h2 All scenarios', 'h2 At which load it pays off', ...results.map(({ scenario }) => `h2 ${scenario}`), 'h2 late',
        'h2 Environment and method'
      ])
      expect(XMLValidator.validate(page.split('<main>')[1].split('</main>')[0].replace(/^/, '<main>').concat('</main>'))).to.equal(true)
    })

    it('links to what is folded away, and to nothing that is not there', () => {
      const overview = page.split('id="overview"')[1].split('</section>')[0]
      expect([...overview.matchAll(/href="#([^"]*)"/g)].map(([, id]) => id)).to.eql(['s1-results', 's2-results', 's3-results', 's4-results', 's5-scenario'])
      for (const [, id] of page.matchAll(/(?:href="#|aria-labelledby=")([^"]*)"/g)) for (const one of id.split(' ')) expect(page).to.include(` id="${one}"`)
    })

    it('folds nothing where there is only one of them', () => {
      expect(pageOf({ scenarios: results.slice(0, 1) }, details.slice(0, 2))).to.not.include('class="level"')
    })
  })

  it('runs nothing, loads nothing and forbids both', () => {
    const page = pageOf()
    expect(page).to.match(/http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'/)
    expect(page).to.not.match(/<script|<link|<img|@import|url\(|https?:\/\/(?!127)/)
    expect(page).to.not.match(/ style="/)
  })

  it('is the same, byte for byte, for the same data', () => expect(pageOf()).to.equal(pageOf()))
})
