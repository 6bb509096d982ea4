import { expect } from 'chai'
import { XMLParser } from 'fast-xml-parser'
import { describe, it } from 'mocha'
import { junitXml } from '../../plugin/report/ci/junit.ts'
import { summaryMarkdown } from '../../plugin/report/ci/summary-markdown.ts'
import { formatScenario } from '../../plugin/report/console/result.ts'
import { environmentSection } from '../../plugin/report/page/environment-section.ts'
import { briefVariant, variantWords, clientSentence, shortName } from '../../plugin/report/words/names.ts'
import { itFinds } from '../support/cases.ts'
import { textOf as markdownText } from '../support/markdown.ts'
import { textOf } from '../support/pages.ts'
import { aCandidate, aComparison, aScenarioResult } from '../support/results.ts'
import type { DescribedVariant, ScenarioResult } from '../../plugin/concepts/comparison.ts'
import type { ClientUse } from '../../plugin/concepts/run.ts'

describe('the words for a variant', () => {
  const aDescribed = (overrides: Partial<DescribedVariant>): DescribedVariant =>
    ({ name: 'one', mode: 'single', workers: 1, scheduling: 'round-robin', detail: null, ...overrides })

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
    [{ mode: 'ports', workers: 2 }, '2 processes with a port each, behind a load balancer', 'one (own ports, 2 workers)'],
    [{ mode: 'command', workers: null, detail: 'node server.js --threads 2' }, 'command: node server.js --threads 2', 'one (command)'],
    [{ mode: 'command', workers: 3, detail: './serve' }, 'command: ./serve, 3 workers', 'one (command, 3 workers)'],
    [{ mode: 'url', workers: null, detail: 'https://a.example, https://b.example' }, 'running at https://a.example, https://b.example', 'one (running already)']
  ]
  for (const [overrides, words, brief] of all) {
    it(`are ${words}; briefly ${brief}`, () => {
      expect([variantWords(aDescribed(overrides), 0), briefVariant(aDescribed(overrides))]).to.eql([words, brief])
    })
  }

  const seen = (count: number, overrides: Partial<DescribedVariant>) => variantWords(aDescribed({ workers: null, ...overrides }), count)
  itFinds({
    'say how many workers were seen where nobody said it before': [
      [seen(2, { mode: 'url', detail: 'https://a.example' }), 'running at https://a.example, as many workers as were seen: 2'],
      [seen(4, { mode: 'pm2', detail: 'e.cjs' }), 'PM2, e.cjs, as many workers as were seen: 4'],
      [seen(4, { mode: 'cluster', workers: 2 }), '2 workers, round robin']
    ],
    'cut a command that is too long, and keep one apart that is written from right to left': [
      [seen(0, { mode: 'command', detail: 'x'.repeat(500) }), `command: ${'x'.repeat(199)}…`],
      [seen(2, { mode: 'command', detail: 'node שלום' }), 'command: \u2068node שלום\u2069, as many workers as were seen: 2']
    ]
  })
})

describe('which client made the load', () => {
  const lean: ClientUse = { name: 'lean', because: null }
  const artillerys: ClientUse = { name: 'artillery', because: 'it uploads files (formData)' }
  const words = "Artillery's client: it uploads files (formData)"
  const scenario = (client: ClientUse | null, rest?: Partial<ScenarioResult>) => aScenarioResult([aCandidate()], { client, ...rest })
  const linesOf = (result: ScenarioResult) => formatScenario(result).split('\n').filter((line) => /loaded by|client/.test(line))
  const pageOf = (...scenarios: ScenarioResult[]) => textOf(environmentSection({ comparison: aComparison(scenarios), runs: [] }).text)
  const search = scenario(lean, { scenario: 'search' })
  const { testsuites } = new XMLParser({ ignoreAttributes: false, attributeNamePrefix: '', htmlEntities: true })
    .parse(junitXml(aComparison([scenario(artillerys)])))

  itFinds({
    'is a line on the console, with what kept it from being the lean one, once for many candidates': [
      [linesOf(scenario(lean)), ['  loaded by    the lean client']], [linesOf(scenario(artillerys)), [`  loaded by    ${words}`]],
      [linesOf(scenario(artillerys, { candidates: ['a', 'b', 'c', 'd'].map((name) => aCandidate({ name })) })), [`  loaded by    ${words}`]]
    ],
    'is left out where it is not known': [
      [linesOf(scenario(null)), []], [clientSentence(null), ''], [pageOf(scenario(null)), /^(?!.*Loaded by)/], [junitXml(aComparison([scenario(null)])), /^(?![^]*"client")/]
    ],
    'is a sentence, where a reader asks whether the load generator was the bottleneck': [
      [clientSentence(lean), 'Its requests were sent by the lean client.'],
      [clientSentence({ ...artillerys, because: null }), "Its requests were sent by Artillery's client."],
      [clientSentence(artillerys),
        "Its requests were sent by Artillery's client, which takes more CPU than the lean one, because of this: it uploads files (formData)."]
    ],
    'is among the facts of the page: once, or for each scenario where they differ': [
      [pageOf(search, { ...search, scenario: 'cart' }), /Loaded by the lean client CPU/],
      [pageOf(search, scenario(artillerys, { scenario: 'album' })),
        /Loaded by search: the lean client album: Artillery's client: it uploads files \(formData\) CPU/],
      [pageOf(search, scenario(null, { scenario: 'album' })), /Loaded by search: the lean client CPU/]
    ],
    'is in the summary of a CI job, and a property of its results': [
      [markdownText(summaryMarkdown(aComparison([scenario(artillerys)]))), /Against single, 4 rounds, loaded by Artillery's client: it uploads files \(formData\)\./],
      [testsuites.testsuite.properties.property.find(({ name }: { name: string }) => name === 'client').value, words]
    ]
  })
})

describe('a name where there is little room', () => {
  itFinds({
    'stays as it is while it fits, and is cut by what a reader takes for characters': [
      [['clustered', 'x'.repeat(24), 'x'.repeat(25)].map((name) => shortName(name)), ['clustered', 'x'.repeat(24), `${'x'.repeat(23)}…`]],
      [shortName('👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧', 2), '👩‍👩‍👧…']
    ],
    'does not turn the text around it, also when it is cut': [
      [shortName('\u05d0'.repeat(30), 4), `\u2068${'\u05d0'.repeat(3)}…\u2069`], [shortName('\u202egnol'), '\u2068\u202egnol\u2069']
    ]
  })
})
