import type { Metric } from '../vocabulary.ts'

export const metrics: readonly Metric[] = ['p50', 'p95', 'p99', 'throughput']
