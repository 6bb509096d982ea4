import { expect } from 'chai'
import { preliminary } from '../../plugin/comparison/findings.ts'
import { commentMarkdown, summaryMarkdown } from '../../plugin/report/ci/summary-markdown.ts'
import { itFinds } from '../support/cases.ts'
import { expectGolden } from '../support/golden.ts'
import { htmlOf, tableIn, textOf, tokensOf } from '../support/markdown.ts'
import {
  aCandidate,
  aCandidateWith,
  aComparison,
  aScenarioResult,
  aVariantLimit,
  aWarning,
  someLeaders,
  someLimits
} from '../support/results.ts'
import { aCrossover, aFailingCrossover, aSmallSweep, aSweep, aSweepPoint, resultsOf } from '../support/scaling.ts'
import type { Tokens } from 'marked'
import type { CandidateResult, Comparison, ScenarioResult } from '../../plugin/concepts/comparison.ts'

const passing = { required: 1.3, verdict: 'pass' as const }
const passed = aCandidateWith([{ metric: 'p95', ...passing }], { verdict: 'pass' })
const missed = { metric: 'p99' as const, required: 3, verdict: 'fail' as const }
const failed = aCandidateWith([{ metric: 'p95', ...passing }, missed], { verdict: 'fail' })
const open = aCandidateWith([{ metric: 'p95', required: 1.5, verdict: 'inconclusive', roundsThatWouldDecide: 14 }], {
  verdict: 'inconclusive'
})
const spending = (spentOn: string) => ({ ...aCandidate().diagnosis, spentOn })
const interrupted = { code: 'INTERRUPTED' as const, message: 'The comparison was interrupted.' }
const { settings } = aComparison([])

const summary = (scenarios: ScenarioResult[], rest?: Partial<Comparison>) =>
  summaryMarkdown(aComparison(scenarios, { verdict: 'pass', ...rest }))
const summaryOf = (candidate: CandidateResult, rest?: Partial<Comparison>) =>
  summary([aScenarioResult([candidate])], { verdict: candidate.verdict, ...rest })

