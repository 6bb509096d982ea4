import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { parseArgs, type ParseArgsOptionsConfig } from 'node:util'
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { Interrupted, SpeedupError } from './concepts/errors.ts'
import { exitCodes as ends } from './concepts/verdicts.ts'
import { init } from './init/init.ts'
import { createAsk } from './init/questions.ts'
import { checkNode } from './settings/requirements.ts'
import { makeReport } from './speedup.ts'
import { packageFile } from './package-files.ts'

const usage = `Usage:
  artillery-speedup init [--yes] [options]     write a scenario for the app of the package in this folder
  artillery-speedup report <folder> [--open]   make the page of a comparison again, from the files in its folder
  artillery-speedup --version

init starts the app, with the environment variables that are set, as one process and as a cluster, and asks it for
some seconds as often as it answers, to find out what to write: scenarios/speedup.yml, a test where mocha is installed,
and a CI job if wanted. It changes no file that exists, and asks its user only what it can't find out.
  --yes, -y                  ask nothing
  --app <file>               what starts the server, if that is not what \`npm start\` runs
  --port <number>            where it listens
  --path </path>             what to ask it for
  --ready-timeout <seconds>  how long it may take to listen, 10 by default
  --ci github|gitlab         write a CI job

The folder of report is one that \`artillery run\` has named at its end, such as reports/2026-11-20T12-00-00-primes.
--open shows the page in the browser.`

/** failed: no page could be made, or nothing was written; misused: such a call makes no sense */
const exitCodes = { failed: 1, misused: 2 }

/** the code by which a shell shows the end by a signal */
const signalExitCodes = { SIGINT: ends.SIGINT, SIGTERM: ends.SIGTERM, SIGHUP: 128 + constants.signals.SIGHUP }

type Run = (positionals: string[], values: Record<string, any>) => Promise<void>

const text = { type: 'string' } as const

const commands: Record<string, { run: Run, options: ParseArgsOptionsConfig }> = {
  report: { run: report, options: { open: { type: 'boolean' } } },
  init: { run: initialise, options: { yes: { type: 'boolean', short: 'y' }, app: text, port: text, path: text, 'ready-timeout': text, ci: text } }
}

async function main(words: string[]) {
  const at = words.findIndex((word) => !word.startsWith('-'))
  const name = words[at]
  const command = Object.hasOwn(commands, name) ? commands[name] : null
  try {
    checkNode(process.versions.node)
    const { values, positionals } = parseArgs({
      args: command === null ? words : words.toSpliced(at, 1),
      allowPositionals: true,
      options: { ...command?.options, help: { type: 'boolean', short: 'h' }, version: { type: 'boolean', short: 'v' } }
    })
    if (values.help) return say(usage)
    if (values.version) return say(JSON.parse(readFileSync(packageFile('package.json'), 'utf8')).version)
    if (command === null) return refuse(name === undefined ? 'Nothing to do.' : `There is no command ${JSON.stringify(name)}.`)
    await command.run(positionals, values)
  } catch (error) {
    if (error instanceof SpeedupError) return fail(error.message, exitCodes.failed)
    if (error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')) return refuse(error.message)
    throw error
  }
}

async function initialise(positionals: string[], { yes, ...options }: Record<string, any>) {
  if (positionals.length > 0) {
    return refuse(`init works in the folder where it is called, but was given ${positionals.join(' ')}. For the app’s file there is --app.`)
  }
  const interruption = new AbortController()
  const { signal } = interruption
  for (const [name, code] of Object.entries(signalExitCodes)) {
    process.on(name, () => {
      process.exitCode ??= code
      interruption.abort(new Interrupted())
    })
  }
  const isTerminal = process.stdin.isTTY && process.stdout.isTTY
  const interrupt = () => void process.kill(process.pid, 'SIGINT')
  const ask = isTerminal && !yes ? createAsk({ input: process.stdin, output: process.stdout }, interrupt, signal) : null
  try {
    await init({ folder: process.cwd(), options }, { ask, say }, signal)
  } catch (error) {
    if (!signal.aborted) throw error
    say('\nInterrupted. Nothing was written.')
  }
}

async function report([folder, ...rest]: string[], { open }: Record<string, any>) {
  if (folder === undefined) return refuse('report needs the folder of a comparison.')
  if (rest.length > 0) return refuse(`report takes one folder, but ${rest.length + 1} were given: ${[folder, ...rest].join(', ')}.`)
  await makeReport(resolve(folder))
  const page = resolve(folder, 'index.html')
  say(`Report: ${page}`)
  if (open) await openInBrowser(pathToFileURL(page).href)
}

const refuse = (problem: string) => fail(`${problem}\n\n${usage}`, exitCodes.misused)

const say = (text: string) => void process.stdout.write(`${text}\n`)

function fail(message: string, exitCode: number) {
  process.stderr.write(`${message}\n`)
  process.exitCode = exitCode
}

const openers: Partial<Record<NodeJS.Platform, string[]>> = { darwin: ['open'], win32: ['rundll32', 'url.dll,FileProtocolHandler'] }

/** A program that finds no browser says so at once; one that shows the page itself may take as long as the page is read. */
const patienceMs = 1000

/** The system knows the user's browser, which stays when we leave. @throws SpeedupError UNSUPPORTED: it has no program for it, or that finds no browser */
async function openInBrowser(url: string) {
  const [command, ...words] = openers[process.platform] ?? ['xdg-open']
  const child = spawn(command, [...words, url], { stdio: 'ignore', detached: true })
  const ended = once(child, 'exit').then(([code, signal]) => (code === 0 ? null : `failed (${code === null ? signal : `exit code ${code}`})`),
    ({ message }) => `can't be run (${message})`)
  const problem = await Promise.race([ended, delay(patienceMs, null, { ref: false })])
  child.unref()
  if (problem === null) return
  throw new SpeedupError('UNSUPPORTED', `The page is made, but ${command}, which would show it, ${problem}. Open ${url} in a browser.`)
}

await main(process.argv.slice(2))
