import { existsSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { applying, counted, list, listCounts } from '../concepts/wording.ts'
import type { FoundApp } from './find-app.ts'
import { plainQuery } from './requests.ts'
import type { Load } from './measure-answers.ts'
import { testFileOf } from './new-files.ts'
import { findPackage, type Project } from './read-project.ts'
import { compareCommand, milliseconds } from './templates.ts'
import { clusteredOf, type Trial } from './try-app.ts'

export function appLines({ folder, framework }: Project, { script, origin, remarks }: FoundApp) {
  const kind = framework === '' ? '' : `, ${/^[AEIOU]/.test(framework) ? 'an' : 'a'} ${framework} app`
  return [line('app', `${relative(folder, script)}${kind} (${origin})`), ...remarks.map((remark) => line('', remark))]
}

export function trialLines({
  settings,
  isClustered,
  obeysPort,
  takenPort,
  otherPorts,
  path,
  paths,
  content,
  login,
  session,
  times,
  load
}: Trial) {
  const { target } = settings
  const [cookies, token] = [session?.cookies ?? [], session?.token]
  const taken = takenPort === null ? '' : `; another program uses ${takenPort}`
  const led =
    path.from !== null ? ` (redirected from ${path.from})` : path.isGraphql ? ` (GraphQL: ${plainQuery.query})` : ''
  const isFailing = Object.keys(times.failures).length > 0
  return applying([
    line('port', `${target.port}, ${obeysPort ? `the app listens on PORT${taken}` : 'the app ignores PORT'}`),
    otherPorts.length > 0 &&
      line('', `It also listens on ${list(otherPorts.map(String))}. To choose another port: --port <number>`),
    login &&
      line(
        'login',
        `POST ${login.path} gives ${list([...cookies.map((name) => `the cookie ${name}`), ...(token ? [`a token (${token})`] : [])])}, sent along`
      ),
    line(
      'path',
      `${content.method === 'GET' ? '' : `${content.method} `}${paths.join(', ')}${led} answers in ${milliseconds(times.medianMs)}; ${Math.round(times.perSecond)} responses/s ` +
        `with ${times.users} concurrent users`
    ),
    path.others.length > 0 &&
      line(
        '',
        `also found: ${path.others.map((other) => `${other.path} ${milliseconds(other.ms)}`).join(', ')}; to choose: --path </path>`
      ),
    isFailing &&
      line(
        '',
        `Under load, some responses fail: ${listCounts(times.failures)}. ` +
          'If the app limits the request rate, disable that while you compare.'
      ),
    isClustered && line('cluster', `starts with ${counted(clusteredOf(settings).workers ?? 0, 'worker')}`),
    line(
      'load',
      `${load.users} users in a closed load: each sends its next request as soon as it has a response${load.seconds === null ? '' : `, for ${load.seconds} s`}`
    )
  ])
}

/**
 * written, left: absolute paths of files; pasted: a job that the user has to paste, null: none; load: null: not known
 */
export function closingLines(
  project: Project,
  written: string[],
  left: string[],
  pasted: string | null,
  load: Load | null
) {
  const { folder, packageManager } = project
  const missing = ['artillery', 'artillery-plugin-speedup'].filter((name) => findPackage(project, name) === null)
  const install = { npm: 'npm install --save-dev', pnpm: 'pnpm add --save-dev', yarn: 'yarn add --dev' }[
    packageManager.name
  ]
  const testFile = testFileOf(project)
  return applying([
    ...written.map((file) => line('written', relative(folder, file))),
    ...left.map((file) => `${relative(folder, file)} already exists and was not changed.`),
    '',
    ...(pasted === null ? [] : ['To compare in CI, add this job to .gitlab-ci.yml:', '', pasted]),
    !isIgnoring(project) && 'Results are kept in reports/. Add that folder to .gitignore.',
    'Next:',
    missing.length > 0 && `  ${install} ${missing.join(' ')}`,
    `  ${compareCommand}${load === null ? '' : `   # takes about ${roughDuration(load)}`}`,
    testFile && `  npx mocha ${relative(folder, testFile)}   # the same comparison, as a test`
  ])
}

/** @returns whether git leaves the results out, if there is git */
function isIgnoring({ folder, repository }: Project) {
  const files = [folder, repository].map((place) => join(place, '.gitignore')).filter(existsSync)
  return (
    !existsSync(join(repository, '.git')) ||
    files.some((file) => /^\/?(?:.*\/)?reports\b/m.test(readFileSync(file, 'utf8')))
  )
}

/** @returns of the summary, with the word in its column */
export const line = (word: string, text: string) => `${word.padEnd(8)} ${text}`

/** @returns of a comparison, such as "80 s", "4 minutes" */
function roughDuration({ seconds }: Load) {
  // The plugin's own choice; or three rounds and a warm-up of two variants, each of which takes Artillery and the app 2
  // s besides.
  const total = seconds === null ? 60 : 2 * (3 + 3 * (seconds + 2))
  return total < 105 ? `${10 * Math.round(total / 10)} s` : `${Math.round(total / 60)} minutes`
}
