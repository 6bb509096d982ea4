import { number, oneOf, reject } from '../settings/shapes.ts'

/** What the user says about what is to be written. null: it is to be found out. */
export interface Wishes {
  app: string | null // path of the file that starts it, from the package's folder
  port: number | null
  path: string | null // to ask, with its leading slash
  readyTimeoutSeconds: number | null
  ci: Ci | null
}

export type Ci = 'github' | 'gitlab'

export const ciNames: readonly Ci[] = ['github', 'gitlab']

const port = number({ from: 1, to: 65_535, whole: true })
const timeout = number({ above: 0, to: 600 })

/**
 * @param given the command line's options, by name
 * @throws SpeedupError INVALID_SETTINGS
 */
export function readWishes({ app, port: givenPort, path, 'ready-timeout': readyTimeout, ci }: Record<string, string | undefined>): Wishes {
  if (path !== undefined && !/^\/[^\s]*$/.test(path)) reject('--path', path, 'a path that begins with /, such as /api/users')
  if (ci !== undefined) oneOf(ciNames)(ci, '--ci')
  return {
    app: app ?? null,
    port: readNumber(givenPort, '--port', port),
    path: path ?? null,
    readyTimeoutSeconds: readNumber(readyTimeout, '--ready-timeout', timeout),
    ci: (ci as Ci | undefined) ?? null
  }
}

function readNumber(given: string | undefined, name: string, shape: import('../settings/shapes.ts').Shape) {
  if (given === undefined) return null
  const isNumber = /^\d+(\.\d+)?$/.test(given)
  shape(isNumber ? Number(given) : given, name)
  return Number(given)
}
