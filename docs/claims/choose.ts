import { markdownTable } from '../../plugin/report/ci/summary-markdown.ts'
import { timesWithin } from '../../plugin/report/words/numbers.ts'
import { estimateOf } from '../tutorials/found-of.ts'
import { wasDisturbed, type Measured } from './judge.ts'
import type { Metric } from '../../plugin/concepts/metrics.ts'

/** Each was compared with a cluster of Node with two workers, for the same page on kept connections. */
const ways = [
  { way: 'One process', claim: 'watt', scenario: 'page', candidate: 'single' },
  { way: 'PM2, two processes', claim: 'watt', scenario: 'page', candidate: 'pm2' },
  { way: 'Watt, two threads', claim: 'watt', scenario: 'page', candidate: 'watt' },
  { way: 'A shared port, two processes', claim: 'shared-port', scenario: 'kept connections', candidate: 'shared port' },
  { way: 'Bun, two processes', claim: 'runtimes', scenario: 'page', candidate: 'bun' },
  { way: 'Deno, two threads', claim: 'runtimes', scenario: 'page', candidate: 'deno' }
]

const disturbed = ', disturbed'

/**
 * Which way to choose, as far as our measurements tell.
 *
 * @param measuredBy name of the claim
 * @returns paragraphs in Markdown
 */
export function choose(measuredBy: Map<string, Measured>): string[] {
  const rows = ways.flatMap(({ way, claim, ...point }) => {
    const measured = measuredBy.get(claim)
    return measured === undefined
      ? []
      : [[way, ratio(point, 'throughput', measured), ratio(point, 'p99', measured), `[${claim}](claims/${claim}.yml)`]]
  })
  return [
    '## Which way should I choose?',
    'A page of about 0.7 ms of CPU (`/page`) on kept connections, with two cores, against a cluster of Node with two workers. Above 1x is better than the cluster: more throughput, a lower p99.',
    markdownTable(
      [['way', 'throughput against the cluster', 'p99 against the cluster', 'from'], ...rows],
      ['---', '--:', '--:', '---']
    ),
    'An interval that contains 1 shows no measurable difference. ' +
      (rows.flat().some((cell) => cell.includes(disturbed))
        ? 'Where a ratio is disturbed, other programs took CPU time during the runs, so it tells little. '
        : '') +
      'Each row was measured beside the cluster of its own file, so compare it with that cluster, not with other rows. ' +
      'Your app, more cores or smaller answers can differ: [compare your own app](variants.md).'
  ]
}

function ratio(point: { scenario: string; candidate: string }, metric: Metric, measured: Measured): string {
  const estimate = estimateOf({ ...point, metric }, measured.comparison)
  const doubt = wasDisturbed(point, measured) ? disturbed : estimate.reason !== null ? ', no verdict' : ''
  return `${timesWithin(estimate)}${doubt}`
}
