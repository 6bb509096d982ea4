/** The sum of atan(i) * tan(i) for i from 7^7 down to 0: arithmetic in one loop, no memory. */
export function sumTangents() {
  let sum = 0
  for (let i = 7 ** 7; i >= 0; i--) sum += Math.atan(i) * Math.tan(i)
  return sum
}
