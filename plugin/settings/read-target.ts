import { isIPv4 } from 'node:net'
import { hostname, networkInterfaces } from 'node:os'
import { SpeedupError } from '../concepts/errors.ts'
import type { Target, Variant } from '../concepts/settings.ts'

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
function parseUrl(given: unknown, path: string, allowed: string): URL {
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
function targetAt({ hostname: name, port, protocol }: URL, written: string): Target {
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

/**
 * @param given a variant's option `url`, its shape already checked
 * @returns in the order written; none where nothing was given
 * @throws SpeedupError INVALID_SETTINGS
 */
export function readUrls(given: string | string[] | undefined, path: string): Target[] {
  const targets = typeof given === 'string' ? [readUrl(given, path)] : (given ?? []).map((one, i) => readUrl(one, `${path}[${i}]`))
  const [first] = targets
  targets.forEach(({ url, protocol }, i) => {
    if (targets.findIndex((one) => one.url === url) < i) {
      throw new SpeedupError('INVALID_SETTINGS', `${path}[${i}] is ${JSON.stringify(url)}, as an earlier one. Give each URL once.`)
    }
    if (protocol !== first.protocol) {
      throw new SpeedupError(
        'INVALID_SETTINGS',
        `${path}[${i}] is ${JSON.stringify(url)}, but ${path}[0] is ${JSON.stringify(first.url)}: what encryption costs would be mixed with the rest. Take http or https for all of one variant.`
      )
    }
  })
  return targets
}

/**
 * @param started one that is started at config.target
 * @throws SpeedupError INVALID_SETTINGS: the variant runs where the other one is to be started
 */
export function checkApart({ name, targets }: Variant, started: Variant, target: Target) {
  const there = targets.find(({ hostname, port }) => port === target.port && (hostname === target.hostname || (isLoopback(hostname) && isLoopback(target.hostname))))
  if (there === undefined) return
  throw new SpeedupError(
    'INVALID_SETTINGS',
    `plugins.speedup.variants.${name}.url is ${JSON.stringify(there.url)}, but variant ${started.name} is started at config.target, which is ${JSON.stringify(target.url)}: only one app can listen there. Give one of the two another port.`
  )
}

function readUrl(given: string, path: string): Target {
  const url = parseUrl(given, path, 'the http or https URL where the app runs, for example https://staging.example.com')
  const { pathname, search, hash } = url
  if (pathname === '/' && search === '' && hash === '') return targetAt(url, url.origin)
  throw new SpeedupError(
    'INVALID_SETTINGS',
    `${path} is ${JSON.stringify(given)}, but ${JSON.stringify(pathname.replace(/^\/$/, '') + search + hash)} is more than where the app runs. Leave it out, and write the path into the requests of the scenarios.`
  )
}
