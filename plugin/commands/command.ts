import { stripVTControlCharacters, styleText, type ParseArgsOptionsConfig } from 'node:util'

/** A command of artillery-speedup: a row of the table in commands.ts, and a file. */
export interface Command {
  usage: string // its arguments: <needed>, [may be left out]
  takes: [least: number, most: number, what: string] // how many arguments; what: the needed ones, in words
  summary: string // a line of the help
  details: string // what its own help adds
  options?: ParseArgsOptionsConfig // absent: every word is an argument, as it stands
  trouble?: number // its exit code where it could not be done, or was called wrongly; absent: 1 and 2
  /** @returns the exit code; undefined: 0, or the one that process.exitCode has */
  run(words: string[], values: Record<string, any>): Promise<number | void> | number | void
}

/** A call that makes no sense: it is answered with the usage. */
export class Misuse extends Error {}

export const say = (text: string) => void process.stdout.write(`${text}\n`)
export const complain = (text: string) => void process.stderr.write(`${text}\n`)

/** Only on a terminal, and not with NO_COLOR. */
export const styled = (format: Parameters<typeof styleText>[0], text: string): string => styleText(format, text, { stream: process.stdout })

const widest = 100
/** In which lines have to fit. */
export const width = (): number => Math.min(process.stdout.columns ?? widest, widest)

/** @returns lines that fit, each behind the indent, the first behind the head; on a narrow terminal, below it */
export function wrapped(text: string, indent: number, head: string = ''): string {
  const isNarrow = 2 * indent > width()
  const left = isNarrow ? 4 : indent
  const lines = ['']
  for (const word of text.split(' ')) {
    const line = lines[lines.length - 1]
    if (line === '') lines[lines.length - 1] = word
    else if (left + line.length + 1 + word.length <= width()) lines[lines.length - 1] = `${line} ${word}`
    else lines.push(word)
  }
  const [first, ...more] = lines.map((line) => `${' '.repeat(left)}${line}`)
  return [...(isNarrow ? [head, first] : [padded(head, left) + first.slice(left)]), ...more].join('\n')
}

/** @returns a line that fits a terminal */
export const cut = (line: string): string => (line.length <= width() ? line : `${line.slice(0, width() - 1)}…`)

/** @param rows cells, which may have colours. @returns lines with aligned columns */
export function tableLines(rows: string[][]): string[] {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((cells) => lengthOf(cells[column])))) ?? []
  return rows.map((cells) => cells.map((cell, column) => padded(cell, widths[column])).join('  ').trimEnd())
}

const lengthOf = (text: string) => stripVTControlCharacters(text).length
const padded = (text: string, length: number) => text + ' '.repeat(Math.max(0, length - lengthOf(text)))
