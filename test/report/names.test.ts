import { expect } from 'chai'
import { XMLParser } from 'fast-xml-parser'
import { describe, it } from 'mocha'
import { junitXml } from '../../plugin/report/ci/junit.ts'
import { summaryMarkdown } from '../../plugin/report/ci/summary-markdown.ts'
import { formatScenario } from '../../plugin/report/console/result.ts'
import { environmentSection } from '../../plugin/report/page/environment-section.ts'
import { briefVariant, variantWords, clientSentence, shortName } from '../../plugin/report/words/names.ts'
import { textOf as markdownText } from '../support/markdown.ts'
import { textOf } from '../support/pages.ts'
import { aCandidate, aComparison, aScenarioResult } from '../support/results.ts'
import type { DescribedVariant } from '../../plugin/concepts/comparison.ts'
import type { ClientUse } from '../../plugin/concepts/run.ts'

const aDescribed = (
  overrides: Partial<DescribedVariant>
): DescribedVariant => ({ name: 'one', mode: 'single', workers: 1, scheduling: 'round-robin', detail: null, ...overrides })

describe('the words for a variant', () => {
  /** each with what is said at length, and briefly */
  const all: [Partial<DescribedVariant>, string, string][] = [
    [{}, 'a single process', 'one'],
    [{ detail: '--threads 2' }, 'a single process, with --threads 2', 'one'],
    [{ mode: 'cluster', workers: 1 }, '1 worker, round robin', 'one (1 worker)'],
    [{ mode: 'cluster', workers: 2, scheduling: 'none' }, '2 workers, connections dealt out by the system', 'one (2 workers, no scheduling)'],
    [{ mode: 'pm2', workers: 2 }, 'PM2, 2 workers', 'one (PM2, 2 workers)'],
    [{ mode: 'pm2', workers: 2, detail: '--fast' }, 'PM2, 2 workers, with --fast', 'one (PM2, 2 workers)'],
    [{ mode: 'pm2', workers: null, detail: 'ecosystem.config.cjs, app api' }, 'PM2, ecosystem.config.cjs, app api', 'one (PM2)'],
    [{ mode: 'reuse-port', workers: 2 }, '2 processes that share the port (reusePort)', 'one (shared port, 2 workers)'],
    [{ mode: 'command', workers: null, detail: 'node server.js --threads 2' }, 'command: node server.js --threads 2', 'one (command)'],
    [{ mode: 'command', workers: 3, detail: './serve' }, 'command: ./serve, 3 workers', 'one (command, 3 workers)'],
    [{ mode: 'url', workers: null, detail: 'https://a.example, https://b.example' }, 'running at https://a.example, https://b.example', 'one (running already)']
  ]
  for (const [overrides, words, brief] of all) {
    it(`are ${words}; briefly ${brief}`, () => {
      expect(variantWords(aDescribed(overrides), 0)).to.equal(words)
      expect(briefVariant(aDescribed(overrides))).to.equal(brief)
    })
  }

  it('say how many workers were seen where nobody said it before', () => {
    expect(variantWords(aDescribed({ mode: 'url', workers: null, detail: 'https://a.example' }), 2)).to.equal(
      'running at https://a.example, as many workers as were seen: 2'
    )
    expect(variantWords(aDescribed({ mode: 'pm2', workers: null, detail: 'e.cjs' }), 4)).to.equal('PM2, e.cjs, as many workers as were seen: 4')
    expect(variantWords(aDescribed({ mode: 'cluster', workers: 2 }), 4)).to.equal('2 workers, round robin')
  })

  it('cut a command that is too long, and keep one apart that is written from right to left', () => {
    expect(variantWords(aDescribed({ mode: 'command', workers: null, detail: 'x'.repeat(500) }), 0)).to.match(/^command: x{199}…$/)
    expect(variantWords(aDescribed({ mode: 'command', workers: null, detail: 'node שלום' }), 2)).to.equal(
      'command: \u2068node שלום\u2069, as many workers as were seen: 2'
    )
  })
})

