import {
  effectOf,
  headline,
  isKnown,
  type CandidateResult,
  type Comparison,
  type TimeSpent
} from '../../concepts/comparison.ts'
import { resultWords } from '../../concepts/verdicts.ts'
import { counted, list, paragraph } from '../../concepts/wording.ts'
import { shortCommit } from './names.ts'
import { minuteOf, timeSpan, timesWithin } from './numbers.ts'

/** What came of something. word: the verdict, in capitals; null: nothing was required. sentences: whole ones */
export interface Told {
  word: string | null
  sentences: readonly string[]
}

/** Sentences, and the code to look up, if they have one. */
export interface Coded {
  text: string
  code: string | null
}

/** @returns with the code at the end, such as "It did not leave. [app-killed]" */
export const codedText = ({ text, code }: Coded): string => (code === null ? text : `${text} [${code}]`)

/** @returns what was found, in a paragraph */
export const textOf = ({ word, sentences }: Told): string =>
  paragraph([...sentences, word === null && 'No threshold is set.'])

/** @returns the same in a line, behind its verdict. about: whose it is, where there are several */
export const lineOf = (told: Told, about = ''): string =>
  [told.word, `${about}${textOf(told)}`].filter(Boolean).join('  ')

/** @param claim what was seen until then */
export const toldEarly = (claim: string, rounds: number): Told => ({
  word: resultWords.preliminary,
  sentences: [claim, `Ended after ${counted(rounds, 'round')}, too early for a verdict.`]
})

/** @returns why a comparison ended early; its message may have several lines */
export const toldOfError = ({ code, message }: NonNullable<Comparison['error']>): Told => ({
  word: resultWords[code === 'INTERRUPTED' ? 'interrupted' : 'notMeasured'],
  sentences: [message]
})

/** @returns which result this one was compared with */
export const earlierSentence = ({
  file,
  results,
  finishedAt,
  commit
}: NonNullable<Comparison['settings']['compareWith']>): string =>
  results === 1
    ? `Compared with ${file} (${momentOf(finishedAt, commit)}).`
    : `Compared with the level of ${results} results since it last changed; the newest is ${file} (${momentOf(finishedAt, commit)}).`

const momentOf = (time: string, commit: string | null) =>
  `${minuteOf(time)} UTC${commit === null ? '' : `, commit ${shortCommit(commit)}`}`

/** @returns what has changed since the last comparison of the file, of the metric that is told first; null: unknown */
export function sinceSentence(
  candidate: CandidateResult,
  scenario: string,
  previous: Comparison['previous']
): string | null {
  const now = headline(candidate)
  const before = previous?.estimates.find(
    (each) => each.scenario === scenario && each.candidate === candidate.name && each.metric === now.metric
  )
  if (previous === null || before === undefined || !isKnown(now)) return null
  const effect = effectOf(now, before.interval)
  const change = { faster: 'it has risen', slower: 'it has fallen', same: 'no measurable change' }[effect]
  return `${now.metric} ${timesWithin(before)} (${momentOf(previous.startedAt, previous.commit)}), now ${timesWithin(now)}: ${change}.`
}

/** Where the time of a comparison went. */
export function timeSentence({ countedSeconds, uncountedSeconds, exchangeSeconds, otherSeconds }: TimeSpent): string {
  const parts = [
    `${timeSpan(countedSeconds)} of measured load`,
    `${timeSpan(uncountedSeconds)} of warm-up and of users leaving`,
    `${timeSpan(exchangeSeconds)} to stop and start apps`,
    `${timeSpan(otherSeconds)} to start Artillery and for unmeasured runs`
  ]
  return `${timeSpan(countedSeconds + uncountedSeconds + exchangeSeconds + otherSeconds)}: ${list(parts)}`
}
