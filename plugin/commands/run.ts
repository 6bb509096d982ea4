import { readFileSync, statSync } from 'node:fs'
import { extname } from 'node:path'
import { dryRunVariable } from '../artillery/call.ts'
import { findArtillery, withPluginPath } from '../artillery/find-artillery.ts'
import { refuse } from '../concepts/errors.ts'
import { checkOverrides, flagsHere } from '../concepts/generators.ts'
import { checkRequirements } from '../settings/requirements.ts'
import { Misuse, type Command } from './command.ts'

/** Flags of `artillery run` whose value is the next word. Short ones may follow others that have none, as in -qt. */
const takesNext =
  /^(?:--(?:target|config|environment|scenario-name|output|dotenv|variables|overrides|name|tags|note|key|payload|platform|platform-opt|count)|-[kqs]*[tceovip])$/
/** What stands before a value in the same word: --config=a.yml, -ca.yml */
const beforeValue = /^(?:--[\w-]+=|-[kqs]*[tceovip]=?)/

export const run: Command = {
  usage: '<scenario file> [flags]',
  takes: [1, Infinity, 'a scenario file, such as scenarios/speedup.yml'],
  summary: 'run a comparison, wherever Artillery is installed',
  details:
    'It finds Artillery in the project, beside the scenario file, in PATH or beside this package, lets it find the plugin, and hands ' +
    "over all flags: `artillery run --help` lists them. --profile is its own: after the rounds, each variant runs once more with V8's CPU profiler, as with " +
    'the option profile; so is --dry-run: it tells what would be done, and how long it would take, and starts nothing. Its exit codes are those of `artillery run`: artillery-speedup explain lists them; 3 where nothing was run.',
  run(words) {
    const script = words.find((word, i) => isBehindDashes(words, i) || (!word.startsWith('-') && !isValue(words, i)))
    if (script === undefined) throw new Misuse('run needs a scenario file, such as scenarios/speedup.yml.')
    if (!isFile(script))
      refuse(`No such file: ${script}. Give the path of a scenario file, such as scenarios/speedup.yml.`)
    checkRequirements({ platform: process.platform, artilleryVersion: undefined, launchedOn: 'local' })
    checkNamesPlugin(script, words)
    const rest = without('--dry-run', words)
    const flags = words.some((word) => word.startsWith('--platform')) ? [] : flagsHere
    // It takes the place of this process, so that signals, the terminal and the exit code are its own.
    process.execve?.(
      process.execPath,
      [process.execPath, ...process.execArgv, ...flags, findArtillery(script), 'run', ...withProfile(rest)],
      { ...withPluginPath(process.env), ...(rest.length < words.length && { [dryRunVariable]: 'true' }) }
    )
  }
}

const isValue = (words: string[], i: number) => takesNext.test(words[i - 1] ?? '')
const isBehindDashes = (words: string[], i: number) => words.slice(0, i).includes('--')

const without = (flag: string, words: string[]) =>
  words.filter((word, i) => word !== flag || isBehindDashes(words, i) || isValue(words, i))

/**
 * Artillery refuses flags that it does not know. The option goes to the plugin beside whatever the user has in
 * --overrides.
 */
function withProfile(words: string[]) {
  const rest = without('--profile', words)
  if (rest.length === words.length) return words
  const at = rest.findLastIndex((word) => /^--overrides(?:=|$)/.test(word))
  if (at === -1) return ['--overrides', withOption('{}'), ...rest]
  const isApart = rest[at] === '--overrides'
  const written = isApart ? (rest[at + 1] ?? '') : rest[at].slice('--overrides='.length)
  const overrides = withOption(written)
  checkOverrides(overrides, 'the option of --profile')
  return rest.toSpliced(at, isApart ? 2 : 1, '--overrides', overrides)
}

/** @returns overrides with the option; as they are where they are no map: Artillery says what is wrong with them */
function withOption(overrides: string) {
  try {
    const { config, ...rest } = JSON.parse(overrides)
    return JSON.stringify({
      ...rest,
      config: { ...config, plugins: { ...config?.plugins, speedup: { ...config?.plugins?.speedup, profile: true } } }
    })
  } catch {
    return overrides
  }
}

/** Any word may stand in the place of a file: one that is too long for a path is none. */
function isFile(word: string) {
  try {
    return statSync(word).isFile()
  } catch {
    return false
  }
}

/**
 * Artillery would load the app at `target` as it is, without a comparison. What a program of a script imports can't be
 * seen.
 */
function checkNamesPlugin(script: string, words: string[]) {
  const texts = words
    .map((word) => word.replace(beforeValue, ''))
    .map((value) => (isFile(value) ? readFileSync(value, 'utf8') : value))
  // A comment begins after a space, unlike the # of a URL.
  const isNamed = texts.some((text) => /^(?:[^#\n]|(?<=\S)#)*\bspeedup\b["']?\s*:/m.test(text))
  if (isNamed || !['.yml', '.yaml', '.json'].includes(extname(script))) return
  refuse(`${script} does not use the plugin. Add it to its config: plugins: { speedup: { app: ../server.js } }`)
}
