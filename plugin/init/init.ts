import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { SpeedupError } from '../concepts/errors.ts'
import { list } from '../concepts/wording.ts'
import { checkRequirements } from '../settings/requirements.ts'
import { findApp } from './find-app.ts'
import { ciContent, ciFileOf, filesFor, writeFiles } from './new-files.ts'
import { createQuestions, readWishes, type Ask, type Questions, type WishOptions, type Wishes } from './questions.ts'
import { findPackage, readProject, scenarioPath, type Project } from './read-project.ts'
import { appLines, closingLines, line, trialLines } from './summary.ts'
import { compareCommand } from './templates.ts'
import { NotClustered, tryApp } from './try-app.ts'

/** folder: of the package, an absolute path */
type Call = { folder: string; options: WishOptions }
/** ask: null: there is no terminal to ask in; say: prints lines */
type Talk = { ask: Ask | null; say: (text: string) => void }

/**
 * Writes into a user's project what a comparison of its app needs. No file that exists is changed; nothing is left
 * running when it aborts. Returns the files that it has written, from the package's folder.
 * @throws SpeedupError UNSUPPORTED, INVALID_SETTINGS, APP_NOT_READY, APP_DIED, PORT_TAKEN, NOTHING_TO_WRITE,
 * NOT_WRITABLE
 */
export async function init({ folder, options }: Call, { ask, say }: Talk, signal: AbortSignal) {
  const wishes = readWishes(options)
  const project = readProject(folder)
  const artillery = findPackage(project, 'artillery')
  const artilleryVersion =
    artillery === null ? undefined : JSON.parse(readFileSync(join(artillery, 'package.json'), 'utf8')).version
  checkRequirements({ platform: process.platform, artilleryVersion, launchedOn: 'local' })
  const questions = createQuestions(ask)
  const trial = existsSync(join(folder, scenarioPath)) ? null : await findOut(project, wishes, questions, say, signal)
  const ci = wishes.ci ?? (existsSync(ciFileOf(project, 'github')) ? null : await questions.whichCi())
  const files = filesFor(project, trial, ci)
  const written = writeFiles(files)
  const left = files.map(({ file }) => file).filter((file) => !written.includes(file))
  const pasted = ci === 'gitlab' && left.includes(ciFileOf(project, ci)) ? ciContent(project, ci) : null
  if (written.length === 0 && pasted === null) {
    const exist = left.length === 1 ? 'exists' : 'exist'
    throw new SpeedupError(
      'NOTHING_TO_WRITE',
      `Nothing was written: ${list(left.map((file) => relative(folder, file)))} already ${exist}. ` +
        `To write a new file, rename or remove the old one first. To run a comparison: ${compareCommand}`
    )
  }
  if (trial?.isSecret) say(`${scenarioPath} holds what -H, --body and --login say: give that as $NAME to keep it out.`)
  if (ci === 'github') say(packForCi(project))
  say(
    [...(trial === null ? [] : ['']), ...closingLines(project, written, left, pasted, trial?.load ?? null)].join('\n')
  )
  return written.map((file) => relative(folder, file))
}

/**
 * Until the package is published, CI installs it from a file of the repository.
 * @returns what is to be done then
 */
function packForCi(project: Project) {
  const plugin = findPackage(project, 'artillery-plugin-speedup')
  const own = './node_modules/artillery-plugin-speedup'
  if (plugin === null)
    return `For CI, once it is installed: npm pack ${own} --pack-destination vendor, and npm install that file.`
  const vendor = join(project.folder, 'vendor')
  mkdirSync(vendor, { recursive: true })
  const words = ['pack', plugin, '--pack-destination', vendor, '--ignore-scripts', '--json']
  const { status, stdout, stderr } = spawnSync('npm', words, { encoding: 'utf8' })
  if (status !== 0)
    return `npm cannot pack artillery-plugin-speedup (${stderr.trim().split('\n')[0]}): CI would not find it.`
  const file = `vendor/${JSON.parse(stdout)[0].filename}`
  // GitHub's own .gitignore for Node leaves out *.tgz.
  const { status: ignored } = spawnSync('git', ['check-ignore', '--quiet', file], { cwd: project.folder })
  const cure = ignored === 0 ? `, and, as .gitignore leaves it out, git add --force ${file}` : ''
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
    const trial = await tryApp(app, project, wishes, questions, signal)
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
