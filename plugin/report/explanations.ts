import { questionCodes, questionCures } from '../questions/report.ts'
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

export type CodeGroup = (typeof questionCodes)[number]['group'] | 'result' | 'exit' | 'warning' | 'diagnosis' | 'error'

interface Group {
  group: CodeGroup
  title: string // a heading
  one: string
  table: Record<string, Sentences>
  codeOf?: (key: string) => string
  kindOf?: (key: string) => string
}

/** @returns such as "Warning (problem or note; no verdict)" */
function kindOfWarning(code: string) {
  const { severities, ...rest } = warningKinds[code as WarningCode]
  const words = severities.join(', ').replace(/, (\w+)$/, ' or $1')
  const details = [words === 'warning' ? '' : words, 'noVerdict' in rest ? 'no verdict' : ''].filter(
    (text) => text !== ''
  )
  return details.length === 0 ? 'Warning' : `Warning (${details.join('; ')})`
}

/** In the order of docs/codes.md. */
export const codeGroups: readonly Group[] = [
  {
    group: 'result',
    title: 'Results',
    one: 'Result',
    table: resultExplanations,
    codeOf: (key) => resultWords[key as keyof typeof resultWords]
  },
  {
    group: 'exit',
    title: 'Exit codes',
    one: 'Exit code of `artillery run`',
    table: exitExplanations,
    codeOf: (key) => String(exitCodes[key as keyof typeof exitCodes])
  },
  { group: 'warning', title: 'Warnings', one: 'Warning', table: warningExplanations, kindOf: kindOfWarning },
  { group: 'diagnosis', title: 'Diagnoses', one: 'Diagnosis', table: diagnosisExplanations },
  ...questionCodes,
  { group: 'error', title: 'Error codes', one: 'Error', table: errorExplanations }
]

const ungrouped = codeGroups.flatMap(({ group, one, table, codeOf = String, kindOf = () => one }) =>
  Object.entries(table).map(([key, [meaning, cause, cure]]) => ({
    meaning,
    cause,
    cure: questionCures[key] ?? cure,
    code: codeOf(key),
    group,
    kind: kindOf(key)
  }))
)

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
