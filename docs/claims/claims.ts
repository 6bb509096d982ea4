import { times } from '../../plugin/report/words/numbers.ts'
import type { Metric } from '../../plugin/concepts/metrics.ts'
import type { KeptRun } from '../tutorials/kept.ts'

/**
 * What a vendor, a project or a manual says, and how we try it. A new one is a row, and a scenario file of its name.
 */
export interface Claim {
  name: string // of docs/claims/<name>.yml, and of what is kept of it in results/<name>.json
  title: string
  source: string // Markdown, with the date as far as it is known
  quote: string // as it stands there
  setUp: string // how they measured, as far as it is known
  changes: string[] // of ours, a sentence each
  // that made each of the claimed requests per second, so that it is known what a request cost them; unset: not known
  processes?: number
  unjudged?: string // Markdown: why no answer is given
  points: Point[]
}

/** What our answers cost more than “hello world”, ms of CPU, by scenario. */
export const addedMs: Record<string, number> = { list: 0.1, page: 0.7 }

/** Something that can be true or not: of two figures or of a direction, or of connections. */
export type Point = { scenario: string; candidate: string } & (Compared | Dealt)

/**
 * claimed: the baseline's and the candidate's figure, ms or responses a second, or only how the candidate is; null:
 * nothing, to see it beside the others
 */
export type Compared = { metric: Metric; claimed: [baseline: number, candidate: number] | 'better' | 'worse' | null }

/**
 * Which part of all connections the busiest of the workers get. least: as is claimed, or that it is no more than their
 * part of the workers; null: nothing is claimed
 */
export type Dealt = { busiest: number; workers: number; least: number | 'even' | null }

/** Requests per second of Fastify’s benchmark, of one process each. */
export const [express, fastify] = [27794, 46850]
const fastifyBenchmark = {
  source: '[Fastify’s benchmarks](https://github.com/fastify/benchmarks), run of 2026-07-21',
  quote: 'fastify 5.10.0: 46850.4 requests/s … express 5.2.1: 27794.0',
  setUp:
    '`autocannon -c 100 -d 40 -p 10` (ten requests at a time on each connection) to `{"hello":"world"}`, Node 24.18, 4 vCPUs, one process of each.'
}
const theirLoad =
  'Our 100 users wait for each answer before they ask again: no browser sends ten requests at a time on a connection.'

const nodeOnScheduling = {
  source: '[Node’s documentation of cluster](https://nodejs.org/api/cluster.html#how-it-works)',
  quote:
    'Loads have been observed where over 70% of all connections ended up in just two processes, out of a total of eight.',
  setUp: 'Which loads, is not said.'
}
const ofEight = (scenario: string): Point[] => [
  { scenario, candidate: 'no scheduling', busiest: 2, workers: 8, least: 0.7 },
  { scenario, candidate: 'shared port', busiest: 2, workers: 8, least: null }
]

const notInstalled =
  '`uWebSockets.js` is not on npm (404): it is installed from GitHub (`npm install uNetworking/uWebSockets.js#v20.69.0`), which could not be reached ' +
  'from here, and so are `hyper-express` and `ultimate-express`, which depend on it. `uws` 10.148.2 and later on npm are empty; `uwebsockets` 3.0.6 is a copy with binaries by somebody else, which we do not run.'

/** @returns the file of its run, from docs/, and the command that measures it */
export const runOf = ({ name }: Pick<Claim, 'name'>): KeptRun => ({
  file: `claims/results/${name}.json`,
  command: `npm run claims -- --only ${name}`
})

