import { decisionOf } from './decision.ts'
import { leaveOutOfComparison } from '../concepts/leave-out.ts'
import { wholeLoadSeconds, type Run } from '../concepts/run.ts'
import { exitCodes, worstOf } from '../concepts/verdicts.ts'
import { rounded, sumBy } from '../statistics/descriptive.ts'
import { span } from '../questions/comparison.ts'
import { secondsOfRound } from './variant-use.ts'
import { warning } from './warnings/warning-of.ts'
import type { Findings } from './findings.ts'
import type { Comparison, Flaw, LeftOut, ScenarioResult } from '../concepts/comparison.ts'
import type { Settings } from '../concepts/settings.ts'

type Measured = Pick<
  Comparison,
  'schemaVersion' | 'file' | 'environment' | 'settings' | 'startedAt' | 'finishedAt' | 'previous' | 'error'
>
type FlawIn = (comparison: Comparison) => Flaw | null

/** What comes of all that was measured: without figures that can't be kept, and with what is wrong with the others. */
export function concludeAll(
  findings: Findings,
  measured: Measured,
  { settings, flawIn }: { settings: Settings; flawIn: FlawIn }
): Comparison {
  const { startedAt, finishedAt, error } = measured
  const results = findings.results()
  const { kept, leftOut } = leaveOutOfComparison({
    timeSpent: timeSpent(findings.runs, startedAt, finishedAt),
    scenarios: results,
    ...span(results, findings.runs, settings)
  })
  // With a whole scenario, its verdict is gone, too.
  const lacking = leftOut.some(({ isDemanded }) => isDemanded) ? [{ verdict: 'inconclusive' as const }] : []
  const comparison = { ...measured, ...kept, ...conclude([...kept.scenarios, ...lacking], error, settings) }
  const whole = withFaults(comparison, [...findings.leftOut, ...leftOut], flawIn(comparison))
  return {
    ...whole,
    scenarios: whole.scenarios.map((result) => ({
      ...result,
      decision: decisionOf(result, settings, secondsOfRound(findings.runs, result.rounds))
    }))
  }
}

/** For CI. The exit code of an interrupted comparison is the signal's, not ours. */
export function conclude(
  scenarios: readonly Pick<ScenarioResult, 'verdict'>[],
  error: Comparison['error'],
  { onInconclusive }: Pick<Settings, 'onInconclusive'>
): Pick<Comparison, 'verdict' | 'exitCode'> {
  if (error !== null) return { verdict: 'not measured', exitCode: exitCodes.notMeasured }
  const verdict = worstOf(scenarios)
  const isPassed = verdict === null || (verdict === 'inconclusive' && onInconclusive === 'pass')
  return { verdict, exitCode: exitCodes[isPassed ? 'pass' : verdict] }
}

/** Where the wall time of a comparison went. */
export function timeSpent(runs: readonly Run[], startedAt: string, finishedAt: string) {
  const counted = sumBy(runs, ({ loadSeconds }) => loadSeconds)
  const loaded = sumBy(runs, wholeLoadSeconds)
  const inRuns = sumBy(runs, ({ wallSeconds }) => wallSeconds)
  const all = (Date.parse(finishedAt) - Date.parse(startedAt)) / 1000
  const spent = (seconds: number) => rounded(Math.max(0, seconds), 1)
  return {
    countedSeconds: spent(counted),
    uncountedSeconds: spent(loaded - counted),
    exchangeSeconds: spent(inRuns - loaded),
    otherSeconds: spent(all - inRuns)
  }
}

const report = 'Report it as a fault of artillery-plugin-speedup, with runs.ndjson.'

/**
 * Tells what is wrong with the figures of a comparison themselves, where their scenario is told of.
 *
 * @param flaw what its schema forbids, null: nothing
 */
export function withFaults(comparison: Comparison, leftOut: readonly LeftOut[], flaw: Flaw | null): Comparison {
  const faults = leftOut.map(({ place, part, figure, value, isDemanded }) => {
    const lost = isDemanded ? ', so there is no verdict on it' : ''
    const what = figure === '' ? 'it' : `its ${figure}`
    const message = `${part} is left out, since ${what} came out as ${value}${lost}. The rest holds. ${report}`
    return { place, told: warning('broken-figure', null, message, isDemanded ? 'problem' : 'warning') }
  })
  if (flaw !== null) {
    const forbidden = 'which the schema of comparison.json forbids, so other programs may refuse the file'
    const message = `${flaw.words}, ${forbidden}. All figures are kept as they came out. ${report}`
    faults.push({ place: flaw.place, told: warning('broken-figure', null, message, 'warning') })
  }
  if (faults.length === 0) return comparison
  const { scenarios, error } = comparison
  if (scenarios.length === 0) {
    const said = [error?.message ?? [], ...faults.map(({ told }) => told.message)].flat().join('\n')
    return {
      ...comparison,
      error: { code: error?.code ?? 'UNEXPECTED', message: said },
      verdict: 'not measured',
      exitCode: exitCodes.notMeasured
    }
  }
  // By its name, or by its number; what is of none is told with the first.
  const ownerOf = ([part, label]: readonly string[]) => {
    const found = scenarios.findIndex(({ scenario }, i) => [`[${scenario}]`, String(i)].includes(label))
    return part === 'scenarios' ? Math.max(0, found) : 0
  }
  return {
    ...comparison,
    scenarios: scenarios.map((result, i) => ({
      ...result,
      warnings: [...faults.filter(({ place }) => ownerOf(place) === i).map(({ told }) => told), ...result.warnings]
    }))
  }
}
