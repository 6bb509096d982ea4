import { hostname } from 'node:os'

/**
 * In a container the app often is process 1, as it is in each of its replicas: only their host names differ.
 *
 * @param {{ pid: number }} [process_]
 * @returns {string} by which this process is told from others that answer under the same address
 */
export function processName({ pid } = process) {
  return pid === 1 ? `${hostname()}-${pid}` : String(pid)
}
