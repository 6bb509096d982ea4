import { relative } from 'node:path'
import { exitCodes } from '../concepts/verdicts.ts'
import { list } from '../concepts/wording.ts'
import { findApp } from '../init/find-app.ts'
import { wishesHelp, wishOptions } from '../init/questions.ts'
import { appLines } from '../init/summary.ts'
import { checkNames, examine } from '../questions/doctor/init.ts'
import { examinationLines, findingAnnotations } from '../questions/doctor/report/console.ts'
import { suggest } from '../settings/shapes.ts'
import { readCall } from './quick.ts'
import { Misuse, say, styled, text, untilInterrupted, wrapped, type Command } from './command.ts'

const styles = { breaks: 'red', costs: 'yellow', look: 'yellow', fine: 'green', unknown: 'dim' } as const
const indent = 9

export const doctor: Command = {
  usage: '[app] [/path] [options]',
  takes: [0, Infinity, ''],
  summary: 'look for what would break in your app if it ran as a cluster, in a minute and with hardly any load',
  details: `It examines your app, not this installation: it starts it as one process and as two workers, watches it from inside, sends at most 200 requests, \
and says what each worker would have, count or do for itself. The app gets your environment variables: point it at a test database. Of paths that you \
do not name, only those that the source names and usual ones are asked, by GET.

${wishesHelp}
  --workers <number>         how many workers it is to have, for what follows (default: as many as cores)
  --only <check>             only this check; several: sessions,jobs

Checks: ${list(checkNames)}.
Exit codes: 0 nothing breaks, 1 something does, 3 the app could not be examined.`,
  options: { ...wishOptions, workers: text, only: text },
  run: (words, { only, ...values }) =>
    untilInterrupted(async (signal) => {
      const names = only === undefined ? checkNames : readNames(only)
      const { from, wishes, project } = readCall(words, values)
      const app = findApp(project, wishes)
      say(`${appLines(project, app).join('\n')}\n`)
      const examination = await examine(app, { project, wishes, names }, signal)
      const { title, rows, closing } = examinationLines(examination)
      say(`${title}\n`)
      for (const { word, text } of rows) say(wrapped(text, indent, styled(styles[word], word)))
      for (const text of closing) say(`\n${wrapped(text, 0)}`)
      const { GITHUB_ACTIONS, GITHUB_WORKSPACE = from } = process.env
      const folder = relative(GITHUB_WORKSPACE, project.folder)
      if (GITHUB_ACTIONS === 'true') findingAnnotations(examination, folder && `${folder}/`).forEach(say)
      const breaks = examination.findings.some(({ level }) => level === 'breaks')
      return { code: breaks ? exitCodes.fail : exitCodes.pass, document: examination }
    }, 'Nothing is left running.')
}

function readNames(only: string) {
  const names = only.split(',')
  const unknown = names.find((name) => !checkNames.includes(name))
  if (unknown === undefined) return names
  const hint = `${suggest(unknown, checkNames)}. Checks: ${list(checkNames)}.`
  throw new Misuse(`--only names ${JSON.stringify(unknown)}, which is no check${hint}`)
}
