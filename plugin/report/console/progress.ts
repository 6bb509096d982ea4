import { isTold, percentiles } from '../../concepts/metrics.ts'
import { duration, grouped, milliseconds } from '../words/numbers.ts'
import { briefVariant } from '../words/names.ts'
import type { Run } from '../../concepts/run.ts'
import type { ScenarioPlan, Settings } from '../../concepts/settings.ts'

/** The line that opens a scenario, under one of its loads where there are several. */
export function formatBeginning(scenario: string, { variants, baseline, rounds, scenarios }: Settings) {
  const candidates = variants.filter(({ name }) => name !== baseline).map(briefVariant)
  const count = rounds.min === rounds.max ? `${rounds.min}` : `${rounds.min} to ${rounds.max}`
  const warmUp = isWarm(scenario, scenarios) ? '' : ', after a short warm-up of each'
  return `speedup  ${scenario}: ${candidates.join(', ')} against ${baseline}, ${count} rounds${warmUp}`
}

/** @returns whether the scenario was warmed up under another load before */
function isWarm(name: string, plans: readonly ScenarioPlan[]): boolean {
  const written = plans.find((plan) => plan.name === name)?.level?.of
  return written !== undefined && plans.find(({ level }) => level?.of === written)?.name !== name
}

interface Beside {
  nameWidth: number
  secondsLeft: [least: number, most: number]
  isLast: boolean // no other scenario comes after this one
}

/** One run in one line. */
export function formatRun(run: Run, { nameWidth, secondsLeft, isLast }: Beside) {
  const { latencyMs, failures, requests } = run
  const latencies = percentiles.filter((percentile) => isTold(percentile, [run])).map((key) => {
    return `${key} ${(latencyMs === null ? '-' : milliseconds(latencyMs[key])).padStart(5)}`
  })
  return [
    `  round ${String(run.round).padStart(2)}`,
    run.variant.padEnd(nameWidth),
    `${grouped(requests).padStart(7)} requests`,
    `${latencies.join('  ')} ms`,
    `${grouped(failures)} errors`,
    `[${workersOf(run).join(', ')}]`,
    formatTimeLeft(secondsLeft, isLast)
  ].join('  ').trimEnd()
}

const workersShown = 4

function workersOf({ workers, unattributed }: Run) {
  return [
    ...workers.slice(0, workersShown).map(({ pid, requests }) => `${pid}: ${grouped(requests)}`),
    ...(workers.length > workersShown ? [`${workers.length - workersShown} more`] : []),
    ...(unattributed > 0 ? [`no PID: ${grouped(unattributed)}`] : [])
  ]
}

function formatTimeLeft(secondsLeft: Beside['secondsLeft'], isLast: boolean) {
  const [from, to] = secondsLeft.map(Math.round)
  if (to === 0) return ''
  const left = `${duration(to)} ${isLast ? 'left' : 'left of this scenario'}`
  return from === to ? `about ${left}` : from === 0 ? `at most ${left}` : `${duration(from)} to ${left}`
}
