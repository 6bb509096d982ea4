import type { StartRequest } from './start-variant.ts'
import { builtModule } from '../package-files.ts'

/** What each of our primaries needs to know. */
export interface WorkerOptions {
  script: string
  args: string[]
  nodeArgs: string[]
  pidHeader: string
  workers: number
}

export function workerOptions({ app, variant, pidHeader }: Pick<StartRequest, 'app' | 'variant' | 'pidHeader'>): WorkerOptions {
  return { script: String(app.script), args: [...app.args, ...variant.args], nodeArgs: app.nodeArgs, pidHeader, workers: Number(variant.workers) }
}

/** @returns arguments for a Node that the process which calls this will start, with our preload in it */
export function preloaded({ nodeArgs, pidHeader }: { nodeArgs: string[], pidHeader: string }): string[] {
  const preload = builtModule('app/preload.js')
  preload.searchParams.set('pidHeader', pidHeader)
  preload.searchParams.set('owner', String(process.pid))
  return [...nodeArgs, '--import', preload.href]
}
