/** @import { Target } from '../vocabulary.js' */

/**
 * @param {readonly Pick<Target, 'hostname' | 'port'>[]} targets
 * @returns {(host: string) => boolean} whether a request with this header `host` goes to one of the targets; those to
 *   elsewhere are no matter of ours
 */
export function toTargets(targets) {
  const hosts = new Set(targets.flatMap(hostsOf))
  return (host) => hosts.has(host)
}

/** @param {Pick<Target, 'hostname' | 'port'>} target */
function hostsOf({ hostname, port }) {
  const names = [hostname, `[${hostname}]`]
  const withPort = names.map((name) => `${name}:${port}`)
  return port === 80 || port === 443 ? [...withPort, ...names] : withPort
}
