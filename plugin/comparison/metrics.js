/** @import { Metric } from '../vocabulary.js' */

/** @type {readonly Metric[]} */
export const metrics = ['p50', 'p95', 'p99', 'throughput']
