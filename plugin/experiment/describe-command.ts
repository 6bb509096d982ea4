import { withoutValues } from '../concepts/load-description.ts'

/** How the comparison was asked for. */
export interface Call {
  flags: Record<string, any> // of the outer `artillery run`, as parsed
  suiteOptions: string[] | null // names of the options that a test suite gave; null: there is none
  isCode?: boolean // the suite has no file
}

/**
 * Flags whose values are names and files. Of all others, only the name is told: --key is a secret, and --note may be
 * one.
 */
const plain = ['config', 'environment', 'scenario-name', 'dotenv', 'payload', 'output', 'input', 'count', 'platform']
const usual: Record<string, unknown> = { count: '1', platform: 'local' }
/** Options that hold nothing but numbers, lengths of time and words of our own. */
const harmless =
  /^config\.(?:phases|plugins\.speedup\.(?:users|rate|duration|rounds|time|warmUp|confidence|thresholds|limits|levels|mix|generator\.client|alternate|profile|onInconclusive|disturb))(?:\.|$)/

/** The command that makes the comparison again. In place of what may be a secret stands "…". */
export function describeCommand({ flags, suiteOptions, isCode }: Call, file: string): string {
  if (suiteOptions !== null) {
    const given = suiteOptions.length === 0 ? [] : [`{ ${suiteOptions.join(', ')} }`]
    return `compare(${[...(isCode ? [] : [JSON.stringify(file)]), ...given].join(', ')})`
  }
  const given = Object.entries(flags).filter(
    ([name, value]) => value !== undefined && value !== false && value !== usual[name]
  )
  const words = given.flatMap(([name, value]) =>
    [value].flat().flatMap((each) => (each === true ? [`--${name}`] : [`--${name}`, valueOf(name, String(each))]))
  )
  return ['npx', 'artillery', 'run', file, ...words].map(quoted).join(' ')
}

function valueOf(name: string, value: string) {
  if (name === 'target') return withoutValues(value)
  if (name === 'overrides' || name === 'variables') return namesInJson(value)
  return plain.includes(name) ? value : '…'
}

function namesInJson(text: string) {
  try {
    return JSON.stringify(masked(JSON.parse(text), ''))
  } catch {
    return '…'
  }
}

/** @param path keys from the root */
function masked(value: unknown, path: string): unknown {
  if (Array.isArray(value)) return value.map((item) => masked(item, path))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [key, masked(inner, path === '' ? key : `${path}.${key}`)])
    )
  const isPlain = value === null || typeof value !== 'string' || /^[\d.]+ ?[a-z]*$|^[a-z]+$/i.test(value)
  return isPlain && harmless.test(path) ? value : '…'
}

/** As a shell takes it for one word. */
const quoted = (word: string) => (/^[\w./:@%+,=…-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`)
