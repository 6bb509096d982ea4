import { isTold, percentiles } from '../../concepts/metrics.ts'
import { duration, grouped, milliseconds } from '../words/numbers.ts'
import { briefRound, disturbanceWords } from '../words/loss-sentences.ts'
import { briefVariant } from '../words/names.ts'
import { list, percent } from '../../concepts/wording.ts'
import type { Outlook } from '../../concepts/load-results.ts'
import type { Run } from '../../concepts/run.ts'
import type { ScenarioPlan, Settings } from '../../concepts/settings.ts'

/** The line that opens a scenario, under one of its loads where there are several. */
export function formatBeginning(scenario: string, { variants, baseline, rounds, time, scenarios, generatorPerRun, disturb }: Settings) {
  const candidates = variants.filter(({ name }) => name !== baseline).map(briefVariant)
  const share = scenarios.length === 1 ? '' : `, a share of ${duration(time?.seconds ?? 0)}`
  const count = time !== null ? `as many rounds as tell most in ${duration(time.seconds / scenarios.length)}${share}`
    : rounds.min === rounds.max ? `${rounds.min} rounds` : `${rounds.min} to ${rounds.max} rounds`
  const warmUp = isWarm(scenario, scenarios) ? '' : ', after a short warm-up of each'
  const perRun = generatorPerRun ? ', an Artillery for each run, as the script has a section before or after' : ''
  const disturbances = disturb === null ? '' : `; in each run ${list(disturb.disturbances.map(disturbanceWords))}`
  return `speedup  ${scenario}: ${candidates.join(', ')} against ${baseline}, ${count}${warmUp}${perRun}${disturbances}`
}

/** @returns whether the scenario was warmed up under another load before */
function isWarm(name: string, plans: readonly ScenarioPlan[]): boolean {
  const written = plans.find((plan) => plan.name === name)?.level?.of
  return written !== undefined && plans.find(({ level }) => level?.of === written)?.name !== name
}

const workersShown = 4

/** isLast: no other scenario comes after this one */
type RunContext = { nameWidth: number, secondsLeft: [least: number, most: number], isLast: boolean }

/** One run in one line. */
export function formatRun(run: Run, context: RunContext) {
  const { latencyMs, failures, requests, workers, unattributed, disturbances } = run
  const latencies = percentiles.filter((percentile) => isTold(percentile, [run])).map((key) =>
    `${key} ${(latencyMs === null ? '-' : milliseconds(latencyMs[key])).padStart(5)}`)
  const answered = [
    ...workers.slice(0, workersShown).map((worker) => `${worker.pid}: ${grouped(worker.requests)}`),
    ...(workers.length > workersShown ? [`${workers.length - workersShown} more`] : []),
    ...(unattributed > 0 ? [`no PID: ${grouped(unattributed)}`] : [])
  ]
  return [
    `  round ${String(run.round).padStart(2)}`,
    run.variant.padEnd(context.nameWidth),
    `${grouped(requests).padStart(7)} requests`,
    ...(disturbances.length > 0 ? [disturbances.map(briefRound).join('; ')] : [`${latencies.join('  ')} ms`, `${grouped(failures)} errors`, `[${answered.join(', ')}]`]),
    timeLeft(context.secondsLeft.map(Math.round), context.isLast)
  ].join('  ').trimEnd()
}

/** What the rounds to come are expected to tell. */
export const formatOutlook = ({ rounds, intervals }: Outlook) =>
  `  expected after ${rounds} rounds: ${list(intervals.map(({ metric, factor }) => `${metric} to ±${percent(factor - 1)}`))}`

function timeLeft([from, to]: number[], isLast: boolean) {
  if (to === 0) return ''
  const left = `${duration(to)} ${isLast ? 'left' : 'left of this scenario'}`
  return from === to ? `about ${left}` : from === 0 ? `at most ${left}` : `${duration(from)} to ${left}`
}
