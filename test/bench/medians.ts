export function median(values: number[]) {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

/** @returns median and spread, as printed */
export function spread(values: number[]): string {
  const digits = (value: number) => value.toFixed(3)
  return `${digits(median(values))}  (${digits(Math.min(...values))}..${digits(Math.max(...values))}, n = ${values.length})`
}

/**
 * Calls each in turn, in alternating order.
 *
 * @returns what each returned, one a round
 */
export async function inTurn<Name extends string>(rounds: number, measures: Record<Name, () => Promise<number>>): Promise<Record<Name, number[]>> {
  const names = Object.keys(measures) as Name[]
  const values = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>
  for (let round = 0; round < rounds; round++) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) values[name].push(await measures[name]())
  }
  return values
}

/** @returns a / b, one a round */
export function ratiosOf(a: readonly number[], b: readonly number[]): number[] {
  return a.map((value, i) => value / b[i])
}
