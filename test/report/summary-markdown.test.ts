import { expect } from 'chai'
import { describe, it } from 'mocha'
import { preliminary } from '../../plugin/comparison/conclude.ts'
import { commentMarkdown, summaryMarkdown } from '../../plugin/report/ci/summary-markdown.ts'
import { itFinds } from '../support/cases.ts'
import { aDisturbedResult, aRound, someLosses } from '../support/losses.ts'
import { htmlOf, tableIn, textOf, tokensOf } from '../support/markdown.ts'
import { aCandidate, aCandidateWith, aComparison, aScenarioResult, aWarning, someLimits } from '../support/results.ts'
import { aCrossover, aFailingCrossover, aSmallSweep, aSweep, aSweepPoint, resultsOf } from '../support/scaling.ts'
import type { Tokens } from 'marked'
import type { CandidateResult, Comparison, ScenarioResult } from '../../plugin/concepts/comparison.ts'

const passing = { required: 1.3, verdict: 'pass' as const }
const passed = aCandidateWith([{ metric: 'p95', ...passing }], { verdict: 'pass' })
const failed = aCandidateWith(
  [
    { metric: 'p95', ...passing },
    { metric: 'p99', required: 3, verdict: 'fail' }
  ],
  { verdict: 'fail' }
)
const open = aCandidateWith([{ metric: 'p95', required: 1.5, verdict: 'inconclusive', roundsThatWouldDecide: 14 }], {
  verdict: 'inconclusive'
})
const interrupted = { code: 'INTERRUPTED' as const, message: 'The comparison was interrupted.' }
const { settings } = aComparison([])

const summary = (scenarios: ScenarioResult[], rest?: Partial<Comparison>) =>
  summaryMarkdown(aComparison(scenarios, { verdict: 'pass', ...rest }))
const summaryOf = (candidate: CandidateResult, rest?: Partial<Comparison>) =>
  summary([aScenarioResult([candidate])], { verdict: candidate.verdict, ...rest })

