import { duration, grouped, milliseconds } from '../words/numbers.ts'
import { briefVariant } from '../words/names.ts'
import type { Run } from '../../concepts/run.ts'
import type { ScenarioPlan, Settings } from '../../concepts/settings.ts'
import { percentiles } from '../../concepts/metrics.ts'

/**
 * The line that opens a scenario.
 *
 * @param scenario its name, of one load where there are several
 */
export function formatBeginning(scenario: string, { variants, baseline, rounds, scenarios }: Settings) {
  const candidates = variants.filter(({ name }) => name !== baseline).map(briefVariant)
  const count = rounds.min === rounds.max ? `${rounds.min}` : `${rounds.min} to ${rounds.max}`
  const warmUp = isWarm(scenario, scenarios) ? '' : ', after a short warm-up of each'
  return `speedup  ${scenario}: ${candidates.join(', ')} against ${baseline}, ${count} rounds${warmUp}`
}

/**
 * @param plans in their order
 * @returns whether the scenario was warmed up under another load before
 */
function isWarm(name: string, plans: readonly ScenarioPlan[]): boolean {
  const of = plans.find((plan) => plan.name === name)?.level?.of
  return of !== undefined && plans.find(({ level }) => level?.of === of)?.name !== name
}

/**
 * One run in one line.
 *
 * @param beside isLast: no other scenario comes after this one
 */
export function formatRun(run: Run, { nameWidth, secondsLeft, isLast }: { nameWidth: number, secondsLeft: [number, number], isLast: boolean }) {
  const { latencyMs, failures, requests } = run
  const latencies = percentiles.map(
    (key) => `${key} ${(latencyMs === null ? '-' : milliseconds(latencyMs[key])).padStart(5)}`
  )
  return [
    `  round ${String(run.round).padStart(2)}`,
    run.variant.padEnd(nameWidth),
    `${grouped(requests).padStart(7)} requests`,
    `${latencies.join('  ')} ms`,
    `${grouped(failures)} errors`,
    formatWorkers(run),
    formatTimeLeft(secondsLeft, isLast)
  ].join('  ').trimEnd()
}

const workersShown = 4

function formatWorkers({ workers, unattributed }: Run) {
  const shown = workers.slice(0, workersShown).map(({ pid, requests }) => `${pid}: ${grouped(requests)}`)
  const more = workers.length > workersShown ? [`${workers.length - workersShown} more`] : []
  const nobody = unattributed > 0 ? [`no PID: ${grouped(unattributed)}`] : []
  return `[${[...shown, ...more, ...nobody].join(', ')}]`
}

function formatTimeLeft([least, most]: [number, number], isLast: boolean) {
  const [from, to] = [Math.round(least), Math.round(most)]
  if (to === 0) return ''
  const left = isLast ? 'left' : 'left of this scenario'
  return from === to ? `about ${duration(to)} ${left}` : from === 0 ? `at most ${duration(to)} ${left}` : `${duration(from)} to ${duration(to)} ${left}`
}
