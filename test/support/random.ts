export { seededNormal, seededUniform } from '../../plugin/statistics/scalability.ts'
