import { clusterPrimary } from '../scripts.ts'
import { startProcess } from '../start-process.ts'
import { workerOptions } from '../worker-options.ts'
import type { PrimaryOptions } from '../cluster-primary.ts'
import type { Way } from '../modes.ts'
import type { StartRequest } from '../start-variant.ts'

/** Several workers on one port, by Node's cluster module; the primary is ours. */
export const cluster: Way = {
  start: (request, signal) => startProcess(request, { argv: clusterArguments(request) }, signal)
}

/** @returns arguments for Node */
export function clusterArguments(request: Pick<StartRequest, 'app' | 'variant' | 'pidHeader'>): string[] {
  const options: PrimaryOptions = { ...workerOptions(request), scheduling: request.variant.scheduling }
  return [clusterPrimary, JSON.stringify(options)]
}
