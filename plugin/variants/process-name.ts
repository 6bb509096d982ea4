import { hostname } from 'node:os'

/**
 * In a container the app often is process 1, as it is in each of its replicas: only their host names differ.
 *
 * @returns by which this process is told from the others that answer
 */
export function processName(): string {
  return process.pid === 1 ? `${hostname()}-1` : String(process.pid)
}
