import type { Variant } from '../concepts/settings.ts'
import type { StartRequest } from './start-variant.ts'
import { builtModule } from '../package-files.ts'

/** What each of our primaries is told: the one argument of its script, as JSON. */
export interface WorkerOptions {
  script: string
  args: string[]
  nodeArgs: string[]
  pidHeader: string
  workers: number
  scheduling: Variant['scheduling']
}

export function workerOptions({ app, variant, pidHeader }: Pick<StartRequest, 'app' | 'variant' | 'pidHeader'>): WorkerOptions {
  const { nodeArgs } = app
  const { scheduling } = variant
  return { script: String(app.script), args: [...app.args, ...variant.args], nodeArgs, pidHeader, workers: Number(variant.workers), scheduling }
}

/** @returns arguments for a Node that the process which calls this will start, with our preload in it */
export function preloaded({ nodeArgs, pidHeader }: { nodeArgs: string[], pidHeader: string }): string[] {
  const preload = builtModule('app/preload.js')
  preload.searchParams.set('pidHeader', pidHeader)
  preload.searchParams.set('owner', String(process.pid))
  return [...nodeArgs, '--import', preload.href]
}
