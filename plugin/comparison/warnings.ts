import { checkAnswers, checkEarlier, checkErrors } from './warnings/answers.ts'
import { checkApp } from './warnings/app.ts'
import { checkDistribution } from './warnings/distribution.ts'
import { checkGenerator, checkGeneratorAtPace, checkMachine, checkSaturation } from './warnings/generator.ts'
import { checkOutliers, checkPower } from './warnings/noise.ts'
import type { AnswerComparison, CandidateResult, ScenarioResult, VariantUse, Warning } from '../concepts/comparison.ts'
import type { LoadShape } from '../concepts/load-results.ts'
import type { Run } from '../concepts/run.ts'
import type { Settings } from '../concepts/settings.ts'
import { severities } from '../concepts/warnings.ts'

/**
 * What a reader should know beside the numbers.
 *
 * @returns worst first
 */
export function warnings({ runs, candidates, load, client, answers, uses }: { runs: Run[], candidates: CandidateResult[], load: LoadShape, client: ScenarioResult['client'],
   answers: AnswerComparison[], uses: VariantUse[] }, settings: Settings): Warning[] {
  const found = [
    ...checkAnswers(answers, settings.baseline),
    ...checkErrors(runs, candidates),
    ...checkGenerator(runs, settings.client),
    ...checkGeneratorAtPace(runs, uses, { baseline: settings.baseline, load }),
    ...checkMachine(runs, settings.variants),
    ...checkApp(runs, settings),
    ...checkSaturation(load, candidates, settings.baseline),
    ...checkDistribution(runs, candidates, settings.variants),
    ...checkEarlier(candidates, { scenario: runs[0].scenario, client }, settings.compareWith),
    ...checkPower(runs, candidates),
    ...checkOutliers(candidates)
  ]
  return severities.flatMap((severity) => found.filter((warning) => warning.severity === severity))
}
