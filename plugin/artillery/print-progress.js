import { formatBeginning, formatRun } from '../report/console-progress.js'
/**
 * @import { Settings } from '../vocabulary.js'
 * @import { Progress } from '../speedup.js'
 */

/**
 * @param {Settings} settings
 * @param {(line: string) => void} log
 * @returns {(progress: Progress) => void}
 */
export function createProgressPrinter(settings, log) {
  const nameWidth = Math.max(...settings.variants.map(({ name }) => name.length))
  return (progress) => {
    if (progress.event === 'scenario') log(`\n${formatBeginning(progress.scenario, settings)}`)
    if (progress.event === 'run') log(formatRun(progress.run, { nameWidth, secondsLeft: progress.secondsLeft }))
  }
}
