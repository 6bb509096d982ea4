import { fileURLToPath } from 'node:url'
import { builtModule } from '../package-files.ts'
import { pm2 } from './modes/pm2.ts'
import { checkSharedPort } from './modes/reuse-port.ts'
import { url } from './modes/url.ts'
import { startProcess } from './start-process.ts'
import { preloaded, workerOptions } from './worker-options.ts'
import type { Mode } from '../concepts/modes.ts'
import type { App, Settings, Variant } from '../concepts/settings.ts'
import type { RunningVariant, StartRequest } from './start-variant.ts'

/** How a mode runs the app. */
export interface Runner {
  /** what can be known before anything is started; rejects with a SpeedupError */
  check?: (settings: Settings, variant: Variant, signal: AbortSignal) => Promise<void>
  start: (request: StartRequest, signal: AbortSignal) => Promise<RunningVariant> // resolves when it is ready
}

/** What is known of a mode beside this is in concepts/modes.ts. */
export const runners: Record<Mode, Runner> = {
  single: node(({ app, variant, pidHeader }) => singleArguments(app, variant.args, pidHeader)),
  cluster: node(clusterArguments),
  pm2,
  'reuse-port': {
    check: checkSharedPort,
    ...node((request) => primaryArguments(builtModule('app/reuse-port-primary.js'), workerOptions(request)))
  },
  ports: node((request) =>
    primaryArguments(builtModule('app/ports-primary.js'), { ...workerOptions(request), hostname: request.target.hostname })),
  command: {
    start(request, signal) {
      const command = request.variant.command ?? []
      // A line is the shell's, with all that it can: quotes, variables, `&&`.
      const [file, ...argv] = typeof command === 'string' ? ['/bin/sh', '-c', command] : command
      return startProcess(request, { file, argv, isStranger: true }, signal)
    }
  },
  url
}

/**
 * Nobody should wait for half of a comparison whose other half can't work here.
 *
 * @throws SpeedupError UNSUPPORTED, APP_NOT_READY, INVALID_SETTINGS
 */
export async function checkVariants(settings: Settings, signal: AbortSignal) {
  for (const variant of settings.variants) await runners[variant.mode].check?.(settings, variant, signal)
}

function node(argumentsFor: (request: StartRequest) => string[]): Runner {
  return { start: (request, signal) => startProcess(request, { argv: argumentsFor(request) }, signal) }
}

/** @param args after the app's */
export function singleArguments({ nodeArgs, script, args: ofApp }: App, args: string[], pidHeader: string): string[] {
  return [...preloaded({ nodeArgs, pidHeader }), String(script), ...ofApp, ...args]
}

export function clusterArguments(request: Pick<StartRequest, 'app' | 'variant' | 'pidHeader'>): string[] {
  return primaryArguments(builtModule('app/cluster-primary.js'), workerOptions(request))
}

function primaryArguments(script: URL, options: object) {
  return [fileURLToPath(script), JSON.stringify(options)]
}
