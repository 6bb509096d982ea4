import { expect } from 'chai'
import { compared, type Compared } from '../support/compared.ts'
import { otherAnswers } from '../support/results.ts'
import {
  aLoadHost,
  aRun,
  aWorker,
  fellBehind,
  keptUp,
  latencies,
  runsWithSpeedups,
  type RunPart
} from '../support/runs.ts'
import { aLoad, anEarlierResult } from '../support/settings.ts'
import type { UnequalAnswers } from '../../plugin/concepts/comparison.ts'
import type { Thresholds } from '../../plugin/concepts/options.ts'
import type { WarningCode } from '../../plugin/concepts/warnings.ts'
import type { questionWarnings } from '../../plugin/questions/concepts-codes.ts'

/** single, clustered: every run of it; ratios: of the rounds */
type Seen = Compared & { single?: RunPart; clustered?: RunPart; ratios?: number[]; thresholds?: Thresholds }

const warningsOf = ({ single, clustered, ratios = [1.9, 2, 2.1], thresholds, ...rest }: Seen) =>
  compared(runsWithSpeedups(ratios, { single, clustered }), thresholds, rest).warnings
const listed = (seen: Seen) => [...new Set(warningsOf(seen).map(({ severity, code }) => `${severity} ${code}`))]

const busy = { generator: { utilization: 0.95 } }
const disturbed = { machine: { others: 0.9 } }
const dropped = {
  drops: { attempts: 5, overflows: 5, queue: 511 },
  lateEntries: { count: 2, leastMs: 1000, mostMs: 3000 }
}
/** For most of the time, most users. */
const outside = { usersIn: { first: 15, later: 4, failed: 0 }, latencyMs: latencies(10) }
/** Half of the time, while all users wait. */
const idle = {
  usersIn: { first: 0, later: 20, failed: 0 },
  machine: { app: 0.5 },
  workers: [aWorker('100', { requests: 1200 }, { utilization: 0.5, cpu: 0.5 })]
}
const lean = { client: { name: 'lean' as const, because: null } }
const stalled = { workers: [aWorker('100', {}, { stall: { seconds: 2, cpuSeconds: 0 } })] }
const uneven = {
  workers: [aWorker('101', { requests: 900 }), aWorker('102', { requests: 300 }, { utilization: 0.33 })]
}
const silent = { workers: [aWorker('100', { usage: null })] }
const usual = { status: 200, bytes: 48_000, encoding: '', closes: false }
const unequal = (aspect: UnequalAnswers['in'], sides: Partial<UnequalAnswers>) =>
  otherAnswers({
    different: [],
    unequal: [{ in: aspect, request: 'GET /', baseline: usual, candidate: usual, ...sides }]
  })
/** Ten rounds that say as much for as against a speedup of 2. */
const undecided = [1.6, 2.5, 1.6, 2.5, 2, 2, 1.6, 2.5, 1.6, 2.5]

/**
 * All but those of questions, what few users bound and what a cold generator does, see checks/generator.test.ts, what
 * no run shows, see findings.test.ts, what one round alone does, see checks/plausible.test.ts, and what limits of
 * instances do, see checks/limits.test.ts.
 */
type Shown = Exclude<
  WarningCode,
  | 'out-of-reach'
  | 'generator-cold'
  | keyof typeof questionWarnings
  | 'cost-changed'
  | 'broken-figure'
  | 'throttled'
  | 'out-of-memory'
  | 'oversubscribed'
  | 'workers-measured'
