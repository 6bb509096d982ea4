import { expect } from 'chai'
import { SpeedupError } from '../../plugin/concepts/errors.ts'
import { unplanned, unversioned } from '../../plugin/questions/concepts.ts'
import { readAppOptions } from '../../plugin/questions/settings.ts'
import { repository } from './project.ts'
import type { EarlierResult, ScenarioPlan, Settings, Variant, ScriptSource } from '../../plugin/concepts/settings.ts'
import type { DescribedLoad } from '../../plugin/concepts/load-description.ts'
import type { Thresholds } from '../../plugin/concepts/options.ts'

/** These files exist. */
export const scriptFile = `${repository}scenarios/primes.yml`
export const appFile = `${repository}fixtures-app/server.js`
export const workingDirectory = repository.slice(0, -1)

const scenarios = [{ name: 'primes', flow: [{ get: { url: '/' } }] }]

type SourceOptions = { script?: object; target?: unknown } & Partial<Omit<ScriptSource, 'script'>>

/**
 * What Artillery hands over for a script with one scenario. Options: of `config.plugins.speedup`, with `app` unless
 * they say otherwise.
 */
export function aSource(
  options: unknown = {},
  { script, target = 'http://127.0.0.1:3030', ...rest }: SourceOptions = {}
): ScriptSource {
  const isMap = typeof options === 'object' && options !== null
  // Through JSON, as Artillery does it: what is undefined is not there.
  const speedup = isMap ? JSON.parse(JSON.stringify({ app: '../fixtures-app/server.js', ...options })) : options
  return {
    script: {
      config: { target, phases: [{ duration: 10, arrivalRate: 5 }], plugins: { speedup } },
      scenarios,
      ...script
    },
    scriptFile,
    configFile: scriptFile,
    workingDirectory,
    ...rest
  }
}

/** Settings as they are read, `single` against `clustered` with two workers. */
export function someSettings(overrides?: Partial<Settings>): Settings {
  return {
    app: {
      script: appFile,
      args: [],
      env: {},
      nodeArgs: [],
      cwd: workingDirectory,
      ...readAppOptions({}, String),
      ready: null,
      readyTimeoutSeconds: 10,
      stopTimeoutSeconds: 2
    },
    variants: [aVariant(), aVariant({ name: 'clustered', mode: 'cluster', workers: 2 })],
    scenarios: [aPlan()],
    load: aLoad(),
    pausesInMs: [],
    target: { url: 'http://127.0.0.1:3030', hostname: '127.0.0.1', port: 3030, protocol: 'http:' },
    baseline: 'single',
    rounds: { min: 3, max: 10 },
    confidence: 0.95,
    onInconclusive: 'fail',
    latencyTo: null,
    compareAnswers: true,
    compareWith: null,
    pidHeader: 'x-worker-pid',
    generator: null,
    loadHost: null,
    client: 'auto',
    alternate: 'runs',
    insecure: false,
    time: null,
    timeOption: 'plugins.speedup.time',
    isEditable: true,
    lengthIsFree: false,
    expected: { seconds: [73, 227], roundSeconds: 22, isOfPhases: true },
    disturb: null,
    growth: false,
    generatorPerRun: false,
    profile: false,
    warmUpSeconds: null,
    reportDirectory: `${repository}reports`,
    scriptFile,
    runFile: scriptFile,
    ...overrides
  }
}

/** Twenty users at once, each of whom asks for primes 60 times. */
export function aLoad(overrides?: Partial<DescribedLoad>): DescribedLoad {
  const get = {
    step: 'GET',
    detail: '/primes',
    names: { query: ['max=1000'], headers: ['x-user'], cookies: ['session'], body: ['name'] },
    steps: []
  }
  return {
    phases: [
      { name: 'peak', seconds: 1, isPause: false, arrivalCount: 20, arrivalRate: null, rampTo: null, maxVusers: null }
    ],
    flows: [
      {
        scenario: 'primes',
        weight: null,
        users: null,
        seconds: null,
        steps: [{ step: 'loop', detail: '60 times', names: null, steps: [get] }]
      }
    ],
    headers: ['authorization'],
    variables: ['name'],
    ...overrides
  }
}

/** A single process, unless the overrides say otherwise. */
export function aVariant(overrides?: Partial<Variant>): Variant {
  const nothing = {
    env: {},
    args: [],
    command: null,
    reload: null,
    ecosystem: null,
    targets: [],
    nodeArgs: [],
    ...unversioned,
    node: null,
    place: null,
    listed: null,
    writtenAs: null,
    countOf: null,
    resources: { cpus: null, memoryBytes: null },
    instances: overrides?.mode === 'ports' ? (overrides.workers ?? null) : null
  }
  return { name: 'single', mode: 'single', workers: 1, scheduling: 'round-robin', ...nothing, ...overrides }
}

/** @param thresholds what each candidate must reach; limits: of each variant */
export function aPlan(
  thresholds: Thresholds = {},
  candidates: string[] = ['clustered'],
  limits: ScenarioPlan['limits'] = { single: {}, clustered: {} }
): ScenarioPlan {
  return {
    name: 'primes',
    only: null,
    thresholds: Object.fromEntries(candidates.map((name) => [name, thresholds])),
    limits,
    phases: null,
    loop: null,
    cycle: null,
    level: null,
    ...unplanned
  }
}

/** An earlier result of the machine of today, in which `clustered` had a speedup of 2 at every metric. */
export function anEarlierResult(overrides?: Partial<EarlierResult>): EarlierResult {
  const metrics = ['p50', 'p95', 'p99', 'throughput'] as const
  return {
    file: `${repository}reports/main/comparison.json`,
    results: 1,
    finishedAt: '2026-11-19T12:01:00.000Z',
    commit: '9b0572b23ef99309abc2b016adeaf678bdd290a8',
    plugin: '0.1.0',
    leanClient: '2',
    cpu: 'AMD EPYC',
    cores: 2,
    alternate: 'runs',
    load: aLoad(),
    here: { cpu: 'AMD EPYC', cores: 2, leanClient: '2', alternate: 'runs', load: aLoad() },
    estimates: metrics.map((metric) => ({
      scenario: 'primes',
      candidate: 'clustered',
      workers: 2,
      client: 'artillery',
      metric,
      speedup: 2,
      interval: [1.8, 2.2]
    })),
    ...overrides
  }
}

/** @returns of the SpeedupError that it throws */
export function refusal(act: () => unknown): { code: string; message: string } {
  try {
    act()
  } catch (error) {
    expect(error).to.be.an.instanceOf(SpeedupError)
    const { code, message } = error as SpeedupError
    return { code, message }
  }
  return expect.fail('It was accepted.')
}
