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
      argv: [...process.execArgv, artillery, ...argv],
      env: { ...process.env, ...environment, ...env },
      cwd: process.cwd(),
      logFile
    },
    guard
  )
}
