import { list } from '../../concepts/wording.ts'
import type { Run } from '../../concepts/run.ts'
import { warningKinds, type SeverityOf, type WarningCode } from '../../concepts/warnings.ts'
import type { Warning } from '../../concepts/comparison.ts'

/**
 * @param variant that it is about; null: several
 * @param severity where the table leaves a choice
 */
export function warning<Code extends WarningCode>(
  code: Code, variant: string | null, message: string, severity: SeverityOf<Code> = warningKinds[code].severities[0]
): Warning {
  return { code, severity, variant, rounds: [], message }
}

/**
 * One warning for all runs that it is about, however many they are.
 *
 * @param tell what is said after "clustered, rounds 1 and 3: "
 * @returns none when there are no such runs
 */
export function warningOf<Code extends WarningCode>(
  code: Code, runs: Run[], tell: (runs: Run[]) => string, severity?: SeverityOf<Code>
): Warning[] {
  if (runs.length === 0) return []
  const byVariant = [...Map.groupBy(runs, ({ variant }) => variant)].map(([variant, of]) => ({ variant, rounds: of.map(({ round }) => round) }))
  const where = byVariant.map(({ variant, rounds }) => `${variant}, ${rounds.length === 1 ? 'round' : 'rounds'} ${ranges(rounds)}`).join('; ')
  const rounds = [...new Set(byVariant.flatMap((of) => of.rounds))].sort((a, b) => a - b)
  const variant = byVariant.length === 1 ? byVariant[0].variant : null
  return [{ ...warning(code, variant, `${where}: ${tell(runs)}`, severity), rounds }]
}

/**
 * @param rounds ascending
 * @returns such as "1 to 4 and 6"
 */
function ranges(rounds: number[]): string {
  const found: number[][] = []
  for (const round of rounds) {
    const last = found[found.length - 1]
    if (last !== undefined && round === last[last.length - 1] + 1) last.push(round)
    else found.push([round])
  }
  return list(found.flatMap((range) => (range.length > 2 ? [`${range[0]} to ${range[range.length - 1]}`] : range.map(String))))
}

/** @returns kind -> sum */
export function addCounts(byKind: readonly Record<string, number>[]): Record<string, number> {
  const sums: Record<string, number> = {}
  for (const [kind, count] of byKind.flatMap(Object.entries)) sums[kind] = (sums[kind] ?? 0) + count
  return sums
}
