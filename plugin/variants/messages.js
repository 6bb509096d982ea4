/**
 * What the processes of an app tell us over IPC. Everything else on that channel belongs to the app.
 *
 * @typedef {{ event: 'listening', pid: number, port: number, address: string }
 *   | { event: 'worker-exited', pid: number, code: number | null, signal: string | null }
 *   | { event: 'gave-up', deaths: number }} AppEvent
 */

/**
 * @param {unknown} message
 * @returns {AppEvent | undefined}
 */
export function asAppEvent(message) {
  if (typeof message !== 'object' || message === null) return undefined
  return /** @type {Record<string, AppEvent>} */ (message)['artillery-plugin-speedup']
}