describe('summary.md', () => {
  const limits = someLimits({ required: 0.8, value: null, verdict: 'inconclusive' }, { value: 0.012 })
  const several = summary([aScenarioResult([passed, { ...passed, name: 'four' }])])
  const fell = { earlier: { speedup: 2.4, interval: [2.3, 2.5] as [number, number] }, regression: true }
  const fallen = aCandidateWith([{ metric: 'p95', ...passing, ...fell }], { againstEarlier: 'fail', verdict: 'fail' })
  const compareWith = {
    file: 'main/comparison.json',
    finishedAt: '2026-11-19T12:00:00.000Z',
    commit: 'abcdef0123456789',
    plugin: '0.1.0',
    cpu: 'unknown',
    cores: 2
  }
  const compared = summaryOf(fallen, { settings: { ...settings, compareWith } })
  const saturated = { reason: 'generator-saturated' as const }
  const uncarried = summaryOf(
    aCandidateWith(
      [
        { metric: 'p95', required: 1.3, verdict: 'inconclusive', ...saturated },
        { metric: 'p50', ...saturated }
      ],
      { verdict: 'inconclusive' }
    )
  )
  const tolerant = { settings: { ...settings, onInconclusive: 'pass' as const } }
  const beside = summary([aScenarioResult([failed, { ...open, name: 'four' }])], { ...tolerant, verdict: 'fail' })
  const selfCheck = {
    verdict: 'pass' as const,
    biased: [],
    leastMargin: { p50: 1.1, p95: 1.2, p99: 1.3, throughput: 1.1 }
  }
  const undecided = /❓ INCONCLUSIVE[^]*❓ clustered: p95 speedup 1\.60x \[1\.34, 1\.92\] after 4 rounds/
  const [tolerated, intolerant] = [/`onInconclusive: pass`/, /^(?![^]*onInconclusive)/]
  const ended = preliminary(aScenarioResult([open, failed], { decided: false, rounds: 3, verdict: 'fail' }))
  const early = summary([ended], { error: interrupted, verdict: 'not measured' })
  const line =
    '- ℹ️ **PRELIMINARY** clustered is 1.60x faster than single at p95. Ended after 3 rounds, too early for a verdict.'

  const problem = aWarning({ code: 'generator-saturated', severity: 'problem', message: 'Too busy.' })
  const warned =
    summary([aScenarioResult([passed], { warnings: [problem, ...Array(12).fill(aWarning())] })]).match(
      /^- (?:❗|ℹ️|and).*/gm
    ) ?? []
  const four = [passed, aCandidate(), open, failed].map((candidate, i) =>
    aScenarioResult([candidate], { scenario: `s${i}`, verdict: candidate.verdict })
  )
  const namesAfter = (beginning: RegExp) =>
    [...summary(four, { verdict: 'fail' }).matchAll(beginning)].map(([, name]) => name)

  itFinds({
    'tells warnings worst first, ten at most': [
      [
        [warned.length, warned[0], warned[9]],
        [10, '- ❗ **problem** Too busy. `generator-saturated`', '- and 4 more, in `comparison.json`']
      ]
    ],
    'begins with the worst of several scenarios': [
      [[/^- \S+ (s\d): /gm, /^### (s\d)$/gm].map(namesAfter), Array(2).fill(['s3', 's2', 's0', 's1'])]
    ],
    'says the verdict first, then what was found': [
      [
        summaryOf(failed).split('\n\n').slice(0, 2),
        ['## ❌ FAIL: primes.yml', '- ❌ **FAIL** clustered misses its threshold: p99 1.96x (needs 3).']
      ],
      [
        summaryOf(failed),
        /\*\*Why\*\*: CPU-bound, so clustering helps\.\n\n\*\*What to do\*\*: .*\n\n.*Node 24\.21\.0 · Artillery 2\.0\.34 · 2 cores · unknown · Linux 6\n$/
      ]
    ],
    'has a table for each scenario, with a row for each metric and each limit that was required': [
      [
        tableIn(summaryOf({ ...failed, limits })),
        [
          ['Variant', 'Metric', 'Baseline → variant', 'Speedup', '95 % interval', 'Required', 'Result'],
          ['clustered', 'p50', '100 → 62.5 ms', '1.97x', '[1.51, 2.58]', '', ''],
          ['clustered', 'p95', '100 → 62.5 ms', '1.60x', '[1.34, 1.92]', 'at least 1.3', '✅ pass'],
          ['clustered', 'p99', '100 → 62.5 ms', '1.96x', '[1.42, 2.71]', 'at least 3', '❌ fail'],
          ['clustered', 'throughput', '100 → 62.5 responses/s', '1.66x', '[1.30, 2.12]', '', ''],
          ['clustered', 'fairness', 'unknown', '', '', 'at least 0.8', '❓ inconclusive'],
          ['clustered', 'error rate', '1.2 %', '', '', '', '']
        ]
      ],
      [
        tableIn(
          summaryOf({ ...failed, limits: [{ metric: 'errorRate', value: 0.012, required: 0.01, verdict: 'fail' }] })
        )
          .at(-1)
          ?.slice(1),
        ['error rate', '1.2 %', '', '', 'at most 1 %', '❌ fail']
      ]
    ],
    'has a row for each of several candidates, and tells of each why': [
      [
        tableIn(several)
          .slice(1)
          .map(([name]) => name),
        [...Array(4).fill('clustered'), ...Array(4).fill('four')]
      ],
      [several, /\*\*Why\*\*, clustered: CPU-bound[^]*\*\*Why\*\*, four: CPU-bound/]
    ],
    'says once what the time of the baseline was spent on': [
      [
        summaryOf({
          ...aCandidate(),
          diagnosis: {
            ...aCandidate().diagnosis,
            spentOn: '72 % of a_b is f (node:net:9), called by g (my lib/a_b.js:12).'
          }
        }),
        /\*\*Why\*\*: CPU-bound[^]*\n\n\*\*Spent on\*\*: 72 % of a\\_b is f \(`node:net:9`\), called by g \(`my lib\/a_b\.js:12`\)\.\n/
      ],
      [
        summaryOf({
          ...aCandidate(),
          diagnosis: { ...aCandidate().diagnosis, spentOn: 'It is f (a`<b>.js:1), g (@x\n:2).' }
        }),
        /f \(a\\`\\<b\\>\.js:<!-- -->1\), g \(@<!-- -->x&#10;:<!-- -->2\)\./
      ],
      [several, /^(?![^]*\*\*Spent)/]
    ],
    'shows what an earlier result was, and what fell since': [
      [
        tableIn(compared)
          .slice(0, 3)
          .map((cells) => cells[5]),
        ['Earlier', '', '2.40x [2.30, 2.50]']
      ],
      [tableIn(compared)[2][7], '✅ pass, ❌ regression'],
      // As a result that was ended early has it.
      [
        tableIn(summaryOf({ ...fallen, againstEarlier: null, verdict: null }))
          .slice(0, 3)
          .map((cells) => cells[5]),
        ['Earlier', '', '2.40x [2.30, 2.50]']
      ],
      [compared, /\*\*FAIL\*\* clustered fell at p95/],
      [textOf(htmlOf(compared)), /Compared with main\/comparison\.json \(2026-11-19 12:00 UTC, commit abcdef0\)\./]
    ],
    'says of what carries no verdict why, and not that more rounds would help': [
      [
        tableIn(uncarried)
          .slice(1, 3)
          .map((cells) => cells.at(-1)),
        ['generator-saturated', '❓ inconclusive, generator-saturated']
      ],
      [uncarried, /^(?![^]*rounds \(spread)/]
    ],
    'says of what is undecided what would decide it, and whether it counts as passed, beside a failure, too': [
      [textOf(htmlOf(summaryOf(open))), undecided],
      [summaryOf(open), intolerant],
      [textOf(htmlOf(summaryOf(open, tolerant))), undecided],
      [summaryOf(open, tolerant), tolerated],
      [beside, tolerated],
      [summaryOf(failed, tolerant), intolerant]
    ],
    'says that there is no threshold where none is set': [
      [
        summaryOf(aCandidate()),
        /^## ℹ️ NO THRESHOLD: primes\.yml\n\n- ℹ️ clustered is 1\.60x faster than single at p95\. No threshold is set\.\n/
      ]
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

  it('leaves room for the scenarios, however many loads there are', () => {
    const crossovers = Array(120).fill(aCrossover({ scenario: long }))
    const scenarios = Array.from({ length: 40 }, (_, i) =>
      aScenarioResult([aCandidate()], { scenario: `s${i}`, warnings })
    )
    const markdown = summaryMarkdown(aComparison(scenarios, { crossovers }))
    expect(Buffer.byteLength(markdown)).to.be.below(240_000)
    expect(markdown).to.include('### s0\n').and.include('### At which load it pays off')
  })
})

describe('what is lost, in summary.md', () => {
  const lossesIn = (...wanted: Parameters<typeof aDisturbedResult>) => {
    const result = aDisturbedResult(...wanted)
    return summary([result], { verdict: result.verdict })
  }
  const failed = lossesIn({ lost: 0, recovery: 2 })
  const unsound = Array(3).fill(aRound({ problem: 'no worker was found to disturb' }))
  const inDoubt = lossesIn(
    {},
    {
      losses: ['single', 'clustered'].map((variant) => ({
        variant,
        losses: [someLosses(unsound, { required: variant === 'single' ? null : { lost: 0 } })]
      })),
      verdict: 'inconclusive'
    }
  )
  const ended = summary([preliminary(aDisturbedResult({ lost: 0 }, { decided: false }))], {
    error: interrupted,
    verdict: 'not measured'
  })

  itFinds({
    'begins with the verdict on all variants': [
      [
        failed.split('\n\n').slice(0, 2),
        [
          '## ❌ FAIL: primes.yml',
          '- ❌ **FAIL** clustered lost 7 of 3,000 requests in 3 kills (7 reset); limit: none.'
        ]
      ],
      [
        lossesIn({}),
        /^## ℹ️ NO THRESHOLD: primes\.yml\n\n- ℹ️ clustered lost 7 of 3,000 requests in 3 kills \(back to normal in 0\.5 s\) and 0 of 3,000 in 3 reloads \(back to normal in 0\.2 s\); single lost .* No threshold is set\.\n/
      ],
      [ended, /\n- ℹ️ \*\*PRELIMINARY\*\* clustered lost 7 of 3,000 [^]*(?<!FAIL)$/]
    ],
    'is a table with a row for each variant in each disturbance': [
      [
        tableIn(failed),
        [
          ['Variant', 'Disturbance', 'Lost', 'At most', 'How', 'Back to normal in', 'p95 up to', 'Required', 'Result'],
          [
            'single',
            'a worker killed at 4 s',
            '390 of 3,000',
            '22.9 %',
            '330 refused, 60 reset',
            '1.6 s [1.09, 2.34]',
            '6.00x for 1.8 s',
            '',
            ''
          ],
          [
            'clustered',
            'a worker killed at 4 s',
            '7 of 3,000',
            '8.4 %',
            '7 reset',
            '0.5 s [0.34, 0.73]',
            '3.00x for 0.4 s',
            'lost none, recovery within 2 s',
            '❌ fail, ✅ pass'
          ],
          [
            'single',
            'reload at 10 s',
            '390 of 3,000',
            '22.9 %',
            '330 refused, 60 reset',
            '1.6 s [1.09, 2.34]',
            '6.00x for 1.8 s',
            '',
            ''
          ],
          [
            'clustered',
            'reload at 10 s',
            '0 of 3,000',
            '2 in 1,000',
            '',
            '0.2 s [0.00, 95.70]',
            '3.00x for 0.4 s',
            'lost none, recovery within 2 s',
            '✅ pass, ❓ inconclusive'
          ]
        ]
      ]
    ],
    'is explained, by the code of each cause, and says what is in the way of a verdict': [
      [
        textOf(htmlOf(failed)),
        /Why, a worker killed at 4 s: 330 requests of single arrived while no worker listened\. .*\[no-listener\]/
      ],
      [
        textOf(htmlOf(inDoubt)),
        /❓ INCONCLUSIVE clustered: no worker was found to disturb; limit: none\.[^]*❗ problem clustered, a worker killed at 4 s: no worker was found to disturb\./
      ]
    ]
  })
})

describe('numbers of workers and loads in summary.md', () => {
  const sweeps = [aSmallSweep({ name: 'a|b *c*' }), aSweep({ points: [aSweepPoint(1)] })]
  const [, first, second] = summary([aScenarioResult([aCandidate()], { sweeps })]).split('**How many workers**, ')
  const [, part, next] = summary(resultsOf(aCrossover()), { crossovers: [aCrossover()] }).split('### ')
  const [, failing] = summary(resultsOf(aFailingCrossover()), { crossovers: [aFailingCrossover()] }).split('### ')

  itFinds({
    'are a recommendation and a table of each sweep, and names as they are': [
      [
        textOf(first),
        /^a\|b \\\*c\\\*: 2 workers: 1\.66x for 48 MB more; 4 workers gain nothing measurable on 2 cores\.\n/
      ],
      [
        tableIn(`\n\n${first}`).slice(0, 3),
        [
          ['Workers', 'Responses/s', 'Speedup', 'p95 (ms)', 'App (MB)', 'A worker (MB)'],
          ['1', '228 [215, 242]', '1.00x [0.94, 1.06]', '103 [89, 119]', '100', '48'],
          ['2 (knee)', '380 [358, 403]', '1.67x [1.57, 1.77]', '54.8 [47.6, 63.1]', '148', '48']
        ]
      ],
      [first, /\n\nThe Universal Scalability Law needs at least three/],
      [second, /^clustered: /]
    ],
    'are a message and a table of each crossover, before the scenarios': [
      [
        textOf(part),
        /^At which load it pays off: primes\n[^]*- Up to 144 requests\/s single is as good as clustered at p95;/
      ],
      [
        [0, 1, 4].map((row) => tableIn(part)[row]),
        [
          ['Load', 'Requests/s', 'single, p95', 'clustered, p95'],
          ['0.5x', '90.0', '11.4 ms', '11.9 ms, 0.96x [0.79, 1.15]'],

          ['1.5x', '270', '1,240 ms, could not keep up', '35.5 ms']
        ]
      ],
      [next, /^primes at 0\.5x load\n/],
      [
        [0, 4].map((row) => tableIn(failing)[row]),
        [
          ['Of capacity', 'Requests/s', 'single, p95', 'clustered, p95'],
          ['1.5x', '270', '98.0/s, 7.9 % failed, could not keep up', '35.5 ms']
        ]
      ]
    ]
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
      expect(headings).to.eql([name, `❓ INCONCLUSIVE: ${base}`])
      expect(
        tableIn(markdown)
          .slice(1)
          .map((cells) => [cells[0], cells.length])
      ).to.eql(Array(4).fill([name, 7]))
      const said = [`INCONCLUSIVE ${name} is undecided: p95 1.60x`, `Why: ${name} is it.`, `Against ${name}, 4 rounds.`]
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
    expect(tableIn(summaryOf({ ...open, name: 'a\u0000b\u001bc\ud800' }))[1][0]).to.equal('a\ufffdb\ufffdc\ufffd'))
})

describe('comment.md', () => {
  const commentOf = (scenarios: ScenarioResult[], rest?: Partial<Comparison>) =>
    commentMarkdown(aComparison(scenarios, rest))

  itFinds({
    'is the verdict, the figures and the reason, in at most 15 lines': [
      [
        commentOf([aScenarioResult([failed], { verdict: 'fail' })]),
        `**primes.yml**

- ❌ **FAIL** clustered misses its threshold: p99 1.96x (needs 3).

| Variant | Metric | Baseline → variant | Speedup | 95 % interval | Required | Result |
| --- | --- | --: | --: | --: | --: | --- |
| clustered | p50 | 100 → 62.5 ms | **1.97x** | [1.51, 2.58] |  |  |
| clustered | p95 | 100 → 62.5 ms | **1.60x** | [1.34, 1.92] | at least 1.3 | ✅ pass |
| clustered | p99 | 100 → 62.5 ms | **1.96x** | [1.42, 2.71] | at least 3 | ❌ fail |
| clustered | throughput | 100 → 62.5 responses/s | **1.66x** | [1.30, 2.12] |  |  |

Why: CPU-bound, so clustering helps.
`
      ]
    ],
    'is of the worst of several scenarios and candidates': [
      [
        commentOf([
          aScenarioResult([passed, { ...passed, name: 'four' }, { ...passed, name: 'eight' }], { verdict: 'pass' }),
          aScenarioResult([failed], { scenario: 'io', verdict: 'fail' })
        ]).split('\n')[2],
        '- ❌ io: **FAIL** clustered misses its threshold: p99 1.96x (needs 3).'
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
    'says of one without a result why, and of losses what they were': [
      [commentOf([], { error: interrupted }), '**primes.yml**\n\n**INTERRUPTED** The comparison was interrupted.\n'],
      [commentOf([aDisturbedResult()]).split('\n').length <= 6, true]
    ]
  })
})