>
const cases: Record<Shown, { severity: string; seen: Seen }> = {
  'different-answers': { severity: 'problem', seen: { answers: [otherAnswers()] } },
  'different-encoding': {
    severity: 'problem',
    seen: { answers: [unequal('encoding', { candidate: { ...usual, encoding: 'gzip', bytes: 1200 } })] }
  },
  'different-connections': {
    severity: 'warning',
    seen: { answers: [unequal('connection', { baseline: { ...usual, closes: true } })] }
  },
  'different-sizes': {
    severity: 'problem',
    seen: {
      single: { responses: { byStatus: { 200: 100 }, bytes: 2000 } },
      clustered: { responses: { byStatus: { 200: 100 }, bytes: 1000 } }
    }
  },
  'requests-elsewhere': { severity: 'problem', seen: { clustered: { elsewhere: { 'localhost:443': 400 } } } },
  redirected: { severity: 'problem', seen: { clustered: { redirected: { to: '/login', share: 0.9, requests: 3 } } } },
  'never-asked': {
    severity: 'warning',
    seen: Object.fromEntries(
      ['single', 'clustered'].map((variant) => [variant, { unasked: { names: { 2: 'GET /report' }, of: 2 } }])
    )
  },
  'too-few-passes': {
    severity: 'problem',
    seen: { clustered: { counted: { ...aRun().counted, began: 100, passes: 12, byRequest: { 1: 10, 2: 90 } } } }
  },
  'different-mix': {
    severity: 'problem',
    seen: {
      single: { counted: { ...aRun().counted, passes: 100, byRequest: { 1: 10, 2: 90 } } },
      clustered: { counted: { ...aRun().counted, passes: 100, byRequest: { 1: 20, 2: 80 } } }
    }
  },
  'generator-saturated': { severity: 'problem', seen: { clustered: busy } },
  'network-full': { severity: 'problem', seen: { clustered: { hosts: [aLoadHost({ link: 0.95 })] } } },
  'load-host-slow': {
    severity: 'problem',
    seen: { clustered: { hosts: [aLoadHost(), aLoadHost({ name: 'load2', cycleMs: 300 })] } }
  },
  'network-lossy': { severity: 'warning', seen: { clustered: { hosts: [aLoadHost({ resent: 0.02 })] } } },
  'network-far': { severity: 'note', seen: { clustered: { hosts: [aLoadHost({ roundTripMs: 30 })] } } },
  'cores-taken': {
    severity: 'problem',
    seen: {
      clustered: {
        workers: ['100', '200'].map((pid) => aWorker(pid, {}, { cpu: 0.55 })),
        machine: { app: 1.1, generator: 0.6 }
      },
      ratios: [0.98, 0.99, 1],
      thresholds: { throughput: 1.2 }
    }
  },
  'impossible-throughput': { severity: 'problem', seen: { clustered: { machine: { app: 2.5 } } } },
  'users-missing': { severity: 'problem', seen: { clustered: outside } },
  'idle-under-load': { severity: 'problem', seen: { single: idle } },
  'connections-dropped': { severity: 'warning', seen: { single: dropped } },
  errors: {
    severity: 'problem',
    seen: {
      clustered: { failures: 120, failureKinds: { 500: 120 } },
      thresholds: { p95: 1.5 },
      limits: { clustered: { errorRate: 0.02 } }
    }
  },
  'baseline-saturated': { severity: 'warning', seen: { single: fellBehind, clustered: keptUp } },
  'busy-at-rest': { severity: 'warning', seen: { clustered: { restCores: 0.07 } } },
  'not-in-turns': { severity: 'note', seen: { single: { apart: 'requests take too long for turns' } } },
  'machine-disturbed': { severity: 'problem', seen: { single: disturbed } },
  'quota-throttled': { severity: 'warning', seen: { single: { machine: { throttled: 0.34 } } } },
  hyperthreads: {
    severity: 'note',
    seen: { ratios: [1.25, 1.3, 1.35], clustered: { machine: { physicalCores: 1, app: 1.2 } } }
  },
  'worker-stalled': { severity: 'warning', seen: { single: stalled } },
  'clusters-itself': {
    severity: 'problem',
    seen: { single: { workers: [aWorker('100', { usage: null }), aWorker('200', { usage: null })] } }
  },
  'worker-restarted': { severity: 'warning', seen: { clustered: { restarts: 1 } } },
  'scenario-errors': { severity: 'warning', seen: { single: { artilleryErrors: { 'Failed capture or match': 3 } } } },
  'unattributed-responses': { severity: 'warning', seen: { single: { unattributed: 12 } } },
  'telemetry-missing': { severity: 'note', seen: { single: silent } },
  'candidate-saturated': { severity: 'warning', seen: { single: keptUp, clustered: fellBehind } },
  'throughput-fixed': {
    severity: 'problem',
    seen: { single: keptUp, clustered: keptUp, thresholds: { throughput: 1.3 } }
  },
  'uneven-distribution': { severity: 'warning', seen: { clustered: uneven } },
  'think-in-ms': { severity: 'warning', seen: { pausesInMs: ['0.3'] } },
  'still-warming': { severity: 'warning', seen: { clustered: { halves: [100, 120] } } },
  'users-skipped': { severity: 'warning', seen: { single: { generator: { skippedUsers: 2 } } } },
  'too-few-requests': { severity: 'note', seen: { single: { requests: 420 } } },
  'two-kinds': {
    severity: 'note',
    seen: { single: { latencyMs: { ...latencies(100), around: { p95: [90, 95, 900, 950] } } } }
  },
  'too-noisy': { severity: 'warning', seen: { ratios: undecided, thresholds: { p95: 2 } } },
  'threshold-within-noise': { severity: 'warning', seen: { ratios: [1.15, 1.25, 1.35], thresholds: { p95: 1.1 } } },
  'slow-start': {
    severity: 'note',
    seen: { single: { wallSeconds: 20 }, time: { seconds: 60, isGiven: true }, lengthIsFree: true }
  },
  'app-killed': { severity: 'note', seen: { single: { killed: true } } },
  'outlier-round': { severity: 'note', seen: { ratios: [1.9, 1.9, 7, 1.9, 1.9] } },
  'different-machine': { severity: 'warning', seen: { compareWith: anEarlierResult({ cpu: 'Intel Xeon' }) } },
  'different-variant': {
    severity: 'warning',
    seen: {
      compareWith: anEarlierResult({ estimates: anEarlierResult().estimates.map((one) => ({ ...one, workers: 4 })) })
    }
  },
  'different-client': { severity: 'warning', seen: { single: lean, clustered: lean, compareWith: anEarlierResult() } },
  'different-load': { severity: 'warning', seen: { compareWith: anEarlierResult({ load: aLoad({ phases: [] }) }) } },
  'above-bound': { severity: 'warning', seen: { ratios: [2.4, 2.5, 2.6] } },
  'different-alternation': { severity: 'warning', seen: { compareWith: anEarlierResult({ alternate: 'slices' }) } },
  'unsteady-answers': { severity: 'note', seen: { answers: [otherAnswers({ different: [], unsteady: ['GET /'] })] } }
}

