import { subscribe } from 'node:diagnostics_channel'
import { processName } from './process-name.js'
/** @import { ServerResponse } from 'node:http' */

/**
 * From now on, each response of this process names it: those of worker threads, too, if they call this.
 *
 * @param {string} header
 */
export function tagResponses(header) {
  const pid = processName()
  subscribe('http.server.request.start', (message) => {
    const { response } = /** @type {{ response: ServerResponse }} */ (message)
    // The app has not seen the request yet: whatever it sets itself replaces this.
    response.setHeader(header, pid)
  })
}
