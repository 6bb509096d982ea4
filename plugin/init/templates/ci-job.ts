import { yamlText } from './yaml-text.ts'

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
