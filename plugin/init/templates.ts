import { dirname, relative } from 'node:path'
import { inspect } from 'node:util'
import type { Load } from './measure-answers.ts'
import { milliseconds } from './summary.ts'
import { scenarioPath, type Trial } from './try-app.ts'

export const compareCommand = `npx artillery run ${scenarioPath}`
/** Beside the scenario file. */
export const loopFile = './until-time-is-up.mjs'

/** What trying the app has shown. */
export interface Found {
  trial: Trial
  load: Load
  readyTimeoutSeconds: number | null // null: the default
}

/**
 * @param framework empty: not known
 * @param schema path of the options' JSON Schema, from the file
 * @returns an Artillery script
 */
export function scenarioFileFor(framework: string, schema: string, { trial, load, readyTimeoutSeconds }: Found): string {
  const { settings: { target, app, scriptFile }, obeysPort, path: { path }, times } = trial
  const lines = [
    ...(app.args.length > 0 ? [`args: ${yamlList(app.args)}`] : []),
    ...(app.nodeArgs.length > 0 ? [`nodeArgs: ${yamlList(app.nodeArgs)}`] : []),
    ...(Object.keys(app.env).length > 0 ? [`env: ${yamlMap(app.env)}`] : []),
    ...(readyTimeoutSeconds === null ? [] : [`readyTimeout: ${readyTimeoutSeconds}   # seconds`])
  ]
  const http = `  http: { timeout: ${load.timeoutSeconds} }   # seconds; an answer may take longer than the usual 10\n`
  const script = `${yamlText(relative(dirname(scriptFile), String(app.script)))}   # a path from this file`
  const pace = `${times.users} users at once ${Math.round(times.perSecond)}`
  return `# yaml-language-server: $schema=${schema}
#
# Is this ${`${framework} app`.trim()} faster as a cluster than as one process? To find out: ${compareCommand}
# Written by \`artillery-speedup init\`, which ran the app to find what is below. It is yours to change.
config:
  target: ${target.url}   # ${obeysPort ? 'the app is started here: PORT is set to this port' : 'where the app listens, whatever PORT says'}
${load.timeoutSeconds === null ? '' : http}\
  processor: ${loopFile}
  variables: { loadSeconds: ${load.seconds} }   # longer runs tell smaller differences apart
  phases:
    - duration: 1
      arrivalCount: ${load.users}   # users, who come within a second
  plugins:
    speedup:
      app:${lines.length === 0 ? ` ${script}` : [`script: ${script}`, ...lines].map((line) => `\n        ${line}`).join('')}
      # What the cluster has to reach. Set it when you have seen a result or two, a little below what they show: then
      # \`artillery run\` exits with 1 whenever the app falls below, in CI for instance.
      # thresholds: { p95: 1.2, throughput: 1.2 }
scenarios:
  - name: ${yamlText(path.split(/[^\p{L}\p{N}]+/u).filter(Boolean).join('-') || 'home')}
    flow:
      # An answer took ${milliseconds(times.medianMs)}, and one process gave ${pace} a second. So that it
      # has no time to spare, they do not pause: they ask again as soon as they have an answer.
      - loop:
          - get: { url: ${JSON.stringify(path)} }
        whileTrue: untilTimeIsUp
`
}

/**
 * An ES module, whatever the package is: with a fixed number of requests instead, the last users would leave cores
 * idle at the end, which blurs the comparison.
 */
export const loopContent = `// For speedup.yml, whose users ask until its loadSeconds are over. Written by \`artillery-speedup init\`.
let endsAt

// The time begins with the first user.
export function untilTimeIsUp({ vars }, next) {
  endsAt ??= performance.now() + 1000 * vars.loadSeconds
  next(performance.now() < endsAt)
}
`

/** What a CI job has to do. Folders are paths from the repository's root, '.' for the root itself. */
export interface CiJob {
  packageManager: 'npm' | 'pnpm' | 'yarn'
  isLocked: boolean // there is a lock file
  installFolder: string
  folder: string // of the package
  build: string | null // null: nothing to build
  compare: string
  reports: string // folder, with its last slash
}

/** @returns the commands, and the folder of each */
function stepsOf({ packageManager, isLocked, installFolder, folder, build, compare }: CiJob): [command: string, folder: string][] {
  const install = packageManager === 'npm' ? [isLocked ? 'npm ci' : 'npm install'] : ['corepack enable', `${packageManager} install`]
  return [
    ...install.map((command): [string, string] => [command, installFolder]),
    ...[build ?? [], compare].flat().map((command): [string, string] => [command, folder])
  ]
}

