import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect } from 'chai'
import { compareScenario } from '../plugin/comparison/compare-scenario.ts'
import { decisionOf } from '../plugin/comparison/decision.ts'
import { conclude, timeSpent } from '../plugin/comparison/conclude-all.ts'
import { preliminary } from '../plugin/comparison/findings.ts'
import { crossoverSpans } from '../plugin/questions/crossover/comparison.ts'
import { withProfiles } from '../plugin/questions/profile/comparison.ts'
import { growthBeside } from '../plugin/questions/growth/comparison.ts'
import { describeSettings } from '../plugin/experiment/describe-plan.ts'
import { shopRuns } from './support/flows.ts'
import { underLoads } from './support/loads.ts'
import { someRounds } from './support/growth.ts'
import { aRound, kill, reload } from './support/losses.ts'
import { aComparison } from './support/results.ts'
import {
  aGenerator,
  aLoadHost,
  aMachine,
  anInstanceUse,
  aRun,
  aWorker,
  latencies,
  runsWithSpeedups
} from './support/runs.ts'
import { someProfiles } from './support/profiles.ts'
import { byLaw } from './support/scaling.ts'
import { aSearch } from './support/searches.ts'
import { expectKept } from './support/golden.ts'
import { keptSchemas } from '../tools/comparison-schema.ts'
import { anEarlierResult, aPlan, aVariant, someSettings } from './support/settings.ts'
import { sweepRuns, sweepVariants } from './questions/workers/sweep-runs.ts'
import type { AnswerComparison, Comparison, ScenarioResult } from '../plugin/concepts/comparison.ts'
import type { Run } from '../plugin/concepts/run.ts'
import type { Limits, Settings } from '../plugin/concepts/settings.ts'
import type { Thresholds } from '../plugin/concepts/options.ts'

const root = fileURLToPath(new URL('../', import.meta.url))
const schemas = keptSchemas()
const schema = JSON.parse(schemas['plugin/comparison.schema.json'])
const validate = new Ajv2020({ strict: true }).compile(schema)

/** What is found after the rounds is there if it was asked. */
const isRequired = (property: string) => property !== 'growth'
const expectValid = (value: unknown) => expect(validate(value), JSON.stringify(validate.errors)).to.equal(true)

type Given = {
  thresholds?: Thresholds
  limits?: Limits
  settings?: Partial<Settings>
  answers?: AnswerComparison[]
  error?: Comparison['error']
}

/** @returns a comparison as it is concluded and kept */
function kept(
  runs: Run[],
  { thresholds = {}, limits = {}, settings: asked, answers = [], error = null }: Given = {}
): any {
  const settings = someSettings(asked)
  const plan = aPlan(
    thresholds,
    settings.variants.map(({ name }) => name),
    { single: limits, clustered: limits }
  )
  return asKept(
    { results: runs.length === 0 ? [] : [compareScenario({ runs, answers }, plan, settings)], runs, settings },
    error
  )
}

function asKept(
  { results, runs, settings }: { results: ScenarioResult[]; runs: Run[]; settings: Settings },
  error: Comparison['error'] = null
) {
  const [startedAt, finishedAt] = ['2026-11-20T12:00:00.000Z', '2026-11-20T12:01:00.000Z']
  const concluded = {
    timeSpent: timeSpent(runs, startedAt, finishedAt),
    settings: describeSettings(
      { ...settings, scenarios: [{ ...aPlan({ p95: 1.5 }), limits: { single: { p95: 200 } } }] },
      { flags: {}, suiteOptions: null },
      basename
    ),
    ...crossoverSpans.span(results, runs, settings),
    error,
    ...conclude(results, error, settings)
  }
  const whole = results.map((result) => ({ ...result, decision: decisionOf(result, settings) }))
  return JSON.parse(JSON.stringify(aComparison(whole, concluded)))
}

function asInterrupted(runs: Run[], thresholds: Thresholds) {
  const settings = someSettings({ disturb })
  return asKept(
    { results: [preliminary(compareScenario({ runs, answers: [] }, aPlan(thresholds), settings))], runs, settings },
    interrupted
  )
}

