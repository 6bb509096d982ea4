export interface CommandOption {
  name: string // without its dashes
  value: string | null
  words: string[] // as they were written
}

/**
 * Splits a program's options from what follows them.
 *
 * @param valued names of the options that take the next word as their value, separated by spaces
 * @returns rest: from the first word that is no option
 */
export function splitOptions(words: string[], valued: string): { options: CommandOption[], rest: string[] } {
  const takesNext = new Set(valued.split(' '))
  const options: CommandOption[] = []
  let i = 0
  for (; i < words.length && words[i].startsWith('-') && words[i] !== '--'; i++) {
    const [written, value] = cut(words[i].replace(/^--?/, ''))
    const isCut = value === null && takesNext.has(written) && i + 1 < words.length
    options.push({ name: written, value: isCut ? words[i + 1] : value, words: words.slice(i, i + (isCut ? 2 : 1)) })
    if (isCut) i++
  }
  return { options, rest: words.slice(words[i] === '--' ? i + 1 : i) }
}

function cut(text: string): [string, string | null] {
  const at = text.indexOf('=')
  return at === -1 ? [text, null] : [text.slice(0, at), text.slice(at + 1)]
}
