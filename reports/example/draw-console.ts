import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

const themes = {
  light: {
    page: '#ffffff',
    edge: '#d0d7de',
    ink: '#1f2328',
    muted: '#59636e',
    31: '#cf222e',
    32: '#1a7f37',
    33: '#8a5d00'
  },
  dark: {
    page: '#0d1117',
    edge: '#30363d',
    ink: '#e6edf3',
    muted: '#9da7b3',
    31: '#f85149',
    32: '#3fb950',
    33: '#d29922'
  }
}
type Theme = typeof themes.light
const [lineHeight, characterWidth] = [19, 7.83]

type Style = { colour: 31 | 32 | 33 | null; isBold: boolean; isDim: boolean }
type Cell = { character: string; style: Style }
const plain: Style = { colour: null, isBold: false, isDim: false }
const dim = { ...plain, isDim: true }

/**
 * Draws what a terminal shows at the end of a command as pictures for the README, light and dark: all of it, in its
 * colours.
 *
 * @param folder for the pictures
 * @param output every byte that the terminal got, as text
 */
export function drawConsole(folder: string, command: string, output: string) {
  const lines = [[...`$ ${command}`].map((character) => ({ character, style: dim })), ...screenAfter(output)]
  for (const [name, theme] of Object.entries(themes))
    writeFileSync(join(folder, `console-${name}.svg`), draw(lines, theme))
}

/** @returns the lines that a terminal shows; it knows the control sequences that a command of ours sends */
export function screenAfter(output: string): Cell[][] {
  const lines: Cell[][] = [[]]
  let [column, style] = [0, plain]
  for (const [token, final, osc] of output.matchAll(
    /\x1b\[[?\d;]*([A-Za-z])|\x1b(\])[^\x07\x1b]*(?:\x07|\x1b\\)|[^]/gu
  )) {
    const line = lines[lines.length - 1]
    if (final === 'm') style = styleAfter(style, token)
    else if (final === 'K') line.length = 0
    else if (final === 'G') column = 0
    else if (token === '\r') column = 0
    else if (token === '\n') {
      lines.push([])
      column = 0
    } else if (final === undefined && osc === undefined) line[column++] = { character: token, style }
  }
  const last = lines.findLastIndex((line) => line.length > 0)
  return lines.slice(0, last + 1)
}

function styleAfter(style: Style, token: string): Style {
  const codes = token.slice(2, -1).split(';').map(Number)
  return codes.reduce((now, code) => {
    if (code === 0) return plain
    if (code === 1) return { ...now, isBold: true }
    if (code === 2) return { ...now, isDim: true }
    if (code === 22) return { ...now, isBold: false, isDim: false }
    return code >= 31 && code <= 33
      ? { ...now, colour: code as Style['colour'] }
      : code === 39
        ? { ...now, colour: null }
        : now
  }, style)
}

function draw(lines: Cell[][], theme: Theme) {
  const width = Math.ceil(Math.max(...lines.map(({ length }) => length)) * characterWidth) + 40
  const height = lines.length * lineHeight + 34
  const rows = lines.map(
    (line, i) =>
      `<text x="20" y="${30 + i * lineHeight}" fill="${theme.ink}" xml:space="preserve">${spansOf(line, theme)}</text>`
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace" font-size="13">
<rect x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="8" fill="${theme.page}" stroke="${theme.edge}"/>
${rows.join('\n')}
</svg>
`
}

function spansOf(line: Cell[], theme: Theme): string {
  const spans: { text: string; style: Style }[] = []
  for (const { character, style } of Array.from(line, (cell) => cell ?? { character: ' ', style: plain })) {
    const last = spans.at(-1)
    if (last !== undefined && last.style === style) last.text += character
    else spans.push({ text: character, style })
  }
  return spans
    .map(({ text, style: { colour, isBold, isDim } }) => {
      const fill = colour === null ? (isDim ? theme.muted : null) : theme[colour]
      const attributes = `${fill === null ? '' : ` fill="${fill}"`}${isBold ? ' font-weight="bold"' : ''}`
      return attributes === '' ? escape(text) : `<tspan${attributes}>${escape(text)}</tspan>`
    })
    .join('')
}

function escape(text: string) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
