import type { Verdict } from '../vocabulary.ts'

/** @returns null: nothing was required */
export function worst(verdicts: (Verdict | null)[]): Verdict | null {
  return (['fail', 'inconclusive', 'pass'] as const).find((one) => verdicts.includes(one)) ?? null
}
