export type { Metric, Percentile } from './metrics.ts'
