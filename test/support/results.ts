import { decisionOf } from '../../plugin/comparison/decision.ts'
import { leanVersion } from '../../plugin/concepts/generators.ts'
import { worstOf } from '../../plugin/concepts/verdicts.ts'
import { decide } from '../../plugin/statistics/decide.ts'
import { geometricMean } from '../../plugin/statistics/descriptive.ts'
import { aLoad, aVariant, someSettings } from './settings.ts'
import { aMachine, anInstanceUse } from './runs.ts'
import { concludeNumbers, span, unasked } from '../../plugin/questions/comparison.ts'
import {
  describeQuestions,
  describeVersion,
  noneBeside,
  undiagnosed,
  unsearched,
  unversioned
} from '../../plugin/questions/concepts.ts'
import type {
  AnswerComparison,
  CandidateResult,
  Comparison,
  DescribedVariant,
  Estimate,
  Limit,
  ScenarioResult,
  VariantLimit,
  VariantUse,
  Warning
} from '../../plugin/concepts/comparison.ts'
import type { Reason } from '../../plugin/concepts/warnings.ts'
import type { MachineUse } from '../../plugin/concepts/run.ts'
import type { Leaders, Rival } from '../../plugin/concepts/load-results.ts'

/** @returns that clustered answers otherwise than the baseline */
export function otherAnswers(overrides?: Partial<AnswerComparison>): AnswerComparison {
  return { variant: 'clustered', requests: 1, different: ['GET /'], unsteady: [], unequal: [], ...overrides }
}

/** @returns of p95, faster, nothing required */
export function anEstimate(overrides?: Partial<Estimate>): Estimate {
  return {
    metric: 'p95',
    baseline: 100,
    candidate: 62.5,
    speedup: 1.6,
    interval: [1.34, 1.92],
    spread: 0.1,
    ofPairs: null,
    pairs: [[], [], [], []],
    ratios: [1.5, 1.6, 1.6, 1.7],
    outliers: [],
    required: null,
    verdict: null,
    reason: null,
    hopeless: false,
    side: null,
    roundsThatWouldDecide: null,
    timesLonger: null,
    earlier: null,
    above: null,
    regression: false,
    responsesPerRun: null,
    ...overrides
  }
}

/** @returns met, nothing required */
export function someLimits(fairness?: Partial<Limit>, errorRate?: Partial<Limit>): Limit[] {
  return [
    { metric: 'fairness', value: 1, interval: null, required: null, verdict: null, ...fairness },
    { metric: 'errorRate', value: 0, interval: null, required: null, verdict: null, ...errorRate }
  ]
}

/** The candidate of the worked example, without requirements. */
export function aCandidate(overrides?: Partial<CandidateResult>): CandidateResult {
  return {
    name: 'clustered',
    workers: 2,
    estimates: [
      anEstimate({ metric: 'p50', speedup: 1.97, interval: [1.51, 2.58] }),
      anEstimate(),
      anEstimate({ metric: 'p99', speedup: 1.96, interval: [1.42, 2.71] }),
      anEstimate({ metric: 'throughput', speedup: 1.66, interval: [1.3, 2.12] })
    ],
    limits: someLimits(),
    shares: [0.5, 0.5],
    bound: null,
    diagnosis: { code: 'cpu-bound', message: 'CPU-bound, so clustering helps.', ...undiagnosed },
    selfCheck: null,
    againstEarlier: null,
    earlierDiffers: [],
    flow: null,
    beside: [],
    gaps: [],
    verdict: null,
    ...overrides
  }
}

/** A candidate with other estimates in place of those of the same metric. */
export function aCandidateWith(estimates: Partial<Estimate>[], overrides?: Partial<CandidateResult>) {
  const usual = aCandidate(overrides)
  const replaced = usual.estimates.map((one) => ({ ...one, ...estimates.find(({ metric }) => metric === one.metric) }))
  return { ...usual, estimates: replaced }
}

