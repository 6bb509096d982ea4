import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { SpeedupError } from '../concepts/errors.ts'
import { applying, list } from '../concepts/wording.ts'
import { checkRequirements } from '../settings/requirements.ts'
import { findApp } from './find-app.ts'
import type { Load } from './measure-answers.ts'
import { ciFileOf, filesFor, testFileOf, writeFiles, type NewFile } from './new-files.ts'
import { createQuestions, readWishes, type Ask, type Questions, type WishOptions, type Wishes } from './questions.ts'
import { findPackage, readProject, scenarioPath, type Project } from './read-project.ts'
import { appLines, line, trialLines } from './summary.ts'
import { compareCommand } from './templates.ts'
import { NotClustered, tryApp } from './try-app.ts'

/** ask: null: there is no terminal to ask in; say: prints lines */
type Talk = { ask: Ask | null; say: (text: string) => void }

/**
 * Writes into a user's project what a comparison of its app needs. No file that exists is changed; nothing is left
 * running when it aborts. Returns the files that it has written, from the package's folder.
 *
 * @param folder of the package, an absolute path
 * @throws SpeedupError UNSUPPORTED, INVALID_SETTINGS, APP_NOT_READY, APP_DIED, PORT_TAKEN, NOTHING_TO_WRITE,
 * NOT_WRITABLE
 */
export async function init(
  { folder, options }: { folder: string; options: WishOptions },
  { ask, say }: Talk,
  signal: AbortSignal
) {
  const wishes = readWishes(options)
  const project = readProject(folder)
  const artillery = findPackage(project, 'artillery')
  const artilleryVersion =
    artillery === null ? undefined : JSON.parse(readFileSync(join(artillery, 'package.json'), 'utf8')).version
  checkRequirements({ artilleryVersion })
  const questions = createQuestions(ask)
  const trial = existsSync(join(folder, scenarioPath)) ? null : await findOut(project, wishes, questions, say, signal)
  const ci = wishes.ci ?? (existsSync(ciFileOf(project, 'github')) ? null : await questions.whichCi())
  const files = filesFor(project, trial, ci)
  const written = writeFiles(files)
  const left = files.filter((file) => !written.includes(file))
  const namesOf = (files: NewFile[]) => files.map(({ file }) => relative(folder, file))
  const pasted = left.find(({ file }) => file === ciFileOf(project, 'gitlab'))?.content ?? null
  if (written.length === 0 && pasted === null) {
    const exist = left.length === 1 ? 'exists' : 'exist'
    throw new SpeedupError(
      'NOTHING_TO_WRITE',
      `Nothing was written: ${list(namesOf(left))} already ${exist}. ` +
        `To write a new file, rename or remove the old one first. To run a comparison: ${compareCommand}`
    )
  }
  if (trial?.isSecret) say(`${scenarioPath} holds what -H, --body and --login say: give that as $NAME to keep it out.`)
  if (ci === 'github') say(packForCi(project))
  const closing = closingLines(project, namesOf(written), namesOf(left), pasted, trial?.load ?? null).join('\n')
  say(trial === null ? closing : `\n${closing}`)
  return namesOf(written)
}

/**
 * Until the package is published, CI installs it from a file of the repository.
 * @returns what is to be done then
 */
function packForCi(project: Project) {
  const plugin = findPackage(project, 'artillery-plugin-speedup')
  if (plugin === null)
    return (
      'For CI, once it is installed: npm pack ./node_modules/artillery-plugin-speedup --pack-destination vendor, ' +
      'and npm install that file.'
    )
  const vendor = join(project.folder, 'vendor')
  mkdirSync(vendor, { recursive: true })
  const words = ['pack', plugin, '--pack-destination', vendor, '--ignore-scripts', '--json']
  const { status, stdout, stderr } = spawnSync('npm', words, { encoding: 'utf8' })
  if (status !== 0)
    return `npm cannot pack artillery-plugin-speedup (${stderr.trim().split('\n')[0]}): CI would not find it.`
  const file = `vendor/${JSON.parse(stdout)[0].filename}`
  // GitHub's own .gitignore for Node leaves out *.tgz.
  const cure = ignoring(project, file) === 0 ? `, and, as .gitignore leaves it out, git add --force ${file}` : ''
  return line('packed', `${file}, for CI. So that npm ci finds it: npm install --save-dev ./${file}${cure}`)
}

async function findOut(project: Project, wishes: Wishes, questions: Questions, say: Talk['say'], signal: AbortSignal) {
  let isFound = false
  try {
    const app = findApp(project, wishes)
    isFound = true
    say(appLines(project, app).join('\n'))
    say(
      '\nStarting the app with your environment variables, as one process and as a cluster, and sending it\n' +
        'requests for some seconds, to find its port, a path and a load ...\n'
    )
    const trial = await tryApp(app, project, wishes, signal, { questions })
    say(trialLines(trial).join('\n'))
    return trial
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof SpeedupError)) throw error
    const isWrongFile =
      !isFound || (['APP_NOT_READY', 'APP_DIED'].includes(error.code) && !(error instanceof NotClustered))
    if (!isWrongFile || !questions.canAsk) throw new SpeedupError(error.code, `${error.message}\nNothing was written.`)
    const other = await questions.whichApp(error.message)
    if (other === null) throw new SpeedupError(error.code, 'Nothing was written.')
    return findOut(project, { ...wishes, app: other }, questions, say, signal)
  }
}

/**
 * written, left: paths of files from the package's folder; pasted: a job that the user has to paste, null: none;
 * load: null: not known
 */
function closingLines(project: Project, written: string[], left: string[], pasted: string | null, load: Load | null) {
  const { folder, packageManager } = project
  const missing = ['artillery', 'artillery-plugin-speedup'].filter((name) => findPackage(project, name) === null)
  const install = { npm: 'npm install --save-dev', pnpm: 'pnpm add --save-dev', yarn: 'yarn add --dev' }[
    packageManager.name
  ]
  const testFile = testFileOf(project)
  return applying([
    ...written.map((file) => line('written', file)),
    ...left.map((file) => `${file} already exists and was not changed.`),
    '',
    ...(pasted === null ? [] : ['To compare in CI, add this job to .gitlab-ci.yml:', '', pasted]),
    ignoring(project, 'reports/index.html') === 1 && 'Results are kept in reports/. Add that folder to .gitignore.',
    'Next:',
    missing.length > 0 && `  ${install} ${missing.join(' ')}`,
    `  ${compareCommand}${load === null ? '' : `   # takes about ${roughDuration(load)}`}`,
    testFile && `  npx mocha ${relative(folder, testFile)}   # the same comparison, as a test`
  ])
}

/** @returns 0: git leaves the file out; 1: it does not; else there is no repository, or no git */
const ignoring = ({ folder }: Project, file: string) =>
  spawnSync('git', ['check-ignore', '--quiet', file], { cwd: folder }).status

/** @returns of a comparison, such as "80 s", "4 minutes" */
function roughDuration({ seconds }: Load) {
  // The plugin's own choice; or three rounds and a warm-up of two variants, each of which takes Artillery and the app 2
  // s besides.
  const total = seconds === null ? 60 : 2 * (3 + 3 * (seconds + 2))
  return total < 105 ? `${10 * Math.round(total / 10)} s` : `${Math.round(total / 60)} minutes`
}
