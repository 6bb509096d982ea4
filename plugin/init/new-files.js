import { dirname, join, relative } from 'node:path'
import { findPackage } from './read-project.js'
import { githubWorkflow, gitlabJob } from './templates/ci-job.js'
import { closedLoopFile } from './templates/closed-loop-file.js'
import { mochaTestFor } from './templates/mocha-test.js'
import { scenarioFileFor } from './templates/scenario-file.js'
/**
 * @import { Load } from './choose-load.js'
 * @import { Project } from './read-project.js'
 * @import { Ci, Wishes } from './read-wishes.js'
 * @import { CiJob } from './templates/ci-job.js'
 * @import { Trial } from './try-app.js'
 * @import { NewFile } from './write-files.js'
 */

/** From the package's folder. */
export const scenarioPath = 'scenarios/speedup.yml'
const processor = './until-time-is-up.mjs'
export const compareCommand = `npx artillery run ${scenarioPath}`

/**
 * Not in test/: a comparison takes a minute, and wants the machine for itself.
 *
 * @param {Project} project
 * @returns {string | null} absolute path; null: mocha is not there
 */
export function testFileOf({ folder, manifest, dependencies }) {
  return dependencies.has('mocha') ? join(folder, `speedups/app.${manifest.type === 'module' ? 'js' : 'mjs'}`) : null
}

/**
 * @param {Project} project
 * @param {Ci} ci
 * @returns {string} absolute path
 */
export function ciFileOf({ repository }, ci) {
  return join(repository, ci === 'github' ? '.github/workflows/speedup.yml' : '.gitlab-ci.yml')
}

/**
 * @param {Project} project
 * @param {{ trial: Trial, load: Load, wishes: Wishes }} found
 * @returns {NewFile[]} the scenario, and what it needs
 */
export function scenarioFiles(project, { trial, load, wishes }) {
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

/** @param {Project} project */
export function testContent({ dependencies }) {
  return mochaTestFor({ hasChai: dependencies.has('chai'), scenarioFile: `../${scenarioPath}` })
}

/**
 * @param {Project} project
 * @param {Ci} ci
 */
export function ciContent(project, ci) {
  return (ci === 'github' ? githubWorkflow : gitlabJob)(ciJobOf(project))
}

/**
 * @param {Project} project
 * @returns {CiJob}
 */
function ciJobOf({ folder, repository, packageManager, manifest }) {
  const fromRoot = (/** @type {string} */ place) => relative(repository, place) || '.'
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
