import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'
import { parseDocument } from 'yaml'
import { firstLineOf, refuse, SpeedupError } from '../concepts/errors.ts'
import { init as initialise } from '../init/init.ts'
import { shellWord } from '../concepts/wording.ts'
import { line } from '../init/summary.ts'
import { createAsk, readWishes, wishesHelp, wishOptions } from '../init/questions.ts'
import { withSetting } from '../init/with-setting.ts'
import { isFile, isYaml } from '../settings/read-app.ts'
import { Misuse, say, text, type Command } from './command.ts'
import { appHere } from './subject.ts'
import type { FoundApp } from '../init/find-app.ts'

export const init: Command = {
  usage: '[--yes] [options]',
  summary: 'write a scenario for the app of the package in this folder',
  details: `It writes scenarios/speedup.yml, a test if mocha is installed, and a CI job on request, and never changes a file that exists. To find out what to \
write, it starts the app, with your environment variables, as one process and as a cluster, and sends it as many requests as it answers for some seconds.

  --yes, -y                  ask no questions
${wishesHelp}
  --ci github|gitlab         write a CI job, too
  --script <scenario file>   add the app to an Artillery script that you have: one line, and nothing is started

Interrupted, it ends with exit code 130 (Ctrl-C), 143 (SIGTERM) or 129 (SIGHUP).`,
  options: { yes: { type: 'boolean', short: 'y' }, ...wishOptions, ci: text, script: text },
  left: 'Nothing was written.',
  async run(words, { yes, script, ...options }, signal) {
    if (words.length > 0)
      throw new Misuse(
        `init takes no arguments, but was given ${words.join(' ')}. To name the file that starts the app: --app <file>`
      )
    if (script !== undefined) {
      const { app } = appHere(readWishes(options))
      say(line('added', `${addApp(script, app)}, to ${script}. What it will do, and how long it takes:`))
      return say(line('', `npx artillery-speedup run ${shellWord(script)} --dry-run`))
    }
    const isTerminal = process.stdin.isTTY && process.stdout.isTTY
    const ask = isTerminal && !yes ? createAsk(process, () => void process.kill(process.pid, 'SIGINT'), signal) : null
    return { document: { written: await initialise({ folder: process.cwd(), options }, { ask, say }, signal) } }
  }
}

/**
 * Adds the app to a scenario file of the user's: all else in the file stays as it is, and nothing is started.
 *
 * @param script as typed. @returns what was added, as YAML
 * @throws SpeedupError INVALID_SETTINGS, NOTHING_TO_WRITE
 */
function addApp(script: string, { script: app, args, nodeArgs, env }: FoundApp) {
  if (!isFile(script)) refuse(`No such file: ${script}. Give the path of your Artillery script, such as load.yml.`)
  const path = relative(dirname(resolve(script)), app)
  const more = Object.entries({ args, nodeArgs, env }).filter(([, values]) => Object.keys(values).length > 0)
  const value = more.length === 0 ? path : { script: path, ...Object.fromEntries(more) }
  const line = `plugins: { speedup: ${JSON.stringify({ app: value })} }`
  const leave = (problem: string): never => {
    throw new SpeedupError('NOTHING_TO_WRITE', `${script} ${problem}`)
  }
  const byHand = `Write it there by hand, into its config: ${line}`
  if (!isYaml(script)) leave(`is not YAML, which is all that can be edited. ${byHand}`)
  const text = readFileSync(script, 'utf8')
  const document = parseDocument(text)
  if (document.errors.length > 0) leave(`cannot be read: ${firstLineOf(document.errors[0])}`)
  if (document.hasIn(['config', 'plugins', 'speedup']))
    leave(`has the plugin already. What it will do: npx artillery-speedup run ${script} --dry-run`)
  const changed = withSetting(text, { path: ['config', 'plugins', 'speedup', 'app'], value })
  writeFileSync(script, changed ?? leave(`can't be edited. ${byHand}`))
  return line
}
