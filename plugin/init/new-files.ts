import { dirname, join, relative } from 'node:path'
import { linkSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { findPackage, type Project } from './read-project.ts'
import { githubWorkflow, gitlabJob, closedLoopFile, mochaTestFor, scenarioFileFor, type CiJob } from './templates.ts'
import type { Load } from './measure-answers.ts'
import type { Ci, Wishes } from './questions.ts'
import type { Trial } from './try-app.ts'
import { SpeedupError } from '../concepts/errors.ts'

/** From the package's folder. */
export const scenarioPath = 'scenarios/speedup.yml'
const processor = './until-time-is-up.mjs'
export const compareCommand = `npx artillery run ${scenarioPath}`

/**
 * Not in test/: a comparison takes a minute, and wants the machine for itself.
 *
 * @returns absolute path; null: mocha is not there
 */
export function testFileOf({ folder, manifest, dependencies }: Project): string | null {
  return dependencies.has('mocha') ? join(folder, `speedups/app.${manifest.type === 'module' ? 'js' : 'mjs'}`) : null
}

/** @returns absolute path */
export function ciFileOf({ repository }: Project, ci: Ci): string {
  return join(repository, ci === 'github' ? '.github/workflows/speedup.yml' : '.gitlab-ci.yml')
}

/** @returns the scenario, and what it needs */
export function scenarioFiles(project: Project, { trial, load, wishes }: { trial: Trial, load: Load, wishes: Wishes }): NewFile[] {
  const scenarioFile = join(project.folder, scenarioPath)
  const plugin = findPackage(project, 'artillery-plugin-speedup') ?? join(project.folder, 'node_modules/artillery-plugin-speedup')
  const content = scenarioFileFor({
    name: `${project.framework} app`.trim(),
    scenarioFile,
    processor,
    command: compareCommand,
    schema: relative(dirname(scenarioFile), join(plugin, 'options.schema.json')),
    trial,
    load,
    readyTimeoutSeconds: wishes.readyTimeoutSeconds
  })
  return [{ file: scenarioFile, content }, { file: join(dirname(scenarioFile), processor), content: closedLoopFile }]
}

export function testContent({ dependencies }: Project) {
  return mochaTestFor({ hasChai: dependencies.has('chai'), scenarioFile: `../${scenarioPath}` })
}

export function ciContent(project: Project, ci: Ci) {
  return (ci === 'github' ? githubWorkflow : gitlabJob)(ciJobOf(project))
}

function ciJobOf({ folder, repository, packageManager, manifest }: Project): CiJob {
  const fromRoot = (place: string) => relative(repository, place) || '.'
  const { name, folder: lockFolder } = packageManager
  return {
    packageManager: name,
    isLocked: lockFolder !== null,
    installFolder: fromRoot(lockFolder ?? folder),
    folder: fromRoot(folder),
    build: typeof manifest.scripts?.build === 'string' ? `${name} run build` : null,
    compare: compareCommand,
    reports: `${relative(repository, join(folder, 'reports'))}/`
  }
}

/** file: absolute path */
export type NewFile = { file: string, content: string }

/**
 * Writes what is not there yet, each file as a whole or not at all; what exists is never changed.
 *
 * @returns those that were written
 * @throws SpeedupError NOT_WRITABLE
 */
export function writeFiles(files: NewFile[]): string[] {
  return files.filter(writeNew).map(({ file }) => file)
}

/** @returns false: it is there */
function writeNew({ file, content }: NewFile): boolean {
  const beside = `${file}.${process.pid}.tmp`
  try {
    mkdirSync(dirname(file), { recursive: true })
    try {
      writeFileSync(beside, content, { flag: 'wx' })
      // A link never takes the place of a file.
      linkSync(beside, file)
    } finally {
      rmSync(beside, { force: true })
    }
    return true
  } catch (thrown) {
    const error = thrown as NodeJS.ErrnoException
    if (error.code === 'EEXIST' && error.syscall === 'link') return false
    throw new SpeedupError('NOT_WRITABLE', `${file} can't be written (${error.message}). Make its folder writable, or remove what is in the way.`)
  }
}
