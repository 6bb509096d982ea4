import { expect } from 'chai'
import { XMLParser } from 'fast-xml-parser'
import { describe, it } from 'mocha'
import { clientSentence } from '../../plugin/report/words/names.ts'
import { formatScenario } from '../../plugin/report/console/result.ts'
import { junitXml } from '../../plugin/report/ci/junit.ts'
import { environmentSection } from '../../plugin/report/page/environment-section.ts'
import { summaryMarkdown } from '../../plugin/report/ci/summary-markdown.ts'
import { textOf as markdownText } from '../support/markdown.ts'
import { textOf } from '../support/pages.ts'
import { aCandidate, aComparison, aScenarioResult } from '../support/results.ts'
import type { ClientUse } from '../../plugin/concepts/run.ts'

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
    expect(clientSentence(artillerys)).to.equal("Its requests were sent by Artillery's client, which takes more CPU than the lean one, because of this: it uploads files (formData).")
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
