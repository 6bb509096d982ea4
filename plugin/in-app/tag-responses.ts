import type { ServerResponse } from 'node:http'
import { hostname } from 'node:os'
import { watchChannel } from '../processes/harmless.ts'

/** From now on, each response of this process names it, those of worker threads, too, if they call this. */
export function tagResponses(header: string, pid = processName()) {
  // The app has not seen the request yet: whatever it sets itself replaces this.
  watchChannel('http.server.request.start', ({ response }: { response: ServerResponse }) =>
    response.setHeader(header, pid)
  )
}

/**
 * Tells this process from the others that answer. In containers, each replica often is process 1: only their host names
 * differ.
 */
export const processName = () => (process.pid === 1 ? `${hostname()}-1` : String(process.pid))
