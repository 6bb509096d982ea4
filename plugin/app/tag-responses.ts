import { subscribe } from 'node:diagnostics_channel'
import type { ServerResponse } from 'node:http'
import { hostname } from 'node:os'

/** From now on, each response of this process names it: those of worker threads, too, if they call this. */
export function tagResponses(header: string) {
  const pid = processName()
  subscribe('http.server.request.start', (message) => {
    const { response } = message as { response: ServerResponse }
    // The app has not seen the request yet: whatever it sets itself replaces this.
    response.setHeader(header, pid)
  })
}

/**
 * In a container the app often is process 1, as it is in each of its replicas: only their host names differ.
 *
 * @returns by which this process is told from the others that answer
 */
export function processName(): string {
  return process.pid === 1 ? `${hostname()}-1` : String(process.pid)
}
