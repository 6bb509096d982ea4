/**
 * As far as it was recorded, and no further: what a page holds stays small.
 *
 * @returns to three decimals
 */
export function round(value: number): number {
  return Math.round(value * 1000) / 1000
}
