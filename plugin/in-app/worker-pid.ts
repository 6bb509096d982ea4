import { validateHeaderName } from 'node:http'
import { harmless } from '../processes/harmless.ts'
import { processName } from './tag-responses.ts'

/** What a response of Node's http, Express and Connect has itself; Fastify keeps it in `raw`. */
type NodeResponse = { setHeader: (name: string, value: string) => unknown }
type Tag = (request: unknown, response: NodeResponse | { raw: NodeResponse }, next?: () => void) => void

/**
 * Tags each response with the PID of the process that makes it, so that a comparison sees how the work is distributed
 * (with the host's name before it where that is 1, as in containers):
 *
 *     app.use(workerPid())                    // Express, Connect
 *     app.addHook('onRequest', workerPid())   // Fastify
 *     workerPid()(request, response)          // Node's http
 *
 * @param options header: as in the option app.pidHeader of the plugin; `x-worker-pid` when left out
 * @throws TypeError when there can be no header of that name
 */
export function workerPid({ header = 'x-worker-pid' }: { header?: string } = {}): Tag {
  validateHeaderName(header)
  const pid = processName()
  // What the app has answered already takes no header.
  const tag = harmless((response: Parameters<Tag>[1]) =>
    ('raw' in response ? response.raw : response).setHeader(header, pid)
  )
  return (_request, response, next) => {
    tag(response)
    next?.()
  }
}
