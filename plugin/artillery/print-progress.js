import { formatBeginning, formatRun } from '../report/console-progress.js'
/**
 * @import { Settings } from '../vocabulary.js'
 * @import { Progress } from '../speedup.js'
 */

/**
 * @param {Settings} settings
 * @param {{ log: (line: string) => void, quiet: boolean }} console quiet: the verdict at the end is enough
 * @returns {(progress: Progress) => void}
 */
export function createProgressPrinter(settings, { log, quiet }) {
  if (quiet) return () => {}
  const nameWidth = Math.max(...settings.variants.map(({ name }) => name.length))
  const lastScenario = settings.scenarios[settings.scenarios.length - 1].name
  return (progress) => {
    if (progress.event === 'scenario') log(`\n${formatBeginning(progress.scenario, settings)}`)
    if (progress.event === 'run') log(formatRun(progress.run, { nameWidth, secondsLeft: progress.secondsLeft, isLast: progress.run.scenario === lastScenario }))
  }
}
