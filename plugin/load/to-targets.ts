import type { Target } from '../vocabulary.ts'

/**
 * @returns whether a request with this header `host` goes to one of the targets; those to elsewhere are no matter of
 *   ours
 */
export function toTargets(targets: readonly Pick<Target, 'hostname' | 'port'>[]): (host: string) => boolean {
  const hosts = new Set(targets.flatMap(hostsOf))
  return (host) => hosts.has(host)
}

function hostsOf({ hostname, port }: Pick<Target, 'hostname' | 'port'>) {
  const names = [hostname, `[${hostname}]`]
  const withPort = names.map((name) => `${name}:${port}`)
  return port === 80 || port === 443 ? [...withPort, ...names] : withPort
}
