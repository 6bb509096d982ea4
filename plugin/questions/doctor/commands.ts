import { appendFileSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { exitCodes } from '../../concepts/verdicts.ts'
import { list } from '../../concepts/wording.ts'
import { wishesHelp, wishOptions, type WishOptions } from '../../init/questions.ts'
import { wholeCores } from '../../machine/cores.ts'
import { findingLevels, type FindingCode } from './concepts.ts'
import { checkNames, examine } from './init.ts'
import { foundSubject, scenarioSubject } from './init/subject.ts'
import { examinationLines, examinationMarkdown, findingAnnotations } from './report/console.ts'
import { writeExamination } from './report/page.ts'
import type { Workbench } from '../../processes/guard.ts'
import { isScenario, ofScenario, readCall } from '../../commands/subject.ts'
import { readNames, say, styled, text, wrapped, type Command } from '../../commands/command.ts'

const styles = {
  breaks: 'red',
  costs: 'yellow',
  look: 'yellow',
  accepted: 'dim',
  fine: 'green',
  unknown: 'dim'
} as const
const indent = 9

export const doctor: Command = {
  usage: '[file] [/path] [options]',
  summary: 'look for what would break in your app if it ran as a cluster, in a minute and with hardly any load',
  details: `It examines your app, not this installation: it starts it as one process and as two workers, watches it \
from inside, sends at most 200 requests, and says what each worker would have, count or do for itself. The app gets \
your environment variables: point it at a test database. Of paths that you do not name, only those that the source \
names and usual ones are asked, by GET. A scenario file says what is started, and what its users send.

${wishesHelp}
  --workers <number>         how many workers it is to have, for what follows (default: as many as cores)
  --only <check>             only this check; several: sessions,jobs
  --accept <code>            what is known and counts no more, such as keep-alive-too-short; several: with commas.
                             In a scenario file: plugins: { speedup: { doctor: { accept: [keep-alive-too-short] } } }

Checks: ${list(checkNames)}.
Exit codes: 0 nothing breaks; 1 something does; 3 the app could not be examined.`,
  options: { ...wishOptions, workers: text, only: text, accept: text },
  left: 'Nothing is left running.',
  run: async (words, { only, accept, ...values }, signal) => {
    const names = readNames(only, '--only', checkNames, 'check') ?? checkNames
    const codes = Object.keys(findingLevels) as FindingCode[]
    const accepted = readNames(accept, '--accept', codes, 'code of a finding') ?? []
    say('The app gets your environment variables, and some requests: use a test database.\n')
    const { from, project, reports, find } = isScenario(words[0])
      ? await ofFile(words, values)
      : ofApp(words, values, signal)
    const examination = await examine(find, { names, accepted, cores: wholeCores() }, signal)
    const told = examinationLines(examination)
    const { title, rows, closing, answer } = told
    say(`${title}\n`)
    for (const { word, text } of rows) say(wrapped(text, indent, styled(styles[word], word)))
    const page = relative(from, writeExamination(reports, examination))
    for (const text of [...closing, answer, `page: ${page}`]) say(`\n${wrapped(text, 0)}`)
    const { GITHUB_ACTIONS, GITHUB_STEP_SUMMARY, GITHUB_WORKSPACE = from } = process.env
    if (GITHUB_STEP_SUMMARY) appendFileSync(GITHUB_STEP_SUMMARY, `${examinationMarkdown(told)}\n`)
    const folder = relative(GITHUB_WORKSPACE, project.folder)
    if (GITHUB_ACTIONS === 'true') findingAnnotations(examination, folder && `${folder}/`).forEach(say)
    const breaks = examination.findings.some(({ level }) => level === 'breaks')
    return { code: breaks ? exitCodes.fail : exitCodes.pass, document: { ...examination, page } }
  }
}

async function ofFile(words: string[], values: WishOptions) {
  const { subject, ...given } = await ofScenario(words, values, scenarioSubject)
  return { ...given, reports: subject.settings.reportDirectory }
}

function ofApp(words: string[], values: WishOptions, signal: AbortSignal) {
  const { from, wishes, project, app } = readCall(words, values)
  say('')
  const find = (workbench: Workbench) => foundSubject(app, { project, wishes, workbench }, signal)
  return { from, project, reports: resolve('reports'), find }
}
