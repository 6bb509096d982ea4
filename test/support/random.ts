export { seededNormal, seededUniform } from '../../plugin/statistics/distributions.ts'

/** Of what is tried at random: the same each time, unless more is tried, or another seed is given. */
export const seed = Number(
  process.env.SPEEDUP_TEST_SEED ?? (process.env.SPEEDUP_TEST_RUNS === undefined ? 1 : Date.now() % 2 ** 31)
)