/** @returns a workflow for GitHub Actions */
export function githubWorkflow(job: CiJob): string {
  const cache = job.packageManager === 'npm' && job.isLocked && job.installFolder === '.' ? ', cache: npm' : ''
  const steps = stepsOf(job).map(([command, folder]) =>
    `      - run: ${command}\n${folder === '.' ? '' : `        working-directory: ${yamlText(folder)}\n`}`)
  return `# Whether the app is faster as a cluster than as one process. Fails when it misses a threshold of the scenario file.
# Written by \`artillery-speedup init\`. The result is shown on the job's page and kept with the artifact.
name: speedup
on:
  pull_request:
  push: { branches: [main, master] }
jobs:
  speedup:
    runs-on: ubuntu-latest
    timeout-minutes: 30
    env: { PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1' }   # Artillery would get a browser, which HTTP does not need
    steps:
      - uses: actions/checkout@v5
      - uses: actions/setup-node@v5
        with: { node-version: 24${cache} }
${steps.join('')}      - uses: actions/upload-artifact@v5
        if: always()
        with: { name: speedup, path: ${yamlText(job.reports)} }
`
}

/** @returns a job for GitLab CI */
export function gitlabJob(job: CiJob): string {
  const steps = stepsOf(job).map(([command, folder]) =>
    `    - ${yamlText(folder === '.' ? command : `(cd ${shellText(folder)} && ${command})`)}\n`)
  return `# Whether the app is faster as a cluster than as one process. Fails when it misses a threshold of the scenario file.
# Written by \`artillery-speedup init\`.
speedup:
  image: node:24
  timeout: 30m
  variables: { PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1' }   # Artillery would get a browser, which HTTP does not need
  script:
${steps.join('')}  artifacts:
    when: always
    paths: [${yamlText(job.reports)}]
    reports:
      junit: ${yamlText(`${job.reports}*/junit.xml`)}
`
}

/** @returns as one word of a shell, which changes nothing in it */
function shellText(text: string): string {
  return /^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}

/** @returns an ES module for mocha, in a folder of the package */
export function mochaTestFor(hasChai: boolean): string {
  const modules = hasChai
    ? { speedup: 'artillery-plugin-speedup/chai', '{ compareBeforeAll }': 'artillery-plugin-speedup/mocha', '{ expect, use }': 'chai' }
    : { '{ assertThresholds }': 'artillery-plugin-speedup/assert', '{ compareBeforeAll }': 'artillery-plugin-speedup/mocha' }
  const imports = Object.entries(modules).map(([names, module]) => `import ${names} from ${inspect(module)}\n`).join('')
  return `${imports}${hasChai ? '\nuse(speedup)\n' : ''}
describe('the app as a cluster', () => {
  // One comparison for all tests here, made before the first. Rounds go on until it is clear whether it meets these
  // thresholds, which take the place of the file's. Raise them when you have seen a result or two.
  const comparison = compareBeforeAll(new URL('../${scenarioPath}', import.meta.url), { thresholds: { throughput: 0.8 } })

  it('meets its thresholds', () => {
    ${hasChai ? 'expect(comparison).to.meetItsThresholds()' : 'assertThresholds(comparison)'}
  })

  // There is more, such as ${hasChai
    ? "expect(comparison).to.be.faster({ at: 'p95', by: 1.2 }) and .to.haveNoProblems()"
    : "assertFaster(comparison, { at: 'p95', by: 1.2 }) and assertNoProblems(comparison)"}.
})
`
}

/** They would be read as something else than a text. */
const words = /^(?:true|false|yes|no|on|off|null|y|n)$/i

/** @returns as YAML for the inside of a list or a map; what JSON quotes, YAML reads the same */
export function yamlText(text: string): string {
  return /^(?:\.{0,2}\/|[A-Za-z_])[\w./-]*(?: [\w./-]+)*$/.test(text) && !words.test(text) ? text : JSON.stringify(text)
}

function yamlList(texts: string[]): string {
  return `[${texts.map(yamlText).join(', ')}]`
}

function yamlMap(map: Record<string, string>): string {
  return `{ ${Object.entries(map).map(([key, value]) => `${yamlText(key)}: ${yamlText(value)}`).join(', ')} }`
}
