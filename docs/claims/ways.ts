import { capitalised, counted, list } from '../../plugin/concepts/wording.ts'
import { markdownTable } from '../../plugin/report/ci/markdown.ts'
import { milliseconds, perSecond, times, timesWithin } from '../../plugin/report/words/numbers.ts'
import { machineOf, packagesOf } from '../tutorials/checked.ts'
import { isDisturbed } from '../tutorials/disturbed.ts'
import { comparedOf, estimateOf } from '../tutorials/found-of.ts'
import { runOf } from './claims.ts'
import type { Measured } from './judge.ts'
import type { Estimate } from '../../plugin/concepts/comparison.ts'

/** The comparison of them all, which is kept as those of the claims are. */
export const waysRun = { name: 'ways' }
const scenario = 'page'

/** Each was compared with a cluster of Node with two workers. A new one is a row, and a variant of ways.yml. */
export const ways = [
  { candidate: 'one process', is: 'Node without anything: one core of the two computes' },
  { candidate: 'PM2', is: 'Node’s cluster again, kept running, logged and reloaded by PM2’s daemon' },
  {
    candidate: 'reusePort',
    is: 'processes of Node on one port: the kernel picks one for each connection, busy or not'
  },
  { candidate: 'Watt', is: 'threads of one process of Node, which share the port' },
  { candidate: 'Bun', is: 'processes of another runtime, with another engine and server, on one port' },
  { candidate: 'Deno', is: 'threads of another runtime, with Node’s engine and another server, on one port' }
]

/** What was found of a way, of each of the metrics that the page shows. */
export type Found = { candidate: string; is: string; throughput: Estimate; p99: Estimate }

export const foundWays = ({ comparison }: Measured): Found[] =>
  ways.map(({ candidate, is }) => {
    const of = (metric: 'throughput' | 'p99') => estimateOf({ scenario, candidate, metric }, comparison)
    return { candidate, is, throughput: of('throughput'), p99: of('p99') }
  })

/**
 * docs/ways.md: which way to choose, as far as our measurement tells.
 *
 * @returns GitHub-flavoured Markdown
 */
export function renderWays(measured: Measured): string {
  const { comparison } = measured
  const { result } = comparedOf({ scenario, candidate: ways[0].candidate }, comparison)
  const found = foundWays(measured)
  const [{ throughput, p99 }] = found
  const { command, file } = runOf(waysRun)
  return `${[
    '# Cluster, PM2, reusePort, Watt, Bun, Deno',
    `**Which should I choose?** ${inShort(found)}`,
    '![The throughput and the p99 of each way as ratios to those of a cluster, with their intervals: the figures of the table below](claims/ways.svg)',
    `Each has two of everything on a machine of two cores, and is compared with a cluster of Node with two workers (${perSecond(throughput.baseline)} responses a second, p99 ${milliseconds(p99.baseline)} ms), for a page of 0.7 ms of CPU and 20 users who keep their connections. ` +
      'Above 1x is better than the cluster: more throughput, a lower p99. In brackets are 95 % intervals; one that reaches 1.00 shows no measurable difference.',
    markdownTable(
      [
        ['way', 'throughput', 'p99', 'what it is'],
        ...found.map((way) => [way.candidate, ratioOf(way.throughput), ratioOf(way.p99), `${capitalised(way.is)}.`])
      ],
      ['---', '--:', '--:', '---']
    ),
    ...(isDisturbed(result)
      ? ['Other programs took CPU time during these runs, which can make a difference as well as hide one.']
      : []),
    `Measured ${comparison.finishedAt.slice(0, 10)} on ${[machineOf(comparison), ...packagesOf(measured)].join(', ')}: ${counted(result.rounds, 'round')} ([all results](${file})). ` +
      `Repeat it: \`npm ci --prefix docs/claims && ${command}\` ([script](claims/ways.yml), [apps](claims)).`,
    'Your app, more cores or smaller answers can differ. [Compare your own app](variants.md#watt-bun-and-deno), see [what vendors claim](claims.md), or [what each loses in a deploy](resilience.md).'
  ].join('\n\n')}\n`
}

const ratioOf = (estimate: Estimate): string =>
  estimate.reason === null ? timesWithin(estimate) : `${timesWithin(estimate)}, no verdict`

/** As the table shows it, rounded outward: so the sentences never tell of a difference that the table does not. */
function sideOf({ interval: [low, high] }: Estimate) {
  if (low >= 1.01) return 'better'
  return high <= 0.99 ? 'worse' : 'alike'
}

/** @returns two sentences: of throughput, and of p99 */
const inShort = (found: Found[]): string =>
  [
    sentence('Against Node’s own cluster, throughput', 'throughput', found, { better: 'higher', worse: 'lower' }),
    sentence('p99', 'p99', found, { better: 'better', worse: 'worse' })
  ].join(' ')

function sentence(
  subject: string,
  metric: 'throughput' | 'p99',
  found: Found[],
  words: { better: string; worse: string }
): string {
  const known = found.filter((way) => way[metric].reason === null)
  const { better = [], worse = [], alike = [] } = Object.groupBy(known, (way) => sideOf(way[metric]))
  const named = (ways: Found[]) => list(ways.map((way) => `${way.candidate} (${times(way[metric].speedup)})`))
  const parts = [
    ...(better.length > 0 ? [`${words.better} with ${named(better)}`] : []),
    ...(worse.length > 0 ? [`${words.worse} with ${named(worse)}`] : []),
    ...(alike.length > 0 ? [`not measurably different with ${list(alike.map(({ candidate }) => candidate))}`] : [])
  ]
  return `${subject} is ${parts.join('; ')}.`
}
