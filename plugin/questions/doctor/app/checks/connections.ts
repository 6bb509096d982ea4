import { counted } from '../../../../concepts/wording.ts'
import type { Check } from '../started.ts'
import type { Caller, Note } from '../../messages.ts'

const servers = {
  postgres: { name: 'PostgreSQL', port: 5432, drivers: ['pg', 'postgres'], most: 100 },
  mysql: { name: 'MySQL', port: 3306, drivers: ['mysql', 'mysql2', 'mariadb'], most: 151 },
  redis: { name: 'Redis', port: 6379, drivers: ['redis', '@redis/client', 'ioredis'], most: 10_000 }
}

/** What a worker had open at once to one address; count: at least. */
interface Peak {
  to: string
  count: number
  caller: Caller
}

/** So many at once fill a usual pool. */
const burst = 20

/** Each worker has pools of its own. What a native engine opens is not seen. */
export const connections: Check<Peak[]> = {
  title: 'connections to databases',
  async look({ workers: [worker], ask, requests, notes }) {
    const [request] = await requests()
    await Promise.allSettled(Array.from({ length: burst }, () => ask(worker, request)))
    return peaksOf(notes(worker))
  },
  conclude({ single, clustered, workers }) {
    const peaks = [...single, ...clustered]
      .map((peak) => ({ ...peak, server: serverOf(peak) }))
      .filter(({ server }) => server !== undefined)
      .sort((a, b) => b.count - a.count)
    const each = peaks.filter(({ to }, i) => peaks.findIndex((other) => other.to === to) === i)
    const words = ({ to, count, server }: (typeof each)[number]) =>
      `${server!.name} ${to}: at least ${counted(count, 'connection')} of a worker, ${count * workers} with ${workers} workers; its default is ${server!.most} for all`
    return {
      findings: each
        .filter(({ count, server }) => 2 * count * workers >= server!.most)
        .map((peak) => ({ code: 'pool-times-workers', place: peak.caller.own, sentence: words(peak) })),
      fine: each.length === 0 ? 'no connections to databases' : each.map(words).join(' · ')
    }
  }
}

const serverOf = ({ to, caller: { packages } }: Peak) =>
  Object.values(servers).find(
    ({ drivers, port }) => packages.some((name) => drivers.includes(name)) || to.endsWith(`:${port}`)
  )

function peaksOf(notes: Note[]): Peak[] {
  const open = new Map<number, string>()
  const peaks = new Map<string, Peak>()
  for (const note of notes)
    if (note.note === 'closed') open.delete(note.id)
    else if (note.note === 'connected') {
      const { id, to, caller } = note
      open.set(id, to)
      const count = [...open.values()].filter((other) => other === to).length
      const peak = peaks.get(to)
      if (peak === undefined || count > peak.count) peaks.set(to, { to, count, caller: peak?.caller ?? caller })
    }
  return [...peaks.values()]
}
