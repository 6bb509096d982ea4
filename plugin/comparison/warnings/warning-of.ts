import { list } from '../../concepts/wording.ts'
import { warningKinds, type SeverityOf, type WarningCode } from '../../concepts/warnings.ts'
import type { Warning } from '../../concepts/comparison.ts'
import type { Run } from '../../concepts/run.ts'

/**
 * @param variant that it is about; null: several
 * @param severity where the table leaves a choice; else, the worst in it
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
 */
export function warningOf<Code extends WarningCode>(
  code: Code, runs: Run[], tell: (runs: Run[]) => string, severity?: SeverityOf<Code>
): Warning[] {
  if (runs.length === 0) return []
  const byVariant = [...Map.groupBy(runs, ({ variant }) => variant)].map(([variant, all]) => ({ variant, rounds: all.map(({ round }) => round) }))
  const where = byVariant.map(({ variant, rounds }) => `${variant}, ${rounds.length === 1 ? 'round' : 'rounds'} ${ranges(rounds)}`).join('; ')
  const variant = byVariant.length === 1 ? byVariant[0].variant : null
  const rounds = [...new Set(runs.map(({ round }) => round))].sort((a, b) => a - b)
  return [{ ...warning(code, variant, `${where}: ${tell(runs)}`, severity), rounds }]
}

/**
 * @param rounds ascending
 * @returns such as "1 to 4 and 6"
 */
function ranges(rounds: number[]): string {
  // Neighbours are as far from their places.
  const found = [...Map.groupBy(rounds.map((round, i) => ({ round, i })), ({ round, i }) => round - i).values()]
  return list(found.flatMap((range) => {
    const [first, last] = [range[0].round, range[range.length - 1].round]
    return range.length > 2 ? [`${first} to ${last}`] : range.map(({ round }) => String(round))
  }))
}

export function addCounts(byKind: readonly Record<string, number>[]): Record<string, number> {
  const sums: Record<string, number> = {}
  for (const [kind, count] of byKind.flatMap(Object.entries)) sums[kind] = (sums[kind] ?? 0) + count
  return sums
}
