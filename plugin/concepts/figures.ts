// What figures of a comparison may be: by these and by the tags in comments, tools/type-schema.ts writes its schema. A
// figure is 0 or more, unless a tag says otherwise. This file imports nothing.

/** From 0 to 1. @maximum 1 */
export type Share = number

/** @integer */
export type Count = number

/** Processes that serve the app. @integer @minimum 1 */
export type Workers = number

/** Counted from 1. @integer @minimum 1 */
export type Round = number

/** @exclusiveMinimum 0 */
export type Positive = number

/** Above 1 when the candidate is better. @exclusiveMinimum 0 */
export type Ratio = number

/** Confidence interval of a speedup: lower and upper end. */
export type Interval = [number, Positive]

/** Confidence interval: lower and upper end. */
export type Range = [number, number]

/** ISO 8601, UTC. @pattern ^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$ */
export type Time = string

export interface RoundsAllowed {
  /** @integer @minimum 3 @maximum 30 */
  min: number
  /** @integer @minimum 3 @maximum 30 */
  max: number
}
