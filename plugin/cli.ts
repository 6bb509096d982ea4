import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { complain, Misuse, say, width, wrapped, type Command } from './commands/command.ts'
import { compare } from './commands/compare.ts'
import { explain } from './commands/explain.ts'
import { init } from './commands/init.ts'
import { list } from './commands/list.ts'
import { open, report } from './commands/open.ts'
import { run } from './commands/run.ts'
import { SpeedupError } from './concepts/errors.ts'
import { capitalised, counted, list as listed } from './concepts/wording.ts'
import { checkNode } from './settings/requirements.ts'
import { suggest } from './settings/shapes.ts'
import { packageFile } from './package-files.ts'

const commands: Record<string, Command> = { init, run, list, open, report, compare, explain }

/** failed: it could not be done; misused: such a call makes no sense */
const exitCodes = { failed: 1, misused: 2 }

const rows = Object.entries(commands).map(([name, { usage, summary }]) => ({ call: `${name} ${usage}`, summary }))
const indent = 4 + Math.max(...rows.map(({ call }) => call.length))

const help = () => `Usage: artillery-speedup <command>

${rows.map(({ call, summary }) => wrapped(summary, indent, `  ${call}`)).join('\n')}

${wrapped('artillery-speedup <command> --help explains a command. --version, -v prints the version.', 2)}

${wrapped(
  'Exit codes: 0 done; 1 it could not be done, or an option has an invalid value; 2 wrong usage. Those of run are the exit codes of ' +
    '`artillery run`, and compare has its own: see their --help.',
  0
)}`

const usageOf = (name: string) => `Usage: artillery-speedup ${name} ${commands[name].usage}`

const helpOf = (name: string) => {
  const { summary, details } = commands[name]
  return [
    usageOf(name),
    '',
    wrapped(`${capitalised(summary)}.`, 0),
    '',
    ...details.split('\n').map((line) => (line.length <= width() ? line : wrapped(line, 0)))
  ].join('\n')
}

// Who reads no further, as head does, has seen enough.
process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => process.exit(code === 'EPIPE' ? 0 : exitCodes.failed))

async function main(words: string[]) {
  const at = words.findIndex((word) => !word.startsWith('-'))
  const [name, command] =
    at >= 0 && Object.hasOwn(commands, words[at]) ? [words[at], commands[words[at]]] : [null, null]
  try {
    checkNode(process.versions.node)
    const isPlain = command !== null && command.options === undefined
    const { values, positionals } = isPlain
      ? readPlain(words.toSpliced(at, 1))
      : parseArgs({
          args: command === null ? words : words.toSpliced(at, 1),
          allowPositionals: true,
          options: {
            ...command?.options,
            help: { type: 'boolean', short: 'h' },
            version: { type: 'boolean', short: 'v' }
          }
        })
    if (values.help) return say(name === null ? help() : helpOf(name))
    if (values.version) return say(JSON.parse(readFileSync(packageFile('package.json'), 'utf8')).version)
    if (command === null)
      throw new Misuse(
        at < 0
          ? 'No command was given.'
          : `Unknown command ${JSON.stringify(words[at])}${suggest(words[at], Object.keys(commands))}.`
      )
    checkCount(name, positionals)
    process.exitCode = (await command.run(positionals, values)) ?? process.exitCode
  } catch (error) {
    const isParsing = error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')
    const isMisuse = error instanceof Misuse || isParsing
    if (!isMisuse && !(error instanceof SpeedupError)) throw error
    const options = [...Object.keys(command?.options ?? {}), 'help', ...(command === null ? ['version'] : [])].map(
      (option) => `--${option}`
    )
    complain(
      isParsing ? `${error.message.split('. ')[0].replace(/\.$/, '')}. Options: ${listed(options)}.` : error.message
    ) // without Node's own advice
    if (isMisuse) complain(`\n${name === null ? help() : `${usageOf(name)}\nMore: artillery-speedup ${name} --help`}`)
    process.exitCode = command?.trouble ?? exitCodes[isMisuse ? 'misused' : 'failed']
  }
}

/** Of a command that hands its words on. */
const readPlain = (words: string[]) => ({
  values: { help: words.includes('--help') || words.includes('-h'), version: false },
  positionals: words
})

function checkCount(name: string, words: string[]) {
  const [least, most, what] = commands[name].takes
  if (words.length < least) throw new Misuse(`${name} needs ${what}.`)
  if (words.length > most)
    throw new Misuse(`${name} takes ${counted(most, 'argument')}, but ${words.length} were given: ${words.join(', ')}.`)
}

await main(process.argv.slice(2))
