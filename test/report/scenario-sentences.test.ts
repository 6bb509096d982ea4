import { summaryMarkdown } from '../../plugin/report/ci/summary-markdown.ts'
import { formatScenario } from '../../plugin/report/console/result.ts'
import { leadersSection } from '../../plugin/report/page/speedup-section.ts'
import {
  change,
  detailSentences,
  leader,
  leadersSentence,
  scenarioSentence
} from '../../plugin/report/words/scenario-sentences.ts'
import { caveat } from '../../plugin/report/words/sentences.ts'
import { itFinds } from '../support/cases.ts'
import { expectGolden } from '../support/golden.ts'
import { aView, itReads, rowsIn } from '../support/pages.ts'
import {
  aCandidate,
  aCandidateWith,
  aComparison,
  anEstimate,
  aRival,
  aScenarioResult,
  aWarning,
  someLeaders,
  someLimits
} from '../support/results.ts'
import type { CandidateResult, Estimate, ScenarioResult } from '../../plugin/concepts/comparison.ts'
import type { Leaders } from '../../plugin/concepts/load-results.ts'
import type { Metric } from '../../plugin/concepts/metrics.ts'
import type { Verdict } from '../../plugin/concepts/verdicts.ts'

const candidate = (name: string, p95: number, verdict: Verdict | null) =>
  aCandidateWith(
    [{ metric: 'p95', speedup: p95, interval: [p95 - 0.1, p95 + 0.1], required: verdict && 1.3, verdict }],
    { name, verdict }
  )

/** @returns a candidate of which no verdict is carried on some metrics */
const unfair = (name: string, metrics: Metric[], rest: Partial<Estimate>, ...more: Partial<Estimate>[]) =>
  aCandidateWith([...metrics.map((metric) => ({ metric, ...rest })), ...more], { name })

const detailsOf = (candidates: CandidateResult[], rest?: Partial<ScenarioResult>) =>
  detailSentences(aScenarioResult(candidates, rest))

const selfCheck = {
  verdict: 'fail' as const,
  biased: ['p50' as const],
  leastMargin: { p50: 1.1, p95: 1.1, p99: 1.1, throughput: 1.1 }
}
const again = aCandidate({ name: 'single again', verdict: 'fail', selfCheck })
const fine = { ...again, selfCheck: { ...selfCheck, verdict: 'pass' as const, biased: [] } }
const early = { preliminary: true, verdict: null, rounds: 4 }

