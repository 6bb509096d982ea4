/**
 * Text that Markdown takes for what it is, wherever a line has already begun: in a cell, a heading, a sentence.
 *
 * @param text of a user: a name, a message with names in it
 * @returns GitHub-flavoured Markdown without markup, in one line
 */
export function plain(text: string): string {
  // eslint-disable-next-line no-control-regex
  const legible = text.toWellFormed().replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, '\ufffd')
  return legible
    .replace(structural, (characters) => [...characters].map(reference).join(''))
    .replace(/[*_`~<>[\]]/g, '\\$&')
    .replace(beginnings, '$&<!-- -->')
}

/** What is more than a character to Markdown even after a backslash, and spaces at either end, which it drops. */
const structural = /^\s+|\s+$|[\\|&\n\r\t]|(?<=www)\./gi

/**
 * What GitHub makes links, mentions, emoji and formulas of: also in what is written as a character reference, but not
 * across a comment.
 */
const beginnings = /@|(?<!&)#|\$|:(?=\S)|(?<=\bGH)-/gi

function reference(character: string) {
  return `&#${character.codePointAt(0)};`
}

/** @returns its lines as they are, in a block of their own */
export function fenced(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}text\n${text.toWellFormed()}\n${fence}`
}
