import { median } from '../../plugin/statistics/descriptive.ts'

/** @returns median and spread, as printed */
export function spread(values: number[]): string {
  const digits = (value: number) => value.toFixed(3)
  return `${digits(median(values))}  (${digits(Math.min(...values))}..${digits(Math.max(...values))}, n = ${values.length})`
}

/**
 * Calls each in turn, so that a busy neighbour of this machine hits all alike; every second round from behind. Returns
 * what each returned, once a round.
 */
export async function inTurn<Name extends string, Value>(
  rounds: number,
  measures: Record<Name, (round: number) => Promise<Value>>
): Promise<Record<Name, Value[]>> {
  const names = Object.keys(measures) as Name[]
  const values = Object.fromEntries(names.map((name) => [name, [] as Value[]])) as Record<Name, Value[]>
  for (let round = 0; round < rounds; round++) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) values[name].push(await measures[name](round))
  }
  return values
}

/** @returns a / b, one a round */
export const ratiosOf = (a: readonly number[], b: readonly number[]): number[] => a.map((value, i) => value / b[i])

/** @returns the same of a figure of each */
export const ratiosBy = <Value>(a: readonly Value[], b: readonly Value[], figure: (value: Value) => number): number[] =>
  ratiosOf(a.map(figure), b.map(figure))