describe('warnings', () => {
  it('are none when all went well', () => expect(warningsOf({})).to.eql([]))

  for (const [code, { severity, seen }] of Object.entries(cases)) {
    it(`say ${code} and nothing else when nothing else is wrong`, () =>
      expect(listed(seen)).to.eql([`${severity} ${code}`]))
  }

  it('say of users who fail too often why that is, and not also that the scenario is wrong', () => {
    const failureKinds = { 'Failed capture or match': 60 }
    const passes = { through: 1140, failed: 60, failedOtherwise: 60, failureKinds, seconds: 0.1 }
    expect(listed({ clustered: { artilleryErrors: failureKinds, passes } })).to.eql(['problem errors'])
  })

  it('allow a variant that rests 2 % of a core for each of its processes, of which a cluster has one more', () => {
    const isTold = (restCores: number, pids: string[]) =>
      listed({ clustered: { restCores, workers: pids.map((pid) => aWorker(pid)) } }).includes('warning busy-at-rest')
    expect([isTold(0.019, ['1']), isTold(0.021, ['1'])]).to.eql([false, true])
    expect([isTold(0.059, ['1', '2']), isTold(0.061, ['1', '2'])]).to.eql([false, true])
  })

  it('come the worst first', () => {
    const answers = [otherAnswers({ unsteady: ['GET /b'] })]
    expect(
      listed({ single: { killed: true, ...disturbed }, clustered: { restarts: 1, ...uneven, ...busy }, answers })
    ).to.eql([
      'problem different-answers',
      'problem generator-saturated',
      'problem machine-disturbed',
      'warning worker-restarted',
      'warning uneven-distribution',
      'note unsteady-answers',
      'note app-killed'
    ])
  })

  it('end with a full stop, and never print what is no number', () => {
    const messages = Object.values(cases)
      .flatMap(({ seen }) => warningsOf(seen))
      .map(({ message }) => message)
    expect(
      messages.filter((message) => !/^\S.*[.?]$/.test(message) || /NaN|Infinity|undefined|null|\d{5,}/.test(message))
    ).to.eql([])
  })
})
