import { init as initialise } from '../init/init.ts'
import { shellWord } from '../concepts/wording.ts'
import { findApp } from '../init/find-app.ts'
import { readProject } from '../init/read-project.ts'
import { appLines, line } from '../init/summary.ts'
import { createAsk, readWishes, wishesHelp, wishOptions } from '../init/questions.ts'
import { addApp } from '../init/with-setting.ts'
import { Misuse, say, text, type Command } from './command.ts'

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
      const project = readProject(process.cwd(), { isPackage: false })
      const app = findApp(project, readWishes(options))
      say(appLines(project, app).join('\n'))
      say(line('added', `${addApp(script, app)}, to ${script}. What it will do, and how long it takes:`))
      return say(line('', `npx artillery-speedup run ${shellWord(script)} --dry-run`))
    }
    const isTerminal = process.stdin.isTTY && process.stdout.isTTY
    const interrupt = () => void process.kill(process.pid, 'SIGINT')
    const ask =
      isTerminal && !yes ? createAsk({ input: process.stdin, output: process.stdout }, interrupt, signal) : null
    return { document: { written: await initialise({ folder: process.cwd(), options }, { ask, say }, signal) } }
  }
}
