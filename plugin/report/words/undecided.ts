import type { CandidateResult, Estimate, VariantLimit } from '../../concepts/comparison.ts'
import { worstOf } from '../../concepts/verdicts.ts'
import { counted, percent } from '../../concepts/wording.ts'
import { times, timesWithin } from './numbers.ts'
import { estimatesOf } from './sentences.ts'

// What more rounds could decide, and what to do about it.

/** @returns whether more rounds could decide it */
export const isOpen = ({ verdict, reason }: Estimate | VariantLimit) => verdict === 'inconclusive' && reason === null

const openOf = (candidate: CandidateResult) => estimatesOf(candidate).filter(isOpen)

/** @returns a sentence for each metric that more rounds could decide: what to do about it */
export const undecidedSentences = (candidate: CandidateResult) =>
  openOf(candidate).map((estimate) => inconclusiveSentence(estimate, candidate))

/** @returns the same without the figures, which stand beside it */
export const undecidedAdvice = (candidate: CandidateResult) =>
  openOf(candidate).map(
    (estimate) =>
      `${candidate.name}, ${estimate.metric}: ${adviceOf(estimate) ?? 'Too close to the threshold to call.'}`
  )

/** @param estimate that is open */
export function inconclusiveSentence(estimate: Estimate, candidate: CandidateResult) {
  const after = evidenceClause(estimate, candidate)
  const advice = adviceOf(estimate)
  return advice === null ? `${after}: too close to the threshold to call.` : `${after}. ${advice}`
}

function adviceOf({ speedup, hopeless, roundsThatWouldDecide: rounds }: Estimate) {
  if (rounds === null) return null
  const advice = roundsAdvice(rounds, `the true speedup is ${times(speedup)}`)
  return hopeless ? `The remaining rounds were unlikely to decide it. ${advice}` : advice
}

const roundsAdvice = (rounds: number, condition: string) =>
  `A new comparison of up to ${rounds} rounds decides it 7 times in 10 if ${condition}; longer runs may help more.`

/** @returns what was found against what is required, without its full stop */
export function evidenceClause(estimate: Estimate, { name }: CandidateResult) {
  const { metric, required, ratios, spread } = estimate
  const found = `${name}: ${metric} speedup ${timesWithin(estimate)} after ${counted(ratios.length, 'round')}`
  return `${found} (spread between rounds ${(100 * spread).toFixed(0)} %), needs ${required}`
}

/** @returns what a self-check found out for later comparisons; null: it is none */
export function marginSentence({ estimates, selfCheck }: CandidateResult) {
  if (selfCheck === null || selfCheck.verdict === 'inconclusive') return null
  const margins = estimates
    .filter(({ reason }) => reason === null)
    .map(({ metric, spread }) => `${metric} ${times(selfCheck.leastMargin[metric] ?? NaN)} (spread ${percent(spread)})`)
  return `Smallest speedup that about five rounds can detect here: ${margins.join(', ')}.`
}

/** @returns what could decide limits, where none is missed; null: more rounds would not */
export function limitsAdvice(limits: VariantLimit[]) {
  const open = limits.filter(isOpen)
  if (worstOf(limits) !== 'inconclusive' || open.length === 0) return null
  const rounds = Math.max(...open.map(({ roundsThatWouldDecide }) => roundsThatWouldDecide ?? Infinity))
  return rounds === Infinity
    ? 'Longer runs may decide it; or change the limit.'
    : roundsAdvice(rounds, 'these are the true values')
}
