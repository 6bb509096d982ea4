import { optional, readOptions } from '../../../kit/judge-options.ts'
import { secondsOf } from '../../../settings/phases.ts'
import { percentage, shareOf } from '../../../settings/shapes.ts'
import { afterKind, recoveryTime } from '../settings/options.ts'
import type { DisturbanceKind } from '../concepts/disturbances.ts'

/** What may be required of losses, in which word it is given as an option, and the number in it. */
const lossWords = {
  lost: { word: 'atMost', example: '0%', shape: percentage, numberOf: shareOf },
  recovery: { word: 'within', example: '1s', shape: recoveryTime, numberOf: secondsOf }
}

/** most: left out, the comparison declares it; after: only those of one kind of disturbance. */
export type LossDemand = { limit: keyof typeof lossWords; most?: number | undefined } & AfterOptions
export type AfterOptions = { after?: DisturbanceKind | undefined }

/** As values of a method: `.atMost('0%', { after: 'reload' })`. */
export function readLoss(limit: LossDemand['limit'], word: string, [value, options]: unknown[]): LossDemand {
  const { after } = readOptions(options, word, { after: 'reload' }, { after: [afterKind, ''] })
  return { limit, most: mostOf(limit, value, `The value of ${word}`), after }
}

/** As options: `assertLosses(comparison, { atMost: '0%', after: 'reload' })`. */
export function readLossOptions(limit: LossDemand['limit'], options: unknown, assertion: string): LossDemand {
  const { word, example, shape } = lossWords[limit]
  const { [word]: value, after } = readOptions(
    options,
    assertion,
    { [word]: example, after: 'reload' },
    { [word]: [shape, ''], after: [afterKind, ''] }
  )
  return { limit, most: mostOf(limit, value, `${assertion}.${word}`), after: after as DisturbanceKind | undefined }
}

function mostOf(limit: LossDemand['limit'], value: unknown, name: string) {
  const { shape, numberOf } = lossWords[limit]
  const given = optional(shape, value, name)
  return given === undefined ? undefined : numberOf(given)
}