describe('what came of a scenario', () => {
  const [two, four, late] = [
    candidate('two', 1.6, 'pass'),
    candidate('four', 1.2, 'fail'),
    candidate('late', 1.25, 'inconclusive')
  ]
  const alike = ['two', 'four', 'pm2'].map((name) => candidate(name, 1, null))
  const told = (candidates: CandidateResult[], verdict: Verdict | null = null, rest?: Partial<ScenarioResult>) =>
    scenarioSentence(aScenarioResult(candidates, { verdict, ...rest }))
  const leaders = (own: Partial<Leaders>, isBrief?: boolean) =>
    leadersSentence(someLeaders({ leftOut: [], ...own }), { rounds: 4 }, isBrief)
  const [threads, single] = someLeaders().others

  const broken = unfair('broken', ['p50', 'p95', 'p99', 'throughput'], { speedup: 40, reason: 'errors' })
  const [slowButFair, fast] = [
    { name: 'two', p95: 80, fair: 1.2 },
    { name: 'four', p95: 8, fair: 1.5 }
  ].map(({ name, p95, fair }) =>
    unfair(
      name,
      ['p50', 'p95', 'p99'],
      { speedup: p95, reason: 'baseline-saturated' },
      { metric: 'throughput', speedup: fair }
    )
  )

  const sentences: Record<string, string[]> = {
    'is the one candidate’s verdict': [told([candidate('clustered', 1.6, 'pass')], 'pass')],
    'is told of two candidates that pass, and who is fastest where that is decided': [
      told([two, candidate('four', 1.9, 'pass')], 'pass')
    ],
    'is told of those that pass, that fail and that are undecided': [
      told([two, four, candidate('pm2', 1.7, 'pass')], 'fail'),
      told([candidate('two', 1.2, 'inconclusive'), late], 'inconclusive')
    ],
    'says of two that neither differs, and of more that none does': [told(alike.slice(0, 2)), told(alike)],
    'counts only those of which something is required': [
      told([candidate('two', 1.2, null), candidate('four', 1.25, null)]),
      told([two, candidate('free', 1.9, null)], 'pass'),
      told([two, late, candidate('free', 1.1, null)], 'inconclusive')
    ],
    'is about throughput where only that is fair': [told([slowButFair, fast])],
    'is that of a self-check only when it finds a difference, whatever the others show': [
      told([again, two], 'fail'),
      told([fine, candidate('two', 1.6, null)], 'pass')
    ],
    'has no verdict when it was ended before its time': [
      told([aCandidate()], null, early),
      told([aCandidate(), candidate('four', 1.9, null)], null, early)
    ],
    'is certain of the fastest only where all others are slower': [
      leaders({ others: [single] }),
      leaders({ metric: 'p95', others: [single, aRival({ variant: 'pm2' })] })
    ],
    'has no figures of the fastest where they stand beside it': [leaders({}, true)],
    'says where no number of rounds that is allowed would tell': [
      leaders({ others: [{ ...threads, roundsThatWouldDecide: null, seconds: null }] })
    ],
    'keeps names apart that are written from right to left': [leaders({ best: 'מבחן', others: [single] })]
  }

  it('is as golden/scenarios.txt has it', () =>
    expectGolden(
      'scenarios.txt',
      Object.entries(sentences)
        .map(([title, own]) => `${title}:\n${own.map((sentence) => `    ${sentence}\n`).join('')}`)
        .join('\n')
    ))

  itFinds({
    'never has a leader that can’t be compared, as long as another can': [
      [leader({ candidates: [broken, candidate('good', 1.6, null)] }).name, 'good'],
      [leader({ candidates: [broken] }).name, 'broken']
    ],
    'has the fastest at what is fair to compare for its leader': [
      [leader({ candidates: [slowButFair, fast] }).name, 'four']
    ]
  })
})

