import { sum } from '../statistics/descriptive.ts'
import { shareOverRounds, total, type Counted } from '../statistics/proportion.ts'
import { tailAtLook } from '../statistics/sequential-rule.ts'
import { listCounts, percent } from '../concepts/wording.ts'
import { looksOf, type Rule } from './estimate.ts'
import { addCounts } from './warnings/warning-of.ts'
import { byVariant } from './variant-use.ts'
import type { Run } from '../concepts/run.ts'
import type { ScenarioPlan } from '../concepts/settings.ts'

/** Of the passes of users, or of requests: what fails is answered faster than real work. */
export const mayFail = 0.01

/** What failed of a run: passes of users, or requests, whichever is the larger share. */
export function failuresOf({ passes, counted, failures, requests }: Run): Counted & { isOfPasses: boolean } {
  const ofRequests = { count: failures, all: requests, isOfPasses: false }
  if (passes === undefined) return ofRequests
  // Of users who go through the flow once, with its loops, a single failure among many requests fails the pass.
  const count = counted.passes === undefined ? passes.failedOtherwise : passes.failed
  const ofPasses = { count, all: passes.through + passes.failed, isOfPasses: true }
  return shareOf(ofPasses) > shareOf(ofRequests) ? ofPasses : ofRequests
}

const shareOf = ({ count, all }: Counted) => (all === 0 ? 0 : count / all)

/** @returns such as "4.1 % of its requests failed (500: 12)", of the runs of a variant */
export function failureWords(runs: readonly Run[]): string {
  const each = runs.map(failuresOf)
  const isOfPasses = each.some((own) => own.isOfPasses && own.count > 0)
  const kinds = addCounts(
    runs.map(({ failureKinds, passes }) => (isOfPasses ? passes?.failureKinds : null) ?? failureKinds)
  )
  const what = isOfPasses ? 'its users’ passes through the flow' : 'its requests'
  return `${percent(shareOf(total(each)))} of ${what} failed (${listCounts(kinds)})`
}

/**
 * Variants of which too much failed for their other figures to be compared: more than a hundredth, or more than of the
 * variant with the fewest failures, whatever chance does. A variant whose error rate has a limit is judged by that.
 *
 * @param runs of whole rounds
 */
export function failingVariants(runs: readonly Run[], { limits }: Pick<ScenarioPlan, 'limits'>, rule: Rule): string[] {
  const all = [...byVariant(runs)]
    .filter(([name]) => limits[name]?.errorRate == null)
    .map(([name, own]) => {
      const counts = own.map(failuresOf)
      const interval = shareOverRounds(counts, tailAtLook(looksOf(rule), own.length))
      return { name, share: shareOf(total(counts)), interval }
    })
  const most = Math.min(...all.map(({ interval: [, high] }) => high))
  return all.filter(({ share, interval: [low] }) => share > mayFail || low > most).map(({ name }) => name)
}

/** A share of the requests of a run. */
export const elsewhereIn = ({ elsewhere = {}, requests }: Pick<Run, 'elsewhere' | 'requests'>): number => {
  const others = sum(Object.values(elsewhere))
  return others === 0 ? 0 : others / (others + requests)
}
