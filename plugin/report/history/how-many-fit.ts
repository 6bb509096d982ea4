/**
 * @param most of them all
 * @returns how many of the first have room together; one at least, where there is one
 */
export function howManyFit(sizes: readonly number[], most: number): number {
  let sum = 0
  const tooLarge = sizes.findIndex((size, i) => (sum += size) > most && i > 0)
  return tooLarge === -1 ? sizes.length : tooLarge
}
