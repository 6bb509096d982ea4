import { formatBeginning, formatRun } from '../report/console-progress.ts'
import type { Settings } from '../vocabulary.ts'
import type { Progress } from '../speedup.ts'

/** @param console quiet: the verdict at the end is enough */
export function createProgressPrinter(settings: Settings, { log, quiet }: { log: (line: string) => void, quiet: boolean }): (progress: Progress) => void {
  if (quiet) return () => {}
  const nameWidth = Math.max(...settings.variants.map(({ name }) => name.length))
  const lastScenario = settings.scenarios[settings.scenarios.length - 1].name
  return (progress) => {
    if (progress.event === 'scenario') log(`\n${formatBeginning(progress.scenario, settings)}`)
    if (progress.event === 'run') log(formatRun(progress.run, { nameWidth, secondsLeft: progress.secondsLeft, isLast: progress.run.scenario === lastScenario }))
  }
}
