import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { asCallEvent, callAsEnvironment, dryRunByFlag, type CallEvent } from '../artillery/call.ts'
import { findArtillery, withPluginPath } from '../artillery/find-artillery.ts'
import { refuse } from '../concepts/errors.ts'
import { checkOverrides, flagsHere } from '../concepts/generators.ts'
import { questionFlags } from '../questions/settings.ts'
import { isFile } from '../settings/read-app.ts'
import { checkRequirements } from '../settings/requirements.ts'
import { verdictOf } from '../report/ci/verdict-json.ts'
import { exitCodeOf, Misuse, signals, type Command } from './command.ts'

/** Flags of `artillery run` whose value is the next word. Short ones may follow others that have none, as in -qt. */
const takesNext =
  /^(?:--(?:target|config|environment|scenario-name|output|dotenv|variables|overrides|name|tags|note|key|payload|platform|platform-opt|count)|-[kqs]*[tceovip])$/
/** What stands before a value in the same word: --config=a.yml, -ca.yml */
const beforeValue = /^(?:--[\w-]+=|-[kqs]*[tceovip]=?)/

export const run: Command = {
  usage: '<scenario file> [flags]',
  takes: [1, Infinity, 'a scenario file, such as scenarios/speedup.yml'],
  handsOn: true,
  summary: 'run a comparison, wherever Artillery is installed',
  details:
    'It finds Artillery in the project, beside the scenario file, in PATH or beside this package, lets it find the plugin, and hands ' +
    `over all flags: \`artillery run --help\` lists them. ${Object.entries(questionFlags)
      .map(([option, what]) => `--${option} is its own: ${what}; so is `)
      .join('')}` +
    '--dry-run: it tells what would be done, and how long it would take, and starts nothing. Its exit codes are those of `artillery run`: artillery-speedup explain lists them; 3 where nothing was run.',
  run(words) {
    const script = words.find((word, i) => isBehindDashes(words, i) || (!word.startsWith('-') && !isValue(words, i)))
    if (script === undefined) throw new Misuse('run needs a scenario file, such as scenarios/speedup.yml.')
    if (!isFile(script))
      refuse(`No such file: ${script}. Give the path of a scenario file, such as scenarios/speedup.yml.`)
    checkRequirements({})
    checkNamesPlugin(script, words)
    const plain = without('--json', words)
    const rest = without('--dry-run', plain)
    const flags = words.some((word) => word.startsWith('--platform')) ? [] : flagsHere
    const call = [
      ...process.execArgv,
      ...flags,
      findArtillery(script),
      'run',
      ...Object.keys(questionFlags).reduce(withFlag, rest)
    ]
    const env = { ...withPluginPath(process.env), ...(rest.length < plain.length && dryRunByFlag) }
    if (plain.length < words.length) return runAndTell(call, env)
    // It takes the place of this process, so that signals, the terminal and the exit code are its own.
    process.execve?.(process.execPath, [process.execPath, ...call], env)
  }
}

/** Its words go to stderr. Signals are handed on; when this process is killed, it ends by itself. */
async function runAndTell(words: string[], env: NodeJS.ProcessEnv) {
  const child = spawn(process.execPath, words, {
    env: { ...env, ...callAsEnvironment({ options: {}, isTyped: true }) },
    stdio: ['ignore', 2, 2, 'ipc'],
    detached: true
  })
  let last = null as CallEvent | null
  child.on('message', (message) => (last = asCallEvent(message) ?? last))
  for (const name of signals) process.on(name, (signal) => child.kill(signal))
  const [ended, signal] = await once(child, 'close')
  const code: number = ended ?? exitCodeOf(signal)
  return { code, document: { ...documentOf(last, code), exitCode: code } }
}

function documentOf(last: CallEvent | null, exitCode: number) {
  if (last?.event === 'concluded')
    return { ...verdictOf(last.comparison), folder: relative(process.cwd(), last.folder) }
  if (last?.event === 'refused') return { error: { code: last.code, message: last.message } }
  if (last?.event === 'planned' && exitCode === 0) return { plan: last.plan }
  const message = `Artillery exited (exit code ${exitCode}) before it had compared. stderr has its words.`
  return { error: { code: 'ARTILLERY_FAILED', message } }
}

const isValue = (words: string[], i: number) => takesNext.test(words[i - 1] ?? '')
const isBehindDashes = (words: string[], i: number) => words.slice(0, i).includes('--')

const without = (flag: string, words: string[]) =>
  words.filter((word, i) => word !== flag || isBehindDashes(words, i) || isValue(words, i))

/**
 * Artillery refuses flags that it does not know. The option goes to the plugin beside whatever the user has in
 * --overrides.
 */
function withFlag(words: string[], option: string) {
  const rest = without(`--${option}`, words)
  if (rest.length === words.length) return words
  const at = rest.findLastIndex((word) => /^--overrides(?:=|$)/.test(word))
  if (at === -1) return ['--overrides', withOption('{}', option), ...rest]
  const isApart = rest[at] === '--overrides'
  const written = isApart ? (rest[at + 1] ?? '') : rest[at].slice('--overrides='.length)
  const overrides = withOption(written, option)
  checkOverrides(overrides, `the option of --${option}`)
  return rest.toSpliced(at, isApart ? 2 : 1, '--overrides', overrides)
}

/** @returns overrides with the option; as they are where they are no map: Artillery says what is wrong with them */
function withOption(overrides: string, option: string) {
  try {
    const { config, ...rest } = JSON.parse(overrides)
    return JSON.stringify({
      ...rest,
      config: { ...config, plugins: { ...config?.plugins, speedup: { ...config?.plugins?.speedup, [option]: true } } }
    })
  } catch {
    return overrides
  }
}

/**
 * Artillery would load the app at `target` as it is, without a comparison. What a program of a script imports can't be
 * seen.
 */
function checkNamesPlugin(script: string, words: string[]) {
  const isNamed = words
    .map((word) => word.replace(beforeValue, ''))
    .map((value) => (isFile(value) ? readFileSync(value, 'utf8') : value))
    // A comment begins after a space, unlike the # of a URL.
    .some((text) => /^(?:[^#\n]|(?<=\S)#)*\bspeedup\b["']?\s*:/m.test(text))
  if (isNamed || !/\.(?:ya?ml|json)$/.test(script)) return
  refuse(`${script} does not use the plugin. Add it to its config: plugins: { speedup: { app: ../server.js } }`)
}