describe('summary.md', () => {
  const fell = { earlier: { speedup: 2.4, interval: [2.3, 2.5] as [number, number] }, regression: true }
  const fallen = aCandidateWith([{ metric: 'p95', ...passing, ...fell }, missed], {
    limits: someLimits(
      { required: 0.8, value: null, verdict: 'inconclusive' },
      { value: 0.012, required: 0.01, verdict: 'fail' }
    ),
    diagnosis: spending('72 % of a_b is f (node:net:9), called by g (my lib/a_b.js:12).'),
    againstEarlier: 'fail',
    verdict: 'fail'
  })
  const saturated = { reason: 'generator-saturated' as const }
  const uncarried = aCandidateWith(
    [
      { metric: 'p95', required: 1.3, verdict: 'inconclusive', ...saturated },
      { metric: 'p50', ...saturated }
    ],
    { name: 'four', limits: someLimits({}, { value: 0.012 }), verdict: 'inconclusive' }
  )
  const problem = aWarning({ code: 'generator-saturated', severity: 'problem', message: 'Too busy.' })
  const tolerant = { settings: { ...settings, onInconclusive: 'pass' as const } }
  const compareWith = {
    file: 'main/comparison.json',
    results: 1,
    finishedAt: '2026-11-19T12:00:00.000Z',
    commit: 'abcdef0123456789',
    plugin: '0.1.0',
    cpu: 'unknown',
    cores: 2
  }

  it('says the verdict first, then what was found, the worst first', () =>
    expectGolden(
      'summary.txt',
      summary(
        [
          aScenarioResult([passed], {
            scenario: 'passes',
            verdict: 'pass',
            limits: [aVariantLimit(), aVariantLimit({ verdict: 'inconclusive', reason: 'generator-saturated' })]
          }),
          aScenarioResult(
            [
              aCandidateWith([
                { metric: 'p95', responsesPerRun: 98 },
                { metric: 'p99', responsesPerRun: 400 }
              ])
            ],
            {
              scenario: 'free',
              client: { name: 'artillery', because: 'it uploads files (formData)' },
              leaders: someLeaders()
            }
          ),
          aScenarioResult([open, uncarried], {
            scenario: 'undecided',
            verdict: 'inconclusive',
            warnings: [problem, aWarning()]
          }),
          aScenarioResult([fallen], { scenario: 'fails', verdict: 'fail' })
        ],
        { settings: { ...tolerant.settings, compareWith }, verdict: 'fail' }
      )
    ))

  const selfCheck = {
    verdict: 'pass' as const,
    biased: [],
    leastMargin: { p50: 1.1, p95: 1.2, p99: 1.3, throughput: 1.1 }
  }
  const intolerant = /^(?![^]*onInconclusive)/
  const ended = preliminary(aScenarioResult([open, failed], { decided: false, rounds: 3, verdict: 'fail' }))
  const early = summary([ended], { error: interrupted, verdict: 'not measured' })
  const line =
    '- ℹ️ **PRELIMINARY** clustered is 1.60x faster than single at p95. Ended after 3 rounds, too early for a verdict.'
  const warned =
    summary([aScenarioResult([passed], { warnings: Array(12).fill(aWarning()) })]).match(/^- (?:ℹ️|and).*/gm) ?? []

  itFinds({
    'tells ten warnings at most': [
      [
        [warned.length, warned[9]],
        [10, '- and 3 more, in `comparison.json`']
      ]
    ],
    'begins with the verdict of one scenario without its name, and says where no threshold is set': [
      [
        summaryOf(aCandidate()),
        /^## ℹ️ Yes: clustered \(2 workers\) serves 1\.66 times as much as single\.\n\nFile: primes\.yml\n\n- ℹ️ Yes: clustered \(2 workers\) serves 1\.66 times as much as single\. clustered is 1\.60x faster than single at p95\. No threshold is set\.\n/
      ]
    ],
    'has places in profiles as code, unless they hold what is more to Markdown': [
      [
        summaryOf({ ...aCandidate(), diagnosis: spending('It is f (a`<b>.js:1), g (@x\n:2).') }),
        /f \(a\\`\\<b\\>\.js:<!-- -->1\), g \(@<!-- -->x&#10;:<!-- -->2\)\./
      ]
    ],
    'shows what an earlier result was, also where it was ended early': [
      [tableIn(summaryOf({ ...fallen, againstEarlier: null, verdict: null }))[2][5], '2.40x [2.30, 2.50]']
    ],
    'says whether what is undecided counts as passed': [
      [summaryOf(open), intolerant],
      [summaryOf(open, tolerant), /`onInconclusive: pass`/],
      [
        summary([aScenarioResult([aCandidate()], { limits: [aVariantLimit({ verdict: 'inconclusive' })] })], tolerant),
        /`onInconclusive: pass`/
      ],
      [summaryOf(failed, tolerant), intolerant]
    ],
    'says what a self-check found out for later comparisons': [
      [
        summaryOf(aCandidate({ selfCheck, verdict: 'pass' })),
        /\n\nSmallest speedup that about five rounds can detect here: p50 1\.10x/
      ]
    ],
    'says that it was interrupted, before what was found': [
      [
        summaryOf(open, { error: interrupted, verdict: 'not measured' }),
        /^## ⛔ INTERRUPTED: primes\.yml\n\n\*\*INTERRUPTED\*\* The comparison was interrupted\.\n\n- ❓/
      ]
    ],
    'has no verdict on a scenario that was ended before its time, and says so': [
      [early.split('\n').filter((text) => text.startsWith('- ')), [line, line]],
      [early, /^## ⛔ INTERRUPTED(?![^]*(?:❌|❓|✅|INCONCLUSIVE|FAIL))/]
    ]
  })

  for (const stack of ['Error:\n```\n    at <anonymous>', 'Error: no tick\n    at *']) {
    it(`says why nothing was measured, a stack as it is: ${JSON.stringify(stack)}`, () => {
      const error = { code: 'UNEXPECTED' as const, message: `This is a bug:\n${stack}` }
      const tokens = tokensOf(summary([], { error, verdict: 'not measured' }))
      expect(tokens[0].raw.trim()).to.equal('## ⛔ NOT MEASURED: primes.yml')
      expect(tokens.find(({ type }) => type === 'code')).to.include({ text: stack })
    })
  }

  const long = '|'.repeat(150)
  const warnings = Array(10).fill(aWarning({ message: long }))

  it('stays far below what GitHub takes, however many scenarios there are, and leaves out the best', () => {
    const scenarios = Array.from({ length: 40 }, (_, i) => {
      const candidate = { ...(i === 39 ? failed : passed), name: long }
      return aScenarioResult([candidate], { scenario: `${long}${i}`, warnings, verdict: candidate.verdict })
    })
    const markdown = summary(scenarios, { verdict: 'fail' })
    expect(Buffer.byteLength(markdown)).to.be.within(100_000, 2 ** 20 / 2)
    expect(textOf(markdown)).to.include(`### ${long}39`)
    const shown = [...markdown.matchAll(/^### /gm)].length
    expect(markdown)
      .to.include(`And ${40 - shown} more scenarios, in \`comparison.json\`.`)
      .and.to.include('Node 24.21.0')
  })
})

describe('numbers of workers and loads in summary.md', () => {
  it('are a message and a table of each crossover, then, in each scenario, a recommendation and a table of each sweep', () => {
    const sweeps = [aSmallSweep({ name: 'a|b *c*' }), aSweep({ points: [aSweepPoint(1)] })]
    const results = [aScenarioResult([aCandidate()], { sweeps }), ...resultsOf(aCrossover()).slice(0, 1)]
    expectGolden('summary-loads.txt', summary(results, { crossovers: [aCrossover(), aFailingCrossover()] }))
  })
})

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
const types = [
  'heading',
  'paragraph',
  'list',
  'list_item',
  'text',
  'strong',
  'table',
  'space',
  'codespan',
  'escape',
  'html'
]

describe('names in summary.md', () => {
  for (const [kind, name] of Object.entries(hostile)) {
    it(`are read back exactly, and become no markup: ${kind}`, () => {
      const candidate = { ...open, name, diagnosis: { ...open.diagnosis, message: `${name} is it.` } }
      const result = aScenarioResult([candidate], {
        scenario: name,
        baseline: name,
        warnings: [aWarning({ message: name })],
        verdict: 'inconclusive'
      })
      const base = name.replaceAll('/', '')
      const markdown = summaryMarkdown(
        aComparison([result, { ...result, scenario: 'other' }], { verdict: 'inconclusive', file: `/scenarios/${base}` })
      )
      const html = htmlOf(markdown)
      const headings = ['h3', 'h2'].map((tag) =>
        textOf(new RegExp(`<${tag}>(.*?)</${tag}>`, 's').exec(html)?.[1] ?? '')
      )
      expect(headings[0]).to.equal(name)
      expect(headings[1])
        .to.match(/^❓ INCONCLUSIVE\. /)
        .and.include('reaches 1.50x')
      expect(textOf(html)).to.include(`File: ${base}`)
      const [head, ...rows] = tableIn(markdown)
      expect(head.slice(1, 3)).to.eql([name, `${name} (2 workers)`])
      for (const cells of rows) expect(cells).to.have.length(7)
      const said = [`Why: ${name} is it.`, `Against ${name}, 4 rounds.`]
      for (const text of [...said, `❓ ${name}: p95 speedup`, `note ${name} app-killed`])
        expect(textOf(html)).to.include(text)

      const tokens = tokensOf(markdown)
      expect(
        tokens
          .filter(({ type, raw }) => !types.includes(type) || (type === 'html' && raw !== '<!-- -->'))
          .map(({ raw }) => raw)
      ).to.eql([])
      expect((tokens.filter(({ type }) => type === 'list') as Tokens.List[]).map(({ items }) => items.length)).to.eql([
        2, 1, 1
      ])
      expect(tokens.filter(({ type }) => type === 'heading')).to.have.length(3)
    })
  }

  it('are never whole where GitHub makes a mention, a link or an emoji of them, whatever they are written with', () => {
    const names = ['@octocat', '#123', 'GH-12', 'me@example.org', 'https://example.org', ':tada:', '$a$']
    for (const name of names)
      expect(textOf(summaryOf({ ...open, name }).replaceAll('<!-- -->', '\n')), name).not.to.include(name)
  })

  it('have what nobody can see replaced', () =>
    expect(tableIn(summaryOf({ ...open, name: 'a\u0000b\u001bc\ud800' }))[0][2]).to.equal(
      'a\ufffdb\ufffdc\ufffd (2 workers)'
    ))
})

describe('comment.md', () => {
  const commentOf = (scenarios: ScenarioResult[], rest?: Partial<Comparison>) =>
    commentMarkdown(aComparison(scenarios, rest))

  it('is the verdict, the figures and the reason, in at most 15 lines', () =>
    expectGolden('comment.txt', commentOf([aScenarioResult([failed], { verdict: 'fail' })])))

  it('names the commits: that of the files as they are, and those of variants', () => {
    const comparison = aComparison([])
    const [before, ...others] = comparison.settings.variants
    const variants = [{ ...before, name: 'before', commit: 'b'.repeat(40) }, ...others]
    const environment = { ...comparison.environment, commit: 'a'.repeat(40) }
    expect(
      commentMarkdown({ ...comparison, environment, settings: { ...comparison.settings, variants } })
        .trimEnd()
        .split('\n')
        .at(-1)
    ).to.equal('File: primes.yml · commit aaaaaaa · before: commit bbbbbbb')
  })

  itFinds({
    'is of the worst of several scenarios and candidates': [
      [
        commentOf([
          aScenarioResult([passed, { ...passed, name: 'four' }, { ...passed, name: 'eight' }], { verdict: 'pass' }),
          aScenarioResult([failed], { scenario: 'io', verdict: 'fail' })
        ]).split('\n')[0],
        '- ❌ io: **FAIL** No: keep single; clustered gains at most 2.71x at p99 (needs 3). clustered misses its threshold: p99 1.96x (needs 3).'
      ],
      [
        commentOf([
          aScenarioResult(
            ['a', 'b', 'c', 'd', 'e'].map((name) => ({ ...passed, name })),
            { verdict: 'pass' }
          )
        ]).split('\n').length <= 16,
        true
      ]
    ],
    'says of one without a result why': [
      [commentOf([], { error: interrupted }), '**INTERRUPTED** The comparison was interrupted.\n\nFile: primes.yml\n']
    ]
  })
})
