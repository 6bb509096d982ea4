import { mkdtempDisposableSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { longestRest } from '../../plugin/experiment/alternation.ts'
import { measureRound } from '../../plugin/experiment/measure-round.ts'
import { turnOf } from '../../plugin/experiment/run-of.ts'
import { readSamples, summariseSamples } from '../../plugin/measure/read-samples.ts'
import { readSettings } from '../../plugin/settings/read-settings.ts'
import { ratioOf } from '../../docs/evidence/quotients.ts'
import { fileOf } from './run-artillery.ts'
import { atWork } from '../support/measure.ts'
import { repository } from '../support/project.ts'
import { sourceOf } from '../support/scenario-files.ts'
import type { Run } from '../../plugin/concepts/run.ts'
import type { Span } from '../../plugin/concepts/spans.ts'
import type { Slice } from '../../plugin/messages/load.ts'

/** In longer ones, the other variant would rest for longer than its connections are kept. */
export const longSeconds = longestRest
const lengths = [0.5, 1, 2, longSeconds]
const secondsEach = 4 // of each variant at most, in turns of each length

/** A B A B: nobody rests for longer than the other one's turn. */
const slicesOf = (seconds: number): Slice[] =>
  Array.from({ length: 2 * Math.floor(secondsEach / seconds) }, (_, i) => ({ load: i % 2, seconds, counts: true }))
const shuffled = <T>(values: readonly T[]): T[] =>
  values
    .map((value) => [Math.random(), value] as const)
    .sort(([a], [b]) => a - b)
    .map(([, value]) => value)

/** @returns the logarithm of each speedup, by metric, in turns of each length */
function launch(scriptFile: string, folder: string): Promise<Record<'throughput' | 'p50' | 'p95', number>[]> {
  const read = readSettings(sourceOf(scriptFile, folder))
  const scenario = { ...read.scenarios[0], loop: { users: 8, seconds: null } }
  const settings = { ...read, scenarios: [scenario] }
  return atWork(settings, folder, async (workplace) => {
    const turns = settings.variants.map((variant, i) =>
      turnOf({ settings, scenario, runs: [] }, { variant, round: 1, place: i + 1, loadSeconds: null }, workplace)
    )
    const warmUps = [0, 1, 0, 1].map((load) => ({ load, seconds: 1, counts: false }))
    const runs = await measureRound(turns, [...warmUps, ...shuffled(lengths).flatMap(slicesOf)], workplace)
    return Promise.all(
      lengths.map(async (length) => {
        const [baseline, candidate] = await Promise.all(
          runs.map((run) => summaryOf(run, length, workplace.record.folder))
        )
        return {
          throughput: Math.log(candidate.throughput / baseline.throughput),
          p50: Math.log(baseline.p50 / candidate.p50),
          p95: Math.log(baseline.p95 / candidate.p95)
        }
      })
    )
  })
}

async function summaryOf({ samples, counted: { slices = [] } }: Run, length: number, folder: string) {
  const own = slices.filter(({ fromMs, toMs }: Span) => Math.abs((toMs - fromMs) / 1000 / length - 1) < 0.2)
  const read = await readSamples(join(folder, samples), {
    fromMs: own[0].fromMs,
    toMs: own[own.length - 1].toMs,
    lastArrivalMs: 0,
    slices: own
  })
  const { throughputPerSecond, latencyMs } = summariseSamples(read, {
    firstRequestsApart: false,
    workerPids: [],
    usageOf: () => null
  })
  return { throughput: throughputPerSecond, p50: Number(latencyMs?.p50), p95: Number(latencyMs?.p95) }
}

/**
 * @param scenario name of a file, as in fileOf
 * @returns the speedup in short turns over that in long ones of the same launch, with its 95 % interval as [low,
 * centre, high]
 */
export async function benchRests(scenario: string, launches: number) {
  const found: Awaited<ReturnType<typeof launch>>[] = []
  for (let i = 0; i < launches; i++) {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'speedup-bench-'))
    found.push(await launch(join(repository, fileOf(scenario)), folder.path))
  }
  return lengths.slice(0, -1).flatMap((seconds, i) =>
    (['throughput', 'p50', 'p95'] as const).map((metric) => {
      const { speedup, interval } = ratioOf(found.map((all) => all[i][metric] - all[lengths.length - 1][metric]))
      return { metric, seconds, ratio: [interval[0], speedup, interval[1]] }
    })
  )
}
