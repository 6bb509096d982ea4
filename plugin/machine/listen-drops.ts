import { readIfThere } from '../processes/proc.ts'
import type { Drops } from '../concepts/run.ts'

/**
 * Connection attempts that the kernel dropped, from now on until the returned function is called; null where unknown on
 * this system. It counts all that listens in this network namespace, other programs too.
 */
export function watchDrops(root = '/proc'): () => Drops | null {
  const before = readDrops(root)
  return () => {
    const after = readDrops(root)
    if (before === null || after === null) return null
    return {
      attempts: after.ListenDrops - before.ListenDrops,
      overflows: after.ListenOverflows - before.ListenOverflows,
      queue: Math.min(nodesBacklog, Number(readIfThere(`${root}/sys/net/core/somaxconn`)) || nodesBacklog)
    }
  }
}

/** Of server.listen(), where the app asks for none. */
const nodesBacklog = 511

function readDrops(root: string) {
  // A line of names, and one of values.
  const lines = readIfThere(`${root}/net/netstat`)
    .split('\n')
    .filter((line) => line.startsWith('TcpExt:'))
  const [names, values] = lines.map((line) => line.split(' '))
  if (values === undefined) return null
  const valueOf = (name: string) => Number(values[names.indexOf(name)])
  const drops = { ListenDrops: valueOf('ListenDrops'), ListenOverflows: valueOf('ListenOverflows') }
  return Object.values(drops).every(Number.isFinite) ? drops : null
}
