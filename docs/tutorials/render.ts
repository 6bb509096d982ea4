import { markdownTable } from '../../plugin/report/ci/summary-markdown.ts'
import { list } from '../../plugin/concepts/wording.ts'
import { judgeLossClaims } from './losses.ts'
import { judgeClaims, section } from './section.ts'
import type { Comparison } from '../../plugin/concepts/comparison.ts'
import type { Tutorial } from './claims/index.ts'
import type { Answer } from './judge.ts'

type Tried = { tutorial: Tutorial, comparison: Comparison }

const answers: [Answer, string][] = [
  ['holds', 'the claimed speedup lies inside our interval; or nothing is lost, and nobody is missing'],
  ['holds, by more', 'our interval lies above it'],
  ['holds in kind', 'it is faster, but so large a speedup can’t be seen on this machine, or at this rate; or so long a downtime'],
  ['holds in part', 'it is faster, but by less; or less is lost, but something'],
  ['does not show here', 'at this rate our single process has time to spare'],
  ['does not hold here', 'it is not measurably faster; or as much is lost'],
  ['can’t be told here', 'the measurement carries no verdict, or is too coarse']
]

/**
 * What became of the tutorials' claims, from our measurements alone.
 *
 * @returns GitHub-flavoured Markdown
 */
export function renderTutorials(tried: Tried[]): string {
  return `${[
    '# The tutorials, checked',
    'Five tutorials on clustering, what they claim, and what came of it when we tried. Their work is that of ' +
      '[fixtures-app](../fixtures-app), their load that of a scenario file as near to theirs as is known and as one machine allows. ' +
      'All figures, and what is concluded from them, are made by `npm run tutorials` from real runs; nothing is typed in.',
    markdownTable([['Tutorial', 'Does the claim hold?'], ...tried.map(overviewRow)], ['---', '---']),
    'A speedup is above 1 when the cluster is better, for latency and throughput alike. What the words mean:',
    answers.map(([answer, meaning]) => `- **${answer}**: ${meaning}.`).join('\n'),
    ...tried.map(section)
  ].join('\n\n')}\n`
}

function overviewRow(tried: Tried) {
  const given = [...judgeClaims(tried), ...judgeLossClaims(tried)].map(({ judgement }) => judgement.answer)
  const counts = [...Map.groupBy(given, (answer) => answer)].map(([answer, { length }]) => (length === given.length ? answer : `${answer} (${length} of ${given.length})`))
  return [tried.tutorial.title, list(counts)]
}
