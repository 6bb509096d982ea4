import { unmetSentence } from './scenario-sentences.ts'
import { fallSentence, verdictSentence } from './sentences.ts'
import type { CandidateResult, Estimate, Limit, ScenarioResult, Verdict } from '../vocabulary.ts'

export interface Case {
  classname: string
  name: string // the same in every comparison, since CI tells by it what is new and what is mended
  outcome: Outcome | null // null: it passed
}

export interface Outcome {
  element: 'failure' | 'error' | 'skipped'
  type: string
  message: string
  detail: string[] // lines
}

/**
 * One candidate as cases of a test: one for each threshold and for each speedup that may have fallen since an earlier
 * result, or one that says what came of it without any.
 *
 * @param inconclusive whether it is no failure
 */
export function casesOf(candidate: CandidateResult, result: ScenarioResult, { isTolerated }: { isTolerated: boolean }): Case[] {
  const { estimates, limits, selfCheck, againstEarlier, verdict } = candidate
  const classname = `${result.scenario}.${candidate.name}`
  const caseOf = (name: string, outcome: Outcome | null) => ({ classname, name, outcome })
  const sentence = verdictSentence(candidate, result)
  if (selfCheck !== null) return [caseOf(`self-check against ${result.baseline}`, outcomeOf(verdict, [sentence], isTolerated))]
  const required = [...estimates, ...limits].filter((one) => one.required !== null)
  if (verdict === null) {
    const names = [...required.map(demandOf), ...comparable(candidate).map(sinceThen)]
    const type = result.preliminary ? 'preliminary' : 'no requirement'
    return (names.length === 0 ? ['no requirement'] : names).map((name) => caseOf(name, { element: 'skipped', type, message: sentence, detail: [] }))
  }
  const thresholds = required.map((one) => {
    const lines = [verdictSentence(alone(candidate, one), result), unmetSentence(candidate, one), why(candidate)]
    return caseOf(demandOf(one), outcomeOf(one.verdict, lines, isTolerated))
  })
  const since = sinceEarlier(candidate, result, isTolerated).map(({ name, outcome }) => caseOf(name, outcome))
  const isSaid = [...required.map((one) => one.verdict), againstEarlier].includes(verdict)
  // All that is required is met, but by an app that is not the same.
  const rest = isSaid ? [] : [caseOf(`comparable with ${result.baseline}`, outcomeOf(verdict, [sentence], isTolerated))]
  return [...thresholds, ...since, ...rest]
}

function sinceEarlier(candidate: CandidateResult, result: ScenarioResult, isTolerated: boolean): Omit<Case, 'classname'>[] {
  const { name, againstEarlier } = candidate
  if (againstEarlier === 'inconclusive') {
    const sentence = verdictSentence(alone(candidate, null), result)
    return [{ name: 'comparable with the earlier result', outcome: outcomeOf('inconclusive', [sentence], isTolerated) }]
  }
  return comparable(candidate).map((one) => {
    const fall = fallSentence({ name, estimates: [one] })
    return { name: sinceThen(one), outcome: fall === null ? null : regression(fall, candidate) }
  })
}

/** @returns those that can be compared with the earlier result */
function comparable({ estimates }: CandidateResult): Estimate[] {
  return estimates.filter(({ earlier, reason }) => earlier !== null && reason === null)
}

function sinceThen({ metric }: Estimate) {
  return `${metric} speedup not below the earlier result`
}

function regression(fall: string, candidate: CandidateResult): Outcome {
  return { element: 'failure', type: 'regression', message: `FAIL  ${fall}`, detail: [why(candidate)] }
}

function why({ diagnosis }: CandidateResult) {
  return `why: ${diagnosis.message}`
}

/** @returns such as "p95 speedup at least 1.3" */
function demandOf({ metric, required }: Estimate | Limit): string {
  if (metric === 'errorRate') return `error rate at most ${required}`
  return `${metric === 'fairness' ? metric : `${metric} speedup`} at least ${required}`
}

/** A failure turns CI red, whatever its type; type and first word tell whether it is one or was not decided. */
function outcomeOf(verdict: Verdict | null, [message, ...detail]: string[], isTolerated: boolean): Outcome | null {
  if (verdict === null || verdict === 'pass') return null
  return { element: verdict === 'inconclusive' && isTolerated ? 'skipped' : 'failure', type: verdict, message, detail }
}

/**
 * @param one null: the earlier result
 * @returns as it would be judged if nothing but that had been required
 */
function alone(candidate: CandidateResult, one: Estimate | Limit | null): CandidateResult {
  const isOut = (other: Estimate | Limit) => (other === one ? {} : { required: null, verdict: null })
  return {
    ...candidate,
    estimates: candidate.estimates.map((other) => ({ ...other, ...isOut(other), regression: false })),
    limits: candidate.limits.map((other) => ({ ...other, ...isOut(other) })),
    againstEarlier: one === null ? candidate.againstEarlier : null,
    verdict: one === null ? candidate.againstEarlier : one.verdict
  }
}
