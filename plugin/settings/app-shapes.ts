import { described, listOf, mapOf, matching, number, object, reference, reject, shape, text, textOrMap } from './shapes.ts'

export const environmentValue = shape((value, path) => {
  const fits = typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value)
  if (!fits) reject(path, value, 'a text, a number, true or false')
}, { anyOf: [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }] })

export const environment = mapOf(reference({ environmentValue }))

/** What stands on a command line. */
export const programArguments = listOf(reference({ environmentValue }))

const fromSlash = matching(/^\//, 'a path that begins with /, such as /health')
const readyPath = shape((value, path) => {
  text(value, path)
  fromSlash(value, path)
}, fromSlash.schema)

const timeout = number({ above: 0, to: 600 })
const map = object({
  script: described(text, 'The file that starts your app: a path from this file. Required, but where no variant is started by it.', { examples: ['../server.js'] }),
  args: described(programArguments, 'Arguments for the app. Default: none.', { examples: [['--verbose']] }),
  env: described(reference({ environment }), 'Environment variables of the app, on top of yours, such as { NODE_ENV: production }. Default: none.'),
  nodeArgs: described(listOf(text), 'Arguments for Node, before the script. Default: none.', { examples: [['--max-old-space-size=512']] }),
  cwd: described(text, 'Working directory of the app: a path from this file. Default: where Artillery runs.', { examples: ['..'] }),
  ready: described(
    readyPath,
    'A path that must answer with a status below 500 before the load starts. Default: an open port is enough.',
    { examples: ['/health'] }
  ),
  readyTimeout: described(timeout, 'Seconds until the app must be ready, at most 600. Default: 10.', { default: 10 }),
  stopTimeout: described(timeout, 'Seconds between SIGTERM and SIGKILL, at most 600. Default: 2.', { default: 2 })
})

/** The option `app`. */
export const app = textOrMap(map, 'the file that starts your app, or a map such as { script: ../server.js, ready: /health }')
