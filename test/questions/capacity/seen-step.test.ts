import { seenStep } from '../../../plugin/questions/capacity/statistics/seen-step.ts'
import { itFinds } from '../../support/cases.ts'
import { aGenerator, aRun, latencies } from '../../support/runs.ts'
import type { Run } from '../../../plugin/concepts/run.ts'

const onTime = { p50: 0, p95: 0, p99: 0, 'p99.9': 0, max: 0 }
const counted = { fromMs: 0, toMs: 5000, requests: 1000, latencies: 1000, began: 1000 }

/** Of 240/s users who ask once each, for 5 s. */
const seen = (overrides: Partial<Run>, generator: object = {}) =>
  seenStep(
    aRun({
      level: 200,
      round: 0,
      requests: 1200,
      counted,
      ...overrides,
      generator: aGenerator({ users: 1200, lateMs: onTime, ...generator })
    }),
    { p95: 200, errorRate: 0.01 }
  )
const levelOf = (overrides: Partial<Run>, generator?: object) => {
  const { level, answered } = seen(overrides, generator)
  return [level, answered]
}

describe('what a load tells a search', () => {
  itFinds({
    'is how many users came in the time that counts, and were answered': [[levelOf({}), [200, 200]]],
    'is so of users who ask three times: each who waits is one, whatever they still want to ask': [
      [
        levelOf({ requests: 3600, counted: { ...counted, requests: 3000, began: 3000 }, throughputPerSecond: 600 }),
        [200, 200]
      ],
      // 200/s leave, and 20/s more wait each second: 220/s came.
      [
        levelOf({ requests: 3600, counted: { ...counted, requests: 3000, began: 3100 }, throughputPerSecond: 600 }),
        [220, 200]
      ]
    ],
    'is the time that a user waits for the app, in all requests, not in the quickest': [
      [seen({ latencyMs: { ...latencies(250), min: 0.4 }, requests: 2400 }).insideMs, 500],
      [seen({ latencyMs: null }).insideMs, null]
    ],
    'is nothing where nobody arrived, or came so late that this may be why the limit was missed': [
      [[counted, { ...counted, began: 0, requests: 0 }].map((part) => seen({ counted: part }).void), [null, 'empty']],
      [[10, 30].map((p95) => seen({ latencyMs: latencies(300) }, { lateMs: { ...onTime, p95 } }).void), [null, 'late']],
      [seen({ latencyMs: latencies(300), failures: 600 }, { lateMs: { ...onTime, p95: 30 } }).void, null]
    ],
    'is that the limit is missed where nothing was answered': [
      [
        [seen({ latencyMs: null }).room, seen({ latencyMs: null }).void],
        [0, null]
      ]
    ],
    'is what the queue of fixed times needs at least: 1.5 users a second for a p95 of 1 s, for those who ask once': [
      [Number(seen({}).leastQueue.toFixed(2)), 7.49],
      [Number(seen({ requests: 3600 }).leastQueue.toFixed(2)), 2.5]
    ]
  })
})
