import { existsSync } from 'node:fs'
import { join, relative } from 'node:path'
import { SpeedupError } from '../errors.js'
import { checkRequirements } from '../settings/requirements.js'
import { list } from '../wording.js'
import { chooseLoad } from './choose-load.js'
import { findApp } from './find-app.js'
import { ciContent, ciFileOf, compareCommand, scenarioFiles, scenarioPath, testContent, testFileOf } from './new-files.js'
import { createQuestions } from './questions.js'
import { findPackage, readProject, versionOf } from './read-project.js'
import { readWishes } from './read-wishes.js'
import { appLines, fileLines, ignoreLines, nextLines, trialLines } from './summary.js'
import { NotClustered, tryApp } from './try-app.js'
import { writeFiles } from './write-files.js'
/**
 * @import { Load } from './choose-load.js'
 * @import { FoundApp } from './find-app.js'
 * @import { Ask, Questions } from './questions.js'
 * @import { Project } from './read-project.js'
 * @import { Ci, Wishes } from './read-wishes.js'
 * @import { Trial } from './try-app.js'
 * @import { NewFile } from './write-files.js'
 */

/**
 * @typedef {object} Talk
 * @property {Ask | null} ask null: nobody is there to be asked
 * @property {(text: string) => void} say prints lines
 */

/**
 * Writes into somebody's project what a comparison of its app needs. No file that exists is changed.
 *
 * @param {{ folder: string, options: Record<string, string | undefined> }} call folder: absolute path, of the package;
 *   options: app, port, path, ready-timeout and ci, as they were typed
 * @param {Talk} talk
 * @param {AbortSignal} signal nothing is left running when it aborts
 * @throws {SpeedupError} UNSUPPORTED, INVALID_SETTINGS, APP_NOT_READY, APP_DIED, PORT_TAKEN, NOTHING_TO_WRITE,
 *   NOT_WRITABLE
 */
export async function init({ folder, options }, { ask, say }, signal) {
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

/**
 * @param {Project} project
 * @param {{ wishes: Wishes, questions: Questions, say: Talk['say'] }} how
 * @param {AbortSignal} signal
 * @returns {Promise<{ trial: Trial, load: Load }>}
 */
async function findOut(project, { wishes, questions, say }, signal) {
  /** @type {FoundApp | null} */
  let app = null
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

/**
 * @param {Project} project
 * @param {{ wishes: Wishes, questions: Questions }} how
 * @returns {Promise<Ci | null>} null: nothing is wanted
 */
async function chooseCi(project, { wishes, questions }) {
  if (wishes.ci !== null) return wishes.ci
  return existsSync(ciFileOf(project, 'github')) ? null : questions.whichCi()
}

/**
 * @param {Project} project
 * @param {{ wishes: Wishes, found: { trial: Trial, load: Load } | null, ci: Ci | null }} of found: null: the scenario
 *   file is there
 * @returns {NewFile[]} also those that are there already
 */
function filesFor(project, { wishes, found, ci }) {
  const testFile = testFileOf(project)
  return [
    ...(found === null ? [{ file: join(project.folder, scenarioPath), content: '' }] : scenarioFiles(project, { ...found, wishes })),
    ...(testFile === null ? [] : [{ file: testFile, content: testContent(project) }]),
    ...(ci === null ? [] : [{ file: ciFileOf(project, ci), content: ciContent(project, ci) }])
  ]
}

/**
 * @param {Project} project
 * @param {string[]} left absolute paths
 */
function nothingToWrite({ folder }, left) {
  const names = list(left.map((file) => relative(folder, file)))
  const isOne = left.length === 1
  return new SpeedupError('NOTHING_TO_WRITE', `There is nothing to write: ${names} ${isOne ? 'exists' : 'exist'} already, and ${isOne ? 'stays as it is' : 'stay as they are'}. To have one written anew, rename or remove it first. To compare: ${compareCommand}`)
}
