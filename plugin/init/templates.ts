import { dirname, relative } from 'node:path'
import { milliseconds } from './summary.ts'
import type { App } from '../concepts/settings.ts'
import type { Load } from './measure-answers.ts'
import type { Trial } from './try-app.ts'

/**
 * @param of.name what the app is, such as "Express app"
 * @param of.scenarioFile absolute path
 * @param of.processor path of what ends the loop, from the file
 * @param of.command that compares
 * @param of.schema path of the options' JSON Schema, from the file
 * @param of.readyTimeoutSeconds null: the default
 * @returns an Artillery script
 */
export function scenarioFileFor({ name, scenarioFile, processor, command, schema, trial, load, readyTimeoutSeconds }: { name: string, scenarioFile: string, processor: string, command: string, schema: string, trial: Trial, load: Load, readyTimeoutSeconds: number | null }): string {
  const { settings: { target, app }, obeysPort, path: { path }, times } = trial
  const rate = Math.round(times.perSecond)
  return `# yaml-language-server: $schema=${schema}
#
# Is this ${name} faster as a cluster than as one process? To find out: ${command}
# Written by \`artillery-speedup init\`, which ran the app to find what is below. It is yours to change.
config:
  target: ${target.url}   # ${obeysPort ? 'the app is started here: PORT is set to this port' : 'where the app listens, whatever PORT says'}
${load.timeoutSeconds === null ? '' : `  http: { timeout: ${load.timeoutSeconds} }   # seconds; an answer may take longer than the usual 10\n`}  processor: ${processor}
  variables: { loadSeconds: ${load.seconds} }   # longer runs tell smaller differences apart
  phases:
    - duration: 1
      arrivalCount: ${load.users}   # users, who come within a second
  plugins:
    speedup:
${appLines(app, relative(dirname(scenarioFile), String(app.script)), readyTimeoutSeconds)}
      # What the cluster has to reach. Set it when you have seen a result or two, a little below what they show: then
      # \`artillery run\` exits with 1 whenever the app falls below, in CI for instance.
      # thresholds: { p95: 1.2, throughput: 1.2 }
scenarios:
  - name: ${yamlText(scenarioName(path))}
    flow:
      # An answer took ${milliseconds(times.medianMs)}, and one process gave ${times.users} users at once ${rate} a second. So that it
      # has no time to spare, they do not pause: they ask again as soon as they have an answer.
      - loop:
          - get: { url: ${JSON.stringify(path)} }
        whileTrue: untilTimeIsUp
`
}

function appLines({ args, nodeArgs, env }: App, path: string, readyTimeoutSeconds: number | null) {
  const script = yamlText(path)
  const lines = [
    ...(args.length > 0 ? [`args: ${yamlList(args)}`] : []),
    ...(nodeArgs.length > 0 ? [`nodeArgs: ${yamlList(nodeArgs)}`] : []),
    ...(Object.keys(env).length > 0 ? [`env: ${yamlMap(env)}`] : []),
    ...(readyTimeoutSeconds === null ? [] : [`readyTimeout: ${readyTimeoutSeconds}   # seconds`])
  ]
  if (lines.length === 0) return `      app: ${script}   # a path from this file`
  return ['      app:', `        script: ${script}   # a path from this file`, ...lines.map((line) => `        ${line}`)].join('\n')
}

function scenarioName(path: string) {
  const words = path.split(/[^\p{L}\p{N}]+/u).filter(Boolean)
  return words.length === 0 ? 'home' : words.join('-')
}

/** what a job has to do, in the words of a shell */
export interface CiJob {
  packageManager: 'npm' | 'pnpm' | 'yarn'
  isLocked: boolean // there is a lock file
  installFolder: string // from the repository's root; '.' for itself
  folder: string // of the package, from the repository's root; '.' for itself
  build: string | null // null: nothing to build
  compare: string
  reports: string // folder, from the repository's root, with its last slash
}

const installs = {
  npm: (isLocked: boolean) => [isLocked ? 'npm ci' : 'npm install'],
  pnpm: () => ['corepack enable', 'pnpm install'],
  yarn: () => ['corepack enable', 'yarn install']
}

