import fc from 'fast-check'
import { decisionOf } from '../../plugin/comparison/decision.ts'
import { worst, worstOf, type Verdict } from '../../plugin/concepts/verdicts.ts'
import { few } from './any-run.ts'
import { aClusterUse, aScenarioResult, aCandidate, aVariantUse, aWarning, anEstimate, someLimits } from './results.ts'
import { aVariant } from './settings.ts'
import type { CandidateResult, Estimate, ScenarioResult } from '../../plugin/concepts/comparison.ts'

const centre = fc.oneof(few(1, 1, 1.05, 1.2), fc.double({ min: 0.3, max: 3, noNaN: true }))
const half = few(1.005, 1.02, 1.03, 1.1, 1.4, 2.5)

const measured = fc.record({
  centre,
  half,
  required: few(null, null, null, 0.9, 0.9, 1, 1.04, 1.5),
  reason: few<Estimate['reason']>(null, null, null, null, null, null, null, 'cores-taken', 'baseline-saturated'),
  responsesPerRun: few(null, null, null, 102),
  earlier: few(null, null, null, 0.9, 2)
})

const judge = ({ required, reason, interval: [low, high] }: Estimate): Verdict | null => {
  if (required === null) return null
  return reason !== null ? 'inconclusive' : low > required ? 'pass' : high < required ? 'fail' : 'inconclusive'
}

const outline = fc.record({
  metrics: fc.tuple(measured, measured, measured),
  isVersions: fc.boolean(),
  isFree: fc.boolean(), // of requirements
  hasEarlier: few(true, false, false),
  load: few<ScenarioResult['load']>(
    { model: 'closed', saturated: [] },
    { model: 'closed', saturated: [] },
    { model: 'open', saturated: [] },
    { model: 'open', saturated: ['main'] },
    { model: 'open', saturated: ['main', 'branch'] }
  ),
  code: few<CandidateResult['diagnosis']['code']>('cpu-bound', 'cpu-bound', 'waiting', 'few-users', 'machine-full'),
  atMost: few(null, 0.9, 1.8),
  taken: few(0, 0, 0.8),
  failed: few(0, 0, 0, 0, 0.5),
  isDoubtful: few(false, false, false, false, true)
})

/** A result of two variants whose figures fit nothing but its verdict. */
export const anyResult: fc.Arbitrary<ScenarioResult> = outline.map((asked) => {
  const estimates = (['p50', 'p95', 'throughput'] as const).map((metric, i): Estimate => {
    const { centre: speedup, half: by, required, earlier: before, ...own } = asked.metrics[i]
    const interval: [number, number] = [speedup / by, speedup * by]
    const earlier =
      before === null || !asked.hasEarlier
        ? null
        : { speedup: before, interval: [before / 1.05, before * 1.05] as [number, number] }
    const estimate = anEstimate({
      ...own,
      metric,
      speedup,
      interval,
      spread: Math.log(by),
      ratios: [speedup, speedup, speedup],
      required: asked.isFree ? null : required,
      earlier,
      regression: earlier !== null && own.reason === null && interval[1] < earlier.interval[0],
      above: metric === 'throughput' && asked.atMost !== null && speedup > asked.atMost ? asked.atMost : null
    })
    return { ...estimate, verdict: judge(estimate) }
  })
  const limits = someLimits({}, asked.failed === 0 ? {} : { value: asked.failed, required: 0.1, verdict: 'fail' })
  const compared = estimates.filter(({ earlier }) => earlier !== null)
  const isLower = compared.some(
    ({ earlier, interval, regression }) => !regression && interval[1] < Number(earlier?.interval[0])
  )
  const againstEarlier =
    compared.length === 0
      ? null
      : compared.some(({ regression }) => regression)
        ? 'fail'
        : isLower || compared.every(({ reason }) => reason !== null)
          ? 'inconclusive'
          : 'pass'
  const { atMost } = asked
  const candidate = aCandidate({
    name: 'branch',
    estimates,
    limits,
    againstEarlier,
    verdict: worst([worstOf([...estimates, ...limits]), againstEarlier]),
    bound: atMost === null ? null : { atMost, cores: 2, generator: 0.1, others: 0, loop: null },
    diagnosis: { code: asked.code, message: 'It is so.', spentOn: null }
  })
  const result = aScenarioResult([candidate], {
    baseline: 'main',
    load: asked.load,
    warnings: asked.isDoubtful ? [aWarning({ code: 'errors', severity: 'problem' })] : [],
    variants: [
      aVariantUse({ name: 'main' }),
      aClusterUse({ name: 'branch', machine: { app: 1.1, generator: 0.1 + asked.taken, others: 0 } })
    ]
  })
  const variants = ['main', 'branch'].map((name) => aVariant({ name, commit: asked.isVersions ? name : null }))
  return {
    ...result,
    scenario: asked.isVersions ? 'versions' : 'ways',
    decision: decisionOf(result, { variants, isEditable: true })
  }
})
