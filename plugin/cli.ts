import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { callCommand, complain, Misuse, say, width, wrapped, type Command } from './commands/command.ts'
import { SpeedupError } from './concepts/errors.ts'
import { exitCodes } from './concepts/verdicts.ts'
import { capitalised, counted, list as listed } from './concepts/wording.ts'
import { commandsOfApps, commandsOfVersions, type CommandModules } from './questions/commands.ts'
import { checkNode } from './settings/requirements.ts'
import { suggest } from './settings/shapes.ts'
import { packageFile } from './package-files.ts'

/** Each is loaded when it is needed: all of them take as long as most need to answer. */
const commands: CommandModules = {
  quick: () => import('./commands/quick.ts'),
  ...commandsOfApps,
  upgrade: () => import('./commands/upgrade.ts'),
  ...commandsOfVersions,
  init: () => import('./commands/init.ts'),
  run: () => import('./commands/run.ts'),
  list: () => import('./commands/list.ts'),
  open: () => import('./commands/open.ts'),
  report: () => import('./commands/open.ts'),
  accept: () => import('./commands/accept.ts'),
  compare: () => import('./commands/compare.ts'),
  explain: () => import('./commands/explain.ts')
}

const load = async (name: string) => ((await commands[name]()) as Record<string, Command>)[name]

async function help() {
  const rows = await Promise.all(
    Object.keys(commands).map(async (name) => {
      const { usage, summary } = await load(name)
      return { call: `${name} ${usage}`, summary }
    })
  )
  const indent = 4 + Math.max(...rows.map(({ call }) => call.length))
  return `Usage: artillery-speedup <command>

${rows.map(({ call, summary }) => wrapped(summary, indent, `  ${call}`)).join('\n')}

${wrapped('artillery-speedup <command> --help explains a command. --json prints one document, and words to stderr. --version, -v prints the version.', 0)}

${wrapped(
  'Exit codes of every command: 0 done, and what was required holds; 1 it does not; 2 it cannot be told; 3 nothing was measured or ' +
    'done, or wrong usage. run hands on those of `artillery run`, which may be others of its plugins.',
  0
)}`
}

/** From now on, words go to stderr. @returns prints the one document */
function tellAsJson() {
  const { stdout, stderr } = process
  const write = stdout.write.bind(stdout)
  stdout.write = stderr.write.bind(stderr) as typeof stdout.write
  return (document: object) => {
    stdout.write = write
    stdout.write(`${JSON.stringify(document)}\n`)
  }
}

const usageOf = (name: string, { usage }: Command) => wrapped(`artillery-speedup ${name} ${usage}`, 7, 'Usage: ')

const helpOf = (name: string, command: Command) =>
  [
    usageOf(name, command),
    '',
    wrapped(`${capitalised(command.summary)}.`, 0),
    '',
    ...command.details.split('\n').map((line) => {
      const [, head, text] = /^( {2}\S.*? {2,}| +)(\S.*)$/.exec(line) ?? ['', '', line]
      return line.length <= width() ? line : wrapped(text, head.length, head)
    })
  ].join('\n')

/** Does what the words of a command line say, and sets the exit code. */
export async function call(words: string[]) {
  // Who reads no further, as head does, has seen enough.
  process.stdout.on('error', ({ code }: NodeJS.ErrnoException) =>
    process.exit(code === 'EPIPE' ? 0 : exitCodes.notMeasured)
  )
  const at = words.findIndex((word) => !word.startsWith('-'))
  const name = words[at] ?? ''
  let command: Command | null = null
  // Also where the other words make no sense.
  const tell = words.includes('--json') ? tellAsJson() : (_: object) => {}
  try {
    // An older Node may not even load it.
    checkNode(process.versions.node)
    if (Object.hasOwn(commands, name)) command = await load(name)
    const { values, positionals } = readWords(command, command === null ? words : words.toSpliced(at, 1))
    if (values.help) return say(command === null ? await help() : helpOf(name, command))
    if (values.version) return say(JSON.parse(readFileSync(packageFile('package.json'), 'utf8')).version)
    if (command === null)
      throw new Misuse(
        at < 0
          ? 'No command was given.'
          : `Unknown command ${JSON.stringify(name)}${suggest(name, Object.keys(commands))}.`
      )
    checkCount(name, command, positionals)
    const { code = process.exitCode, document = {} } = (await callCommand(command, positionals, values)) ?? {}
    process.exitCode = code
    tell({ exitCode: code ?? 0, ...document })
  } catch (error) {
    if (!(error instanceof Misuse || error instanceof SpeedupError)) throw error
    const { code, message } = error
    complain(message)
    if (error instanceof Misuse)
      complain(
        `\n${command === null ? await help() : `${usageOf(name, command)}\nMore: artillery-speedup ${name} --help`}`
      )
    process.exitCode = exitCodes.notMeasured
    tell({ exitCode: exitCodes.notMeasured, error: { code, message } })
  }
}

/** @throws Misuse: an option that there is not, or one without its value */
function readWords(command: Command | null, words: string[]) {
  if (command?.handsOn)
    return { values: { help: words.includes('--help') || words.includes('-h'), version: false }, positionals: words }
  const options = {
    ...command?.options,
    json: { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
    version: { type: 'boolean', short: 'v' }
  } as const
  try {
    return parseArgs({ args: words, allowPositionals: true, options })
  } catch (error) {
    const names = Object.keys(options).filter((name) => command === null || name !== 'version')
    // Without Node's own advice.
    const problem = (error as Error).message.split('. ')[0].replace(/\.$/, '')
    throw new Misuse(`${problem}. Options: ${listed(names.map((name) => `--${name}`))}.`)
  }
}

function checkCount(name: string, { takes = [0, Infinity] }: Command, words: string[]) {
  const [least, most, what] = takes
  if (words.length < least) throw new Misuse(`${name} needs ${what}.`)
  if (words.length > most)
    throw new Misuse(`${name} takes ${counted(most, 'argument')}, but ${words.length} were given: ${words.join(', ')}.`)
}
