import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempDisposableSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { wholeLoadSeconds } from '../../plugin/comparison/conclude.ts'
import { sum } from '../../plugin/statistics/descriptive.ts'
import type { Comparison, Estimate } from '../../plugin/concepts/comparison.ts'
import type { Run } from '../../plugin/concepts/run.ts'

const repository = fileURLToPath(new URL('../..', import.meta.url))
const artillery = join(repository, 'node_modules/artillery/bin/run')

/** A whole `artillery run` of one of our scenarios, with nothing demanded. */
async function runScenario(scenario: string, options: object, seconds: number | null) {
  using reports = mkdtempDisposableSync(join(tmpdir(), 'speedup-bench-'))
  const thresholds = Object.fromEntries(['p50', 'p95', 'p99', 'throughput', 'fairness', 'errorRate'].map((key) => [key, null]))
  const overrides = { config: { plugins: { speedup: { ...options, ...(seconds === null ? {} : { seconds }), report: reports.path, thresholds } } } }
  const argv = [artillery, 'run', '--quiet', '--overrides', JSON.stringify(overrides), `scenarios/${scenario}.yml`]
  const begun = performance.now()
  const [code] = await once(spawn(process.execPath, argv, { cwd: repository, stdio: 'ignore' }), 'exit')
  if (code !== 0) throw new Error(`artillery run ended with ${code}`)
  const wallSeconds = (performance.now() - begun) / 1000
  const folder = join(reports.path, readdirSync(reports.path)[0])
  const { scenarios: [result] }: Comparison = JSON.parse(readFileSync(join(folder, 'comparison.json'), 'utf8'))
  const runs: Run[] = readFileSync(join(folder, 'runs.ndjson'), 'utf8').trimEnd().split('\n').map((line) => JSON.parse(line))
  return { estimates: result.candidates[0].estimates, rounds: result.rounds, wallSeconds, wallToLoad: wallSeconds / sum(runs.map(wholeLoadSeconds)) }
}

/**
 * The manner before there was a time: three rounds of runs that count from their first request on, here of eight seconds, so that all takes a minute.
 * One level for each look, of ten at most, made the interval after three rounds 5.22 spreads wide to each side.
 */
const before = { options: { rounds: 3, warmUp: 0 }, seconds: 8, halfWidth: ({ spread }: Estimate) => 5.22 * spread }
const now = { options: { time: 60 }, seconds: null, halfWidth: ({ speedup, interval: [, high] }: Estimate) => Math.log(high / speedup) }

/** @returns by metric, the half-width of the interval as it was and as it is, in logarithms; each a list, one for each repetition */
export async function benchPrecision(scenario: string, repetitions: number) {
  const widths: Record<string, { before: number[], now: number[] }> = {}
  const wall: { rounds: number[], wallSeconds: number[], wallToLoad: number[] } = { rounds: [], wallSeconds: [], wallToLoad: [] }
  for (let i = 0; i < repetitions; i++) {
    for (const [name, manner] of i % 2 === 0 ? [['before', before], ['now', now]] as const : [['now', now], ['before', before]] as const) {
      const { estimates, ...rest } = await runScenario(scenario, manner.options, manner.seconds)
      for (const estimate of estimates) (widths[estimate.metric] ??= { before: [], now: [] })[name].push(manner.halfWidth(estimate))
      if (name === 'now') for (const key of ['rounds', 'wallSeconds', 'wallToLoad'] as const) wall[key].push(rest[key])
    }
  }
  // p99.9 is told of long runs only.
  const told = Object.fromEntries(Object.entries(widths).filter(([, each]) => each.before.length === each.now.length))
  return { widths: told, wall }
}

/** @returns whether the speedups from runs of these lengths, in which the start does not count, lie in one another's intervals, by metric */
export async function benchLengths(scenario: string, lengths: number[], rounds: number) {
  const found: Record<string, { speedup: number, interval: [number, number] }[]> = {}
  for (const length of lengths) {
    const { estimates } = await runScenario(scenario, { rounds }, 1.5 + length)
    for (const { metric, speedup, interval } of estimates) (found[metric] ??= []).push({ speedup, interval })
  }
  const agree = (all: typeof found[string]) => Math.max(...all.map(({ interval: [low] }) => low)) <= Math.min(...all.map(({ interval: [, high] }) => high))
  return Object.entries(found).map(([metric, all]) => ({ metric, speedups: all.map(({ speedup }) => speedup), agree: agree(all) }))
}
