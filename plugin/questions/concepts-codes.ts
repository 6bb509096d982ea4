import { capacityMetric, capacityRead, capacityWarnings, type CapacityReading } from './capacity/concepts/codes.ts'
import { growthLimit, growthWarnings } from './growth/concepts.ts'
import { profileWarnings } from './profile/concepts.ts'

/** What all rows of a list have. */
export type All<Rows> = Rows extends readonly [infer Row, ...infer Rest] ? Row & All<Rest> : {}
/** What each row has there. */
export type Part<Rows, Key> = { [I in keyof Rows]: Key extends keyof Rows[I] ? Rows[I][Key] : {} }

/** @returns what all parts have */
export const together = <Whole>(parts: readonly (object | undefined)[]): Whole => Object.assign({}, ...parts)

/** @returns the same, of parts that differ */
export const table = <const Parts extends readonly object[]>(parts: Parts): All<Parts> => together(parts)

/** @returns a row that asks all that have the part, and says what the first does that says anything; else null */
export const asking = <Row extends object>(rows: readonly Partial<Row>[]): Row =>
  new Proxy({} as Row, {
    get:
      (_, part) =>
      (...of: unknown[]) => {
        for (const row of rows as readonly Record<string | symbol, any>[]) {
          const said = row[part]?.(...of)
          if (said != null) return said
        }
        return null
      }
  })

/** What searches find, in the table of metrics; each says so. */
export const questionMetrics = table([capacityMetric])
/** What a run says of one. */
export type QuestionReading = All<[CapacityReading]>
/** Null: nothing was searched for. */
export const { foundIn } = asking<{ foundIn: (run: QuestionReading) => number | null }>([capacityRead])
/** In the table of warnings. */
export const questionWarnings = table([capacityWarnings, growthWarnings, profileWarnings])
/** Limits of what is found after the rounds. */
export const questionLimitFacts = table([growthLimit])
