import { questionCodes } from '../questions/report.ts'
import { diagnosisExplanations } from './explanations/diagnoses.ts'
import { errorExplanations } from './explanations/errors.ts'
import { exitExplanations, resultExplanations } from './explanations/outcomes.ts'
import { warningExplanations } from './explanations/warnings.ts'
import { exitCodes, resultWords } from '../concepts/verdicts.ts'
import { warningKinds, type WarningCode } from '../concepts/warnings.ts'
import type { Sentences } from '../concepts/wording.ts'

/** A code and what it means. Two groups may have the same code, such as `unknown`. */
export interface ExplainedCode {
  meaning: string
  cause: string | undefined
  cure: string | undefined
  code: string // as users see it
  group: CodeGroup
  kind: string // such as "Warning (problem; no verdict)"
  anchor: string // in docs/codes.md
}

type Headings = { title: string; one: string }

const ofQuestions: readonly ({
  group: string
  table: Record<string, Sentences>
  kindOf?: (key: string) => string
} & Headings)[] = questionCodes

const titles: Record<CodeGroup, Headings> = {
  result: { title: 'Results', one: 'Result' },
  exit: { title: 'Exit codes', one: 'Exit code of `artillery run`' },
  warning: { title: 'Warnings', one: 'Warning' },
  diagnosis: { title: 'Diagnoses', one: 'Diagnosis' },
  ...(Object.fromEntries(ofQuestions.map((codes): [string, Headings] => [codes.group, codes])) as Record<
    QuestionGroup,
    Headings
  >),
  error: { title: 'Error codes', one: 'Error' }
}

type QuestionGroup = (typeof questionCodes)[number]['group']
export type CodeGroup = QuestionGroup | 'result' | 'exit' | 'warning' | 'diagnosis' | 'error'

/** Each group's heading, in the order of docs/codes.md. */
export const codeGroups = Object.entries(titles).map(([group, { title }]) => ({ group: group as CodeGroup, title }))

const inGroup = (
  group: CodeGroup,
  table: Record<string, Sentences>,
  codeOf = (key: string): string => key,
  kindOf = (_key: string): string => titles[group].one
) =>
  Object.entries(table).map(([key, [meaning, cause, cure]]) => ({
    meaning,
    cause,
    cure,
    code: codeOf(key),
    group,
    kind: kindOf(key)
  }))

/** @returns such as "Warning (problem or note; no verdict)" */
function kindOfWarning(code: string) {
  const { severities, ...rest } = warningKinds[code as WarningCode]
  const words = severities.join(', ').replace(/, (\w+)$/, ' or $1')
  const details = [words === 'warning' ? '' : words, 'noVerdict' in rest ? 'no verdict' : ''].filter(
    (text) => text !== ''
  )
  return details.length === 0 ? titles.warning.one : `${titles.warning.one} (${details.join('; ')})`
}

const ungrouped: Omit<ExplainedCode, 'anchor'>[] = [
  ...inGroup('result', resultExplanations, (key) => resultWords[key as keyof typeof resultWords]),
  ...inGroup('exit', exitExplanations, (key) => String(exitCodes[key as keyof typeof exitCodes])),
  ...inGroup('warning', warningExplanations, undefined, kindOfWarning),
  ...inGroup('diagnosis', diagnosisExplanations),
  ...ofQuestions.flatMap(({ group, table, kindOf }) => inGroup(group as CodeGroup, table, undefined, kindOf)),
  ...inGroup('error', errorExplanations)
]

/** As GitHub makes it of a heading: the second of the same text has a number. */
const anchorOf = ({ code }: { code: string }) => code.toLowerCase().replaceAll(' ', '-')

/** All codes, group by group. */
export const explainedCodes: readonly ExplainedCode[] = ungrouped.map((each, index) => {
  const before = ungrouped.slice(0, index).filter((other) => anchorOf(other) === anchorOf(each)).length
  return { ...each, anchor: `${anchorOf(each)}${before === 0 ? '' : `-${before}`}` }
})

const plain = (code: string) =>
  code
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_]+/g, '-')

/**
 * @param code in any case, such as "pass", "NOT MEASURED", "2".
 * @returns one for each group that has it; empty: unknown
 */
export const explain = (code: string): ExplainedCode[] =>
  explainedCodes.filter((each) => plain(each.code) === plain(code))
