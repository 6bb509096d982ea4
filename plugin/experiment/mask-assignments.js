const name = '[A-Za-z_]\\w*\\+?'

/** A name begins a word, or comes after what opens one: a quote, the `=` of an option such as --env=, docker's -e. */
const opening = '(?<before>^|[\\s;&|()\'"=`]|(?<![\\w-])-e)'

/** The pieces of what a shell takes for one word. No two of them begin alike, so that a match never tries twice. */
const escaped = '\\\\.'
const printed = '\\$\\([^)]*(?:\\)|$)'
const inDouble = `"(?:${escaped}|${printed}|\\$(?!\\()|[^"\\\\$])*(?:"|$)`
const inSingle = '\'[^\']*(?:\'|$)'
const inBackticks = '`[^`]*(?:`|$)'
const word = `(?:${escaped}|${printed}|${inDouble}|${inSingle}|${inBackticks}|\\$(?!\\()|[^\\s"'\\\\;&|()<>\`$])*`

/** In `"NAME=value"` the value ends with the quote, whatever spaces it has. */
const inQuotes = `(?<quote>["'])(?<quoted>${name})=(?:${escaped}|(?!\\k<quote>)[^\\\\])*\\k<quote>${word}`
const assignment = new RegExp(`${inQuotes}|${opening}(?<plain>${name})=${word}`, 'gs')
const wholeArgument = new RegExp(`^((?:--?[\\w-]+=|-e)?${name})=.*$`, 's')

/**
 * A command for others to read: what it sets by `NAME=value`, also by `-e NAME=value`, may be a secret.
 *
 * @param {string | string[]} command a line for the shell, or a program and its arguments
 * @returns {string} with NAME=… in place of each; in doubt, more is masked than has to be
 */
export function maskAssignments(command) {
  if (typeof command === 'string') return maskLine(command)
  // An argument is not split at its spaces.
  return command.map((argument) => (wholeArgument.test(argument) ? argument.replace(wholeArgument, '$1=…') : maskLine(argument))).join(' ')
}

/** @param {string} line */
function maskLine(line) {
  return line.replace(assignment, (...found) => {
    const { quote, quoted, before, plain } = found.at(-1)
    return quote === undefined ? `${before}${plain}=…` : `${quote}${quoted}=…${quote}`
  })
}