describe('the figures behind a verdict', () => {
  const [missed, pass] = ['fail' as const, 'pass' as const]
  const limits = someLimits(
    { required: 0.9, value: 0.75, verdict: missed },
    { required: 0.01, value: 0.0102, verdict: missed }
  )
  const demanded: Partial<Estimate>[] = [
    { metric: 'p95', required: 1.5, verdict: 'inconclusive' },
    { metric: 'throughput', required: 3, verdict: missed }
  ]
  const problem = aWarning({ code: 'generator-saturated', severity: 'problem' })
  const caveatOf = (estimate: Partial<Estimate>, model: 'closed' | 'open', ...saturated: string[]) =>
    caveat(anEstimate(estimate), { model, saturated })
  const throughput = (baseline: number, candidate: number) =>
    change(anEstimate({ metric: 'throughput', baseline, candidate }))
  const unmet = detailsOf([aCandidateWith(demanded, { limits, verdict: missed })])

  itFinds({
    'are the rounds and what was met, and no speedup, which stands beside them': [
      [
        detailsOf([candidate('clustered', 1.6, pass)], { rounds: 4, verdict: 'pass' }),
        ['4 interleaved rounds, stopped early: decided.', '1 of 1 threshold met.']
      ],
      ...(
        [
          [{ verdict: null }, '4 interleaved rounds, stopped early: precise enough.'],
          [{ verdict: 'inconclusive' }, '4 interleaved rounds, stopped early: more would hardly decide.'],
          [{ decided: false }, '4 interleaved rounds.'],
          [{ preliminary: true }, '4 interleaved rounds.'],
          [{ roundsAllowed: { min: 3, max: 4 } }, '4 interleaved rounds.']
        ] as const
      ).map(([result, sentence]): [unknown, unknown] => [
        detailsOf([candidate('clustered', 1.6, pass)], { rounds: 4, ...result })[0],
        sentence
      ])
    ],
    'tell what was missed, and by how much, never by a number that contradicts the verdict': [
      [unmet[2], /^clustered: p95 speedup 1\.60x \[1\.34, 1\.92\] after 4 rounds .*, needs 1\.5\D/],
      [
        unmet.toSpliced(2, 1).slice(1),
        [
          '0 of 4 thresholds met.',
          'clustered needs a throughput speedup of 3x; its interval is [1.30, 2.12].',
          'The fairness of clustered has to be at least 0.9; it is 0.75.',
          'The error rate of clustered has to be at most 1 %; it is 1.02 %.'
        ]
      ]
    ],
    'have the margins of a self-check, and count nothing that was met when it was ended before its time': [
      [detailsOf([fine]).join(' '), /Smallest speedup that about five rounds can detect here/],
      [detailsOf([aCandidateWith([{ metric: 'p95', required: 1.2 }])], early).join(' '), /^(?!.*met)/]
    ],
    'warn of problems, each once, unless the verdict names them': [
      [
        detailsOf([aCandidate()], { warnings: [problem, problem, { ...problem, severity: 'note' }] }).at(-1),
        'Caution: the load generator was too busy.'
      ],
      [
        detailsOf(
          [
            aCandidateWith([{ metric: 'p95', required: 1.3, verdict: 'inconclusive', reason: 'generator-saturated' }], {
              verdict: 'inconclusive'
            })
          ],
          { warnings: [problem] }
        ).join(' '),
        /^(?!.*Caution)/
      ]
    ],
    'name what must not be overlooked beside a speedup': [
      [caveatOf({}, 'closed'), null],
      [caveatOf({ interval: [0.9, 1.2] }, 'closed'), 'no measurable difference'],
      [caveatOf({ reason: 'baseline-saturated' }, 'open'), 'the baseline could not keep up'],
      [caveatOf({ metric: 'throughput' }, 'open'), 'users arrive at a fixed rate'],
      [caveatOf({ metric: 'throughput' }, 'open', 'single'), null]
    ],
    'write a change in the unit of its metric': [
      [change(anEstimate()), '100 → 62.5 ms'],
      [throughput(98.44, 12345.6), '98.4 → 12,346 responses/s'],
      [throughput(120.4, 999.4), '120 → 999 responses/s']
    ]
  })
})

const candidates = ['four', 'threads', 'pm2'].map((name) => aCandidate({ name }))
const resultWith = (leaders: Leaders | null) => aScenarioResult(candidates, { leaders })

describe('who is fastest, in the reports', () => {
  const view = (leaders: Leaders | null) => aView({ result: resultWith(leaders) })
  const section = leadersSection(view(someLeaders()))

  itFinds({
    'has no section, line or sentence where it is not told': [
      [leadersSection(view(null)), null],
      [leadersSection({ ...aView(), result: null }), null],
      [formatScenario(resultWith(null)), /^(?![^]* {2}fastest)/],
      [summaryMarkdown(aComparison([resultWith(null)])), /^(?![^]*\*\*Which is fastest)/]
    ],
    'is a row of the page for each variant, the fastest first': [
      [
        rowsIn(section).slice(1),
        [
          ['four', '', '1.00x', '', 'undecided'],
          ['threads', '', '0.97x', '[0.90, 1.05]', 'undecided about 14 rounds, 3 min, would decide'],
          ['single (baseline)', '', '0.60x', '[0.51, 0.71]', 'slower']
        ]
      ]
    ]
  })
  itReads({
    'begins with the finding on the page': [
      [section, /^four and threads cannot be told apart in throughput after 4 rounds; slower: single\. Left out: pm2/]
    ],
    'is drawn for those who can’t see it, too': [
      [
        section,
        {
          html: /aria-label="threads against four, throughput: speedup 0\.97x, interval \[0\.90, 1\.05\], 4 rounds from 0\.95x to 1\.01x\."/
        }
      ]
    ]
  })
})
