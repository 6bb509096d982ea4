// A suite as a user of the package would write it: every entry, every function, every assertion.
import { LEGACY_METRICS_FORMAT, Plugin } from 'artillery-plugin-speedup'
import { assertCapacity, assertFaster, assertLimits, assertLosses, assertNoProblems, assertNotFaster, assertRecovery, assertSpeedup, assertSpread, assertThresholds } from 'artillery-plugin-speedup/assert'
import speedup from 'artillery-plugin-speedup/chai'
import { SpeedupError, compare, readComparison, type Definition, type ProgressEvent } from 'artillery-plugin-speedup/compare'
import comparisonSchema from 'artillery-plugin-speedup/comparison.schema.json' with { type: 'json' }
import matchers, { type SpeedupMatchers } from 'artillery-plugin-speedup/expect'
import { workerPid } from 'artillery-plugin-speedup/header'
import { compareBeforeAll } from 'artillery-plugin-speedup/mocha'
import optionsSchema from 'artillery-plugin-speedup/options.schema.json' with { type: 'json' }
import manifest from 'artillery-plugin-speedup/package.json' with { type: 'json' }
import 'artillery-plugin-speedup/preload'
import { expect, use } from 'chai'
import express from 'express'
import { createServer } from 'node:http'

use(speedup)

export const texts: string[] = [comparisonSchema.$schema, optionsSchema.$schema, manifest.version]
export const forArtillery: [new (...args: never[]) => object, false] = [Plugin, LEGACY_METRICS_FORMAT]

const report = (event: ProgressEvent): string => {
  if (event.event === 'planned') return `${event.plan.rounds.min} rounds of ${event.plan.variants} variants`
  if (event.event === 'line') return event.line
  const { run: { scenario, variant, round, requests, failures }, progress: { secondsLeft: [least, most] } } = event
  return [scenario, variant, round, requests, failures, least, most].join()
}

describe('primes', () => {
  const comparison = compareBeforeAll('scenarios/primes.yml', {
    app: { script: '../server.js', args: ['--quiet', 1], env: { CACHE: true }, ready: '/health', readyTimeout: '20s' },
    variants: { single: { mode: 'single' }, clustered: { mode: 'cluster', workers: 'auto', thresholds: { p95: 1.3 } } },
    rounds: { min: 3, max: 5 },
    confidence: 0.95,
    thresholds: { p95: null },
    limits: { fairness: 0.8, lost: '0.1%', recovery: '2s', throughput: '300/s', capacity: '50 users' }
  })
  compareBeforeAll({ app: 'server.js', users: 20, url: '/primes', target: 'http://127.0.0.1:3000' })
  const fromUrl = compareBeforeAll(new URL('./primes.yml', import.meta.url))

  it('is faster', () => {
    expect(comparison).to.be.faster().and.to.be.faster({ at: 'p95', by: 1.3 })
    expect(fromUrl.candidate('clustered', 'primes')).to.not.be.faster({ at: 'throughput' })
    expect(comparison.candidate('clustered')).to.have.speedup('throughput').atLeast(1.3)
    expect(comparison.candidate()).to.have.speedup('p99').below(1.1)
    expect(comparison).to.spreadOver(4).workers.evenly(0.8).and.to.have.speedup('p95').atLeast()
    expect(comparison).to.spreadOver.atLeast(2).workers.evenly()
    expect(comparison).to.lose.atMost('0%').and.to.lose.atMost()
    expect(comparison).to.recover.within('1s', { after: 'kill' }).and.to.recover.within()
    expect(comparison).to.meetItsThresholds().and.to.haveNoProblems().and.to.meetItsLimits()
    // chai's own assertions are as they were.
    expect(texts).to.have.lengthOf.at.least(3, 'schemas').and.to.be.below(4, 'another message')
    expect(new Date()).to.be.at.least(new Date(0))
  })

  it('is told by plain functions, too', async () => {
    const made = await compare('scenarios/primes.yml', { rounds: 3, signal: AbortSignal.timeout(60_000), onProgress: report })
    await compare('scenarios/primes.yml', { onProgress: false })
    const definition: Definition = { app: 'server.js', users: 20, duration: '8s', url: '/primes', thresholds: { throughput: 1.2 } }
    await compare({ ...definition, onProgress: null })
    await compare({ variants: { old: { mode: 'url', url: 'https://old.example' } }, phases: [{ duration: 20, arrivalRate: 5 }], flow: [{ get: { url: '/' } }], name: 'old' })
    assertLimits(made)
    assertCapacity(made, { atLeast: '300/s' })
    assertCapacity(made, { below: '400 users' })
    assertFaster(made, { at: 'p95', by: 1.3 })
    assertNotFaster(made.candidate())
    assertSpeedup(made, 'throughput', { atLeast: 1.3 })
    assertSpeedup(made, 'p50', { below: 3 })
    assertSpeedup(made, 'p50')
    assertSpread(made, { over: 4, evenly: 0.8 })
    assertSpread(made, { atLeast: 2, evenly: true })
    assertLosses(made)
    assertLosses(made, { atMost: '0.1%', after: 'reload' })
    assertRecovery(made, { within: '1s' })
    assertThresholds(made)
    assertNoProblems(made)
  })

  it('has all the figures', () => {
    const { folder, page, verdict, exitCode, environment } = readComparison('reports/2026-11-20T12-00-00-primes')
    const judged: 'pass' | 'fail' | 'inconclusive' | 'not measured' | null = verdict
    const { scenario, baseline, rounds, warnings, estimates } = comparison.candidate()
    const where: [string, string | null, string, string, number] = [folder, page, scenario, baseline, rounds]
    const [worst, [low, high]]: [string | undefined, [number, number]] = [warnings[0]?.message, estimates[0]?.interval ?? [0, 0]]
    const { speedup, interval: [least] }: { speedup: number; interval: [number, number] } = comparison.candidate().speedup('p95')
    expect(speedup).to.be.above(least)
    expect([judged, where, worst, low, high, exitCode.toFixed(), environment.node.length]).to.have.lengthOf(7)
  })
})

// As vitest and jest take them; and as @types/jest declares what their `expect` returns.
export const extend: (matchers: Record<string, (this: { isNot: boolean; equals: unknown }, received: any, ...expected: any[]) => { pass: boolean; message: () => string }>) => void = () => {}
extend(matchers)
export const claim = (expected: SpeedupMatchers<void> & jest.Matchers<void>): void => {
  expected.toBeFaster()
  expected.toMeetItsLimits()
  expected.toBeFaster({ at: 'p95', by: 1.3 })
  expected.toHaveSpeedup('throughput', { below: 3 })
  expected.toLoseAtMost('0%', { after: 'kill' })
}

// As Fastify types a hook of its life cycle and a reply.
type Reply = { raw: import('node:http').ServerResponse; header: (key: string, value: unknown) => Reply }
type OnRequest = (request: { id: string }, reply: Reply, done: <E extends Error>(error?: E) => void) => void
export const hook: OnRequest = workerPid()
export const apps = [express().use(workerPid({ header: 'x-served-by' })), createServer((request, response) => workerPid()(request, response))]

export const isOurs = (error: unknown): string => (error instanceof SpeedupError ? error.code : '')
