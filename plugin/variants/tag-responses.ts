import { subscribe } from 'node:diagnostics_channel'
import { processName } from './process-name.ts'
import type { ServerResponse } from 'node:http'

/** From now on, each response of this process names it: those of worker threads, too, if they call this. */
export function tagResponses(header: string) {
  const pid = processName()
  subscribe('http.server.request.start', (message) => {
    const { response } = message as { response: ServerResponse }
    // The app has not seen the request yet: whatever it sets itself replaces this.
    response.setHeader(header, pid)
  })
}
