import { isIPv4 } from 'node:net'
import { hostname, networkInterfaces } from 'node:os'
import { SpeedupError } from '../errors.js'
/** @import { Target } from '../vocabulary.js' */

const defaultPorts = { 'http:': 80, 'https:': 443 }

/**
 * @param {unknown} given `config.target`
 * @returns {Target}
 */
export function readTarget(given) {
  const url = parse(given)
  if (!isHere(url.hostname)) {
    throw new SpeedupError(
      'INVALID_SETTINGS',
      `config.target is ${JSON.stringify(given)}, which is not this machine; but the app is started here, for each variant. ` +
        'Point target at it, for example http://127.0.0.1:3000.'
    )
  }
  if (url.username !== '' || url.password !== '') {
    throw new SpeedupError('INVALID_SETTINGS', 'config.target carries a user name or a password, which would be kept in the report. Use `auth` in the scenario’s requests instead.')
  }
  if (url.port === '0') throw new SpeedupError('INVALID_SETTINGS', `config.target is ${JSON.stringify(given)}. Port 0 is no port that users can ask; name the one where your app listens.`)
  const protocol = /** @type {'http:' | 'https:'} */ (url.protocol)
  return {
    url: String(given).replace(/\/$/, ''),
    hostname: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? defaultPorts[protocol] : Number(url.port),
    protocol
  }
}

/** @param {unknown} given */
function parse(given) {
  const url = URL.parse(String(given))
  if (url !== null && url.protocol in defaultPorts) return url
  throw new SpeedupError(
    'INVALID_SETTINGS',
    `config.target is ${JSON.stringify(given)}. It must be the http or https URL where your app listens, for example http://127.0.0.1:3000.`
  )
}

/** @param {string} name as it stands in a URL */
function isHere(name) {
  const bare = name.replace(/^\[|\]$/g, '')
  if (bare === 'localhost' || bare === '::1' || (isIPv4(bare) && bare.startsWith('127.')) || bare === '0.0.0.0') return true
  const own = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? [])
  return bare === hostname().toLowerCase() || own.some(({ address }) => address === bare)
}
