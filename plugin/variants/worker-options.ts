import type { StartRequest } from './start-variant.ts'

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
