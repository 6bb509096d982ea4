/**
 * @param {readonly number[]} sizes
 * @param {number} most of them all
 * @returns {number} how many of the first have room together; one at least, where there is one
 */
export function howManyFit(sizes, most) {
  let sum = 0
  const tooLarge = sizes.findIndex((size, i) => (sum += size) > most && i > 0)
  return tooLarge === -1 ? sizes.length : tooLarge
}
