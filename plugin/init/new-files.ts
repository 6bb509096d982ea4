import { existsSync, linkSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { SpeedupError } from '../concepts/errors.ts'
import { applying, shellWord } from '../concepts/wording.ts'
import type { Ci } from './questions.ts'
import { scenarioPath, type Project } from './read-project.ts'
import { compareCommand, mochaTestFor, scenarioFileFor, yamlText } from './templates.ts'
import type { Trial } from './try-app.ts'

/** file: absolute path */
export type NewFile = { file: string; content: string }

/** All that a comparison needs, also what is there already. trial: null: the scenario file is there */
export function filesFor(project: Project, trial: Trial | null, ci: Ci | null) {
  const testFile = testFileOf(project)
  return applying<NewFile>([
    { file: join(project.folder, scenarioPath), content: trial === null ? '' : scenarioFileFor(project, trial) },
    testFile !== null && { file: testFile, content: mochaTestFor(project.dependencies.has('chai')) },
    ci !== null && { file: ciFileOf(project, ci), content: ciContent(project, ci) }
  ])
}

/** Not in test/: a comparison takes a minute, and wants the machine for itself. null: mocha is not there */
export const testFileOf = ({ folder, manifest, dependencies }: Project) =>
  dependencies.has('mocha') ? join(folder, `speedups/app.${manifest.type === 'module' ? 'js' : 'mjs'}`) : null

/**
 * Writes what is not there yet, each file as a whole or not at all; what exists is never changed. Returns those that
 * were written.
 */
export const writeFiles = (files: NewFile[]) => files.filter(({ file }) => !existsSync(file)).filter(writeNew)

/** @returns false: it is there */
function writeNew({ file, content }: NewFile) {
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
    throw new SpeedupError(
      'NOT_WRITABLE',
      `${file} cannot be written (${message}). Make its folder writable, or remove what blocks it.`
    )
  }
}

/** @returns absolute path */
export const ciFileOf = ({ repository }: Project, ci: Ci) =>
  join(repository, ci === 'github' ? '.github/workflows/speedup.yml' : '.gitlab-ci.yml')

/**
 * @returns a workflow for GitHub Actions, or a job for GitLab CI: it installs as the project does, builds, and compares
 */
export function ciContent({ folder, repository, packageManager, manifest }: Project, ci: Ci) {
  const { name, folder: lockFolder } = packageManager
  const fromRoot = (path: string) => relative(repository, path) || '.'
  const install =
    name === 'npm' ? [lockFolder === null ? 'npm install' : 'npm ci'] : ['corepack enable', `${name} install`]
  const build = typeof manifest.scripts?.build === 'string' ? [`${name} run build`] : []
  const steps = [
    ...install.map((command) => ({ command, place: fromRoot(lockFolder ?? folder) })),
    ...[...build, compareCommand].map((command) => ({ command, place: fromRoot(folder) }))
  ]
  const reports = `${fromRoot(join(folder, 'reports'))}/`
  return ci === 'github'
    ? githubWorkflow(steps, name === 'npm' && lockFolder === repository, reports)
    : gitlabJob(steps, reports)
}

/** place: folder, from the repository's root */
type Steps = { command: string; place: string }[]

const head = `# Whether the app is faster as a cluster than as one process. Fails when it misses a threshold of the scenario file.
# Written by \`artillery-speedup init\`.`
const noBrowser =
  "{ PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1' }   # Artillery would get a browser, which HTTP does not need"

function githubWorkflow(steps: Steps, isCached: boolean, reports: string) {
  const runs = steps.map(
    ({ command, place }) =>
      `      - run: ${command}\n${place === '.' ? '' : `        working-directory: ${yamlText(place)}\n`}`
  )
  return `${head} The result is shown on the job's page and kept with the artifact.
name: speedup
on:
  pull_request:
  push: { branches: [main, master] }
jobs:
  speedup:
    runs-on: ubuntu-latest
    timeout-minutes: 30
    env: ${noBrowser}
    steps:
      - uses: actions/checkout@v5
      - uses: actions/setup-node@v5
        with: { node-version: 24${isCached ? ', cache: npm' : ''} }
${runs.join('')}      - uses: actions/upload-artifact@v5
        if: always()
        with: { name: speedup, path: ${yamlText(reports)} }
`
}

function gitlabJob(steps: Steps, reports: string) {
  const runs = steps.map(
    ({ command, place }) => `    - ${yamlText(place === '.' ? command : `(cd ${shellWord(place)} && ${command})`)}\n`
  )
  return `${head}
speedup:
  image: node:24
  timeout: 30m
  variables: ${noBrowser}
  script:
${runs.join('')}  artifacts:
    when: always
    paths: [${yamlText(reports)}]
    reports:
      junit: ${yamlText(`${reports}*/junit.xml`)}
`
}
