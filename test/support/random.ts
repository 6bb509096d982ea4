export { seededNormal, seededUniform } from '../../plugin/statistics/seeded-random.ts'
