import { markdownTable } from '../../plugin/report/ci/summary-markdown.ts'
import { lostOf } from '../../plugin/report/words/loss-sentences.ts'
import { inShort, subject } from './claims-table.ts'
import { judgeLossClaims } from './losses.ts'
import { judgeClaims, section } from './section.ts'
import type { Comparison } from '../../plugin/concepts/comparison.ts'
import type { Tutorial } from './claims/index.ts'
import type { Answer } from './judge.ts'

type Tried = { tutorial: Tutorial; comparison: Comparison }

const answers: [Answer, string][] = [
  ['holds', 'the claimed speedup lies inside our interval; or nothing is lost and no worker is missing'],
  ['holds, by more', 'our interval lies above it'],
  ['holds in kind', 'the effect is there, but this machine or this rate cannot show one as large as claimed'],
  ['holds in part', 'the cluster is faster, but by less than claimed; or it loses less, but not nothing'],
  ['does not show here', 'our single process keeps up at this rate, so there is nothing to gain'],
  ['does not hold here', 'the cluster is not measurably faster; or it loses as much'],
  ['inconclusive here', 'the data cannot support an answer']
]

/**
 * What became of the tutorials' claims, from our measurements alone.
 *
 * @returns GitHub-flavoured Markdown
 */
export function renderTutorials(tried: Tried[]): string {
  return `${[
    '# The tutorials, checked',
    'What five tutorials on clustering claim, and what we measured. Our app, ' +
      '[fixtures-app](../fixtures-app), does the same work as theirs, under a load as close to theirs as is known and as one machine allows. ' +
      '`npm run tutorials` makes this page from real runs, figures and conclusions; nothing is typed in.',
    markdownTable(
      [['Tutorial', 'What', 'Claimed', 'Measured here', 'Does it hold?'], ...tried.flatMap(overviewRows)],
      ['---', '---', '---', '---', '---']
    ),
    'A speedup above 1 means that the cluster is better, for latency and throughput alike. The answers:',
    answers.map(([answer, meaning]) => `- **${answer}**: ${meaning}.`).join('\n'),
    ...tried.map(section)
  ].join('\n\n')}\n`
}

/** A row for each claim. */
function overviewRows(tried: Tried): string[][] {
  const { title, claims } = tried.tutorial
  const found = [
    ...judgeClaims(tried).map((judged) => [subject(judged.claim, claims), ...inShort(judged), judged.judgement.answer]),
    ...judgeLossClaims(tried).map(({ claim: { after, candidate, claimed }, own, judgement }) => [
      `${after} of ${candidate}`,
      claimed,
      `${lostOf(own)} requests lost`,
      judgement.answer
    ])
  ]
  return found.map((row, i) => [i === 0 ? title : '', ...row])
}