/** @returns a workflow for GitHub Actions */
export function githubWorkflow(job: CiJob): string {
  const { packageManager, isLocked, installFolder, folder, build, compare, reports } = job
  const at = (place: string) => (place === '.' ? '' : `\n        working-directory: ${yamlText(place)}`)
  const run = (command: string, place: string) => `      - run: ${command}${at(place)}\n`
  const cache = packageManager === 'npm' && isLocked && installFolder === '.' ? ', cache: npm' : ''
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
${installs[packageManager](isLocked).map((command) => run(command, installFolder)).join('')}${build === null ? '' : run(build, folder)}${run(compare, folder)}      - uses: actions/upload-artifact@v5
        if: always()
        with: { name: speedup, path: ${yamlText(reports)} }
`
}

/** @returns a job for GitLab CI */
export function gitlabJob({ packageManager, isLocked, installFolder, folder, build, compare, reports }: CiJob): string {
  const inside = (command: string, place: string) => (place === '.' ? command : `(cd ${shellText(place)} && ${command})`)
  const commands = [
    ...installs[packageManager](isLocked).map((command) => inside(command, installFolder)),
    ...(build === null ? [] : [inside(build, folder)]),
    inside(compare, folder)
  ]
  return `# Whether the app is faster as a cluster than as one process. Fails when it misses a threshold of the scenario file.
# Written by \`artillery-speedup init\`.
speedup:
  image: node:24
  timeout: 30m
  variables: { PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1' }   # Artillery would get a browser, which HTTP does not need
  script:
${commands.map((command) => `    - ${yamlText(command)}\n`).join('')}  artifacts:
    when: always
    paths: [${yamlText(reports)}]
    reports:
      junit: ${yamlText(`${reports}*/junit.xml`)}
`
}

/** @returns as one word of a shell, which changes nothing in it */
function shellText(text: string): string {
  return /^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}

/**
 * @param of.scenarioFile from the folder of the test
 * @returns an ES module for mocha
 */
export function mochaTestFor({ hasChai, scenarioFile }: { hasChai: boolean, scenarioFile: string }): string {
  const { top, meets, more } = hasChai ? withChai() : withoutChai()
  return `${top}

describe('the app as a cluster', () => {
  // One comparison for all tests here, made before the first. Rounds go on until it is clear whether it meets these
  // thresholds, which take the place of the file's. Raise them when you have seen a result or two.
  const comparison = compareBeforeAll(new URL('${scenarioFile}', import.meta.url), { thresholds: { throughput: 0.8 } })

  it('meets its thresholds', () => {
    ${meets}
  })

  // There is more, such as ${more}.
})
`
}

function withChai() {
  const imports = [importLine('speedup', 'artillery-plugin-speedup/chai'), importLine('{ compareBeforeAll }', 'artillery-plugin-speedup/mocha'), importLine('{ expect, use }', 'chai')]
  return {
    top: [...imports, '', 'use(speedup)'].join('\n'),
    meets: 'expect(comparison).to.meetItsThresholds()',
    more: "expect(comparison).to.be.faster({ at: 'p95', by: 1.2 }) and .to.haveNoProblems()"
  }
}

function withoutChai() {
  return {
    top: [importLine('{ assertThresholds }', 'artillery-plugin-speedup/assert'), importLine('{ compareBeforeAll }', 'artillery-plugin-speedup/mocha')].join('\n'),
    meets: 'assertThresholds(comparison)',
    more: "assertFaster(comparison, { at: 'p95', by: 1.2 }) and assertNoProblems(comparison)"
  }
}

function importLine(names: string, module: string) {
  const quote = "'"
  return `import ${names} from ${quote}${module}${quote}`
}

/**
 * An ES module, whatever the package is: with a fixed number of requests instead, the last users would leave cores
 * idle at the end, which blurs the comparison.
 */
export const closedLoopFile = `// For speedup.yml, whose users ask until its loadSeconds are over. Written by \`artillery-speedup init\`.
let endsAt

// The time begins with the first user.
export function untilTimeIsUp({ vars }, next) {
  endsAt ??= performance.now() + 1000 * vars.loadSeconds
  next(performance.now() < endsAt)
}
`

/** They would be read as something else than a text. */
const words = /^(?:true|false|yes|no|on|off|null|y|n)$/i

/** @returns as YAML for the inside of a list or a map; what JSON quotes, YAML reads the same */
export function yamlText(text: string): string {
  return /^(?:\.{0,2}\/|[A-Za-z_])[\w./-]*(?: [\w./-]+)*$/.test(text) && !words.test(text) ? text : JSON.stringify(text)
}

export function yamlList(texts: string[]): string {
  return `[${texts.map(yamlText).join(', ')}]`
}

export function yamlMap(map: Record<string, string>): string {
  return `{ ${Object.entries(map).map(([key, value]) => `${yamlText(key)}: ${yamlText(value)}`).join(', ')} }`
}
