/**
 * @typedef {object} CommandOption
 * @property {string} name without its dashes
 * @property {string | null} value
 * @property {string[]} words as they were written
 */

/**
 * Splits a program's options from what follows them.
 *
 * @param {string[]} words
 * @param {string} valued names of the options that take the next word as their value, separated by spaces
 * @returns {{ options: CommandOption[], rest: string[] }} rest: from the first word that is no option
 */
export function splitOptions(words, valued) {
  const takesNext = new Set(valued.split(' '))
  /** @type {CommandOption[]} */
  const options = []
  let i = 0
  for (; i < words.length && words[i].startsWith('-') && words[i] !== '--'; i++) {
    const [written, value] = cut(words[i].replace(/^--?/, ''))
    const isCut = value === null && takesNext.has(written) && i + 1 < words.length
    options.push({ name: written, value: isCut ? words[i + 1] : value, words: words.slice(i, i + (isCut ? 2 : 1)) })
    if (isCut) i++
  }
  return { options, rest: words.slice(words[i] === '--' ? i + 1 : i) }
}

/**
 * @param {string} text
 * @returns {[string, string | null]}
 */
function cut(text) {
  const at = text.indexOf('=')
  return at === -1 ? [text, null] : [text.slice(0, at), text.slice(at + 1)]
}