/** A candidate whose throughput was measured in three rounds, with hardly any noise. @param reason against a verdict */
export function aRacer(
  name: string,
  gain: number,
  {
    spread,
    reach,
    normal,
    reason = null
  }: { spread: number; reach: number; normal: () => number; reason?: Reason | null }
) {
  const ratios = [0, 1, 2].map(() => gain * Math.exp(spread * normal()))
  const speedup = geometricMean(ratios)
  const interval: [number, number] = [speedup / reach, speedup * reach]
  const verdict = reason === null ? decide(interval, 1) : ('inconclusive' as const)
  return aCandidateWith([{ metric: 'throughput', speedup, interval, ratios, verdict, reason }], { name })
}

/** @returns what it resolves with, and what was printed meanwhile, which nobody sees */
export async function unseen<Value>(act: () => Promise<Value>): Promise<[Value, printed: string]> {
  const { write } = process.stdout
  const told: string[] = []
  process.stdout.write = (text) => told.push(String(text)) > 0
  const value = await act().finally(() => (process.stdout.write = write))
  return [value, told.join('')]
}

export type UsePart = Partial<Omit<VariantUse, 'machine'>> & { machine?: Partial<MachineUse> | null }

/** @returns of a single process that computes all the time, on two cores */
export function aVariantUse({ machine, ...overrides }: UsePart = {}): VariantUse {
  return {
    name: 'single',
    workers: 1,
    utilization: 0.99,
    busiest: 0.99,
    cpu: 0.98,
    gc: 0.01,
    workerMegabytes: 90,
    machine: machine === null ? null : aMachine(machine),
    generatorUtilization: 0.25,
    generatorCpu: { us: 60, warmUs: 50 },
    errorRate: 0,
    connections: 20,
    responseTime: null,
    demand: null,
    passes: null,
    shape: null,
    ...overrides
  }
}

/** @returns of two workers that share what `single` does alone, and get as much done as the cores allow */
export function aClusterUse(overrides?: UsePart): VariantUse {
  const machine = { app: 1.7, generator: 0.1, appMegabytes: 250 }
  return aVariantUse({
    name: 'clustered',
    workers: 2,
    utilization: 0.98,
    cpu: 1.68,
    machine,
    generatorUtilization: 0.4,
    ...overrides
  })
}

/** @returns of an instance with one worker, half a core and 256 MiB */
export function aShapeUse(overrides?: Partial<NonNullable<VariantUse['shape']>>): NonNullable<VariantUse['shape']> {
  return { instances: 1, workers: 1, cpus: 0.5, memoryBytes: 2 ** 28, ...anInstanceUse(), ...overrides }
}

export function aWarning(overrides?: Partial<Warning>): Warning {
  return {
    code: 'app-killed',
    severity: 'note',
    variant: 'single',
    rounds: [1],
    message: 'It did not leave.',
    ...overrides
  }
}

/** @returns slower than the fastest in each of four rounds */
export function aRival(overrides?: Partial<Rival>): Rival {
  return {
    variant: 'single',
    ratio: 0.6,
    interval: [0.512, 0.703],
    ratios: [0.58, 0.6, 0.6, 0.62],
    verdict: 'slower',
    roundsThatWouldDecide: null,
    seconds: null,
    ...overrides
  }
}

/** @returns four before threads, which may be as fast, and single; pm2 was left out */
export function someLeaders(overrides?: Partial<Leaders>): Leaders {
  const threads = aRival({
    variant: 'threads',
    ratio: 0.97,
    interval: [0.9, 1.05],
    ratios: [0.95, 1.01, 0.96, 0.96],
    verdict: 'as fast',
    roundsThatWouldDecide: 14,
    seconds: 180
  })
  return {
    metric: 'throughput',
    best: 'four',
    others: [threads, aRival()],
    leftOut: [{ variant: 'pm2', why: 'it answers differently from single' }],
    ...overrides
  }
}

