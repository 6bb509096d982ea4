import jStat from 'jstat'
import { sumBy } from './descriptive.ts'

/** Rows beyond as many as there are things: of fewer, nothing tells how far values are off. */
const fewestBeyond = 6

/**
 * @param rows how much of each thing there is; totals: what each row is worth
 * @returns what one of each is worth, with its standard error; null: there are too few rows. Of things that always come
 * together, errors are infinite, or as good as that
 */
export function leastSquares(rows: number[][], totals: number[]): { value: number; error: number }[] | null {
  const count = rows[0]?.length ?? 0
  if (count === 0 || rows.length < count + fewestBeyond) return null
  const dot = (one: number[], other: number[]) => sumBy(one, (value, i) => value * other[i])
  const columns = rows[0].map((_, i) => rows.map((row) => row[i]))
  const inverse = jStat.inv(columns.map((column) => columns.map((other) => dot(column, other))))
  const sums = columns.map((column) => dot(column, totals))
  const values = inverse.map((row) => dot(row, sums))
  const squares = sumBy(rows, (row, i) => (totals[i] - dot(row, values)) ** 2)
  return values.map((value, i) => ({ value, error: Math.sqrt((squares / (rows.length - count)) * inverse[i][i]) }))
}
