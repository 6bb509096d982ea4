import { counted, inMiB, paragraph, percent } from '../../concepts/wording.ts'
import { quotaPeriodMs } from '../../concepts/run.ts'
import { markedVariant, scrolling, section, table, tableRow, type ScenarioView } from './section.ts'

const columns = ['Variant', 'Instances', 'CPU of each', 'Quota used up', 'Stood still', 'Memory, at most', 'Killed']

/** What instances did with their limits of CPU and memory; null: no variant has any. */
export function instancesSection(view: ScenarioView) {
  const rows = (view.result?.variants ?? []).flatMap(({ name, shape }) => {
    if (shape === null) return []
    const { instances, cpus, cpu, throttledPeriods, throttledTime, memoryBytes, peakMegabytes, oomKills } = shape
    const quota = cpus === null ? '' : ` of ${counted(cpus, 'core')}`
    const limit = memoryBytes === null ? '' : ` of ${inMiB(memoryBytes)}`
    const cells = [
      instances,
      `${cpu.toFixed(2)}${quota}`,
      ...[throttledPeriods, throttledTime].map((share) => (cpus === null ? '–' : percent(share))),
      `${peakMegabytes.toFixed(0)}${limit}`,
      oomKills
    ]
    return [tableRow(markedVariant(view, name), cells)]
  })
  const lead = paragraph([
    'CPU and quota: means over instances and rounds, of what counts.',
    `Quota used up: in how many of its periods of ${quotaPeriodMs} ms.`,
    'Stood still: for how much of the time an instance therefore waited.',
    'Killed: processes that the kernel ended for memory.'
  ])
  if (rows.length === 0) return null
  return section(
    view,
    { id: 'instances', title: 'Limits of the instances', lead },
    scrolling(view, 'What instances did with their limits', table('levels', columns, rows))
  )
}
