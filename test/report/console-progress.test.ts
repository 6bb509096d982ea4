import { expect } from 'chai'
import { describe, it } from 'mocha'
import { formatBeginning, formatRun } from '../../plugin/report/console/progress.ts'
import { aRun, aWorker, latencies } from '../support/runs.ts'
import { aPlan, someSettings } from '../support/settings.ts'
import type { Run } from '../../plugin/concepts/run.ts'

const line = (
  overrides?: Partial<Run>, secondsLeft: [number, number] = [30, 90], isLast = true
) => formatRun(aRun(overrides), { nameWidth: 9, secondsLeft, isLast })

describe('the line that opens a scenario', () => {
  it('names the variants and the rounds', () => {
    expect(formatBeginning('primes', someSettings())).to.equal(
      'speedup  primes: clustered (2 workers) against single, 3 to 10 rounds, after a short warm-up of each'
    )
  })

  it('names a fixed number of rounds, one worker, and several candidates', () => {
    const { variants: [single, clustered] } = someSettings()
    const variants = [clustered, single, { ...clustered, name: 'one', workers: 1 }]
    expect(formatBeginning('io', someSettings({ variants, baseline: 'clustered', rounds: { min: 5, max: 5 } }))).to.equal(
      'speedup  io: single, one (1 worker) against clustered, 5 rounds, after a short warm-up of each'
    )
  })
})

describe('the line that opens a scenario under one of several loads', () => {
  const levels = ['primes', 'io'].flatMap(
    (of) => [0.5, 1, 2].map((factor) => ({ ...aPlan(), name: `${of} at ${factor}x load`, level: { of, factor, phases: [] } }))
  )
  const settings = someSettings({ scenarios: [{ ...aPlan(), name: 'plain' }, ...levels] })

  it('speaks of a warm-up under the first of them only', () => {
    const warmed = settings.scenarios.filter(({ name }) => formatBeginning(name, settings).endsWith(', after a short warm-up of each'))
    expect(warmed.map(({ name }) => name)).to.eql(['plain', 'primes at 0.5x load', 'io at 0.5x load'])
    expect(formatBeginning('io at 2x load', settings)).to.equal('speedup  io at 2x load: clustered (2 workers) against single, 3 to 10 rounds')
  })
})

describe('the line of a run', () => {
  it('tells the round, the variant, requests, latencies, errors, workers and the time left', () => {
    const latencyMs = { ...latencies(0), p50: 69.24, p95: 102.5, p99: 1526.4 }
    expect(line({ latencyMs })).to.equal(
      '  round  1  single       1,200 requests  p50  69.2  p95   103  p99  1526 ms  0 errors  [100: 1,200]  30 s to 1 min 30 s left'
    )
  })

  it('stays in its columns', () => {
    const clustered = line({ variant: 'clustered', round: 10, requests: 98, latencyMs: latencies(4.321) })
    expect(clustered.indexOf('requests')).to.equal(line().indexOf('requests'))
    expect(clustered.indexOf('p99')).to.equal(line().indexOf('p99'))
  })

  it('shows four workers, and counts the others', () => {
    const workers = [5, 4, 3, 2, 1].map((requests, i) => aWorker(`${100 + i}`, { requests }))
    expect(line({ workers })).to.include('[100: 5, 101: 4, 102: 3, 103: 2, 1 more]')
    expect(line({ workers: workers.slice(0, 4) })).to.include('[100: 5, 101: 4, 102: 3, 103: 2]')
  })

  it('counts responses that nobody owns', () => expect(line({ unattributed: 1234 })).to.include('[100: 1,200, no PID: 1,234]'))

  it('writes no latency where there was none', () => expect(line({ latencyMs: null })).to.match(/p50 +- +p95 +- +p99 +- ms/))

  const timesLeft: [[number, number], RegExp][] = [
    [[12, 12], / {2}about 12 s left$/],
    [[0, 61], / {2}at most 1 min 1 s left$/],
    [[14.6, 88], / {2}15 s to 1 min 28 s left$/],
    [[0, 0], /\]$/]
  ]
  for (const [seconds, wording] of timesLeft) {
    it(`words the time left, from ${seconds.join(' to ')} seconds`, () => expect(line({}, seconds)).to.match(wording))
  }

  it('says that the time is that of this scenario alone when others come after it', () => {
    expect(line({}, [12, 12], false)).to.match(/about 12 s left of this scenario$/)
  })
})
