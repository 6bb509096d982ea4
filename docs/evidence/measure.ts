import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { readRuns } from '../../plugin/record/ndjson-files.ts'
import { readSettings } from '../../plugin/settings/read-settings.ts'
import { tryTheory } from '../../test/bench/theory.bench.ts'
import { comparedOf } from '../tutorials/found-of.ts'
import type { Comparison } from '../../plugin/concepts/comparison.ts'
import type { Measuring } from '../tutorials/measure-all.ts'
import { paceByWrk } from './wrk.ts'
import {
  queues,
  type BesideWrk,
  type Pace,
  type Queues,
  type Repeat,
  type Repeated,
  type Repeats,
  type Server,
  type Where
} from './checks.ts'

const comparisonIn = (folder: string): Comparison => JSON.parse(readFileSync(join(folder, 'comparison.json'), 'utf8'))
const whereOf = ({ environment, finishedAt }: Comparison): Where => ({ environment, finishedAt })

/** wrk, ours, wrk, ours, wrk: two rounds of wrk each time, three of ours. */
export async function besideWrk(server: Server, { compareFile, signal }: Measuring): Promise<BesideWrk> {
  const file = `docs/evidence/servers/${server.name}.yml`
  const script = parse(readFileSync(file, 'utf8'))
  const settings = readSettings({
    script,
    scriptFile: join(process.cwd(), file),
    configFile: join(process.cwd(), file),
    workingDirectory: process.cwd()
  })
  const [ours, wrk]: [Pace[], Pace[]] = [[], []]
  const askWrk = async () => {
    for (const isReversed of [false, true])
      wrk.push(await paceByWrk(settings, script.scenarios[0].flow[0].get, isReversed, signal))
  }
  const askOurs = async () => {
    const { paces, comparison } = await compareFile(file, (folder) => ({
      paces: pacesIn(folder),
      comparison: comparisonIn(folder)
    }))
    ours.push(...paces)
    return comparison
  }
  await askWrk()
  await askOurs()
  await askWrk()
  const comparison = await askOurs()
  await askWrk()
  const { bound, diagnosis } = comparedOf({ scenario: server.name, candidate: 'clustered' }, comparison).candidate
  return { ...whereOf(comparison), version: versionOf(server), bound, diagnosis, ours, wrk }
}

function pacesIn(folder: string): Pace[] {
  const runs = readRuns(readFileSync(join(folder, 'runs.ndjson'), 'utf8'), 'runs.ndjson')
  return [...Map.groupBy(runs, ({ round }) => round).values()].map((round) => {
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
  const repeats: Repeat[] = []
  let where: Where | undefined
  for (let i = 0; i < times; i++) {
    const begun = performance.now()
    const comparison = await compareFile(`docs/evidence/${name}.yml`, comparisonIn)
    where = whereOf(comparison)
    const { estimates } = comparison.scenarios[0].candidates[0]
    const asked = estimates.filter(({ metric }) => (metrics as readonly string[]).includes(metric))
    repeats.push({
      verdict: comparison.verdict,
      seconds: (performance.now() - begun) / 1000,
      estimates: Object.fromEntries(asked.map(({ metric, speedup, interval }) => [metric, { speedup, interval }]))
    })
  }
  return { ...(where as Where), repeats }
}

export async function tryQueues(): Promise<Queues> {
  const all: Queues['tries'] = []
  let where: Where | undefined
  for (let i = 0; i < queues.times; i++) {
    for (const limitMs of queues.limitsMs) {
      const { tries, comparison } = await tryTheory(limitMs, { port: 3046, rounds: 6 })
      where = whereOf(comparison)
      all.push(...tries)
    }
  }
  return { ...(where as Where), tries: all }
}
