import { number, oneOf, reject } from '../settings/shapes.js'

/**
 * What the user says about what is to be written. null: it is to be found out.
 *
 * @typedef {object} Wishes
 * @property {string | null} app path of the file that starts it, from the package's folder
 * @property {number | null} port
 * @property {string | null} path to ask, with its leading slash
 * @property {number | null} readyTimeoutSeconds
 * @property {Ci | null} ci
 *
 * @typedef {'github' | 'gitlab'} Ci
 */

/** @type {readonly Ci[]} */
export const ciNames = ['github', 'gitlab']

const port = number({ from: 1, to: 65_535, whole: true })
const timeout = number({ above: 0, to: 600 })

/**
 * @param {Record<string, string | undefined>} given the command line's options, by name
 * @returns {Wishes}
 * @throws {import('../errors.js').SpeedupError} INVALID_SETTINGS
 */
export function readWishes({ app, port: givenPort, path, 'ready-timeout': readyTimeout, ci }) {
  if (path !== undefined && !/^\/[^\s]*$/.test(path)) reject('--path', path, 'a path that begins with /, such as /api/users')
  if (ci !== undefined) oneOf(ciNames)(ci, '--ci')
  return {
    app: app ?? null,
    port: readNumber(givenPort, '--port', port),
    path: path ?? null,
    readyTimeoutSeconds: readNumber(readyTimeout, '--ready-timeout', timeout),
    ci: /** @type {Ci | undefined} */ (ci) ?? null
  }
}

/**
 * @param {string | undefined} given
 * @param {string} name
 * @param {import('../settings/shapes.js').Shape} shape
 */
function readNumber(given, name, shape) {
  if (given === undefined) return null
  const isNumber = /^\d+(\.\d+)?$/.test(given)
  shape(isNumber ? Number(given) : given, name)
  return Number(given)
}
