import { byVariant } from '../variant-use.ts'
import { list } from '../../concepts/wording.ts'
import { isReason, warningKinds, type SeverityOf, type WarningCode } from '../../concepts/warnings.ts'
import type { Warning } from '../../concepts/comparison.ts'
import type { Run } from '../../concepts/run.ts'

/**
 * @param variant that it is about; null: several
 * @param severity where the table leaves a choice; else, the worst in it
 */
export function warning<Code extends WarningCode>(
  code: Code,
  variant: string | null,
  message: string,
  severity: SeverityOf<Code> = warningKinds[code].severities[0]
): Warning & { code: Code } {
  return { code, severity, variant, rounds: [], message }
}

/**
 * One warning for all runs that it is about, however many they are. textOf: what follows "clustered, rounds 1 and 3: "
 */
export function warningOf<Code extends WarningCode>(
  code: Code,
  runs: Run[],
  textOf: (runs: Run[]) => string,
  severity?: SeverityOf<Code>
) {
  if (runs.length === 0) return []
  const variants = byVariant(runs)
  const where = variants.map(
    ([variant, all]) => `${variant}, ${all.length === 1 ? 'round' : 'rounds'} ${ranges(all.map(({ round }) => round))}`
  )
  const rounds = [...new Set(runs.map(({ round }) => round))].sort((a, b) => a - b)
  return [
    {
      ...warning(code, variants.length === 1 ? variants[0][0] : null, `${where.join('; ')}: ${textOf(runs)}`, severity),
      rounds
    }
  ]
}

/** @returns why verdicts are withheld: by the first of these problems that withholds any; null: none does */
export function reasonIn(found: Warning[]) {
  const problems = found.filter(({ severity }) => severity === 'problem')
  return problems.map(({ code }) => code).find(isReason) ?? null
}

/** @returns such as "1 to 4 and 6" */
function ranges(rounds: number[]) {
  // In a range, each round is as far from its place.
  const found = [...Map.groupBy(rounds, (round, i) => round - i).values()]
  return list(found.flatMap((range) => (range.length > 2 ? `${range[0]} to ${range.at(-1)}` : range.map(String))))
}
