import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { refuse, SpeedupError } from '../concepts/errors.ts'
import { findApp } from '../init/find-app.ts'
import { schemaPath, writeFiles } from '../init/new-files.ts'
import { createQuestions, readWishes } from '../init/questions.ts'
import { isFile, readProject, scenarioPath } from '../init/read-project.ts'
import { appLines, trialLines } from '../init/summary.ts'
import { compareCommand, scenarioFileFor } from '../init/templates.ts'
import { tryApp, type Trial } from '../init/try-app.ts'
import { compareAndTell } from '../kit/run-artillery.ts'
import type { KeptComparison } from '../kit/subject.ts'
import { makeTemporaryFolder } from '../processes/guard.ts'
import { formatComparison } from '../report/console/result.ts'
import { layoutOf } from '../report/console/layout.ts'
import { hidesGains } from '../concepts/warnings.ts'
import { say, text, untilInterrupted, type Command } from './command.ts'
import type { Options } from '../concepts/options.ts'

/** As short as still tells something of an app that answers quickly. */
const shortRuns = { rounds: 3, duration: '2.5s', warmUp: '0.5s' }

export const quick: Command = {
  usage: '<script> [/path] [options]',
  takes: [1, 2, 'the file that starts the app, such as server.js'],
  summary: 'compare an app as one process and as a cluster, without a scenario file, in less than a minute',
  details: `It starts the app, with your environment variables, finds its port, a path that answers and a load that keeps one process busy, and compares \
three short rounds. It sends as many requests as the app answers for some seconds: point it at a test database.

  --path </path>             what to request, if not the path that costs most of those found
  --port <number>            the port on which the app listens, if it ignores PORT
  --ready-timeout <seconds>  how long the app may take to listen (default: 10)
  --save                     write ${scenarioPath}, which compares the same in CI, and is never changed if it exists

It requires nothing, so its exit code is 0 when the app could be measured.`,
  options: { path: text, port: text, 'ready-timeout': text, save: { type: 'boolean' } },
  run: ([app, first], { save: isSaved = false, path = first, ...options }) =>
    untilInterrupted(async (signal) => {
      const way: Way = {
        options: ({ load: { seconds } }) => ({ ...shortRuns, ...(seconds !== null && { duration: `${seconds}s` }) }),
        isClustered: true,
        isSaved,
        closing: isSaved
          ? `Written: ${scenarioPath}. artillery-speedup accept sets its threshold by this result; then in CI: ${compareCommand}`
          : `To keep it so: the same with --save writes ${scenarioPath}; artillery-speedup accept then sets its threshold.`
      }
      await compareWithoutFile({ ...options, app, path }, way, signal)
    }, 'Nothing more is measured.')
}

const fewestUsers = 4
/** @returns what stands against a verdict on the throughput; null: nothing */
const limitOf = ({ scenarios: [result] }: KeptComparison) =>
  result?.candidates[0]?.estimates.find(({ metric }) => metric === 'throughput')?.reason ?? null

/** How it is compared, beyond what a trial of the app has shown. closing: what is said last */
type Way = { options: (trial: Trial) => Options; isClustered: boolean; isSaved: boolean; closing: string }

/** Finds how the app is loaded, compares, and tells. @returns the comparison's exit code */
export async function compareWithoutFile(
  given: Record<string, string | undefined>,
  { options, isClustered, isSaved, closing }: Way,
  signal: AbortSignal
): Promise<number> {
  const wishes = readWishes(given)
  const project = readProject(process.cwd(), { isPackage: false })
  const saved = join(project.folder, scenarioPath)
  if (isSaved && existsSync(saved))
    throw new SpeedupError(
      'NOTHING_TO_WRITE',
      `${scenarioPath} exists, and --save never changes a file. To compare by it: ${compareCommand}`
    )
  if (!isFile(String(wishes.app)))
    refuse(`There is no file ${resolve(String(wishes.app))}. Name the file that starts the app, such as server.js.`)
  const app = findApp(project, wishes)
  say(appLines(project, { ...app, origin: 'as given' }).join('\n'))
  const trial = await tryApp(app, project, wishes, createQuestions(null), signal, { isClustered })
  say(trialLines(trial).join('\n'))
  const folder = isSaved ? null : makeTemporaryFolder('speedup-')
  try {
    const file = folder === null ? saved : join(folder, 'quick.yml')
    const content = scenarioFileFor(project.framework, schemaPath(project, file), {
      ...trial,
      settings: { ...trial.settings, scriptFile: file }
    })
    if (folder === null) writeFiles([{ file, content }])
    else writeFileSync(file, content)
    const compare = (more: Options) =>
      compareAndTell(
        [
          file,
          { ...options(trial), ...more, signal, onProgress: (event) => event.event === 'line' && say(event.line) }
        ],
        { display: { isShown: false, indent: '' } }
      )
    let compared = await compare({})
    const fewer = Math.max(fewestUsers, Math.floor(trial.load.users / 2))
    if (limitOf(compared) === 'generator-saturated' && fewer < trial.load.users) {
      say(`\nThe load generator was too busy with ${trial.load.users} users. Once more, with ${fewer}:`)
      compared = await compare({ users: fewer })
    }
    const page = compared.page === null ? null : { page: relative(process.cwd(), compared.page), link: null }
    say(formatComparison(compared, page, layoutOf(process.stdout)))
    const limit = limitOf(compared)
    if (limit !== null && hidesGains(limit))
      say(
        'The load takes cores that the app lacks. What the app computes longer for tells more: --path </path>; ' +
          'or run it on another machine, and compare by a scenario file with mode: url.'
      )
    say(closing)
    return compared.exitCode
  } finally {
    if (folder !== null) rmSync(folder, { recursive: true, force: true })
  }
}
