export type Mode = 'single' | 'cluster' | 'pm2' | 'reuse-port' | 'command' | 'url'

export type { Metric, Percentile } from './metrics.ts'
