import { isIPv4 } from 'node:net'
import { hostname, networkInterfaces } from 'node:os'
import { refuse, refuseValue } from './shapes.ts'
import type { Target, Variant } from '../concepts/settings.ts'

/** @param given `config.target` */
export function readTarget(given: unknown) {
  const url = parseUrl(given, 'config.target', 'where your app listens, for example http://127.0.0.1:3000')
  const target = targetAt(url, String(given).replace(/\/$/, ''))
  const { hostname: name } = target
  if (isLoopback(name) || name === hostname().toLowerCase() || ownAddresses().includes(name)) return target
  refuseValue(
    'config.target',
    given,
    'which is not this machine, but the app is started here for each variant. ' +
      'Point target at this machine, for example http://127.0.0.1:3000. For an app that runs elsewhere, use a variant of mode url.'
  )
}

/** @returns those of this machine */
export const ownAddresses = () =>
  Object.values(networkInterfaces()).flatMap((all = []) => all.map(({ address }) => address))

/** @returns on every machine it means that machine */
export const isLoopback = (name: string) =>
  ['localhost', '::1', '0.0.0.0'].includes(name) || (isIPv4(name) && name.startsWith('127.'))

/** @returns in the order written; none where nothing was given */
export function readUrls(given: string | string[] = [], path: string) {
  if (typeof given === 'string') return [readUrl(given, path)]
  const targets = given.map((url, i) => readUrl(url, `${path}[${i}]`))
  targets.forEach(({ url, protocol }, i) => {
    if (targets.findIndex((target) => target.url === url) < i)
      refuseValue(`${path}[${i}]`, url, 'like an earlier one. Name each URL once.')
    if (protocol === targets[0].protocol) return
    refuseValue(
      `${path}[${i}]`,
      url,
      `but ${path}[0] is ${JSON.stringify(targets[0].url)}: ` +
        'that would mix the cost of encryption with the rest. Use either http or https for all URLs of a variant.'
    )
  })
  return targets
}

function readUrl(given: string, path: string) {
  const url = parseUrl(given, path, 'where the app runs, for example https://staging.example.com')
  const more = url.pathname.replace(/^\/$/, '') + url.search + url.hash
  if (more === '') return targetAt(url, url.origin)
  refuseValue(
    path,
    given,
    `but ${JSON.stringify(more)} is not part of the app's address. ` +
      'Remove it, and write the path into the requests of the scenarios.'
  )
}

const defaultPorts = { 'http:': 80, 'https:': 443 }

/** @returns of a server, which may be kept in a report */
function parseUrl(given: unknown, path: string, place: string) {
  const url = URL.parse(String(given))
  const value = JSON.stringify(given)
  if (url === null || !(url.protocol in defaultPorts))
    refuse(`${path} is ${value}. It must be the http or https URL ${place}.`)
  if (url.username !== '' || url.password !== '')
    refuse(
      `${path} contains a user name or a password, which would be kept in the report. Use \`auth\` in the scenario’s requests instead.`
    )
  if (url.port === '0') refuse(`${path} is ${value}. Port 0 can't be loaded: name the port on which your app listens.`)
  return url
}

/** @param written as Artillery gets it */
function targetAt(url: URL, written: string) {
  const protocol = url.protocol as Target['protocol']
  return {
    url: written,
    hostname: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port) || defaultPorts[protocol],
    protocol
  }
}

/** Refuses a variant that runs where another one is to be started, at config.target. */
export function checkApart({ name, targets }: Variant, started: Variant, target: Target) {
  const there = targets.find(
    ({ hostname: host, port }) =>
      port === target.port && (host === target.hostname || (isLoopback(host) && isLoopback(target.hostname)))
  )
  if (there === undefined) return
  refuseValue(
    `plugins.speedup.variants.${name}.url`,
    there.url,
    `but variant ${started.name} is started at config.target, ` +
      `which is ${JSON.stringify(target.url)}: only one app can listen there. Use another port for one of the two.`
  )
}
