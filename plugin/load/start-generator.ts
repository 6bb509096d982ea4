import { startOwned, type OwnedProcess } from '../processes/owned-process.ts'
import type { Guard } from '../processes/guard.ts'

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
 * @param what.artillery the script that is the `artillery` command
 * @param what.argv its arguments
 * @param what.env what it is told beyond the environment of this process
 */
export function startGenerator({ artillery, argv, env, logFile }: { artillery: string, argv: string[], env?: Record<string, string>, logFile: string }, guard: Guard): OwnedProcess {
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
