import { checkAnswers } from './checks/answers.js'
import { checkApp } from './checks/app.js'
import { checkDistribution } from './checks/distribution.js'
import { checkEarlier } from './checks/earlier.js'
import { checkErrors } from './checks/errors.js'
import { checkGenerator, checkGeneratorAtPace } from './checks/generator.js'
import { checkMachine } from './checks/machine.js'
import { checkOutliers } from './checks/outliers.js'
import { checkPower } from './checks/power.js'
import { checkSaturation } from './checks/saturation.js'
/** @import { AnswerComparison, CandidateResult, LoadShape, Run, ScenarioResult, Settings, Severity, VariantUse, Warning } from '../vocabulary.js' */

/** @type {Severity[]} */
const worstFirst = ['problem', 'warning', 'note']

/**
 * What a reader should know beside the numbers.
 *
 * @param {{ runs: Run[], candidates: CandidateResult[], load: LoadShape, client: ScenarioResult['client'],
 *   answers: AnswerComparison[], uses: VariantUse[] }} seen
 * @param {Settings} settings
 * @returns {Warning[]} worst first
 */
export function warnings({ runs, candidates, load, client, answers, uses }, settings) {
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
