import { refuse } from '../concepts/errors.ts'
import { type Verdict, worstFirst, worstOf } from '../concepts/verdicts.ts'
import { list } from '../concepts/wording.ts'
import { toldOfLimits } from '../report/words/limit-sentences.ts'
import { toldInstead } from '../questions/report.ts'
import { whyOf } from '../report/words/answer.ts'
import { unmetSentence } from '../report/words/scenario-sentences.ts'
import { demandsJudged, toldOfCandidate, verdictSentence } from '../report/words/sentences.ts'
import { lineOf, textOf, type Told } from '../report/words/told.ts'
import { early, figuresLine, worstWarningLines } from './judges.ts'
import type { Judge, Judgement } from './judge.ts'
import type { CandidateData, Subject } from './subject.ts'

// What the comparison itself demands: its thresholds and its limits.

type Found = Pick<Judgement, 'verdict' | 'head' | 'lines'>

/**
 * Judges whether every threshold and every limit is met, and nothing fell since an earlier result, as `artillery run`
 * does; the contrary: one is missed, or a speedup fell.
 */
export const judgeThresholds: Judge = (subject) =>
  judgement(subject, () => {
    const [first, ...more] = worstFirst([ofCandidates(subject), ofLimits(subject)].filter((found) => found !== null))
    if (first === undefined) {
      const names = list([...new Set(subject.candidates.map(({ name }) => name))])
      const [instead = null] = subject.candidates.map(toldInstead)
      const example = instead?.demand ?? 'thresholds, such as thresholds: { p95: 1.3 }, or limits'
      refuse(`${subject.assertion} can't fail: nothing is required of ${names}. Give compare ${example}.`)
    }
    const others = more.filter(({ verdict }) => first.verdict === 'pass' || verdict !== 'pass')
    return {
      ...first,
      lines: [
        ...first.lines,
        ...others.flatMap(({ verdict, head, lines }) => (verdict === 'pass' ? lines : [head, ...lines]))
      ]
    }
  })

/** Judges whether every variant keeps its limits; the contrary: one misses one. */
export const judgeLimits: Judge = (subject) =>
  judgement(
    subject,
    () =>
      ofLimits(subject) ??
      refuse(
        `${subject.assertion} can't fail: there are no limits. Give compare limits, such as limits: { p95: '200ms' }.`
      )
  )

function judgement(subject: Subject, judge: () => Found): Judgement {
  const found = early(subject) ?? judge()
  return { lines: [], found: found.verdict, claim: 'pass', contrary: 'fail', ...found }
}

/** @returns null: there are none, or they have no verdict */
function ofLimits({ limits }: Subject): Found | null {
  const verdict = worstOf(limits.flatMap((own) => own.limits))
  if (verdict === null) return null
  const all = limits.flatMap(({ scenario, limits: own }) =>
    worstOf(own) === verdict ? [{ scenario, told: toldOfLimits(own) as Told }] : []
  )
  if (verdict === 'pass')
    return { verdict, head: allMet, lines: all.map(({ scenario, told }) => `${scenario}: ${textOf(told)}`) }
  const [head, ...lines] = all.map(({ scenario, told }) => lineOf(told, limits.length === 1 ? '' : `${scenario}: `))
  return { verdict, head, lines }
}

const allMet = 'FAIL  Everything required is met; expected a miss.'

/** @returns null: nothing is required of them */
function ofCandidates({ candidates }: Subject): Found | null {
  const verdict = worstOf(candidates)
  if (verdict === null) return null
  const judgedAs = (word: Verdict) => candidates.filter((candidate) => candidate.verdict === word)
  if (verdict === 'pass')
    return {
      verdict,
      head: allMet,
      lines: judgedAs('pass').map((candidate) => `${candidate.scenario}: ${textOf(toldOf(candidate))}`)
    }
  const missing = [...judgedAs('fail'), ...judgedAs('inconclusive')]
  const [head, ...lines] = missing.flatMap((candidate) => {
    const instead = toldInstead(candidate)
    if (instead !== null) return [lineOf(instead.told()), ...instead.unmet().why]
    const behind = demandsJudged(candidate, candidate.verdict).flatMap((demand) => [
      unmetSentence(candidate, demand),
      figuresLine(candidate, demand)
    ])
    return [verdictSentence(candidate, candidate), ...behind, ...whyOf(candidate)]
  })
  return { verdict, head, lines: [...lines, ...worstWarningLines(missing)] }
}

const toldOf = (candidate: CandidateData) => toldInstead(candidate)?.told() ?? toldOfCandidate(candidate, candidate)
