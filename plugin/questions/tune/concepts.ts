import { withoutSecrets } from '../../concepts/foreign-text.ts'
import { assignments, counted } from '../../concepts/wording.ts'

/** What a setting changes in how the app is started. */
export interface Change {
  nodeArgs?: string[]
  env?: Record<string, string>
  node?: string // a line, such as '26'
  workers?: number // 1: a single process
}

/** By which variants are known: no other one may have that name. */
export const asItIs = 'as it is'

/** What is known of the app and the machine before anything is tried. */
export interface Known {
  cores: number
  nodeMajor: number
  nodeArgs: readonly string[] // of the app
  env: Readonly<Record<string, string | undefined>> // that the app gets
}

const line = (text: string) => ({ nodeArgs: [text] })
const isIn = (words: readonly string[], option: string) => words.some((word) => word.startsWith(option))
const setting = (name: string, value: string | number) => ({ env: { [name]: String(value) } })

/** The kinds of settings that are tried, each in turns with the app as it is. */
export const kinds = {
  workers: ({ cores }) => [cores, cores - 1].filter((workers) => workers > 1).map((workers) => ({ workers })),
  nodeArgs: ({ nodeArgs, env }) =>
    isIn([...nodeArgs, ...(env.NODE_OPTIONS ?? '').split(' ')], '--max-semi-space-size')
      ? []
      : [16, 32, 64, 128].map((megabytes) => line(`--max-semi-space-size=${megabytes}`)),
  production: ({ env }) => (env.NODE_ENV === 'production' ? [] : [setting('NODE_ENV', 'production')]),
  pool: ({ env }) =>
    env.UV_THREADPOOL_SIZE === undefined ? [8, 16].map((threads) => setting('UV_THREADPOOL_SIZE', threads)) : [],
  // Lines of an even number are kept up for years.
  node: ({ nodeMajor }) => [{ node: String(nodeMajor + 2 - (nodeMajor % 2)) }]
} satisfies Record<string, (known: Known) => Change[]>

export const kindNames = Object.keys(kinds) as (keyof typeof kinds)[]

/** @returns the name of its variant */
export const nameOf = ({ nodeArgs = [], env = {}, node, workers }: Change) =>
  withoutSecrets(
    [workers && counted(workers, 'worker'), ...assignments(env), node && `Node ${node}`, ...nodeArgs]
      .filter(Boolean)
      .join(' ')
  )

/** @returns all of them at once */
export const together = (changes: readonly Change[]): Change => ({
  ...Object.assign({}, ...changes),
  nodeArgs: changes.flatMap(({ nodeArgs = [] }) => nodeArgs),
  env: Object.assign({}, ...changes.map(({ env = {} }) => env))
})

/**
 * @returns of a word of the command line: an argument for Node, a variable or a number of workers; null: none of these
 */
export function changeOf(word: string) {
  if (/^--?\w/.test(word)) return line(word)
  if (/^[1-9]\d*$/.test(word)) return { workers: Number(word) }
  const [, name, value] = /^(\w+)=(.*)$/s.exec(word) ?? []
  return name === undefined ? null : setting(name, value)
}
