import { checkAnswers } from './checks/answers.ts'
import { checkApp } from './checks/app.ts'
import { checkDistribution } from './checks/distribution.ts'
import { checkEarlier } from './checks/earlier.ts'
import { checkErrors } from './checks/errors.ts'
import { checkGenerator, checkGeneratorAtPace } from './checks/generator.ts'
import { checkMachine } from './checks/machine.ts'
import { checkOutliers } from './checks/outliers.ts'
import { checkPower } from './checks/power.ts'
import { checkSaturation } from './checks/saturation.ts'
import type { AnswerComparison, CandidateResult, LoadShape, Run, ScenarioResult, Settings, Severity, VariantUse, Warning } from '../vocabulary.ts'

const worstFirst: Severity[] = ['problem', 'warning', 'note']

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
  return worstFirst.flatMap((severity) => found.filter((warning) => warning.severity === severity))
}
