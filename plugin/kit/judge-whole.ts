import { worst } from '../comparison/conclude.ts'
import { SpeedupError } from '../concepts/errors.ts'
import { unmetSentence } from '../report/words/scenario-sentences.ts'
import { apart, verdictSentence } from '../report/words/sentences.ts'
import { counted, list } from '../concepts/wording.ts'
import { judgeAll, earlySentence, figuresLine, warningLines, whyLine, worstWarningLines, type Draft, type Judgement } from './judge.ts'
import type { Verdict } from '../concepts/verdicts.ts'
import type { ComparedCandidate, Subject } from './subject.ts'

/**
 * @returns whether all is reached that is required of it, and nothing fell since an earlier result: the verdict of
 *   `artillery run`; the contrary: something is missed, or fell
 * @throws SpeedupError INVALID_SETTINGS: nothing is required
 */
export function judgeThresholds(subject: Subject): Judgement {
  return judgeAll(subject, (candidates) => ({ claim: 'pass', contrary: 'fail', lines: [], ...(earlyDraft(candidates) ?? verdictDraft(subject)) }))
}

/** @returns whether no warning says that the result may be wrong; the contrary: one does */
export function judgeProblems(subject: Subject): Judgement {
  return judgeAll(subject, (candidates) => {
    const lines = warningLines(candidates, 'problem')
    const found = counted(lines.length, 'problem')
    const verdict = lines.length === 0 ? 'pass' : 'fail'
    const head = lines.length === 0 ? 'has no problem, and was to have one.' : `has ${found}, so its result may be wrong.`
    return { claim: 'no problem', contrary: 'a problem', lines, verdict, head: `FAIL  The measurement ${head}`, found, ...earlyDraft(candidates) }
  })
}

/** @returns null: all were measured to the end */
function earlyDraft(candidates: ComparedCandidate[]): Pick<Draft, 'verdict' | 'head' | 'found'> | null {
  const early = candidates.find(({ preliminary }) => preliminary)
  return early === undefined ? null : { verdict: 'inconclusive', head: earlySentence(early), found: 'ended early' }
}

function verdictDraft({ assertion, candidates }: Subject) {
  const verdict = worst(candidates.map((candidate) => candidate.verdict))
  if (verdict === null) {
    const names = list([...new Set(candidates.map(({ name }) => name))])
    const advice = 'Give compare thresholds, such as thresholds: { p95: 1.3 }.'
    throw new SpeedupError('INVALID_SETTINGS', `${assertion} can't fail: nothing is required of ${names}. ${advice}`)
  }
  const judgedAs = (word: Verdict) => candidates.filter((candidate) => candidate.verdict === word)
  if (verdict === 'pass') {
    const lines = judgedAs('pass').map((candidate) => `${candidate.scenario}: ${apart(verdictSentence(candidate, candidate))[1]}`)
    return { verdict, head: 'FAIL  Every threshold is met, and one was to be missed.', lines, found: verdict }
  }
  const missing = [...judgedAs('fail'), ...judgedAs('inconclusive')]
  const [head, ...lines] = missing.flatMap(missedLines)
  return { verdict, head, lines: [...lines, ...worstWarningLines(missing)], found: verdict }
}

/**
 * @param candidate one with the verdict fail or inconclusive
 * @returns its sentence, then what is behind it
 */
function missedLines(candidate: ComparedCandidate): string[] {
  const unmet = [...candidate.estimates, ...candidate.limits].filter(({ verdict }) => verdict === candidate.verdict)
  const behind = unmet.flatMap((demand) => [unmetSentence(candidate, demand), figuresLine(candidate, demand)])
  return [verdictSentence(candidate, candidate), ...behind, whyLine(candidate)]
}
