import { connectedTo } from '../../../../app/listeners.ts'
import { counted } from '../../../../concepts/wording.ts'
import type { Check } from '../started.ts'
import type { Caller, Note } from '../../messages.ts'

const servers = {
  postgres: { name: 'PostgreSQL', port: 5432, drivers: ['pg', 'postgres'], most: 100 },
  mysql: { name: 'MySQL', port: 3306, drivers: ['mysql', 'mysql2', 'mariadb'], most: 151 },
  redis: { name: 'Redis', port: 6379, drivers: ['redis', '@redis/client', 'ioredis'], most: 10_000 }
}

/** What a worker had open at once to one address; count: at least; atRest: before it was asked */
interface Peak {
  to: string
  count: number
  atRest: number
  caller: Caller
}

/** So many at once fill a usual pool. */
const burst = 20

/** Each worker has pools of its own, which keep what they open. What a native engine opens, only the kernel shows. */
export const connections: Check<Peak[]> = {
  title: 'connections to other servers',
  async look({ workers: [worker], ask, requests, notes }) {
    const [request] = await requests()
    const atRest = Map.groupBy(connectedTo(worker), String)
    await Promise.allSettled(Array.from({ length: burst }, () => ask(worker, request)))
    const after = Map.groupBy(connectedTo(worker), String)
    const noted = peaksOf(notes(worker))
    return [...new Set([...noted.keys(), ...atRest.keys(), ...after.keys()])].map((to) => {
      const rest = atRest.get(to)?.length ?? 0
      const { count = 0, caller = { own: null, packages: [] } } = noted.get(to) ?? {}
      return { to, caller, count: Math.max(count, rest, after.get(to)?.length ?? 0), atRest: rest }
    })
  },
  conclude({ single, clustered, workers }) {
    const peaks = [...single, ...clustered]
      .map((peak) => ({ ...peak, server: serverOf(peak) }))
      .sort((a, b) => b.count - a.count)
    const each = peaks.filter(({ to }, i) => peaks.findIndex((other) => other.to === to) === i)
    const words = ({ to, count, atRest, server }: (typeof each)[number]) =>
      `${server ? `${server.name} ` : ''}${to}: at least ${counted(count, 'connection')} of a worker (${atRest} at rest), ${count * workers} with ${workers} workers${server ? `; its default is ${server.most} for all` : ''}`
    return {
      findings: each
        .filter(({ count, server }) => 2 * count * workers >= (server?.most ?? Infinity))
        .map((peak) => ({ code: 'pool-times-workers', place: peak.caller.own, sentence: words(peak) })),
      fine: each.length === 0 ? 'no connections to other servers' : each.map(words).join(' · ')
    }
  }
}

const serverOf = ({ to, caller: { packages } }: Peak) =>
  Object.values(servers).find(
    ({ drivers, port }) => packages.some((name) => drivers.includes(name)) || to.endsWith(`:${port}`)
  )

function peaksOf(notes: Note[]) {
  const open = new Map<number, string>()
  const peaks = new Map<string, Pick<Peak, 'count' | 'caller'>>()
  for (const note of notes)
    if (note.note === 'closed') open.delete(note.id)
    else if (note.note === 'connected') {
      const { id, to, caller } = note
      open.set(id, to)
      const count = [...open.values()].filter((other) => other === to).length
      const peak = peaks.get(to)
      if (peak === undefined || count > peak.count) peaks.set(to, { count, caller: peak?.caller ?? caller })
    }
  return peaks
}
