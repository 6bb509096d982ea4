import type { Metric } from './codes.ts'

export const metrics: readonly Metric[] = ['p50', 'p95', 'p99', 'throughput']