const lean: ClientUse = { name: 'lean', because: null }
const artillerys: ClientUse = { name: 'artillery', because: 'it uploads files (formData)' }

describe('which client made the load', () => {
  const linesOf = (client: ClientUse | null, candidates: number = 1) => {
    const names = Array.from({ length: candidates }, (_, i) => aCandidate({ name: `candidate ${i}` }))
    return formatScenario(aScenarioResult(names, { client })).split('\n').filter((line) => /loaded by|client/.test(line))
  }

  it('is a line on the console, with what kept it from being the lean one', () => {
    expect(linesOf(lean)).to.eql(['  loaded by    the lean client'])
    expect(linesOf(artillerys)).to.eql(["  loaded by    Artillery's client: it uploads files (formData)"])
  })

  it('is told once for many candidates', () => {
    expect(linesOf(artillerys, 4)).to.eql(["  loaded by    Artillery's client: it uploads files (formData)"])
  })

  it('is left out where it is not known', () => {
    expect(linesOf(null)).to.eql([])
    expect(clientSentence(null)).to.equal('')
    expect(environmentOf([aScenarioResult([aCandidate()])])).to.not.include('Loaded by')
  })

  it('is a sentence, where a reader asks whether the load generator was the bottleneck', () => {
    expect(clientSentence(lean)).to.equal('Its requests were sent by the lean client.')
    expect(clientSentence({ ...artillerys, because: null })).to.equal("Its requests were sent by Artillery's client.")
    expect(clientSentence(artillerys)).to.equal(
      "Its requests were sent by Artillery's client, which takes more CPU than the lean one, because of this: it uploads files (formData)."
    )
  })

  const environmentOf = (scenarios: ReturnType<typeof aScenarioResult>[]) => textOf(environmentSection({ comparison: aComparison(scenarios), runs: [] }).text)

  it('is among the facts of the page: once, or for each scenario where they differ', () => {
    const search = aScenarioResult([aCandidate()], { scenario: 'search', client: lean })
    const album = aScenarioResult([aCandidate()], { scenario: 'album', client: artillerys })
    expect(environmentOf([search, { ...search, scenario: 'cart' }])).to.include('Loaded by the lean client CPU')
    expect(environmentOf([search, album])).to.match(/Loaded by search: the lean client album: Artillery's client: it uploads files \(formData\) CPU/)
    expect(environmentOf([search, { ...album, client: null }])).to.include('Loaded by search: the lean client CPU')
  })

  it('is in the summary of a CI job, and a property of its results', () => {
    const comparison = aComparison([aScenarioResult([aCandidate()], { client: artillerys })])
    expect(markdownText(summaryMarkdown(comparison))).to.include("Against single, 4 rounds, loaded by Artillery's client: it uploads files (formData).")
    const { testsuites } = new XMLParser({ ignoreAttributes: false, attributeNamePrefix: '', htmlEntities: true }).parse(junitXml(comparison))
    expect(testsuites.testsuite.properties.property).to.deep.include({ name: 'client', value: "Artillery's client: it uploads files (formData)" })
    expect(junitXml(aComparison([aScenarioResult([aCandidate()])]))).to.not.include('"client"')
  })
})

describe('a name where there is little room', () => {
  it('stays as it is while it fits, and is cut by what a reader takes for characters', () => {
    expect(shortName('clustered')).to.equal('clustered')
    expect(shortName('x'.repeat(24))).to.equal('x'.repeat(24))
    expect(shortName('x'.repeat(25))).to.equal(`${'x'.repeat(23)}…`)
    expect(shortName('👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧', 2)).to.equal('👩‍👩‍👧…')
  })

  it('does not turn the text around it, also when it is cut', () => {
    expect(shortName('\u05d0'.repeat(30), 4)).to.equal(`\u2068${'\u05d0'.repeat(3)}…\u2069`)
    expect(shortName('\u202egnol')).to.equal('\u2068\u202egnol\u2069')
  })
})
