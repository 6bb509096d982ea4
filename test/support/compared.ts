import { compareScenario } from '../../plugin/comparison/compare-scenario.ts'
import { aPlan, someSettings } from './settings.ts'
import type { AnswerComparison, ScenarioResult } from '../../plugin/concepts/comparison.ts'
import type { Thresholds } from '../../plugin/concepts/options.ts'
import type { Run } from '../../plugin/concepts/run.ts'
import type { ScenarioPlan, Settings } from '../../plugin/concepts/settings.ts'

/** limits: of each variant; plan: what else is other than usual in the scenario */
export type Compared = Partial<Settings> & {
  answers?: AnswerComparison[]
  limits?: ScenarioPlan['limits']
  plan?: Partial<ScenarioPlan>
}

/** What is concluded of these runs; thresholds: of all candidates. */
export function compared(
  runs: Run[],
  thresholds?: Thresholds,
  { answers = [], limits, plan, ...given }: Compared = {}
): ScenarioResult {
  const settings = someSettings(given)
  const candidates = settings.variants.map(({ name }) => name).filter((name) => name !== settings.baseline)
  return compareScenario({ runs, answers }, { ...aPlan(thresholds, candidates, limits), ...plan }, settings)
}
