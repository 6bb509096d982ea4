import { counted, percent } from '../../../concepts/wording.ts'
import { inSoMany, endsOf, grouped, timeSpan } from '../../../report/words/numbers.ts'
import type { Cell, Table } from '../../../report/tables/table.ts'
import type { Losses } from '../concepts/losses.ts'
import { againstWords, bumpOf, disturbanceWords, kindsOf, limitName, lostOf, neverOr } from './loss-sentences.ts'

/**
 * @param all what one disturbance did to each variant: a row each
 * @param isEarly whether it was ended too early for a verdict
 */
export const lossesTable = (all: readonly (Losses & { variant: string })[], isEarly: boolean): Table => ({
  title: `What was lost: ${disturbanceWords(all[0].disturbance)}`,
  columns: [
    { title: 'Variant', isLeft: true },
    { title: 'Lost', isMain: true },
    { title: 'At most', rank: 1 },
    { title: 'How', rank: 4 },
    { title: 'No listener for', rank: 5 },
    { title: 'Back to normal in', rank: 3, intervalRank: 6 },
    { title: 'p95 up to', rank: 2, intervalRank: 6 },
    { title: 'Throughput down to', rank: 7 },
    { title: 'Result', isLeft: true, rank: 8 }
  ],
  rows: all.map((own): Cell[] => {
    const { losingRounds, rounds, lost, byConnection, outageSeconds, recoverySeconds, neverBack, bump, dip } = own
    return [
      { name: own.variant, isVariant: true },
      { text: lostOf(own), detail: losingRounds === 0 ? null : `in ${losingRounds} of ${counted(rounds, 'round')}` },
      inSoMany(lost.interval[1]),
      {
        text: kindsOf(own) || 'none',
        detail: byConnection.fresh === 0 ? null : `${grouped(byConnection.fresh)} on new connections`
      },
      outageSeconds === null ? 'unknown' : outageSeconds < 0.01 ? 'never' : timeSpan(outageSeconds),
      {
        text: neverOr(own),
        ends: neverBack > 0 || recoverySeconds === null ? null : endsOf(recoverySeconds.interval),
        detail: againstWords(own)
      },
      { text: bumpOf(own), ends: bump && endsOf(bump.interval) },
      percent(dip),
      own.limits.length === 0 && own.problems.length > 0
        ? [{ verdict: null, words: ['no result'] }]
        : own.limits.map((limit) => ({ verdict: isEarly ? null : limit.verdict, isEarly, words: [limitName(limit)] }))
    ]
  })
})
