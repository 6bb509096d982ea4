import { Unseen, type Request } from '../../../../app/pass.ts'
import type { Check } from '../started.ts'

const path = '/socket.io/?EIO=4&transport=polling'
const get: Request = { method: 'GET', path, headers: {}, body: null }
/** The answer to a ping, which changes nothing. */
const pong: Omit<Request, 'path'> = { method: 'POST', headers: { 'content-type': 'text/plain' }, body: '3' }

/**
 * Clients of socket.io begin with several requests of one session, which a worker has in its memory. statuses: of a
 * second request of a session, at the worker of the first, and at others; empty: there is no socket.io. hasUpgrades: as
 * WebSockets begin
 */
export const sockets: Check<{ statuses: number[]; hasUpgrades: boolean }> = {
  title: 'socket.io',
  needs: 'nobody',
  spends: 2,
  async look({ ask, workers: [worker, ...others], flow, running, notes }, single) {
    const hasUpgrades = notes(worker ?? '', 'accepted').some((note) => note.hasUpgrades)
    if (!flow.hasSockets) return { statuses: [], hasUpgrades }
    const [, id] = /"sid":"([^"]+)"/.exec((await ask(worker, get)).body) ?? []
    if (id === undefined) throw new Unseen(`no session is opened by GET ${path}; WebSockets alone need none`)
    const statuses: number[] = []
    // Workers of its own take turns.
    const { forks = 0 } = running.reported()
    if (single !== undefined && others.length + forks === 0) throw new Unseen('all connections reach one process')
    for (const each of [worker, ...others, ...Array(forks).fill(worker)])
      statuses.push((await ask(each, { ...pong, path: `${path}&sid=${id}` })).status)
    return { statuses, hasUpgrades }
  },
  conclude({ clustered: { statuses, hasUpgrades } }) {
    const stays =
      'a WebSocket stays with the worker that took it: what is for all of them goes through Redis, or an adapter'
    if (statuses.length === 0) return [hasUpgrades && stays]
    const refusal = statuses.find((status) => status >= 400)
    const sentence = `worker 2 answers ${refusal} to a session of socket.io that worker 1 has opened`
    return [
      refusal !== undefined && statuses.some((status) => status < 400) && { code: 'no-sticky-sessions', sentence },
      'sessions of socket.io are known in each worker'
    ]
  }
}
