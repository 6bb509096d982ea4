import { fileURLToPath } from 'node:url'
import { builtModule } from '../package-files.ts'
import { preloaded, workerOptions } from './worker-options.ts'
import { startProcess } from './start-process.ts'
import type { App, Settings, Variant } from '../concepts/settings.ts'
import type { PrimaryOptions } from './cluster-primary.ts'
import type { PortsOptions } from './ports-primary.ts'
import type { StartRequest, RunningVariant } from './start-variant.ts'
import { pm2 } from './modes/pm2.ts'
import { reusePort } from './modes/reuse-port.ts'
import { url } from './modes/url.ts'
import type { Mode } from '../concepts/modes.ts'

const clusterPrimary = fileURLToPath(builtModule('app/cluster-primary.js'))

/** One process, as it is started by hand. */
const single: Way = {
  start: (request, signal) => startProcess(request, { argv: singleArguments(request.app, request.variant.args, request.pidHeader) }, signal)
}

/**
 * @param args after the app's
 * @returns arguments for Node
 */
export function singleArguments({ nodeArgs, script, args: ofApp }: App, args: string[], pidHeader: string): string[] {
  return [...preloaded({ nodeArgs, pidHeader }), String(script), ...ofApp, ...args]
}

/** Several workers on one port, by Node's cluster module; the primary is ours. */
const cluster: Way = {
  start: (request, signal) => startProcess(request, { argv: clusterArguments(request) }, signal)
}

/** @returns arguments for Node */
export function clusterArguments(request: Pick<StartRequest, 'app' | 'variant' | 'pidHeader'>): string[] {
  const options: PrimaryOptions = { ...workerOptions(request), scheduling: request.variant.scheduling }
  return [clusterPrimary, JSON.stringify(options)]
}

const portsPrimary = fileURLToPath(builtModule('app/ports-primary.js'))

/** Several single processes, each on a port of its own, and a balancer of ours before them. */
const ports: Way = {
  start(request, signal) {
    const options: PortsOptions = { ...workerOptions(request), hostname: request.target.hostname }
    return startProcess(request, { argv: [portsPrimary, JSON.stringify(options)] }, signal)
  }
}

/** Any program, in any language. It tells us nothing: the system does. */
const command: Way = {
  start(request, signal) {
    const given = request.variant.command ?? []
    // A line is the shell's, with all that it can: quotes, variables, `&&`.
    const [file, ...argv] = typeof given === 'string' ? ['/bin/sh', '-c', given] : given
    return startProcess(request, { file, argv, isStranger: true }, signal)
  }
}

/** How a mode runs the app. */
export interface Way {
  /** what can be known before anything is started; rejects with a SpeedupError */
  check?: (settings: Settings, variant: Variant, signal: AbortSignal) => Promise<void>
  start: (request: StartRequest, signal: AbortSignal) => Promise<RunningVariant> // resolves when it is ready
}

/** A new mode is a file and a row here. */
export const modes: Record<Mode, Way> = { single, cluster, pm2, 'reuse-port': reusePort, ports, command, url }

/**
 * Nobody should wait for half of a comparison whose other half can't work here.
 *
 * @throws SpeedupError UNSUPPORTED, APP_NOT_READY, INVALID_SETTINGS
 */
export async function checkVariants(settings: Settings, signal: AbortSignal) {
  for (const variant of settings.variants) await modes[variant.mode].check?.(settings, variant, signal)
}
