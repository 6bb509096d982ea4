import { summariseInstances } from '../../plugin/measure/usage.ts'
import { itFinds } from '../support/cases.ts'
import type { UsageReport } from '../../plugin/messages/app.ts'
import type { Life, GroupReading } from '../../plugin/concepts/spans.ts'
import type { Span } from '../../plugin/concepts/spans.ts'

/**
 * Idle until 1 s, then uses half a core, and its quota up in 8 of 10 periods, in each of which it stands still for 50
 * ms.
 */
const readingAt = (atMs: number, rest?: Partial<GroupReading>): GroupReading => {
  const busyMs = Math.max(0, atMs - 1000)
  return {
    atMs,
    periods: busyMs / 100,
    throttledPeriods: (0.8 * busyMs) / 100,
    throttledMs: 0.4 * busyMs,
    usedMs: 0.5 * busyMs,
    peakBytes: 100 * 2 ** 20,
    oomKills: 0,
    ...rest
  }
}
const readings = [0, 1000, 2000, 3000].map((atMs) => readingAt(atMs))
const died = (pid: number, bySignal: boolean): Life => ({ pid, fromMs: 0, toMs: 2500, bySignal })
const report = (pid: number, megabytes: number) =>
  ({ pid, rssBytes: megabytes * 2 ** 20, heapBytes: (megabytes / 2) * 2 ** 20 }) as UsageReport

const useIn = (spans: Span[], parallel = 1, own = readings) => {
  const [use] = summariseInstances({ instances: [own], lives: [], usage: [] }, spans, parallel).instances ?? []
  return [use.cpu, use.throttledPeriods, use.throttledTime]
}
const all = [{ fromMs: 1000, toMs: 3000 }]
/** @param count in the last reading of the second of two instances */
const killed = (count: number, lives: Life[] = [], usage: UsageReport[] = []) => {
  const last = readingAt(3500, { oomKills: count, peakBytes: 256.04 * 2 ** 20 })
  const seen = { instances: [readings, [...readings, last]], lives, usage }
  const { instances = [], ...rest } = summariseInstances(seen, all, 1)
  return { kills: instances.map(({ oomKills }) => oomKills), peaks: instances.map((use) => use.peakMegabytes), ...rest }
}
const kills = { kills: [0, 2], peaks: [100, 256] }

describe('what instances did with their limits', () => {
  itFinds({
    'is of the time that counts, in turns, too': [
      [useIn(all), [0.5, 0.8, 0.4]],
      [useIn([{ fromMs: 0, toMs: 2000 }]), [0.25, 0.8, 0.2]],
      [
        useIn([
          { fromMs: 0, toMs: 1000 },
          { fromMs: 2000, toMs: 3000 }
        ]),
        [0.25, 0.8, 0.2]
      ]
    ],
    'is interpolated between two readings': [
      [useIn([{ fromMs: 900, toMs: 1100 }], 1, [readings[0], readings[1], readings[3]]), [0.25, 0.8, 0.2]]
    ],
    'is no throttling where nothing wanted to run, and counts the time on each CPU that it can use': [
      [useIn([{ fromMs: 0, toMs: 1000 }]), [0, 0, 0]],
      [useIn(all, 2), [0.5, 0.8, 0.2]]
    ],
    'has the peak of memory and the kills of the whole run, with the last report of a process that was killed': [
      [killed(0, [died(7, true)], [report(7, 200)]), { kills: [0, 0], peaks: [100, 256] }],
      [
        killed(2, [died(6, false), died(7, true)], [report(7, 100), report(7, 240), report(6, 80)]),
        { ...kills, lastReport: { rssMegabytes: 240, heapMegabytes: 120 } }
      ]
    ],
    'says where it is not known who was killed, or what that one reported': [
      [killed(2, [], [report(7, 240)]), { ...kills, lastReport: null }],
      [killed(2, [died(7, false)], [report(7, 240)]), { ...kills, lastReport: null }],
      [killed(2, [died(7, true)], [report(6, 240)]), { ...kills, lastReport: null }]
    ]
  })
})
