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

const secretName = '[\\w-]*?(?:token|secret|passw(?:or)?d|api-?key)'
const secretOption = new RegExp(`^-${secretName}[\\w-]*$`, 'i')
/** No option begins within another's name, so that none is looked at twice. */
const valueOfOption = new RegExp(`(?<![\\w-])(?=-${secretName})(?<option>[\\w-]+)(?<gap>=|\\s+)${word}`, 'gis')

/**
 * A command, or arguments, for others to read. What may be a secret is masked: what is set by `NAME=value`, also by `-e NAME=value`;
 * the values of options such as --token; users and passwords in URLs; bearer tokens.
 *
 * @param command a line for the shell, or a program and its arguments, which are not split at their spaces
 * @returns with … in place of each; in doubt, more is masked than has to be
 */
export function maskSecrets(command: string | string[]): string {
  if (typeof command === 'string') return maskLine(command)
  return command.map((argument, i) => (i > 0 && secretOption.test(command[i - 1]) ? '…' : maskArgument(argument))).join(' ')
}

function maskArgument(argument: string) {
  const [option] = argument.split('=', 1)
  if (option !== argument && secretOption.test(option)) return `${option}=…`
  return wholeArgument.test(argument) ? argument.replace(wholeArgument, '$1=…') : maskLine(argument)
}

function maskLine(line: string) {
  return line
    // Of these, there is either what is in quotes, or what is plain.
    .replace(assignment, '$<quote>$<quoted>$<before>$<plain>=…$<quote>')
    .replace(valueOfOption, '$<option>$<gap>…')
    .replace(/\/\/[^\s/]*@/g, '//…@')
    .replace(/\b(Bearer\s+)[^\s"']+/gi, '$1…')
}
