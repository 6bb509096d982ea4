import { checkAnswers, checkEarlier, checkErrors } from './warnings/answers.ts'
import { checkApp } from './warnings/app.ts'
import { checkBounds, checkParts, checkTrend } from '../questions/comparison.ts'
import { checkDistribution } from './warnings/distribution.ts'
import { checkFlows } from './warnings/flows.ts'
import {
  checkBound,
  checkGenerator,
  checkMachine,
  checkPauses,
  checkReach,
  checkSaturation,
  checkTakenCores
} from './warnings/generator.ts'
import { checkHosts } from './warnings/load-hosts.ts'
import { checkCores, checkLimits, checkWorkers } from './warnings/limits.ts'
import { checkOutliers, checkPower, checkTurns } from './warnings/noise.ts'
import { checkPlausible } from './warnings/plausible.ts'
import type { QuestionFound } from '../questions/concepts.ts'
import type { Seen } from './reason-against.ts'
import type { ScenarioResult, Warning } from '../concepts/comparison.ts'
import type { Settings } from '../concepts/settings.ts'
import { severities } from '../concepts/warnings.ts'

/** What a reader should know beside the numbers, worst first. */
export function warnings(
  judged: Seen & Pick<ScenarioResult, 'candidates' | 'limits'> & { searched: QuestionFound },
  settings: Settings
) {
  const { runs, candidates, load, unfair, uses, erring, found: search, searched } = judged
  const { baseline, variants } = settings
  const found = [
    ...checkAnswers(judged.answers, settings),
    ...unfair.map(({ warning }) => warning),
    ...checkErrors(runs, judged),
    ...checkFlows(runs),
    ...(checkBounds(searched, judged) ?? []),
    // How late users came is a part of their latencies in a search, however busy the load generator is.
    ...checkGenerator(runs, candidates, settings.client).filter(
      ({ code }) => search === null || code !== 'generator-saturated'
    ),
    ...checkHosts(runs, load),
    ...checkTakenCores(judged, baseline),
    ...checkReach(candidates),
    ...checkBound(candidates),
    ...checkPlausible(runs, load, search !== null),
    ...checkPauses(settings),
    ...checkTurns(runs),
    ...checkLimits(runs, variants),
    ...checkWorkers(runs, uses, candidates),
    ...checkCores(runs, uses),
    ...checkMachine(runs, variants),
    ...checkApp(runs, settings, judged.selfMade).filter(
      ({ code, variant }) =>
        // Of users who fail too often, that is told, with the likely cause.
        !(code === 'scenario-errors' && erring.length > 0) &&
        (code !== 'worker-restarted' ||
          !unfair.some(({ warning }) => warning.code === code && warning.variant === variant))
    ),
    ...checkSaturation(judged, baseline),
    ...(checkParts(searched, runs[0].scenario, settings) ?? []),
    ...checkDistribution(judged, candidates, variants),
    ...checkEarlier(candidates, { ...judged, scenario: runs[0].scenario }, settings.compareWith),
    ...checkPower(runs, judged, settings),
    ...checkOutliers(candidates),
    ...(checkTrend(searched) ?? [])
  ]
  return worstFirst(found)
}

export const worstFirst = (all: readonly Warning[]) =>
  severities.flatMap((severity) => all.filter((warning) => warning.severity === severity))
