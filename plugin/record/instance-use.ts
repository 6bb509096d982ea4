import { lengthOf, type Span } from '../concepts/spans.ts'
import { rounded } from '../statistics/descriptive.ts'
import { growthOver, megabytes } from './usage.ts'
import type { UsageReport } from '../messages/app.ts'
import type { Life } from '../concepts/disturbances.ts'
import type { GroupReading, InstanceUse, Run } from '../concepts/run.ts'

interface Seen {
  instances: GroupReading[][] // in the order of time
  lives: Life[]
  usage: readonly UsageReport[]
}

/**
 * What instances did with their limits.
 *
 * @param spans that count
 * @param parallel CPUs that an instance can use at once: the kernel counts for each how long it stood still
 */
export function summariseInstances(
  { instances, lives, usage }: Seen,
  spans: readonly Span[],
  parallel: number
): Pick<Run, 'instances' | 'lastReport'> {
  const uses = instances.map((readings): InstanceUse => {
    const grown = (valueOf: (reading: GroupReading) => number) => growthOver(readings, spans, valueOf)
    const elapsedMs = lengthOf(spans)
    const periods = grown((reading) => reading.periods)
    const last = readings[readings.length - 1]
    return {
      cpu: rounded(grown(({ usedMs }) => usedMs) / elapsedMs),
      throttledPeriods: periods < 1 ? 0 : rounded(Math.min(1, grown((reading) => reading.throttledPeriods) / periods)),
      throttledTime: rounded(Math.min(1, grown(({ throttledMs }) => throttledMs) / elapsedMs / parallel)),
      peakMegabytes: megabytes(last.peakBytes),
      oomKills: last.oomKills
    }
  })
  if (uses.every(({ oomKills }) => oomKills === 0)) return { instances: uses }
  const report = usage.findLast(({ pid }) => lives.some((life) => life.bySignal && life.pid === pid))
  const lastReport = report && { rssMegabytes: megabytes(report.rssBytes), heapMegabytes: megabytes(report.heapBytes) }
  return { instances: uses, lastReport: lastReport ?? null }
}
