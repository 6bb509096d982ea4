import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { withMachineToItself } from '../../plugin/comparison/bound.ts'
import { named } from '../../plugin/comparison/variant-use.ts'
import { readRuns } from '../../plugin/record/read-record.ts'
import { readSettings } from '../../plugin/settings/read-settings.ts'
import { geometricMean } from '../../plugin/statistics/descriptive.ts'
import { tryTheory } from '../../test/bench/theory.bench.ts'
import { sourceOf } from '../../test/support/scenario-files.ts'
import { comparedOf, estimateOf } from '../tutorials/found-of.ts'
import type { Comparison } from '../../plugin/concepts/comparison.ts'
import type { Metric } from '../../plugin/concepts/metrics.ts'
import type { Run } from '../../plugin/concepts/run.ts'
import type { Measuring } from '../tutorials/measure-all.ts'
import { paceByWrk } from './wrk.ts'
import {
  queues,
  type BesideWrk,
  type Pace,
  type Queues,
  type Quotas,
  type Repeat,
  type Repeated,
  type Repeats,
  type Server,
  type Where
} from './checks.ts'

const comparisonIn = (folder: string): Comparison => JSON.parse(readFileSync(join(folder, 'comparison.json'), 'utf8'))
const whereOf = ({ environment, finishedAt }: Comparison): Where => ({ environment, finishedAt })

/** wrk, ours, wrk that gives way, the same again, ours, wrk: two rounds of wrk each time, four of ours. */
export async function besideWrk(server: Server, { compareFile, signal }: Measuring): Promise<BesideWrk> {
  const file = `docs/evidence/servers/${server.file}.yml`
  const source = sourceOf(resolve(file), process.cwd())
  const settings = readSettings(source)
  const [{ get }] = source.script.scenarios[0].flow
  const [ours, wrk, giving]: Pace[][] = [[], [], []]
  const askWrk = async (givesWay = false) => {
    for (const isReversed of [false, true]) {
      const pace = await paceByWrk(settings, { ...get, users: server.users }, { isReversed, givesWay }, signal)
      const paces = givesWay ? giving : wrk
      paces.push(pace)
    }
  }
  const askOurs = async () => {
    const { paces, comparison } = await compareFile(
      file,
      (folder) => ({ paces: pacesIn(folder), comparison: comparisonIn(folder) }),
      { rounds: 4, users: server.users }
    )
    ours.push(...paces)
    return comparison
  }
  await askWrk()
  await askOurs()
  await askWrk(true)
  await askWrk(true)
  const comparison = await askOurs()
  await askWrk()
  const asked = { scenario: server.file, candidate: 'clustered' }
  const { result, candidate } = comparedOf(asked, comparison)
  const [single, clustered] = ['single', 'clustered'].map((name) => named(result.variants, name))
  return {
    ...whereOf(comparison),
    version: versionOf(server),
    diagnosis: candidate.diagnosis,
    alone: withMachineToItself(single, clustered, result.load),
    reason: estimateOf({ ...asked, metric: 'throughput' }, comparison).reason,
    ours,
    wrk,
    giving
  }
}

const runsIn = (folder: string): Run[] => readRuns(readFileSync(join(folder, 'runs.ndjson'), 'utf8'), 'runs.ndjson')

function pacesIn(folder: string): Pace[] {
  return [...Map.groupBy(runsIn(folder), ({ round }) => round).values()].map((round) => {
    const of = (name: string) => round.find(({ variant }) => variant === name)?.throughputPerSecond ?? NaN
    return { single: of('single'), clustered: of('clustered') }
  })
}

function versionOf(server: Server): string {
  const { dependencies } = JSON.parse(readFileSync('docs/evidence/package.json', 'utf8'))
  return dependencies[server.package]
}

/** Compares with one and the same, as often as is asked. */
export async function repeat({ name, times, metrics }: Repeated, { compareFile }: Measuring): Promise<Repeats> {
  const found: { comparison: Comparison; seconds: number }[] = []
  for (let i = 0; i < times; i++) {
    const begun = performance.now()
    const comparison = await compareFile(`docs/evidence/${name}.yml`, comparisonIn)
    found.push({ comparison, seconds: (performance.now() - begun) / 1000 })
  }
  return { ...whereOf(found[0].comparison), repeats: found.map((each) => repeatOf(each, metrics)) }
}

function repeatOf(
  { comparison, seconds }: { comparison: Comparison; seconds: number },
  metrics: readonly Metric[]
): Repeat {
  const asked = comparison.scenarios[0].candidates[0].estimates.filter(({ metric }) => metrics.includes(metric))
  const estimates = asked.map(({ metric, speedup, interval }) => [metric, { speedup, interval }])
  return { verdict: comparison.verdict, seconds, estimates: Object.fromEntries(estimates) }
}

export const tryQuotas = ({ compareFile }: Measuring): Promise<Quotas> =>
  compareFile('docs/evidence/quotas.yml', (folder) => {
    const comparison = comparisonIn(folder)
    const runs = runsIn(folder)
    const found = comparison.scenarios[0].variants.map(({ name, shape }) => {
      const own = runs.filter(({ variant }) => variant === name)
      const { cpus, cpu, throttledTime } = shape ?? {}
      const perSecond = geometricMean(own.map(({ throughputPerSecond }) => throughputPerSecond))
      const p99Ms = geometricMean(own.map(({ latencyMs }) => Number(latencyMs?.p99)))
      return {
        cpus: Number(cpus),
        perSecond,
        cpuMs: (1000 * Number(cpu)) / perSecond,
        stoodStill: Number(throttledTime),
        p99Ms
      }
    })
    return { ...whereOf(comparison), found: found.toSorted((a, b) => b.cpus - a.cpus) }
  })

export async function tryQueues(): Promise<Queues> {
  const found: Awaited<ReturnType<typeof tryTheory>>[] = []
  for (let i = 0; i < queues.times; i++) {
    for (const limitMs of queues.limitsMs) found.push(await tryTheory(limitMs, { port: 3046, rounds: 6 }))
  }
  return { ...whereOf(found[0].comparison), tries: found.flatMap(({ tries }) => tries) }
}
