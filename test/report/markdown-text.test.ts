import { expect } from 'chai'
import { describe, it } from 'mocha'
import type { Tokens } from 'marked'
import { summaryMarkdown } from '../../plugin/report/ci/summary-markdown.ts'
import { htmlOf, tableIn, textOf, tokensOf } from '../support/markdown.ts'
import { aCandidateWith, aComparison, aScenarioResult, aWarning } from '../support/results.ts'

const open = aCandidateWith([{ metric: 'p95', required: 1.5, verdict: 'inconclusive', roundsThatWouldDecide: 14 }], { verdict: 'inconclusive' })

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
const types = ['heading', 'paragraph', 'list', 'list_item', 'text', 'strong', 'table', 'space', 'codespan', 'escape', 'html']

describe('names in summary.md', () => {
  for (const [kind, name] of Object.entries(hostile)) {
    it(`are read back exactly, and become no markup: ${kind}`, () => {
      const candidate = { ...open, name, diagnosis: { ...open.diagnosis, message: `${name} is it.` } }
      const result = aScenarioResult([candidate], { scenario: name, baseline: name, warnings: [aWarning({ message: name })], verdict: 'inconclusive' })
      const base = name.replaceAll('/', '')
      const markdown = summaryMarkdown(aComparison([result, { ...result, scenario: 'other' }], { verdict: 'inconclusive', file: `/scenarios/${base}` }))
      const html = htmlOf(markdown)
      const headings = ['h3', 'h2'].map((tag) => textOf(new RegExp(`<${tag}>(.*?)</${tag}>`, 's').exec(html)?.[1] ?? ''))
      expect(headings).to.eql([name, `❓ INCONCLUSIVE: ${base}`])
      expect(tableIn(markdown).slice(1).map((cells) => [cells[0], cells.length])).to.eql(Array(4).fill([name, 7]))
      const said = [
        `INCONCLUSIVE Not enough evidence yet: p95 of ${name} could be`, `Why: ${name} is it.`, `Against ${name}, 4 rounds.`, `❓ ${name}: p95 speedup`,
        `note ${name} app-killed`
      ]
      for (const text of said) expect(textOf(html)).to.include(text)

      const tokens = tokensOf(markdown)
      expect(tokens.filter(({ type, raw }) => !types.includes(type) || (type === 'html' && raw !== '<!-- -->')).map(({ raw }) => raw)).to.eql([])
      const lists = tokens.filter(({ type }) => type === 'list') as Tokens.List[]
      expect(lists.map(({ items }) => items.length)).to.eql([2, 1, 1])
      expect(tokens.filter(({ type }) => type === 'heading')).to.have.length(3)
    })
  }

  const summaryOf = (name: string) => summaryMarkdown(aComparison([aScenarioResult([{ ...open, name }])]))

  it('are never whole where GitHub makes a mention, a link or an emoji of them, whatever they are written with', () => {
    const names = ['@octocat', '#123', 'GH-12', 'me@example.org', 'https://example.org', ':tada:', '$a$']
    for (const name of names) expect(textOf(summaryOf(name).replaceAll('<!-- -->', '\n')), name).not.to.include(name)
  })

  it('have what nobody can see replaced', () => expect(tableIn(summaryOf('a\u0000b\u001bc\ud800'))[1][0]).to.equal('a\ufffdb\ufffdc\ufffd'))
})