const around = (speedup: number) => [0.99, 1, 1.01].map((factor) => speedup * factor)
const [single, clustered] = someSettings().variants
const silentGenerator = aGenerator({
  utilization: null,
  loopDelayMs: null,
  utilizations: [null],
  shortestSessionMs: null
})
const silent = {
  workers: [aWorker('100', { usage: null })],
  machine: null,
  unattributed: 1200,
  generator: silentGenerator
}
const few = {
  throughputPerSecond: 1200,
  latencyMs: latencies(1.5),
  machine: aMachine({ cores: 8 }),
  workers: [aWorker('100', { requests: 6000 })],
  requests: 6000,
  generator: aGenerator({ users: 2, arrivalSeconds: 0, utilization: 0.4, utilizations: [0.4] })
}
const troubled = {
  machine: aMachine({ others: 0.9 }),
  restarts: 1,
  killed: true,
  requests: 420,
  generator: aGenerator({ utilization: 0.95, skippedUsers: 2 }),
  workers: [aWorker('100', {}, { stall: { seconds: 2, cpuSeconds: 0 } })]
}
const interrupted = { code: 'INTERRUPTED' as const, message: 'The comparison was interrupted.' }
const anAnswer = { status: 200, bytes: 1200, encoding: 'gzip', closes: false }
const thrice = runsWithSpeedups(around(2))
const quick = compareScenario({ runs: thrice, answers: [] }, aPlan(), someSettings())
/** What fills up once. */
const filling = someRounds(3, (cycle) => ({ heapBytes: 8e6 + 2e6 * Math.min(cycle, 3) }))
const ofThree = thrice.flatMap((run) => (run.variant === 'clustered' ? [run, { ...run, variant: 'four' }] : [run]))
const elsewhere = {
  url: 'https://staging.example',
  hostname: 'staging.example',
  port: 443,
  protocol: 'https:' as const
}
const strangers = [
  aVariant({ mode: 'command', workers: null, command: 'TOKEN=s3cret ./server' }),
  aVariant({
    name: 'clustered',
    mode: 'url',
    workers: null,
    targets: [elsewhere],
    listed: { list: 'clustered', key: 'POOL', number: 4 }
  })
]
const throughputs = Object.fromEntries(
  [1, 2, 4, 8].map((workers) => [workers, byLaw(workers, { lambda: 200, sigma: 0.02, kappa: 0.03 })])
)

const disturb = [kill, reload]
const away = { recoverySeconds: null, bump: null, outageSeconds: null }
const disturbedRuns = (rounds: Parameters<typeof aRound>[0][]) =>
  thrice.map((run) => ({
    ...run,
    disturbances: [
      aRound(rounds[run.round - 1]),
      aRound({ ...reload, ...(run.variant === 'single' ? away : { bump: { factor: 2, seconds: 0.2 } }) })
    ]
  }))
const losing = disturbedRuns([
  { reset: 3, leaving: { seconds: 0.3, requests: { fresh: 0, kept: 2 } } },
  { reset: 4 },
  { reset: 2 }
])

const resources = { cpus: 0.5, memoryBytes: 2 ** 28 }
const found = aSearch({
  wanted: 50,
  settings: {
    variants: ['single', 'clustered'].map((name, i) => aVariant({ name, mode: 'ports', workers: i + 1, resources }))
  }
})
const limited = { ...found, runs: found.runs.map((run) => ({ ...run, instances: [anInstanceUse()] })) }

