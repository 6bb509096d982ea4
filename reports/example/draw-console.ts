import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

const themes = {
  light: { page: '#ffffff', edge: '#d0d7de', ink: '#1f2328', muted: '#59636e', good: '#1a7f37', bad: '#cf222e' },
  dark: { page: '#0d1117', edge: '#30363d', ink: '#e6edf3', muted: '#9da7b3', good: '#3fb950', bad: '#f85149' }
}
const lineHeight = 19
const characterWidth = 7.83
const mostCharacters = 140

/**
 * Draws our lines of a run's output (not Artillery's own summary) as pictures for the README, light and dark.
 *
 * @param folder for the pictures
 * @param command that was typed
 */
export function drawConsole(folder: string, command: string, output: string) {
  const lines = [`$ ${command}`, ...linesOfOurs(output.split('\n'))]
  for (const [name, theme] of Object.entries(themes)) {
    writeFileSync(join(folder, `console-${name}.svg`), draw(lines, theme))
  }
}

function linesOfOurs(all: string[]) {
  const result = all.findLastIndex((line) => line.startsWith('speedup  '))
  if (result === -1) throw new Error('This is not the output of a run that was compared.')
  const progress = all.slice(0, result).filter((line) => /^(speedup| {2}round) /.test(line))
  const end = all.findIndex((line, i) => i > result && line.startsWith('Report: '))
  return [...progress, '', ...all.slice(result, end + 1)].flatMap((line) => wrap(line.trimEnd()))
}

/** As a terminal would, but between words. */
function wrap(line: string): string[] {
  if (line.length <= mostCharacters) return [line]
  const end = line.lastIndexOf(' ', mostCharacters)
  return [line.slice(0, end), ...wrap(`    ${line.slice(end + 1)}`)]
}

function draw(texts: string[], { page, edge, ink, muted, good, bad }: typeof themes.light) {
  const width = Math.ceil(Math.max(...texts.map(({ length }) => length)) * characterWidth) + 40
  const height = texts.length * lineHeight + 34
  const colour = (text: string) =>
    /^PASS| pass$/.test(text) ? good : /^FAIL| fail$/.test(text) ? bad : /^( {2}round|\$|Report)/.test(text) ? muted : ink
  const rows = texts.map((text, i) => `<text x="20" y="${30 + i * lineHeight}" fill="${colour(text)}" xml:space="preserve">${escape(text)}</text>`)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace" font-size="13">
<rect x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="8" fill="${page}" stroke="${edge}"/>
${rows.join('\n')}
</svg>
`
}

function escape(text: string) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
