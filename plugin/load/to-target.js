/** @import { ClientRequest } from 'node:http' */

/**
 * @param {{ hostname: string, port: number }} target
 * @returns {(request: ClientRequest) => boolean} whether a request goes to the target; those to elsewhere are no
 *   matter of ours
 */
export function toTarget({ hostname, port }) {
  const hosts = new Set([`${hostname}:${port}`, `[${hostname}]:${port}`])
  if (port === 80 || port === 443) hosts.add(hostname).add(`[${hostname}]`)
  return (request) => hosts.has(String(request.getHeader('host')))
}