const comparisons: Record<string, any> = {
  'that passes': kept(thrice, { thresholds: { p95: 1.5, fairness: 0.9 } }),
  'with limits': kept(thrice, { limits: { p50: 50, p95: 150, throughput: 300, errorRate: 0.01 } }),
  'that fails': kept(thrice, { thresholds: { p95: 3 } }),
  'that is inconclusive': kept(runsWithSpeedups([1.6, 2.5, 1.6, 2.5, 2, 2, 1.6, 2.5, 1.6, 2.5]), {
    thresholds: { p95: 2, p99: 1.9 }
  }),
  'without a requirement': kept(thrice),
  'of a flow': kept(
    shopRuns().map((run) => ({
      ...run,
      flow: run.flow?.map((own) => ({ ...own, cpuMs: 2, waitingMs: 5, ownMs: [6, 8] }))
    })),
    { thresholds: { requests: { 'POST /login': { p95: 1.3 } } } }
  ),
  'of few users': kept(
    runsWithSpeedups(around(1), { single: few, clustered: { ...few, workers: [...few.workers, ...few.workers] } })
  ),
  'of a baseline with itself': kept(runsWithSpeedups(around(1.5)), {
    settings: { variants: [single, { ...single, name: 'clustered' }] }
  }),
  'with warnings': kept(runsWithSpeedups([2, 2, 8, 2, 2], { single: troubled }), {
    answers: [
      {
        variant: 'clustered',
        requests: 2,
        different: ['GET /'],
        unsteady: ['GET /time'],
        unequal: [{ in: 'size', request: 'GET /', baseline: anAnswer, candidate: anAnswer }]
      }
    ]
  }),
  'of programs that it did not start': kept(thrice, {
    settings: { variants: strangers, app: { ...someSettings().app, script: null } }
  }),
  'of several numbers of workers': kept(sweepRuns(throughputs, { cores: 8 }), {
    settings: { variants: sweepVariants(throughputs), baseline: 'clustered 1' }
  }),
  'under several loads': asKept(underLoads({ factors: [0.5, 1.9, 3] })),
  'of several candidates': kept(ofThree, {
    settings: { variants: [single, clustered, { ...clustered, name: 'four', workers: 4 }] }
  }),
  'of several candidates, one of which answers otherwise': kept(ofThree, {
    settings: { variants: [single, clustered, { ...clustered, name: 'four' }] },
    answers: [{ variant: 'four', requests: 2, different: ['GET /'], unsteady: [], unequal: [] }]
  }),
  'of processes that tell nothing': kept(runsWithSpeedups(around(2), { single: silent, clustered: silent }), {
    thresholds: { fairness: 0.9 }
  }),
  'with an earlier one': kept(thrice, { settings: { compareWith: anEarlierResult() } }),
  'after another one': {
    ...kept(thrice),
    previous: {
      folder: '2026-11-19T12-00-00-primes',
      startedAt: '2026-11-19T12:00:00.000Z',
      commit: null,
      estimates: [{ scenario: 'primes', candidate: 'clustered', metric: 'p95', speedup: 2, interval: [1.9, 2.1] }]
    }
  },
  'of a load that Artillery’s client made': kept(
    thrice.map((run) => ({ ...run, client: { name: 'artillery', because: 'it uploads files (formData)' } }))
  ),
  'of runs with responses enough for p99.9': kept(
    thrice.map((run) => ({ ...run, requests: 20_000 })),
    { thresholds: { 'p99.9': 1.2 } }
  ),
  'of a flow whose bodies take time': kept(
    shopRuns(3).map((run) => ({
      ...run,
      counted: { ...run.counted, passes: 100 },
      usersIn: { first: 1, later: 8, failed: 0 },
      firstByte: { latencyMs: run.latencyMs }
    }))
  ),
  'of a load from elsewhere': kept(thrice, { settings: { generator: { command: 'run-lambda', args: [] } } }),
  'of a load that another machine makes': kept(
    thrice.map((run) => ({ ...run, hosts: [aLoadHost()] })),
    { settings: { loadHost: { hosts: ['load1'], files: [], packages: [], variables: {}, key: '' } } }
  ),
  'of what is lost': kept(losing, { settings: { disturb }, thresholds: { lost: 0.001, recovery: 0.6, p95Rise: 4 } }),
  'of what is lost, without a requirement': kept(losing, { settings: { disturb } }),
  'of what is lost, that was interrupted': asInterrupted(losing, { lost: 0 }),
  'of what nobody can tell': kept(
    disturbedRuns([{ problem: 'no worker was found to disturb', workers: null, bump: null }, away, away]),
    { settings: { disturb }, thresholds: { lost: 0, p95Rise: 3, recovery: 1 } }
  ),
  'of capacities that pass': asKept(aSearch({ thresholds: { capacity: 1.3 }, limits: { single: { capacity: 50 } } })),
  'of capacities that fail': asKept(aSearch({ thresholds: { capacity: 3 } })),
  'of capacities in users': asKept(aSearch({ users: true })),
  'of a capacity that is not reached': asKept(
    aSearch({ capacities: { single: 'not reached', clustered: 150 }, thresholds: { capacity: 1.3 } })
  ),
  'of capacities that are not exhausted': asKept(
    aSearch({ capacities: { single: 'not exhausted', clustered: 'not exhausted' } })
  ),
  'of the capacity of a baseline with itself': asKept(
    aSearch({
      capacities: { single: 90, clustered: 90 },
      settings: { variants: [single, { ...single, name: 'clustered' }] }
    })
  ),
  'of the capacities of several candidates': asKept(
    aSearch({
      capacities: { single: 90, clustered: 150, four: 250 },
      settings: { variants: [single, clustered, { ...clustered, name: 'four', workers: 4 }] }
    })
  ),
  'of capacities of instances with limits': asKept({
    ...limited,
    results: [compareScenario({ runs: limited.runs, answers: [] }, limited.plan, limited.settings)]
  }),
  'with profiles': asKept({ results: [withProfiles(quick, someProfiles())], runs: thrice, settings: someSettings() }),
  'with what requests leave': asKept({
    results: [
      { ...quick, ...growthBeside.besides({ growth: { single: filling, clustered: filling } }, aPlan(), quick)?.part }
    ],
    runs: thrice,
    settings: someSettings()
  }),
  'that ended before any round': kept([], { error: { code: 'APP_NOT_READY', message: 'It does not listen.' } }),
  'that was interrupted': kept([...thrice, aRun({ round: 4 })], { thresholds: { p95: 2 }, error: interrupted })
}

