import type { Metric } from '../../plugin/concepts/metrics.ts'

/** What a vendor, a project or a manual says, and how we try it. A new one is a row, and a scenario file of its name. */
export interface Claim {
  name: string // of docs/claims/<name>.yml, and of what is kept of it in results/<name>.json
  title: string
  source: string // Markdown, with the date as far as it is known
  quote: string // as it stands there
  setUp: string // how they measured, as far as it is known
  changes: string[] // of ours, a sentence each
  points: Point[]
}

/** Something that can be true or not: of two figures or of a direction, or of connections. */
export type Point = { scenario: string, candidate: string } & (Compared | Dealt)

/** claimed: the baseline's and the candidate's figure, ms or responses a second, or only how the candidate is; null: nothing, to see it beside the others */
export type Compared = { metric: Metric, claimed: [baseline: number, candidate: number] | 'better' | 'worse' | null }

/** Which part of all connections the busiest of the workers get. least: as is claimed, or that it is no more than their part of the workers; null: nothing is claimed */
export type Dealt = { busiest: number, workers: number, least: number | 'even' | null }

const sharedCores = 'The load comes from the same two cores, so the answers cost more than theirs: 0.1 ms of CPU (list) and 0.7 ms (page), as small APIs and rendered pages do. With theirs, our load generator would be what is measured.'
const [express, fastify] = [27794, 46850]
const fastifyBenchmark = {
  source: '[Fastify’s benchmarks](https://github.com/fastify/benchmarks), run of 2026-07-21',
  quote: 'fastify 5.10.0: 46850.4 requests/s … express 5.2.1: 27794.0',
  setUp: '`autocannon -c 100 -d 40 -p 10` (ten requests at a time on each connection) to `{"hello":"world"}`, Node 24.18, 4 vCPUs, one process of each.'
}
const theirLoad = 'Our 100 users wait for each answer before they ask again: no browser sends ten requests at a time on a connection.'

const nodeOnScheduling = {
  source: '[Node’s documentation of cluster](https://nodejs.org/api/cluster.html#how-it-works)',
  quote: 'Loads have been observed where over 70% of all connections ended up in just two processes, out of a total of eight.',
  setUp: 'Which loads, is not said.'
}
const ofEight = (scenario: string): Point[] => [
  { scenario, candidate: 'no scheduling', busiest: 2, workers: 8, least: 0.7 },
  { scenario, candidate: 'shared port', busiest: 2, workers: 8, least: null }
]