/** @returns a p95 of 231 ms where 200 are allowed: it fails */
export function aVariantLimit(overrides?: Partial<VariantLimit>): VariantLimit {
  return {
    variant: 'clustered',
    request: null,
    metric: 'p95',
    value: 231,
    interval: [215, 248],
    side: null,
    spread: 0.05,
    values: [220, 229, 237, 238],
    limit: 200,
    verdict: 'fail',
    reason: null,
    hopeless: false,
    roundsThatWouldDecide: null,
    timesLonger: null,
    ...overrides
  }
}

/** What stands in a result of variants that differ in more than one thing. */
const noNumbers = concludeNumbers({ uses: [] } as any, { variants: [] } as any, null)

/** @returns with what to do about them, of variants that are ways to run the app */
export function aScenarioResult(candidates: CandidateResult[], overrides?: Partial<ScenarioResult>): ScenarioResult {
  const result: ScenarioResult = {
    scenario: 'primes',
    baseline: 'single',
    rounds: 4,
    roundsAllowed: { min: 3, max: 10 },
    confidence: 0.95,
    candidates,
    limits: [],
    variants: [
      aVariantUse({ name: overrides?.baseline ?? 'single' }),
      ...candidates.map(({ name }) => aClusterUse({ name }))
    ],
    load: { model: 'closed', saturated: [] },
    latencyTo: 'first-byte',
    client: null,
    answers: [],
    ...unasked(),
    ...noneBeside,
    ...unsearched,
    leaders: null,
    ...noNumbers,
    level: null,
    warnings: [],
    verdict: worstOf([...candidates, ...(overrides?.limits ?? [])]),
    decision: null,
    decided: true,
    preliminary: false,
    ...overrides
  }
  const variants = [result.baseline, ...candidates.map(({ name }) => name)].map((name) => aVariant({ name }))
  const isGiven = candidates.length === 0 || overrides?.decision !== undefined
  return isGiven ? result : { ...result, decision: decisionOf(result, { variants, isEditable: true }) }
}

/** A single process, unless the overrides say otherwise. */
export const aDescribedVariant = (overrides?: Partial<DescribedVariant>): DescribedVariant => ({
  name: 'single',
  mode: 'single',
  workers: 1,
  instances: null,
  resources: { cpus: null, memoryBytes: null },
  scheduling: 'round-robin',
  detail: null,
  ...describeVersion(unversioned),
  node: null,
  listed: null,
  ...overrides
})

export function aComparison(scenarios: ScenarioResult[], overrides?: Partial<Comparison>): Comparison {
  return {
    schemaVersion: 1,
    file: '/home/me/scenarios/primes.yml',
    startedAt: '2026-11-20T12:00:00.000Z',
    finishedAt: '2026-11-20T12:01:00.000Z',
    environment: {
      node: '24.21.0',
      artillery: '2.0.34',
      plugin: '0.1.0',
      leanClient: leanVersion,
      os: 'Linux 6',
      cpu: 'unknown',
      cores: 2,
      physicalCores: null,
      commit: null
    },
    settings: {
      app: '/home/me/server.js',
      target: 'http://127.0.0.1:3030',
      variants: [],
      baseline: 'single',
      rounds: { min: 3, max: 10 },
      confidence: 0.95,
      onInconclusive: 'fail',
      compareWith: null,
      generator: null,
      loadHost: null,
      client: 'auto',
      alternate: 'runs',
      time: null,
      command: 'npx artillery run /home/me/scenarios/primes.yml',
      load: aLoad(),
      warmUpSeconds: null,
      thresholds: [],
      limits: [],
      ...describeQuestions(someSettings())
    },
    scenarios,
    timeSpent: { countedSeconds: 30, uncountedSeconds: 10, exchangeSeconds: 12, otherSeconds: 8 },
    ...span([], [], someSettings()),
    previous: null,
    error: null,
    verdict: null,
    exitCode: 0,
    ...overrides
  }
}
