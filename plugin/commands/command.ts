import { constants } from 'node:os'
import { styleText, type ParseArgsOptionsConfig } from 'node:util'
import { interrupt } from '../concepts/errors.ts'
import { list } from '../concepts/wording.ts'
import { columnsIn, mostColumns, padEnd, wrap } from '../report/console/layout.ts'
import { suggest } from '../settings/shapes.ts'
import type { Settings } from '../concepts/settings.ts'
import type { WishOptions } from '../init/questions.ts'

/** A command of artillery-speedup: a row of the table in cli.ts, and a file. */
export interface Command {
  usage: string // its arguments: <needed>, [may be left out]
  /** How many arguments; what: those that are needed, in words. Absent: any number. */
  takes?: [least: number, most: number, what?: string]
  summary: string // a line of the help
  details: string // what its own help adds
  options?: ParseArgsOptionsConfig
  handsOn?: true // every word is an argument, as it stands
  /** @returns code: undefined: 0, or the one that process.exitCode has; document: what --json tells */
  run(words: string[], values: Record<string, any>, signal: AbortSignal): Promise<Told | void> | Told | void
  left?: string // what is said when a signal ends it, beside the exit code; absent: it has nothing to end itself
}

export type Told = { code?: number; document?: object }

/** What is compared of two versions in place of speed, where an option says so. */
export interface InsteadOfSpeed {
  why: string // other options have no place beside it
  /** @param first what the first is called; prepare: makes both ready, of the app as it is */
  compare: (
    versions: { first: string; prepare: (settings: Settings) => Promise<Settings> },
    words: string[],
    values: WishOptions,
    signal: AbortSignal
  ) => Promise<Told>
}

/** An option with a value. */
export const text = { type: 'string' } as const

/** A call that makes no sense: it is answered with the usage. */
export class Misuse extends Error {
  readonly code = 'MISUSE'
}

export const say = (text: string) => void process.stdout.write(`${text}\n`)
/** @param indent of what comes after their first lines, where they are too long for the terminal */
export const sayLines = (lines: string[], indent = 9) =>
  say(lines.map((each) => wrap(each, columnsIn(process.stdout), indent)).join('\n'))
export const complain = (text: string) => void process.stderr.write(`${text}\n`)

/** By which a user, or the system, ends a command. */
export const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
/** By which a shell shows the end by a signal. */
export const exitCodeOf = (signal: NodeJS.Signals) => 128 + constants.signals[signal]

/** Its signal is aborted by Ctrl-C, SIGTERM and SIGHUP. */
export async function callCommand({ run, left }: Command, words: string[], values: object) {
  const interruption = new AbortController()
  if (left === undefined) return run(words, values, interruption.signal)
  const hear = (name: NodeJS.Signals) => {
    process.exitCode ??= exitCodeOf(name)
    interrupt(interruption)
  }
  for (const name of signals) process.on(name, hear)
  try {
    return await run(words, values, interruption.signal)
  } catch (error) {
    if (!interruption.signal.aborted) throw error
    say(`\nInterrupted. ${left}`)
  } finally {
    for (const name of signals) process.off(name, hear)
  }
}

/** @returns names, of which there are several with commas; null: the option is not there */
export function readNames<Name extends string>(
  given: string | undefined,
  option: string,
  all: readonly Name[],
  kind: string
) {
  if (given === undefined) return null
  const names = given.split(',') as Name[]
  const unknown = names.find((name) => !all.includes(name))
  if (unknown === undefined) return names
  throw new Misuse(
    `${option} names ${JSON.stringify(unknown)}, which is no ${kind}${suggest(unknown, all)}. Choose from ${list(all)}.`
  )
}

/** Only on a terminal, and not with NO_COLOR. */
export const styled = (format: Parameters<typeof styleText>[0], text: string) =>
  styleText(format, text, { stream: process.stdout })

/** In which lines have to fit. */
export const width = () => Math.min(columnsIn(process.stdout), mostColumns)

/** @returns lines that fit, each behind the indent, the first behind the head; on a narrow terminal, below it */
export function wrapped(text: string, indent: number, head = '') {
  const isNarrow = 2 * indent > width()
  const left = isNarrow ? 4 : indent
  const lines = wrap(text, width() - left, 0).replace(/^/gm, ' '.repeat(left))
  return isNarrow ? `${head}\n${lines}` : padEnd(head, left) + lines.slice(left)
}
