// Words and numbers as all our sentences write them.

/**
 * Plain sentences; names of options and commands stand in backticks. undefined: there is nothing to add, or nothing
 * to do.
 */
export type Sentences = readonly [meaning: string, cause?: string | undefined, cure?: string]

/** @returns a regular expression, as text, that fits this text alone */
export const patternOf = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')

export const capitalised = (text: string) => text.replace(/^./u, (first) => first.toUpperCase())

/** @returns such as "1 worker", "2 workers" */
export const counted = (count: number, one: string, more = `${one}s`) => `${count} ${count === 1 ? one : more}`

/** @returns such as "2 cores", or "2 hyperthreads of 1 core" */
export const coresWords = ({ cores, physicalCores }: { cores: number; physicalCores?: number | null }) =>
  physicalCores == null
    ? counted(cores, 'core')
    : `${counted(cores, 'hyperthread')} of ${counted(physicalCores, 'core')}`

/**
 * Fewer are none. Where an app used none, its work was done where we don't look, as `docker run` has it done by a
 * daemon.
 */
export const leastCores = 0.05

/** @returns as "0.34", of a core; hardly any, as where another machine makes the load: "none" */
export const generatorTook = (cores: number) => (cores < leastCores ? 'none' : cores.toFixed(2))

/** @returns such as "a, b and c" */
export const list = (words: readonly string[]) =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words[words.length - 1]}`

/** Of a commit. */
export const shortSha = (sha: string): string => sha.slice(0, 7)

/** @returns such as POOL=20 */
export const assignments = (map: Readonly<Record<string, unknown>>) =>
  Object.entries(map).map(([key, value]) => `${key}=${value}`)

/** @returns as a shell takes it for one word, in which nothing is replaced */
export const shellWord = (word: string) =>
  /^[\w./:@%+,=…-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`

/**
 * @param words before the options; options: true: it has no value; a list: it is given several times; undefined: never
 * @param shown what is written of a value
 * @returns a line for a shell
 */
export function commandLine(
  words: readonly string[],
  options: Record<string, unknown>,
  shown: (name: string, value: string) => string
) {
  const given = Object.entries(options).flatMap(([name, value]) =>
    [value ?? []].flat().flatMap((each) => (each === true ? [`--${name}`] : [`--${name}`, shown(name, String(each))]))
  )
  return [...words, ...given].map(shellWord).join(' ')
}

/** @returns those that apply */
export const applying = <Item>(items: readonly (Item | false | null)[]): Item[] =>
  items.filter((item): item is Item => item !== false && item !== null)

/** @returns the parts that there are, in a row; empty ones are none */
export const joinParts = (parts: readonly (string | false | null | undefined)[], separator = ', '): string =>
  parts.filter(Boolean).join(separator)

/** @returns the sentences that apply, one after the other */
export const paragraph = (sentences: readonly (string | false | null)[]) => joinParts(sentences, ' ')

/**
 * @param name from a user's file, maybe written from right to left
 * @returns such that it does not turn the numbers beside it round: between U+2068 and U+2069
 */
export function isolated(name: string) {
  const isTurning = /[\u0590-\u08ff\u200e\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc]/.test(name)
  return isTurning ? `\u2068${name}\u2069` : name
}

/**
 * @param share from 0 to 1
 * @returns in percent, with a digit more where it is small; a small one is never shown as none
 */
export function percent(share: number) {
  if (share > 0 && share < 0.00001) return 'below 0.001 %'
  const digits = share === 0 || share >= 0.0995 ? 0 : share < 0.0005 ? 3 : 1
  return `${(100 * share).toFixed(digits)} %`
}

/** @returns such as "48 kB" */
export function sized(bytes: number) {
  const [unit, name] = bytes < 999.5 ? [1, 'B'] : bytes < 999_500 ? [1000, 'kB'] : [1_000_000, 'MB']
  return `${(bytes / unit).toFixed(unit === 1 || bytes >= 9.95 * unit ? 0 : 1)} ${name}`
}

/** @returns such as "512 MiB" or "1 GiB", as limits of memory are written */
export const inMiB = (bytes: number) =>
  bytes % 2 ** 30 === 0 ? `${bytes / 2 ** 30} GiB` : `${Math.round(bytes / 2 ** 20)} MiB`

/** @returns two digits that matter, or all whole ones */
export const roughMs = (ms: number) => (ms === 0 ? '0' : ms >= 9.95 ? ms.toFixed(0) : ms.toPrecision(2))

/**
 * What failed and how often.
 *
 * @returns the most frequent first
 */
export const listCounts = (byKind: Record<string, number>) =>
  Object.entries(byKind)
    .sort(([, a], [, b]) => b - a)
    .map(([kind, count]) => `${kind} (${count})`)
    .join(', ')
