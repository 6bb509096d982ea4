import type { Alone } from '../../plugin/comparison/bound.ts'
import type { Comparison, Diagnosis } from '../../plugin/concepts/comparison.ts'
import type { Metric } from '../../plugin/concepts/metrics.ts'
import type { Reason } from '../../plugin/concepts/warnings.ts'
import type { Try } from '../../test/bench/theory.bench.ts'
import type { KeptRun } from '../tutorials/kept.ts'

/** Servers from npm. file: of servers/<file>.yml; package: its name there; what: it answers with */
const packages = [
  { file: 'json-server', package: 'json-server', what: 'a list from its database' },
  { file: 'http-server', package: 'http-server', what: 'a page from disk' },
  { file: 'http-server-listing', package: 'http-server', what: 'a list of files' },
  { file: 'express', package: 'express', what: 'a table of 100 rows by Pug' },
  { file: 'verdaccio', package: 'verdaccio', what: 'its first page' },
  { file: 'apollo', package: '@apollo/server', what: 'a query of GraphQL, 100 books' },
  { file: 'hono', package: '@hono/node-server', what: 'a hello world' }
] as const

export const userNumbers = [8, 20] as const

/** Each of them loaded by wrk as well, with as many users. */
export const servers = userNumbers.flatMap((users) =>
  packages.map((server) => ({ ...server, users, name: `${server.file}-${users}` }))
)

/**
 * An app compared with one whose speedup is known, so many times. name: of <name>.yml; must: its verdict; truth: from,
 * to
 */
export const repeated = [
  {
    name: 'half',
    what: 'an app, and the same with half of the work',
    must: 'pass 1.5',
    metrics: ['throughput'],
    truth: [1.98, 2.02], // the work alone, timed without a server
    times: 20
  },
  {
    name: 'same-primes',
    what: 'an app that computes, and the same',
    must: 'not pass 1.1',
    metrics: ['throughput', 'p95'],
    truth: [1, 1],
    times: 20
  },
  {
    name: 'same-read-content',
    what: 'an app that reads a file, and the same',
    must: 'not pass 1.1',
    metrics: ['throughput', 'p95'],
    truth: [1, 1],
    times: 20
  },
  {
    name: 'same-commit',
    what: 'an app, and the same, as after a commit that changes nothing',
    must: 'pass 0.9',
    metrics: ['throughput'],
    truth: [1, 1],
    times: 40
  },
  {
    name: 'slow-commit',
    what: 'an app, and the same with 30 % more work',
    must: 'fail 0.9',
    metrics: ['throughput'],
    truth: [1 / 1.3, 0.79], // less the little that a request costs besides its work
    times: 10
  },
  {
    name: 'slower-commit',
    what: 'an app, and the same with 10 % more work, as after a slow commit',
    must: 'fail 0.95',
    metrics: ['throughput'],
    truth: [1 / 1.1, 0.92],
    times: 10
  }
] as const satisfies {
  name: string
  what: string
  must: string
  metrics: Metric[]
  truth: [number, number]
  times: number
}[]

/** An app in a container of a whole core, which tells what a request costs, and in smaller ones. */
export const quotas = { name: 'quotas' } as const

/** Apps that are queues, whose capacity theory tells. */
export const queues = { name: 'queues', limitsMs: [100, 1000], times: 2 } as const

export const checks = [...servers, ...repeated, quotas, queues]

export type Server = (typeof servers)[number]
export type Repeated = (typeof repeated)[number]

/** What is kept of a check. */
export type Where = Pick<Comparison, 'environment' | 'finishedAt'>

/** Responses a second of each round. giving: by wrk that takes no core from a worker, as our load threads do */
export interface BesideWrk extends Where {
  version: string
  diagnosis: Diagnosis
  reason: Reason | null // why the report gives no verdict on the throughput
  alone: Alone // how many times as much it expects of a machine that the app has to itself
  ours: Pace[]
  wrk: Pace[]
  giving: Pace[]
}

export type Pace = { single: number; clustered: number }

export interface Repeats extends Where {
  repeats: Repeat[]
}

export interface Repeat {
  verdict: Comparison['verdict']
  seconds: number
  estimates: Record<string, { speedup: number; interval: [number, number] }> // by metric
}

/** Of the largest quota first. cpus: in cores; cpuMs: of a request; stoodStill: share of the time */
export interface Quotas extends Where {
  found: { cpus: number; perSecond: number; cpuMs: number; stoodStill: number; p99Ms: number }[]
}

export interface Queues extends Where {
  tries: Try[]
}

/** @returns the file of its run, from docs/, and the command that measures it */
export const runOf = ({ name }: { name: string }): KeptRun => ({
  file: `evidence/results/${name}.json`,
  command: `npm run evidence -- --only ${name}`
})
