import { questionCodes, questionCures } from '../questions/report.ts'
import { diagnosisExplanations } from './explanations/diagnoses.ts'
import { errorExplanations, exitExplanations, resultExplanations } from './explanations/outcomes.ts'
import { warningExplanations } from './explanations/warnings.ts'
import { exitCodes, resultWords } from '../concepts/verdicts.ts'
import { isReason, warningKinds, type WarningCode } from '../concepts/warnings.ts'
import { joinParts, type Sentences } from '../concepts/wording.ts'

/** A code and what it means. Two groups may have the same code, such as `unknown`. */
export type ExplainedCode = (typeof explainedCodes)[number]

export type CodeGroup = (typeof questionCodes)[number]['group'] | 'result' | 'exit' | 'warning' | 'diagnosis' | 'error'

interface Group {
  group: CodeGroup
  title: string // a heading
  table: Record<string, Sentences>
  codes?: Record<string, string | number> // as users see them; left out: the keys of the table
  kindOf: (code: string) => string
}

/** @returns such as "Warning (problem or note; no verdict)" */
function kindOfWarning(code: string) {
  const words = warningKinds[code as WarningCode].severities.join(' or ')
  const details = joinParts([words !== 'warning' && words, isReason(code) && 'no verdict'], '; ')
  return details === '' ? 'Warning' : `Warning (${details})`
}

/** In the order of docs/codes.md. */
export const codeGroups: readonly Group[] = [
  { group: 'result', title: 'Results', kindOf: () => 'Result', table: resultExplanations, codes: resultWords },
  {
    group: 'exit',
    title: 'Exit codes',
    kindOf: () => 'Exit code of `artillery run`',
    table: exitExplanations,
    codes: exitCodes
  },
  { group: 'warning', title: 'Warnings', table: warningExplanations, kindOf: kindOfWarning },
  { group: 'diagnosis', title: 'Diagnoses', table: diagnosisExplanations, kindOf: () => 'Diagnosis' },
  ...questionCodes,
  { group: 'error', title: 'Error codes', table: errorExplanations, kindOf: () => 'Error' }
]

/** kind: such as "Warning (problem; no verdict)"; heading: in docs/codes.md */
const headed = codeGroups.flatMap(({ group, table, codes = {}, kindOf }) =>
  Object.entries(table).map(([key, [meaning, cause, usual]]) => {
    const code = String(codes[key] ?? key)
    const heading = code.toLowerCase().replaceAll(' ', '-')
    return { meaning, cause, cure: questionCures[key] ?? usual, code, group, kind: kindOf(key), heading }
  })
)

/** All codes, group by group. anchor: as GitHub makes it of a heading: the second of the same text has a number */
export const explainedCodes = headed.map(({ heading, ...each }, index) => {
  const before = headed.slice(0, index).filter((other) => other.heading === heading).length
  return { ...each, anchor: before === 0 ? heading : `${heading}-${before}` }
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
export const explain = (code: string) => explainedCodes.filter((each) => plain(each.code) === plain(code))
