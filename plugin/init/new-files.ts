import { existsSync, linkSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { SpeedupError } from '../concepts/errors.ts'
import type { Ci } from './questions.ts'
import { findPackage, type Project } from './read-project.ts'
import {
  compareCommand, githubWorkflow, gitlabJob, loopContent, loopFile, mochaTestFor, scenarioFileFor, type CiJob, type Found
} from './templates.ts'
import { scenarioPath } from './try-app.ts'

/** file: absolute path */
type NewFile = { file: string, content: string }

/**
 * All that a comparison needs, also what is there already.
 *
 * @param found null: the scenario file is there
 */
export function filesFor(project: Project, found: Found | null, ci: Ci | null): NewFile[] {
  const scenarioFile = join(project.folder, scenarioPath)
  const folder = dirname(scenarioFile)
  const testFile = testFileOf(project)
  const plugin = findPackage(project, 'artillery-plugin-speedup') ?? join(project.folder, 'node_modules/artillery-plugin-speedup')
  const schema = relative(folder, join(plugin, 'options.schema.json'))
  return [
    { file: scenarioFile, content: found === null ? '' : scenarioFileFor(project.framework, schema, found) },
    ...(found === null ? [] : [{ file: join(folder, loopFile), content: loopContent }]),
    ...(testFile === null ? [] : [{ file: testFile, content: mochaTestFor(project.dependencies.has('chai')) }]),
    ...(ci === null ? [] : [{ file: ciFileOf(project, ci), content: ciContent(project, ci) }])
  ]
}

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

export function ciContent({ folder, repository, packageManager, manifest }: Project, ci: Ci): string {
  const { name, folder: lockFolder } = packageManager
  const job: CiJob = {
    packageManager: name,
    isLocked: lockFolder !== null,
    installFolder: relative(repository, lockFolder ?? folder) || '.',
    folder: relative(repository, folder) || '.',
    build: typeof manifest.scripts?.build === 'string' ? `${name} run build` : null,
    compare: compareCommand,
    reports: `${relative(repository, join(folder, 'reports'))}/`
  }
  return ci === 'github' ? githubWorkflow(job) : gitlabJob(job)
}

/**
 * Writes what is not there yet, each file as a whole or not at all; what exists is never changed.
 *
 * @returns those that were written
 * @throws SpeedupError NOT_WRITABLE
 */
export function writeFiles(files: NewFile[]): string[] {
  return files.filter((file) => !existsSync(file.file) && writeNew(file)).map(({ file }) => file)
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
    const { code, syscall, message } = thrown as NodeJS.ErrnoException
    if (code === 'EEXIST' && syscall === 'link') return false
    throw new SpeedupError('NOT_WRITABLE', `${file} can't be written (${message}). Make its folder writable, or remove what is in the way.`)
  }
}
