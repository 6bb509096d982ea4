/**
 * @returns the lines that a terminal shows; it knows the control sequences that a command of ours sends, not colours
 */
export function screenAfter(output: string): string[] {
  const lines: string[][] = [[]]
  let column = 0
  for (const [token, final, osc] of output.matchAll(
    /\x1b\[[?\d;]*([A-Za-z])|\x1b(\])[^\x07\x1b]*(?:\x07|\x1b\\)|[^]/gu
  )) {
    const line = lines[lines.length - 1]
    if (final === 'K') line.length = 0
    else if (final === 'G') column = 0
    else if (token === '\r') column = 0
    else if (token === '\n') {
      lines.push([])
      column = 0
    } else if (final === undefined && osc === undefined) line[column++] = token
  }
  const last = lines.findLastIndex((line) => line.length > 0)
  return lines.slice(0, last + 1).map((line) => Array.from(line, (character) => character ?? ' ').join(''))
}
