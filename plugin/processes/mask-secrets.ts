import { isPair, secretOption, userOption, withoutSecrets } from '../concepts/foreign-text.ts'

const name = '[A-Za-z_]\\w*\\+?'

/** A name begins a word, or comes after what opens one: a quote, the `=` of an option such as --env=, docker's -e. */
const opening = '(?<before>^|[\\s;&|()\'"=`]|(?<![\\w-])-e)'

/** The pieces of what a shell takes for one word. No two of them begin alike, so that a match never tries twice. */
const escaped = '\\\\.'
const printed = '\\$\\([^)]*(?:\\)|$)'
const inDouble = `"(?:${escaped}|${printed}|\\$(?!\\()|[^"\\\\$])*(?:"|$)`
const inSingle = "'[^']*(?:'|$)"
const inBackticks = '`[^`]*(?:`|$)'
const word = `(?:${escaped}|${printed}|${inDouble}|${inSingle}|${inBackticks}|\\$(?!\\()|[^\\s"'\\\\;&|()<>\`$])*`

/** In `"NAME=value"` the value ends with the quote, whatever spaces it has. */
const inQuotes = `(?<quote>["'])(?<quoted>${name})=(?:${escaped}|(?!\\k<quote>)[^\\\\])*\\k<quote>${word}`
const assignment = new RegExp(`${inQuotes}|${opening}(?<plain>${name})=${word}`, 'gs')
const wholeArgument = new RegExp(`^((?:--?[\\w-]+=|-e)?${name})=.*$`, 's')

const optionInLine = new RegExp(`(${secretOption}(?:=|\\s+))${word}`, 'gis')
const [isSecretOption, isUserOption] = [secretOption, userOption].map((option) => new RegExp(`^${option}$`, 'i'))

/**
 * A command, or arguments, for others to read. What may be a secret is masked: what is set by `NAME=value`, also by `-e
 * NAME=value`; and what may be one in any text: the values of options such as --token, users and passwords, headers.
 *
 * @param command a line for the shell, or a program and its arguments, which are not split at their spaces
 * @returns with … in place of each; in doubt, more is masked than has to be
 */
export function maskSecrets(command: string | string[]) {
  if (typeof command === 'string') return maskLine(command)
  return command
    .map((argument, i) => (isValueOf(command[i - 1] ?? '', argument) ? '…' : maskArgument(argument)))
    .join(' ')
}

const isValueOf = (option: string, argument: string) =>
  isSecretOption.test(option) || (isUserOption.test(option) && isPair.test(argument))

function maskArgument(argument: string) {
  const [option] = argument.split('=', 1)
  if (option !== argument && isSecretOption.test(option)) return `${option}=…`
  return wholeArgument.test(argument) ? argument.replace(wholeArgument, '$1=…') : maskLine(argument)
}

function maskLine(line: string) {
  // Of the first, there is either what is in quotes, or what is plain.
  return withoutSecrets(
    line.replace(assignment, '$<quote>$<quoted>$<before>$<plain>=…$<quote>').replace(optionInLine, '$1…')
  )
}
