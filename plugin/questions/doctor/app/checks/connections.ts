import { setTimeout as delay } from 'node:timers/promises'
import { connectedTo } from '../../../../app/listeners.ts'
import { counted } from '../../../../concepts/wording.ts'
import { checkOf, type Found } from '../started.ts'
import { nobody, type Caller } from '../../messages.ts'

const servers = [
  { name: 'PostgreSQL', port: 5432, drivers: ['pg', 'postgres'], most: 100 },
  { name: 'MySQL', port: 3306, drivers: ['mysql', 'mysql2', 'mariadb'], most: 151 },
  { name: 'Redis', port: 6379, drivers: ['redis', '@redis/client', 'ioredis'], most: 10_000 }
]

/** What a worker had open at once to one address; count: at least; atRest: before it was asked */
type Peak = { to: string; count: number; atRest: number; caller: Caller }

/** So many at once fill a usual pool. */
const burst = 12
const lookMs = 20

/** Each worker has pools of its own, which keep what they open. What a native engine opens, only the kernel shows. */
export const connections = checkOf({
  title: 'connections to other servers',
  spends: burst,
  async look({ workers, ask, reach, requests, notes }) {
    const [request] = await requests()
    const peaks: Peak[] = []
    for (const worker of workers) {
      // All of them at once.
      await reach(Array(burst).fill(worker)).catch(() => {})
      const atRest = countsOf(connectedTo(worker))
      const most = new Map(atRest)
      let isOver = false
      const asked = Array.from({ length: burst }, () => ask(worker, request))
      void Promise.allSettled(asked).then(() => (isOver = true))
      // Once more after the last answer.
      for (let last = false; !last;) {
        await delay(lookMs)
        last = isOver
        for (const [to, count] of countsOf(connectedTo(worker))) most.set(to, Math.max(count, most.get(to) ?? 0))
      }
      const noted = notes(worker, 'connected')
      for (const to of new Set([...noted.map((note) => note.to), ...most.keys()])) {
        const own = noted.filter((note) => note.to === to)
        const count = Math.max(most.get(to) ?? 0, ...own.map((note) => note.count))
        peaks.push({ to, count, atRest: atRest.get(to) ?? 0, caller: own[0]?.caller ?? nobody })
      }
    }
    return peaks
  },
  conclude({ single, clustered, workers }) {
    const peaks = [...single, ...clustered]
      .map((peak) => ({ ...peak, server: serverOf(peak) }))
      .sort((a, b) => b.count - a.count)
    const each = peaks.filter(({ to }, i) => peaks.findIndex((other) => other.to === to) === i)
    const words = ({ to, count, atRest, server }: (typeof each)[number]) =>
      `${server ? `${server.name} ` : ''}${to}: at least ${counted(count, 'connection')} of a worker \
(${atRest} at rest), ${count * workers} with ${workers} workers\
${server ? `; its default is ${server.most} for all` : ''}`
    return [
      ...each
        .filter(({ count, server }) => 2 * count * workers >= (server?.most ?? Infinity))
        .map((peak): Found => ({ code: 'pool-times-workers', place: peak.caller.own, sentence: words(peak) })),
      each.map(words).join(' · ') || 'no connections to other servers'
    ]
  }
})

const countsOf = (addresses: string[]) =>
  new Map([...Map.groupBy(addresses, String)].map(([to, all]) => [to, all.length]))

const serverOf = ({ to, caller: { packages } }: Peak) =>
  servers.find(({ drivers, port }) => packages.some((name) => drivers.includes(name)) || to.endsWith(`:${port}`))