comparisons['of a flow'].scenarios[0].candidates[0].flow.slower = [
  { request: 'POST /login', metric: 'p95', speedup: 0.5, interval: [0.4, 0.6] }
]

/** @returns it and all objects in it, by where they are and what they have: of objects that are alike, the last one */
function objectsIn(value: any, path = ''): [place: string, object: Record<string, any>][] {
  if (typeof value !== 'object' || value === null) return []
  if (Array.isArray(value)) return value.flatMap((item) => objectsIn(item, path))
  const shape = Object.entries(value).map(([key, own]) => `${key} ${own === null ? 'null' : typeof own}`)
  const inner = Object.entries(value).flatMap(([key, own]) => objectsIn(own, `${path}.${key}`))
  return [[`${path}: ${shape}`, value], ...inner]
}

describe('the schema of comparison.json', () => {
  it('is what the types say, as is what of a run may be left out; UPDATE_GOLDEN=1 writes both anew', () => {
    for (const [path, text] of Object.entries(schemas)) expectKept(path, text)
  })

  for (const [which, comparison] of Object.entries(comparisons)) {
    it(`holds for a comparison ${which}`, () => expectValid(comparison))
  }

  for (const file of globSync('reports/examples/**/comparison.json', { cwd: root })) {
    it(`holds for ${file}`, () => expectValid(JSON.parse(readFileSync(root + file, 'utf8'))))
  }

  it('describes nothing that these comparisons don’t have, and requires all of it', () => {
    const described: string[] = []
    // Each object of the schema by its place in it.
    const named = (part: any, place: string): any => {
      if (typeof part !== 'object' || part === null) return part
      if (Array.isArray(part)) return part.map((item, i) => named(item, `${place}/${i}`))
      const inner = Object.entries(part).map(([key, own]) => [key, named(own, `${place}/${key}`)])
      if (typeof part.properties !== 'object' || part.additionalProperties !== false) return Object.fromEntries(inner)
      // Of some, it says which may lack together.
      if (part.minProperties === undefined && part.anyOf === undefined)
        expect(part.required, place).to.eql(Object.keys(part.properties).filter(isRequired))
      described.push(place)
      return { ...Object.fromEntries(inner), seen: place }
    }
    const seen = new Set<string>()
    const marking = new Ajv2020({ strict: true }).addKeyword({
      keyword: 'seen',
      type: 'object',
      validate: (place: string) => seen.add(place).has(place)
    })
    const mark = marking.compile(named(schema, ''))
    for (const comparison of Object.values(comparisons)) mark(comparison)
    expect(described).to.have.length.above(80)
    expect([...seen].sort()).to.eql(described.sort())
  })

  it('refuses a comparison that lacks any property, has another one, or a value of another type, however deep', () => {
    const tried = new Set<string>()
    for (const comparison of Object.values(comparisons)) {
      const refuses = (object: Record<string, any>, what: string) =>
        void (validate(comparison) && expect.fail(`${what} is accepted: ${JSON.stringify(object)}`))
      const objects = new Map(objectsIn(comparison).filter(([place]) => !tried.has(place)))
      for (const [place, object] of objects) {
        tried.add(place)
        object.unknown = 1
        refuses(object, 'unknown')
        delete object.unknown
        for (const [key, value] of Object.entries(object)) {
          object[key] = typeof value === 'boolean' ? 'true' : true
          refuses(object, `${key} of another type`)
          delete object[key]
          if (isRequired(key)) refuses(object, `without ${key}`)
          object[key] = value
        }
      }
      expectValid(comparison)
    }
    expect(tried.size).to.be.above(100)
  })

  const odd: Record<string, Record<string, unknown[]>> = {
    'that passes': {
      schemaVersion: [2],
      exitCode: [4],
      verdict: ['passed'],
      startedAt: ['yesterday'],
      'scenarios.0.candidates.0.estimates.0.speedup': [0],
      'scenarios.0.candidates.0.estimates.0.interval': [[1], [1, 2, 3]],
      'scenarios.0.candidates.0.estimates.0.ratios': [[2, null, 2]],
      'scenarios.0.candidates.0.shares': [[1.1]],
      'scenarios.0.candidates.0.limits.1.value': [-0.1],
      'settings.variants.0.mode': ['clustered'],
      'scenarios.0.variants.0.utilization': [1.01],
      'scenarios.0.variants.0.cpu': [-1]
    },
    'of what is lost': {
      'scenarios.0.losses.1.losses': [[]],
      'scenarios.0.losses.1.losses.0.lost.value': [1.1],
      'scenarios.0.losses.1.losses.0.dip': [-1],
      'scenarios.0.losses.1.losses.0.rounds': [1.5],
      'scenarios.0.losses.1.losses.0.disturbance.kind': ['stop'],
      'scenarios.0.candidates.0.limits': [[{ metric: 'fairness', value: 1, required: null, verdict: null }]]
    },
    'of several numbers of workers': {
      'scenarios.0.sweeps.0.law.curve': [[]],
      'scenarios.0.sweeps.0.law.kappa.interval': [[-0.1, 0.1]]
    },
    'under several loads': {
      'crossovers.0.levels': [[comparisons['under several loads'].crossovers[0].levels[0]]],
      'crossovers.0.levels.0.factor': [0],
      'crossovers.0.candidates.0.betterFrom': [0]
    }
  }
  for (const [which, figures] of Object.entries(odd)) {
    it(`refuses what no measurement gives in a comparison ${which}`, () => {
      const comparison = comparisons[which]
      for (const [place, values] of Object.entries(figures)) {
        const keys = place.split('.')
        const [last] = keys.splice(-1)
        const object = keys.reduce((outer, key) => outer[key], comparison)
        const { [last]: original } = object
        for (const value of values) {
          object[last] = value
          expect(validate(comparison), `${place}: ${JSON.stringify(value)}`).to.equal(false)
        }
        object[last] = original
      }
      expectValid(comparison)
    })
  }
})
