import { expect } from 'chai'
import { describe, it } from 'mocha'
import type { Tokens } from 'marked'
import { summaryMarkdown } from '../../plugin/report/ci/summary-markdown.ts'
import { htmlOf, tableIn, textOf, tokensOf } from '../support/markdown.ts'
import { aCandidateWith, aComparison, aScenarioResult, aWarning } from '../support/results.ts'
import type { CandidateResult } from '../../plugin/concepts/comparison.ts'

const open = aCandidateWith([{ metric: 'p95', required: 1.5, verdict: 'inconclusive', roundsThatWouldDecide: 14 }], { verdict: 'inconclusive' })
const summaryOf = (candidate: Partial<CandidateResult>) => summaryMarkdown(aComparison([aScenarioResult([{ ...open, ...candidate }])]))

const hostile = {
  'a tag': '<script>alert(1)</script> <!-- -->',
  entities: '&lt;b&gt; &amp; &#64; &copy;',
  pipes: '| a | b \\| c \\',
  backticks: '`a` ``b`` ```',
  brackets: '[a](https://example.org) ![b](c.png) [^1] [x]',
  emphasis: '*a* **b** _c_ __d__ my_var_name ~~e~~',
  'blocks of its own': '# a ## - b + c 1. d > e --- ===',
  'a number and a dot': '1. a',
  'a hyphen': '- a',
  'line breaks': 'one\ntwo\r\n\r\n    three',
  'mentions and references': '@octocat #123 octo/repo#45 GH-12',
  addresses: 'https://example.org www.example.org ftp://a.b me@example.org <https://a.b>',
  'emoji and formulas': ':tada: 👩‍🚀 $a$ $$b$$',
  'spaces at its ends': '  name \u00a0',
  'right to left': 'שלום עולם',
  '200 characters': 'name '.repeat(39) + 'name'
}

describe('names in summary.md', () => {
  for (const [kind, name] of Object.entries(hostile)) {
    const candidate = { ...open, name, diagnosis: { ...open.diagnosis, message: `${name} is it.` } }
    const result = aScenarioResult([candidate], { scenario: name, baseline: name, warnings: [aWarning({ message: name })], verdict: 'inconclusive' })
    const file = `/scenarios/${name.replaceAll('/', '')}`
    const markdown = summaryMarkdown(aComparison([result, { ...result, scenario: 'other' }], { verdict: 'inconclusive', file }))

    it(`are read back exactly: ${kind}`, () => {
      const html = htmlOf(markdown)
      expect(textOf(/<h3>(.*?)<\/h3>/s.exec(html)?.[1] ?? '')).to.equal(name)
      expect(textOf(/<h2>(.*?)<\/h2>/s.exec(html)?.[1] ?? '')).to.equal(`❓ INCONCLUSIVE: ${name.replaceAll('/', '')}`)
      const table = tableIn(markdown)
      expect(table).to.have.length(5)
      for (const [first, ...rest] of table.slice(1)) expect([first, rest.length]).to.eql([name, 6])
      expect(textOf(html)).to.include(`INCONCLUSIVE Not enough evidence yet: p95 of ${name} could be`).and.to.include(`Why: ${name} is it.`)
        .and.to.include(`Against ${name}, 4 rounds.`)
      expect(textOf(html)).to.include(`❓ ${name}: p95 speedup`).and.to.include(`note ${name} app-killed`)
    })

    it(`become no markup: ${kind}`, () => {
      const types = ['heading', 'paragraph', 'list', 'list_item', 'text', 'strong', 'table', 'space', 'codespan', 'escape', 'html']
      const tokens = tokensOf(markdown)
      expect(tokens.filter(({ type }) => !types.includes(type)).map(({ raw }) => raw)).to.eql([])
      expect(tokens.filter(({ type }) => type === 'html').map(({ raw }) => raw).filter((raw) => raw !== '<!-- -->')).to.eql([])
      const lists = tokens.filter(({ type }) => type === 'list') as Tokens.List[]
      expect(lists.map(({ items }) => items.length)).to.eql([2, 1, 1])
      expect(tokens.filter(({ type }) => type === 'heading')).to.have.length(3)
    })
  }

  it('are never whole where GitHub makes a mention, a link or an emoji of them, whatever they are written with', () => {
    const names = ['@octocat', '#123', 'GH-12', 'me@example.org', 'https://example.org', ':tada:', '$a$']
    for (const name of names) expect(textOf(summaryOf({ name }).replaceAll('<!-- -->', '\n')), name).not.to.include(name)
  })

  it('have what nobody can see replaced', () => {
    expect(tableIn(summaryOf({ name: 'a\u0000b\u001bc\ud800' }))[1][0]).to.equal('a\ufffdb\ufffdc\ufffd')
  })
})
