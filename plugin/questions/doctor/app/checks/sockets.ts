import { Unseen, type Request } from '../flow.ts'
import type { Check } from '../started.ts'

const path = '/socket.io/?EIO=4&transport=polling'
const get: Request = { method: 'GET', path, headers: {}, body: null }
/** The answer to a ping, which changes nothing. */
const pong: Omit<Request, 'path'> = { method: 'POST', headers: { 'content-type': 'text/plain' }, body: '3' }

/**
 * Clients of socket.io begin with several requests of one session, which a worker has in its memory.
 * Statuses of the second one: at the worker of the first, and at the other. null: there is no socket.io
 */
export const sockets: Check<number[] | null> = {
  title: 'socket.io',
  async look({ ask, workers, flow }) {
    if (!flow.hasSockets) return null
    const [, id] = /"sid":"([^"]+)"/.exec((await ask(workers[0], get)).body) ?? []
    if (id === undefined) throw new Unseen(`no session is opened by GET ${path}`)
    const statuses: number[] = []
    for (const worker of [workers[0], workers.at(-1)!])
      statuses.push((await ask(worker, { ...pong, path: `${path}&sid=${id}` })).status)
    return statuses
  },
  conclude({ clustered }) {
    if (clustered === null) return { findings: [], fine: null }
    const [own, other] = clustered
    const sentence = `socket.io: worker 2 answers ${other} to a session that worker 1 has opened`
    return {
      findings: own < 400 && other >= 400 ? [{ code: 'no-sticky-sessions', sentence }] : [],
      fine: 'sessions of socket.io are known in each worker'
    }
  }
}
