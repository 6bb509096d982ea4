import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readIfThere } from '../processes/proc.ts'

/**
 * @returns what the kernel counts of a protocol in this network namespace, by its own names; null: unknown on this
 * system
 */
export function countersOf(file: string, protocol: string) {
  // A line of names, and one of values.
  const [names, values] = readIfThere(file)
    .split('\n')
    .filter((line) => line.startsWith(`${protocol}:`))
    .map((line) => line.split(' '))
  return values === undefined ? null : Object.fromEntries(names.map((name, i) => [name, Number(values[i])]))
}

/** @returns tells the share of all TCP segments since now that were sent again; null: unknown on this system */
export function watchResent(root = '/') {
  const read = () => countersOf(join(root, 'proc/net/snmp'), 'Tcp')
  const before = read()
  return () => {
    const after = read()
    if (before === null || after === null) return null
    return (after.RetransSegs - before.RetransSegs) / Math.max(1, after.OutSegs - before.OutSegs)
  }
}

/** Of no more, it is only told late that the other side has it. */
const mostUntold = 4096

/** @returns bytes that these ports of this network namespace have to send, or that the other side does not have yet */
export function unsentFrom(ports: number[], root = '/') {
  const tables = ['tcp', 'tcp6'].map((name) => readIfThere(join(root, 'proc/net', name))).join('')
  return [...tables.matchAll(/^ *\d+: \w+:(\w+) \w+:\w+ 01 (\w+):/gm)]
    .map(([, port, bytes]) => (ports.includes(parseInt(port, 16)) ? parseInt(bytes, 16) : 0))
    .reduce((sum, bytes) => sum + (bytes > mostUntold ? bytes : 0), 0)
}

/**
 * @returns tells, each time, how much of its speed the busiest network interface has used since the last time, in
 * either direction, from 0 to 1; null: no speed is known, as of virtual ones, which may name one that they do not keep
 * to
 */
export function watchLinks(root = '/', now = () => performance.now()) {
  const read = () => ({
    atMs: now(),
    links: [...readIfThere(join(root, 'proc/net/dev')).matchAll(/^\s*(\S+):\s*(.+)$/gm)].map(([, name, text]) => {
      const counts = text.split(/\s+/).map(Number)
      const place = join(root, 'sys/class/net', name)
      const megabits = existsSync(join(place, 'device')) ? Number(readIfThere(join(place, 'speed'))) : NaN
      return { name, bytes: [counts[0], counts[8]], megabits }
    })
  })
  let before = read()
  return () => {
    const after = read()
    const shares = after.links.flatMap(({ name, bytes, megabits }) => {
      const own = before.links.find((link) => link.name === name)
      if (own === undefined || !(megabits > 0)) return []
      const most = Math.max(...bytes.map((count, i) => count - own.bytes[i]))
      return [(8 * most) / (1000 * megabits * (after.atMs - before.atMs))]
    })
    before = after
    return shares.length === 0 ? null : Math.max(...shares)
  }
}
