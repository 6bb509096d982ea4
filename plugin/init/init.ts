import { existsSync } from 'node:fs'
import { join, relative } from 'node:path'
import { SpeedupError } from '../concepts/errors.ts'
import { list } from '../concepts/wording.ts'
import { checkRequirements } from '../settings/requirements.ts'
import { findApp, type FoundApp } from './find-app.ts'
import { chooseLoad } from './measure-answers.ts'
import { ciContent, ciFileOf, filesFor, writeFiles } from './new-files.ts'
import { createQuestions, readWishes, type Ask, type Questions, type Wishes } from './questions.ts'
import { readProject, versionOf, type Project } from './read-project.ts'
import { appLines, closingLines, trialLines } from './summary.ts'
import { compareCommand, type Found } from './templates.ts'
import { NotClustered, scenarioPath, tryApp } from './try-app.ts'

type Say = (text: string) => void // prints lines

interface Call {
  folder: string // absolute path, of the package
  options: Record<string, string | undefined> // app, port, path, ready-timeout and ci, as they were typed
}

/**
 * Writes into somebody's project what a comparison of its app needs. No file that exists is changed.
 *
 * @param talk ask: null: nobody is there to be asked
 * @param signal nothing is left running when it aborts
 * @throws SpeedupError UNSUPPORTED, INVALID_SETTINGS, APP_NOT_READY, APP_DIED, PORT_TAKEN, NOTHING_TO_WRITE,
 *   NOT_WRITABLE
 */
export async function init({ folder, options }: Call, { ask, say }: { ask: Ask | null, say: Say }, signal: AbortSignal) {
  const wishes = readWishes(options)
  const project = readProject(folder)
  checkRequirements({ platform: process.platform, artilleryVersion: versionOf(project, 'artillery'), launchedOn: 'local' })
  const questions = createQuestions(ask)
  const found = existsSync(join(folder, scenarioPath)) ? null : await findOut(project, wishes, questions, say, signal)
  const ci = wishes.ci ?? (existsSync(ciFileOf(project, 'github')) ? null : await questions.whichCi())
  const files = filesFor(project, found, ci)
  const written = writeFiles(files)
  const left = files.map(({ file }) => file).filter((file) => !written.includes(file))
  const pasted = ci === 'gitlab' && left.includes(ciFileOf(project, ci)) ? ciContent(project, ci) : null
  if (written.length === 0 && pasted === null) throw nothingToWrite(left.map((file) => relative(folder, file)))
  say([...(found === null ? [] : ['']), ...closingLines(project, written, left, pasted, found?.load ?? null)].join('\n'))
}

async function findOut(project: Project, wishes: Wishes, questions: Questions, say: Say, signal: AbortSignal): Promise<Found> {
  let app: FoundApp | null = null
  try {
    app = findApp(project, wishes)
    say(appLines(project, app).join('\n'))
    say('\nStarting it with the environment variables that are set here, as one process and as a cluster, and asking it for\n' +
      'some seconds as often as it answers, to see where it listens and what it can do ...\n')
    const trial = await tryApp(app, project, wishes, questions, signal)
    const load = chooseLoad(trial.times, Number(trial.settings.variants[1].workers))
    say(trialLines(trial, load).join('\n'))
    return { trial, load, readyTimeoutSeconds: wishes.readyTimeoutSeconds }
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof SpeedupError)) throw error
    const isOfApp = app === null || (['APP_NOT_READY', 'APP_DIED'].includes(error.code) && !(error instanceof NotClustered))
    if (!isOfApp || !questions.areHeard) throw new SpeedupError(error.code, `${error.message}\nNothing was written.`)
    const other = await questions.whichApp(error.message)
    if (other === null) throw new SpeedupError(error.code, 'Nothing was written.')
    return findOut(project, { ...wishes, app: other }, questions, say, signal)
  }
}

function nothingToWrite(names: string[]) {
  const [exist, stay] = names.length === 1 ? ['exists', 'stays as it is'] : ['exist', 'stay as they are']
  return new SpeedupError('NOTHING_TO_WRITE', `There is nothing to write: ${list(names)} ${exist} already, and ${stay}. ` +
    `To have one written anew, rename or remove it first. To compare: ${compareCommand}`)
}
