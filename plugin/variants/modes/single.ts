import { preloaded } from '../preloaded.ts'
import { startProcess } from '../start-process.ts'
import type { App } from '../../vocabulary.ts'
import type { Way } from '../modes.ts'

/** One process, as it is started by hand. */
export const single: Way = {
  start: (request, signal) => startProcess(request, { argv: singleArguments(request.app, request.variant.args, request.pidHeader) }, signal)
}

/**
 * @param args after the app's
 * @returns arguments for Node
 */
export function singleArguments({ nodeArgs, script, args: ofApp }: App, args: string[], pidHeader: string): string[] {
  return [...preloaded({ nodeArgs, pidHeader }), String(script), ...ofApp, ...args]
}