export const claims: Claim[] = [
  {
    name: 'watt',
    title: 'Platformatic: Watt beside PM2 and cluster',
    source: '[pm2-vs-watt](https://github.com/platformatic/watt-performance-demos/blob/main/demos/pm2-vs-watt/PERFORMANCE.md), 2025-10-20',
    quote: 'Node.js Cluster: 26,813.2 Req/Sec, 99% 7 ms … pm2-runtime with 2 workers: 25,269.7, 8 ms … watt-extra with 2 workers: 30,234.8, 5 ms',
    setUp: '`Hello World` on pods with 2 to 3 CPUs; autocannon with 100 connections for 40 s from another machine; one run of each, without an interval.',
    changes: [sharedCores, 'The single process is ours: their table has none.', 'Their watt-extra adds what a cloud needs; we run the same Watt without it.'],
    points: ['list', 'page'].flatMap((scenario) => [
      { scenario, candidate: 'watt', metric: 'throughput', claimed: [26813, 30235] },
      { scenario, candidate: 'watt', metric: 'p99', claimed: [7, 5] },
      { scenario, candidate: 'pm2', metric: 'throughput', claimed: [26813, 25270] },
      { scenario, candidate: 'pm2', metric: 'p99', claimed: [7, 8] },
      { scenario, candidate: 'single', metric: 'throughput', claimed: null },
      { scenario, candidate: 'single', metric: 'p99', claimed: null }
    ] as Point[])
  },
  {
    name: 'shared-port',
    title: 'libuv: a shared port beside a cluster',
    source: '[libuv issue 386](https://github.com/libuv/libuv/issues/386), 2015-06-06',
    quote: 'SO_REUSEPORT 2113.25 req/sec, cluster 1431.47 req/sec, 47% faster.',
    setUp: 'A patched io.js on one machine; what was requested, and whether connections were kept, is not said there.',
    changes: ['Each request comes on a new connection, or each user keeps one.', 'A page of about 0.7 ms of CPU, which comes near their number of requests per second.'],
    points: ['new connections', 'kept connections'].map((scenario) => ({ scenario, candidate: 'shared port', metric: 'throughput', claimed: [1431.47, 2113.25] }))
  },
  {
    ...nodeOnScheduling,
    name: 'no-scheduling',
    title: 'Node: without scheduling, two of eight workers get most connections',
    changes: ['A light load: 100 users per second, each with a connection of its own for one small request.', 'Two cores for eight workers.'],
    points: ofEight('light load')
  },
  {
    ...nodeOnScheduling,
    name: 'no-scheduling-busy',
    title: 'The same under a heavy load',
    changes: ['100 users at once, who keep their connections and ask for pages of about 0.7 ms of CPU.', 'Two cores for eight workers.'],
    points: ofEight('heavy load')
  },
  {
    name: 'deno',
    title: 'Deno: `deno serve --parallel` beside `deno serve`',
    source: '[denoland/deno, pull request 24920](https://github.com/denoland/deno/pull/24920), 2024-08-07',
    quote: 'on linux we use SO_REUSEPORT and rely on the fact that the kernel will distribute connections in a round-robin manner',
    setUp: '`deno.com` on an M3 Max, `wrk -d 30s -c 125`: 515 requests/s, p50 237 ms, p99 268 ms; with `--parallel` 2,648 requests/s, 22 ms, 461 ms. Figures of macOS, which has no such port.',
    changes: ['Two threads on two cores, and Linux, where connections are dealt out by a hash of their addresses.', 'A page of about 0.7 ms of CPU instead of a website.'],
    points: [
      { scenario: 'page', candidate: 'parallel', metric: 'throughput', claimed: [514.89, 2647.96] },
      { scenario: 'page', candidate: 'parallel', metric: 'p50', claimed: [236.72, 22.34] },
      { scenario: 'page', candidate: 'parallel', metric: 'p99', claimed: [268.23, 460.5] },
      { scenario: 'page', candidate: 'parallel', busiest: 1, workers: 2, least: 'even' }
    ]
  },
  {
    name: 'runtimes',
    title: 'Deno’s threads and Bun’s processes beside a cluster of Node',
    source: '[Bun’s guide to clusters](https://bun.sh/guides/http/cluster), and what Deno’s own figures say of a shared port: p50 better, p99 worse',
    quote: 'uses the Linux SO_REUSEPORT and SO_REUSEADDR socket options to ensure fair load balancing across multiple processes',
    setUp: 'No figures.',
    changes: ['A page of about 0.7 ms of CPU, of the same JavaScript in all three; the engine of Bun is another.', '50 users who keep their connections.'],
    points: ['bun', 'deno'].flatMap((candidate) => [
      { scenario: 'page', candidate, metric: 'p50', claimed: 'better' },
      { scenario: 'page', candidate, metric: 'p99', claimed: 'worse' },
      { scenario: 'page', candidate, busiest: 1, workers: 2, least: 'even' }
    ] as Point[])
  },
  {
    name: 'uwebsockets',
    title: 'uWebSockets: one process in place of workers',
    source: '[uWebSockets.js](https://github.com/uNetworking/uWebSockets.js), README and [issue 787](https://github.com/uNetworking/uWebSockets.js/issues/787), 2022-08-16',
    quote: 'performs at least 10x that of Socket.IO, 8.5x that of Fastify (README) … You should start with 1 thread … VPS charges you per thread, so you could be paying more for worse performance (a contributor, issue 787)',
    setUp: 'The 8.5x are of 100,000 requests/s on a Raspberry Pi, of what, is not said there.',
    changes: [
      'Bun’s server, which the README says is made of the core of uWebSockets, stands in for uWebSockets.js: that is not on npm (see below).',
      sharedCores, 'The baseline is the one process on uWebSockets, so below 1x means slower than it.'
    ],
    points: ['list', 'page'].flatMap((scenario) => [
      { scenario, candidate: 'fastify', metric: 'throughput', claimed: [8.5, 1] },
      { scenario, candidate: 'clustered', metric: 'throughput', claimed: 'worse' },
      { scenario, candidate: 'clustered', metric: 'p99', claimed: 'worse' }
    ] as Point[])
  },
  {
    name: 'cores',
    title: 'Fastify: two cores per instance for latency, one for throughput',
    source: '[Fastify’s recommendations](https://fastify.dev/docs/latest/Guides/Recommendations/#capacity)',
    quote: 'To have the lowest possible latency, 2 vCPU are recommended per app instance … To optimize for throughput … consider using a smaller amount of vCPUs per app instance.',
    setUp: 'No figures: “a rule of thumb”.',
    changes: ['`taskset` pins the instances to one or two cores; fractions of a core are not tried.', 'The load generator runs on the same two cores: with one core per instance, it has the other for itself.', 'The baseline is one instance with two cores.'],
    points: [
      { scenario: 'page', candidate: 'one core', metric: 'p50', claimed: 'worse' },
      { scenario: 'page', candidate: 'one core', metric: 'p99', claimed: 'worse' },
      { scenario: 'page', candidate: 'two instances', metric: 'throughput', claimed: 'better' }
    ]
  },
  {
    ...fastifyBenchmark,
    name: 'frameworks',
    title: 'Express beside Fastify, one process each',
    changes: [theirLoad, sharedCores],
    points: ['list', 'page'].map((scenario) => ({ scenario, candidate: 'fastify', metric: 'throughput', claimed: [express, fastify] }))
  },
  {
    ...fastifyBenchmark,
    name: 'frameworks-clustered',
    title: 'Express beside Fastify, in a cluster',
    changes: [theirLoad, 'Both in a cluster of two workers.', sharedCores],
    points: ['list', 'page'].map((scenario) => ({ scenario, candidate: 'fastify', metric: 'throughput', claimed: [express, fastify] }))
  }
]

/** What the page says of what is missing. */
export const notInstalled = '`uWebSockets.js` is not on npm (404): it is installed from GitHub (`npm install uNetworking/uWebSockets.js#v20.69.0`), which could not be reached ' +
  'from here, and so are `hyper-express` and `ultimate-express`, which depend on it. `uws` 10.148.2 and later on npm are empty; `uwebsockets` 3.0.6 is a copy with binaries by somebody else, which we do not run.'
