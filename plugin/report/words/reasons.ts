import { list, isolated } from '../../concepts/wording.ts'
import { causeBeside } from '../../questions/report.ts'
import { leader } from './scenario-sentences.ts'
import {
  effectOf,
  headline,
  type CandidateResult,
  type Diagnosis,
  type ScenarioResult
} from '../../concepts/comparison.ts'

/** Why candidates are faster, or are not. variants: those of which it is said, the first by its own figures */
type Reason = Diagnosis & { variants: string[] }

/**
 * The same reason is said once: by the figures of the fastest candidate it holds for. That of the fastest of all comes
 * first.
 */
export function reasonsOf(result: ScenarioResult): Reason[] {
  const best = leader(result)
  const sorted = [best, ...result.candidates.filter((candidate) => candidate !== best)]
  // The same cause may make one candidate faster, and another one not.
  const groups = Map.groupBy(sorted, (candidate) => `${candidate.diagnosis.code} ${effectOf(headline(candidate))}`)
  return [...groups.values()].map((alike) => ({ ...alike[0].diagnosis, variants: alike.map(({ name }) => name) }))
}

/** What is known of why, of the baseline or the first candidate; null: nothing. */
export const causeOf = ({ candidates }: ScenarioResult) => causeBeside(candidates[0].diagnosis)

/** @returns lines about one candidate, for where there is nothing else to say why */
export function whyOf({ diagnosis }: CandidateResult) {
  const cause = causeBeside(diagnosis)
  return [`why: ${diagnosis.message}`, ...(cause === null ? [] : [`${cause.label}: ${cause.text}`])]
}

/** @returns such as "The same holds for pm2 and reuse port."; null: it is said of one variant only */
export const alsoSentence = ({ variants: [, ...others] }: Reason) =>
  others.length === 0 ? null : `The same holds for ${list(others.map(isolated))}.`
