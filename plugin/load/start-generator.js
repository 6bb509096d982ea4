import { startOwned } from '../processes/owned-process.js'
/**
 * @import { Guard } from '../processes/guard.js'
 * @import { OwnedProcess } from '../processes/owned-process.js'
 */

const environment = {
  // One comparison is one use of Artillery, not twenty.
  ARTILLERY_DISABLE_TELEMETRY: 'true',
  // The bundle of a TypeScript processor is the outer process's, which removes it at the end.
  ARTILLERY_TS_KEEP_BUNDLE: 'true',
  // How the outer process was coloured is no matter of a log file.
  FORCE_COLOR: '0'
}

/**
 * Each request leaves some kilobytes behind. In the 1 MB in which V8 begins, that is collected so often that much of it is taken
 * for lasting; in 16 MB, the generator takes a sixth less CPU at 300 requests/s, and a fifth less at 9,000.
 */
export const nodeFlags = ['--min-semi-space-size=16']

/**
 * @param {object} what
 * @param {string} what.artillery the script that is the `artillery` command
 * @param {string[]} what.argv its arguments
 * @param {Record<string, string>} [what.env] what it is told beyond the environment of this process
 * @param {string} what.logFile
 * @param {Guard} guard
 * @returns {OwnedProcess}
 */
export function startGenerator({ artillery, argv, env, logFile }, guard) {
  return startOwned(
    {
      argv: [...process.execArgv, ...nodeFlags, artillery, ...argv],
      env: { ...process.env, ...environment, ...env },
      cwd: process.cwd(),
      logFile
    },
    guard
  )
}
