import { isIPv4 } from 'node:net'
import { hostname, networkInterfaces } from 'node:os'
import { SpeedupError } from '../errors.ts'
import type { Target } from '../vocabulary.ts'

const defaultPorts = { 'http:': 80, 'https:': 443 }

/**
 * @param given `config.target`
 * @throws SpeedupError INVALID_SETTINGS
 */
export function readTarget(given: unknown): Target {
  const url = parseUrl(given, 'config.target', 'the http or https URL where your app listens, for example http://127.0.0.1:3000')
  if (!isHere(url.hostname)) {
    throw new SpeedupError(
      'INVALID_SETTINGS',
      `config.target is ${JSON.stringify(given)}, which is not this machine; but the app is started here, for each variant. ` +
        'Point target at it, for example http://127.0.0.1:3000. An app that runs elsewhere can be a variant of mode url.'
    )
  }
  return targetAt(url, String(given).replace(/\/$/, ''))
}

/**
 * @param path of its key
 * @returns of a server, which may be kept in a report
 * @throws SpeedupError INVALID_SETTINGS
 */
export function parseUrl(given: unknown, path: string, allowed: string): URL {
  const url = URL.parse(String(given))
  if (url === null || !(url.protocol in defaultPorts)) {
    throw new SpeedupError('INVALID_SETTINGS', `${path} is ${JSON.stringify(given)}. It must be ${allowed}.`)
  }
  if (url.username !== '' || url.password !== '') {
    throw new SpeedupError('INVALID_SETTINGS', `${path} carries a user name or a password, which would be kept in the report. Use \`auth\` in the scenario’s requests instead.`)
  }
  if (url.port === '0') throw new SpeedupError('INVALID_SETTINGS', `${path} is ${JSON.stringify(given)}. Port 0 is no port that users can ask; name the one where your app listens.`)
  return url
}

/**
 * @param url http or https
 * @param written as Artillery gets it
 */
export function targetAt({ hostname: name, port, protocol }: URL, written: string): Target {
  const known = protocol as Target['protocol']
  return { url: written, hostname: withoutBrackets(name), port: port === '' ? defaultPorts[known] : Number(port), protocol: known }
}

/** @param name as it stands in a URL */
function isHere(name: string) {
  const bare = withoutBrackets(name)
  if (isLoopback(bare)) return true
  const own = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? [])
  return bare === hostname().toLowerCase() || own.some(({ address }) => address === bare)
}

/**
 * @param name without brackets
 * @returns on every machine it means that machine
 */
export function isLoopback(name: string): boolean {
  return name === 'localhost' || name === '::1' || (isIPv4(name) && name.startsWith('127.')) || name === '0.0.0.0'
}

function withoutBrackets(name: string) {
  return name.replace(/^\[|\]$/g, '')
}
