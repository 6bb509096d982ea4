import { stripVTControlCharacters, styleText } from 'node:util'

// How text stands on a terminal: colours, columns, lines.

const styles = {
  good: ['green', 'bold'],
  bad: ['red', 'bold'],
  doubt: ['yellow', 'bold'],
  name: 'bold',
  muted: 'dim'
} satisfies Record<string, Parameters<typeof styleText>[0]>

/** columns: Infinity where nothing is a terminal */
export interface Layout {
  paint: (style: keyof typeof styles, text: string) => string
  columns: number
}

/** A line is at most as long, on however wide a terminal, and so is a variant's name in it. */
export const mostColumns = 100
export const longestName = 24

/** Clears the last line of a terminal, so that another is drawn in its place. */
export const redrawn = '\r\x1b[2K'

export const plainLayout: Layout = { paint: (_style, text) => text, columns: Infinity }

/** @returns Infinity where it is no terminal; 80 of one that does not know its size, and says 0 */
export const columnsIn = ({ isTTY, columns }: Pick<NodeJS.WriteStream, 'isTTY' | 'columns'>) =>
  isTTY ? columns || 80 : Infinity

/** Colours as NO_COLOR, FORCE_COLOR and the stream say. */
export const layoutOf = (stream: NodeJS.WriteStream): Layout => ({
  paint: (style, text) => styleText(styles[style], text, { stream }),
  columns: columnsIn(stream)
})

const segmenter = new Intl.Segmenter()
const isWide =
  /[\p{Emoji_Presentation}\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/u

/** @returns columns that it takes on a terminal */
export function widthOf(text: string) {
  const shown = stripVTControlCharacters(text)
  if (/^[\x20-\x7e]*$/.test(shown)) return shown.length
  return [...segmenter.segment(shown)].reduce(
    (sum, { segment }) => sum + (isWide.test(segment) ? 2 : /^[\u200b-\u200f\u2066-\u2069]$/.test(segment) ? 0 : 1),
    0
  )
}

const gapAt = (text: string, width: number) => ' '.repeat(Math.max(0, width - widthOf(text)))
export const padEnd = (text: string, width: number) => text + gapAt(text, width)

/** @param text without colours */
export function cut(text: string, columns: number) {
  if (widthOf(text) <= columns) return text
  let shown = ''
  for (const { segment } of segmenter.segment(text)) {
    if (widthOf(shown + segment) > columns - 1) break
    shown += segment
  }
  return `${shown}…`
}

/**
 * Of a line: where there is little room, what has the highest rank is left out first, and the last of these; 0: never.
 */
export type Part = [text: string, rank: number]

/** @returns as many parts as fit, in their order. @param parts one of which must be said */
export function fitting(parts: readonly Part[], columns: number) {
  const kept = parts.filter(([text]) => text !== '')
  const line = () => kept.map(([text]) => text).join('  ')
  while (widthOf(line()) > columns) {
    const last = Math.max(...kept.map(([, rank]) => rank))
    if (last === 0) break // What must be said is wrapped instead.
    kept.splice(
      kept.findLastIndex(([, rank]) => rank === last),
      1
    )
  }
  return line().trimEnd()
}

/**
 * Between words; what comes after the first line is indented. Left as they are: a word that is longer than a line, and
 * all lines but the first.
 */
export function wrap(text: string, columns: number, indent = 4) {
  const lines = ['']
  const [first, ...others] = text.split('\n')
  for (const word of first.split(/(?<=\S) /)) {
    const last = lines[lines.length - 1]
    const longer = last === '' ? word : `${last} ${word}`
    if (last === '' || widthOf(longer) <= columns) lines[lines.length - 1] = longer
    else lines.push(' '.repeat(Math.max(0, Math.min(indent, Math.floor(columns / 4)))) + word)
  }
  return [...lines, ...others].join('\n')
}

/** Below a table: a word, and what there is to say; none: nothing */
export type Line = [label: string, text: string | null | undefined, style?: keyof typeof styles]

export const labelled = ({ paint, columns }: Layout, lines: Line[]) =>
  lines.flatMap(([label, text, style = 'muted']) =>
    text == null
      ? []
      : wrap(`  ${paint(style, label)}${' '.repeat(Math.max(2, 11 - label.length))}${text}`, columns, 13)
  )

/**
 * Cells that stand below one another, indented by two; the head first.
 *
 * @param isLeft false: of columns that end at the right, where others begin at the left
 */
export function tableLines(rows: readonly string[][], { paint }: Layout, isLeft: readonly boolean[] = []) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => widthOf(row[column]))))
  const aligned = (cell: string, i: number) =>
    isLeft[i] === false ? gapAt(cell, widths[i]) + cell : padEnd(cell, widths[i])
  return rows.map((row, i) => {
    const line = `  ${row.map(aligned).join('  ')}`.trimEnd()
    return i === 0 ? paint('muted', line) : line
  })
}