export const claims: Claim[] = [
  {
    name: 'watt',
    title: `Does Watt serve ${times(30235 / 26813)} as many requests as a cluster, at ${times(5 / 7)} the p99?`,
    source:
      '[pm2-vs-watt](https://github.com/platformatic/watt-performance-demos/blob/main/demos/pm2-vs-watt/PERFORMANCE.md), 2025-10-20',
    quote:
      'Node.js Cluster: 26,813.2 Req/Sec, 99% 7 ms … pm2-runtime with 2 workers: 25,269.7, 8 ms … watt-extra with 2 workers: 30,234.8, 5 ms',
    setUp:
      '`Hello World` on pods with 2 to 3 CPUs; autocannon with 100 connections for 40 s from another machine; one run of each, without an interval. Its deployment file can scale each service from 2 to 10 pods by CPU; how many ran is not recorded.',
    changes: [
      'The single process is ours: their table has none.',
      'Their watt-extra adds what a cloud needs; we run Watt without it.',
      'Theirs names Watt 2.55’s schema; ours is 3.67.'
    ],
    processes: 2,
    points: ['list', 'page'].flatMap(
      (scenario) =>
        [
          { scenario, candidate: 'watt', metric: 'throughput', claimed: [26813, 30235] },
          { scenario, candidate: 'watt', metric: 'p99', claimed: [7, 5] },
          { scenario, candidate: 'pm2', metric: 'throughput', claimed: [26813, 25270] },
          { scenario, candidate: 'pm2', metric: 'p99', claimed: [7, 8] },
          { scenario, candidate: 'single', metric: 'throughput', claimed: null },
          { scenario, candidate: 'single', metric: 'p99', claimed: null }
        ] as Point[]
    )
  },
  {
    name: 'shared-port',
    title: `Does a shared port serve ${times(2113.25 / 1431.47)} as many requests as a cluster?`,
    source: '[libuv issue 386](https://github.com/libuv/libuv/issues/386), 2015-06-06',
    quote: 'SO_REUSEPORT 2113.25 req/sec, cluster 1431.47 req/sec, 47% faster.',
    setUp: 'A patched io.js on one machine; its details are in a gist that we could not reach.',
    changes: [
      'Two scenarios: a new connection for each request, and one kept by each user.',
      'A page of about 0.7 ms of CPU, which comes near their number of requests per second.'
    ],
    points: ['new connections', 'kept connections'].map((scenario) => ({
      scenario,
      candidate: 'shared port',
      metric: 'throughput',
      claimed: [1431.47, 2113.25]
    }))
  },
  {
    ...nodeOnScheduling,
    name: 'no-scheduling',
    title: 'Without scheduling, do 2 of 8 workers get over 70 % of the connections under a light load?',
    changes: [
      'A light load: 100 users per second, each with a connection of its own for one small request.',
      'Two cores for eight workers.'
    ],
    points: ofEight('light load')
  },
  {
    ...nodeOnScheduling,
    name: 'no-scheduling-busy',
    title: 'Without scheduling, do 2 of 8 workers get over 70 % of the connections under a heavy load?',
    changes: [
      '100 users at once, who keep their connections and ask for pages of about 0.7 ms of CPU.',
      'Two cores for eight workers.'
    ],
    points: ofEight('heavy load')
  },
  {
    name: 'deno',
    title: `Does Deno’s --parallel serve ${times(2647.96 / 514.89)} as many requests, with a worse p99?`,
    source: '[denoland/deno, pull request 24920](https://github.com/denoland/deno/pull/24920), 2024-08-07',
    quote:
      'on linux we use SO_REUSEPORT and rely on the fact that the kernel will distribute connections in a round-robin manner',
    setUp:
      '`deno.com` on an M3 Max, `wrk -d 30s -c 125`: 515 requests/s, p50 237 ms, p99 268 ms; with `--parallel` 2,648 requests/s, 22 ms, 461 ms. Measured on macOS, where Deno does not use `SO_REUSEPORT` but shares one listening socket.',
    changes: [
      'Two threads on two cores, and Linux, where connections are dealt out by a hash of their addresses.',
      'A page of about 0.7 ms of CPU instead of a website.'
    ],
    points: [
      { scenario: 'page', candidate: 'parallel', metric: 'throughput', claimed: [514.89, 2647.96] },
      { scenario: 'page', candidate: 'parallel', metric: 'p50', claimed: [236.72, 22.34] },
      { scenario: 'page', candidate: 'parallel', metric: 'p99', claimed: [268.23, 460.5] },
      { scenario: 'page', candidate: 'parallel', busiest: 1, workers: 2, least: 'even' }
    ]
  },
  {
    name: 'runtimes',
    title: 'Does a shared port spread connections fairly over Bun’s processes and Deno’s threads?',
    source:
      '[Bun’s guide to clusters](https://bun.sh/guides/http/cluster); [Deno, PR 24920](https://github.com/denoland/deno/pull/24920) on Linux',
    quote:
      'uses the Linux SO_REUSEPORT and SO_REUSEADDR socket options to ensure fair load balancing across multiple processes (Bun) … rely on the fact that the kernel will distribute connections in a round-robin manner (Deno)',
    setUp: 'Both claim a fair distribution only; latencies are shown beside it.',
    changes: [
      'A page of about 0.7 ms of CPU, of the same JavaScript in all three; the engine of Bun is another.',
      '50 users who keep their connections.'
    ],
    points: ['bun', 'deno'].flatMap(
      (candidate) =>
        [
          { scenario: 'page', candidate, metric: 'p50', claimed: null },
          { scenario: 'page', candidate, metric: 'p99', claimed: null },
          { scenario: 'page', candidate, busiest: 1, workers: 2, least: 'even' }
        ] as Point[]
    )
  },
  {
    name: 'uwebsockets',
    title: 'Does one process of uWebSockets.js replace several workers?',
    source:
      '[uWebSockets.js](https://github.com/uNetworking/uWebSockets.js), README and [issue 787](https://github.com/uNetworking/uWebSockets.js/issues/787), 2022-08-16',
    quote:
      'performs at least 10x that of Socket.IO, 8.5x that of Fastify (README) … You should start with 1 thread, you can test and benchmark multiple threads later if needed … you could be paying more for worse performance (e3dio, issue 787)',
    setUp:
      'The 8.5x are of 100,000 requests/s on a Raspberry Pi; details are in an article that the README links, which we did not read.',
    changes: [
      'Bun’s server, which the README says is made of the core of uWebSockets, stands in for uWebSockets.js, which is not on npm: the table is of Bun.',
      'Bun has another JavaScript engine than Node, and uWebSockets.js says of itself that it is faster than Bun. So this says little about uWebSockets.js.',
      'The baseline, `one uWebSockets`, is one process of Bun, so below 1x means slower than that.',
      notInstalled
    ],
    unjudged: 'uWebSockets.js could not be installed',
    points: ['list', 'page'].flatMap(
      (scenario) =>
        [
          { scenario, candidate: 'fastify', metric: 'throughput', claimed: null },
          { scenario, candidate: 'clustered', metric: 'throughput', claimed: null },
          { scenario, candidate: 'clustered', metric: 'p99', claimed: null }
        ] as Point[]
    )
  },
  {
    name: 'cores',
    title: 'Do two cores per instance give the lowest latency, and fewer more throughput?',
    source: '[Fastify’s recommendations](https://fastify.dev/docs/latest/Guides/Recommendations/#capacity)',
    quote:
      'To have the lowest possible latency, 2 vCPU are recommended per app instance … To optimize for throughput (handling the largest possible amount of requests per second per vCPU available), consider using a smaller amount of vCPUs per app instance.',
    setUp: 'No figures: “a rule of thumb”.',
    changes: [
      '`one core` is pinned by `taskset`; `two instances` are two workers of a cluster, not pinned, so the load generator shares their cores. Only with `one core` does it have the other core for itself.',
      'Fractions of a core are not tried.',
      'The baseline, `two cores`, is one instance with both.'
    ],
    points: [
      { scenario: 'page', candidate: 'one core', metric: 'p50', claimed: 'worse' },
      { scenario: 'page', candidate: 'one core', metric: 'p99', claimed: 'worse' },
      { scenario: 'page', candidate: 'two instances', metric: 'throughput', claimed: 'better' }
    ]
  },
  {
    ...fastifyBenchmark,
    name: 'frameworks',
    title: `Does Fastify serve ${times(fastify / express)} as many requests as Express?`,
    changes: [theirLoad],
    processes: 1,
    points: ['list', 'page'].map((scenario) => ({
      scenario,
      candidate: 'fastify',
      metric: 'throughput',
      claimed: [express, fastify]
    }))
  },
  {
    ...fastifyBenchmark,
    name: 'frameworks-clustered',
    title: 'Does Fastify serve more requests than Express in a cluster of two workers, too?',
    changes: [theirLoad, 'Both in a cluster of two workers.'],
    unjudged: 'nobody claims it of a cluster',
    points: ['list', 'page'].map((scenario) => ({
      scenario,
      candidate: 'fastify',
      metric: 'throughput',
      claimed: null
    }))
  }
]
