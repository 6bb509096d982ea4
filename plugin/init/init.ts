import { existsSync } from 'node:fs'
import { join, relative } from 'node:path'
import { SpeedupError } from '../concepts/errors.ts'
import { checkRequirements } from '../settings/requirements.ts'
import { list } from '../concepts/wording.ts'
import { chooseLoad, type Load } from './measure-answers.ts'
import { findApp, type FoundApp } from './find-app.ts'
import { ciContent, ciFileOf, compareCommand, scenarioFiles, scenarioPath, testContent, testFileOf, writeFiles, type NewFile } from './new-files.ts'
import { createQuestions, readWishes, type Ask, type Questions, type Ci, type Wishes } from './questions.ts'
import { findPackage, readProject, versionOf, type Project } from './read-project.ts'
import { appLines, fileLines, ignoreLines, nextLines, trialLines } from './summary.ts'
import { NotClustered, tryApp, type Trial } from './try-app.ts'

interface Talk {
  ask: Ask | null // null: nobody is there to be asked
  say: (text: string) => void // prints lines
}

/**
 * Writes into somebody's project what a comparison of its app needs. No file that exists is changed.
 *
 * @param call folder: absolute path, of the package; options: app, port, path, ready-timeout and ci, as they were typed
 * @param signal nothing is left running when it aborts
 * @throws SpeedupError UNSUPPORTED, INVALID_SETTINGS, APP_NOT_READY, APP_DIED, PORT_TAKEN, NOTHING_TO_WRITE,
 *   NOT_WRITABLE
 */
export async function init({ folder, options }: { folder: string, options: Record<string, string | undefined> }, { ask, say }: Talk, signal: AbortSignal) {
  const wishes = readWishes(options)
  const project = readProject(folder)
  checkRequirements({ platform: process.platform, artilleryVersion: versionOf(project, 'artillery'), launchedOn: 'local' })
  const questions = createQuestions(ask)
  const scenarioFile = join(folder, scenarioPath)
  const found = existsSync(scenarioFile) ? null : await findOut(project, { wishes, questions, say }, signal)
  const ci = await chooseCi(project, { wishes, questions })
  const files = filesFor(project, { wishes, found, ci })
  const left = files.filter(({ file }) => existsSync(file)).map(({ file }) => file)
  const fresh = files.filter(({ file }) => !left.includes(file))
  const isPasted = ci === 'gitlab' && left.includes(ciFileOf(project, ci))
  if (fresh.length === 0 && !isPasted) throw nothingToWrite(project, left)
  const written = writeFiles(fresh)
  const missing = ['artillery', 'artillery-plugin-speedup'].filter((name) => findPackage(project, name) === null)
  const next = { missing, packageManager: project.packageManager.name, command: compareCommand, load: found?.load ?? null, testFile: relative(folder, testFileOf(project) ?? folder) }
  const pasted = isPasted ? ['', 'To compare in CI, paste this job into it:', '', ciContent(project, ci)] : ['']
  say([...(found === null ? [] : ['']), ...fileLines(project, { written, left: files.map(({ file }) => file).filter((file) => !written.includes(file)) }), ...pasted, ...ignoreLines(project), ...nextLines(next)].join('\n'))
}

async function findOut(project: Project, { wishes, questions, say }: { wishes: Wishes, questions: Questions, say: Talk['say'] }, signal: AbortSignal): Promise<{ trial: Trial, load: Load }> {
  let app: FoundApp | null = null
  try {
    app = findApp(project, wishes)
    say(appLines(project, app).join('\n'))
    say('\nStarting it with the environment variables that are set here, as one process and as a cluster, and asking it for\nsome seconds as often as it answers, to see where it listens and what it can do ...\n')
    const { whichPath: askPath, mayLoad } = questions
    const trial = await tryApp(app, { project, scenarioFile: join(project.folder, scenarioPath), wishes, askPath, mayLoad }, signal)
    const load = chooseLoad(trial.times, Number(trial.settings.variants[1].workers))
    say(trialLines(trial, load).join('\n'))
    return { trial, load }
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof SpeedupError)) throw error
    const isOfApp = app === null || ((error.code === 'APP_NOT_READY' || error.code === 'APP_DIED') && !(error instanceof NotClustered))
    if (!isOfApp || !questions.areHeard) throw new SpeedupError(error.code, `${error.message}\nNothing was written.`)
    const other = await questions.whichApp(error.message)
    if (other === null) throw new SpeedupError(error.code, 'Nothing was written.')
    return findOut(project, { wishes: { ...wishes, app: other }, questions, say }, signal)
  }
}

/** @returns null: nothing is wanted */
async function chooseCi(project: Project, { wishes, questions }: { wishes: Wishes, questions: Questions }): Promise<Ci | null> {
  if (wishes.ci !== null) return wishes.ci
  return existsSync(ciFileOf(project, 'github')) ? null : questions.whichCi()
}

/**
 * @param of found: null: the scenario file is there
 * @returns also those that are there already
 */
function filesFor(project: Project, { wishes, found, ci }: { wishes: Wishes, found: { trial: Trial, load: Load } | null, ci: Ci | null }): NewFile[] {
  const testFile = testFileOf(project)
  return [
    ...(found === null ? [{ file: join(project.folder, scenarioPath), content: '' }] : scenarioFiles(project, { ...found, wishes })),
    ...(testFile === null ? [] : [{ file: testFile, content: testContent(project) }]),
    ...(ci === null ? [] : [{ file: ciFileOf(project, ci), content: ciContent(project, ci) }])
  ]
}

/** @param left absolute paths */
function nothingToWrite({ folder }: Project, left: string[]) {
  const names = list(left.map((file) => relative(folder, file)))
  const isOne = left.length === 1
  return new SpeedupError('NOTHING_TO_WRITE', `There is nothing to write: ${names} ${isOne ? 'exists' : 'exist'} already, and ${isOne ? 'stays as it is' : 'stay as they are'}. To have one written anew, rename or remove it first. To compare: ${compareCommand}`)
}
