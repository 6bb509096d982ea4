/**
 * Uniform random numbers that are the same for the same seed: mulberry32, Tommy Ettinger's 32-bit generator.
 *
 * @param seed a whole number
 * @returns from 0, below 1
 */
export function seededUniform(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/**
 * Normal random numbers with mean 0 and standard deviation 1, by Box and Muller.
 *
 * @param seed a whole number
 */
export function seededNormal(seed: number): () => number {
  const uniform = seededUniform(seed)
  return () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform())
}
