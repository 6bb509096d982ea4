import { rounded, sum } from '../statistics/descriptive.ts'
import type { Comparison, ScenarioResult, TimeSpent } from '../concepts/comparison.ts'
import type { Run } from '../concepts/run.ts'
import type { Settings } from '../concepts/settings.ts'
import { exitCodes, worst } from '../concepts/verdicts.ts'

/** For CI. The exit code of an interrupted comparison is the signal's, not ours. */
export function conclude(
  scenarios: readonly Pick<ScenarioResult, 'verdict'>[],
  error: Comparison['error'],
  { onInconclusive }: Pick<Settings, 'onInconclusive'>
): Pick<Comparison, 'verdict' | 'exitCode'> {
  if (error !== null) return { verdict: 'not measured', exitCode: exitCodes.notMeasured }
  const verdict = worst(scenarios.map((scenario) => scenario.verdict))
  const isPassed = verdict === null || (verdict === 'inconclusive' && onInconclusive === 'pass')
  return { verdict, exitCode: exitCodes[isPassed ? 'pass' : verdict] }
}

/** Where the wall time of a comparison went. */
export function timeSpent(runs: readonly Run[], startedAt: string, finishedAt: string): TimeSpent {
  const counted = sum(runs.map(({ loadSeconds }) => loadSeconds))
  const loaded = sum(runs.map(wholeLoadSeconds))
  const inRuns = sum(runs.map(({ wallSeconds }) => wallSeconds))
  const all = (Date.parse(finishedAt) - Date.parse(startedAt)) / 1000
  const [countedSeconds, uncountedSeconds, exchangeSeconds, otherSeconds] = [
    counted,
    loaded - counted,
    inRuns - loaded,
    all - inRuns
  ].map((seconds) => rounded(Math.max(0, seconds), 1))
  return { countedSeconds, uncountedSeconds, exchangeSeconds, otherSeconds }
}

/** From the first user's coming to the last response, without rests. */
export const wholeLoadSeconds = ({
  loadSeconds,
  turnSeconds,
  generator: { arrivalSeconds, drainSeconds }
}: Run): number => turnSeconds ?? Math.max(loadSeconds, arrivalSeconds + drainSeconds)
