import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { SpeedupError } from '../concepts/errors.ts'
import { commandLine, list, shellWord } from '../concepts/wording.ts'
import { isCapable } from '../artillery/terminal.ts'
import { askedNext, namedCounts } from '../questions/concepts.ts'
import { writeFiles } from '../init/new-files.ts'
import { comparingOptions, dryRunHelp, wishesHelp, wishOptions, type WishOptions } from '../init/questions.ts'
import { scenarioPath } from '../init/read-project.ts'
import { masked } from '../init/requests.ts'
import { line, trialLines } from '../init/summary.ts'
import { compareCommand, scenarioFileFor } from '../init/templates.ts'
import { tryApp, type Trial } from '../init/try-app.ts'
import { decidingEstimate } from '../comparison/decision.ts'
import { compareAndTell } from '../kit/run-artillery.ts'
import type { KeptComparison } from '../kit/subject.ts'
import { makeTemporaryFolder } from '../processes/guard.ts'
import { maskSecrets } from '../processes/mask-secrets.ts'
import { verdictOf } from '../report/ci/verdict-json.ts'
import { formatComparison } from '../report/console/result.ts'
import { columnsIn, layoutOf, redrawn } from '../report/console/layout.ts'
import { duration } from '../settings/quantities.ts'
import { hidesGains } from '../concepts/warnings.ts'
import { say, sayLines, text, wrapped, type Command } from './command.ts'
import { readCall } from './subject.ts'
import type { Options } from '../concepts/options.ts'

/** As short as still tells something of an app that answers quickly; longer, where answers take long. */
const shortRunsOf = ({ load: { seconds } }: Trial) => ({ duration: `${seconds ?? 2.5}s`, warmUp: '0.5s' })

const counts = namedCounts.map(([name, { example }]) => `; ${name}: ${example}`).join('')

export const quick: Command = {
  usage: '[app] [/path] [options]',
  summary: 'compare an app as one process and as a cluster, without a scenario file, in less than a minute',
  details: `It starts the app as scripts.start, main, a Procfile or a Dockerfile of this folder does, or as you say: quick dist/main.js, quick "npm start". It \
finds its port, a path that answers and a load that keeps one process busy, and compares three short rounds. The app gets your environment variables, and as \
many requests as it answers for some seconds: point it at a test database.

${wishesHelp}
  --workers 1,2,4            how many workers the cluster has; several are compared with each other${counts}
  --mode <mode>              pm2, reusePort or ports, in place of a cluster
  --users <number>           how many users load it, if not as many as are found to be enough
  --time <time>              how long to compare, such as 5m, in place of three short rounds
${dryRunHelp}
  --save                     write ${scenarioPath}, which compares the same in CI, and is never changed if it exists

Exit codes: 0 the app was measured, as nothing is required of it; 3 it could not be.`,
  options: { ...comparingOptions, workers: text, mode: text, users: text, time: text, save: { type: 'boolean' } },
  left: 'Nothing more is measured.',
  run: async (words, { save: isSaved = false, time, ...values }, signal) => {
    if (time !== undefined) duration({ above: 0 })(time, '--time')
    const way: Way = {
      words: ['quick'],
      length: time ?? 'about 20 s, three short rounds',
      options: (trial) => (time === undefined ? { ...shortRunsOf(trial), rounds: 3 } : { time }),
      isClustered: true,
      isSaved,
      closing: ({ isSecret }, isTold) => {
        const secrets = 'what -H, --body and --login say'
        if (isSaved)
          return (
            `Written: ${scenarioPath}. ${isTold ? 'npx artillery-speedup accept sets its threshold by this result; then in' : 'In'} CI: ${compareCommand}` +
            (isSecret ? `\nIt holds ${secrets}: give that as $NAME to keep it out.` : '')
          )
        const why = isTold ? 'To keep it so' : 'To compare it again'
        if (isTold && !isSecret)
          return `${why}: npx artillery-speedup accept writes ${scenarioPath}, with a threshold by this result.`
        return (
          `${why}: the same with --save writes ${scenarioPath}${isSecret ? `, with ${secrets}, unless that is given as $NAME` : ''}` +
          `${isTold ? '; npx artillery-speedup accept then sets its threshold' : ''}.`
        )
      }
    }
    return compareWithoutFile(words, { ...values, time }, way, signal)
  }
}

type Values = WishOptions & Record<string, unknown>

const fewestUsers = 4
/** @returns what stands against a verdict on the throughput; null: nothing */
const limitOf = ({ scenarios: [result] }: KeptComparison) =>
  result.candidates[0].estimates.find(({ metric }) => metric === 'throughput')?.reason ?? null

/** How it is compared, beyond what a trial of the app has shown. */
interface Way {
  words: string[] // of the command, before what names the app
  length: string // how long it compares
  options: (trial: Trial) => Options
  isClustered?: boolean // whether it is tried as a cluster, too
  isSaved?: boolean
  isBrief?: boolean // what is measured is told by whoever compares
  closing: (trial: Trial, isTold: boolean) => string // what is said last; isTold: accept would find a speedup
}

/**
 * Finds how the app is loaded, compares, and tells.
 *
 * @param words the app, and a path; values: of options. @returns the comparison's exit code, and its verdict
 */
export async function compareWithoutFile(words: string[], values: Values, way: Way, signal: AbortSignal) {
  const found = await findLoad(words, values, way, signal)
  if (found === null) return { document: { plan: way.length } }
  const { given, named, isFolder, from, wishes, project, trial, compare } = found
  const { isClustered = false } = way
  const compared = await compare(way.options(trial))
  const page = compared.page === null ? null : { page: relative(from, compared.page), link: null }
  say(withWhere(formatComparison(compared, page, layoutOf(process.stdout)), isClustered))
  const limit = limitOf(compared)
  const [result] = compared.scenarios
  const { warnings, decision } = result
  if (limit !== null && hidesGains(limit) && !warnings.some(({ code }) => code === 'machine-disturbed'))
    say(
      'The load takes cores that the app lacks. What the app computes longer for tells more: --path </path>; ' +
        'or run it on another machine, and compare by a scenario file with mode: url.'
    )
  if (process.cwd() !== from) say(`First: cd ${shellWord(String(given))}`)
  const isTold =
    decision?.action !== 'unknown' &&
    result.candidates.some((candidate) => decidingEstimate(result, candidate) !== null)
  const minutes = decision?.minutes
  if (minutes) say(`To decide it, run the same command with --time ${minutes}m.`)
  sayLines([way.closing(trial, isTold)], 2)
  if (isClustered) {
    const asked = Object.fromEntries(Object.entries(values).filter(([name]) => Object.hasOwn(wishOptions, name)))
    for (const { question, command, packages } of askedNext) {
      const found = packages.filter((name) => project.dependencies.has(name))
      const why = found.length === 0 ? '' : ` It depends on ${list(found)}.`
      say(`${question}${why} ${repeated([command, ...(isFolder ? [] : named)], asked, wishes.paths)}`)
    }
  }
  return { code: compared.exitCode, document: { ...verdictOf(compared), folder: relative(from, compared.folder) } }
}

/** Of a search by many comparisons. report: a folder apart from those of scenarios */
export interface SearchWay {
  words: string[] // of the command, before what names the app
  report: string
  /** @param compare with short runs. @returns what is told, and the exit code */
  search: (
    compare: (options: Options) => Promise<KeptComparison>,
    trial: Trial
  ) => Promise<{ code: number; sentences: string[] }>
}

/** Finds how the app is loaded, and searches. */
export async function searchWithoutFile(
  words: string[],
  values: Values & { time: string },
  { search, report, ...own }: SearchWay,
  signal: AbortSignal
) {
  duration({ above: 0 })(values.time, '--time')
  const way = { ...own, length: `at most ${values.time}`, isBrief: true }
  const found = await findLoad(words, values, way, signal)
  if (found === null) return { document: { plan: way.length } }
  const { trial, compare } = found
  const { code, ...document } = await search((options) => compare({ report, ...shortRunsOf(trial), ...options }), trial)
  for (const sentence of document.sentences) say(`\n${wrapped(sentence, 0)}`)
  return { code, document }
}

/**
 * Starts the app a few times, and finds how it is loaded.
 *
 * @returns compare: compares under that load, as those options say; null: only the plan was wanted, which was told
 */
async function findLoad(
  words: string[],
  values: Values,
  { words: own, length, isClustered = false, isSaved = false, isBrief = false }: Omit<Way, 'options' | 'closing'>,
  signal: AbortSignal
) {
  const call = readCall(words, values)
  const { given, wishes, project, app } = call
  const saved = join(project.folder, scenarioPath)
  if (isSaved && existsSync(saved))
    throw new SpeedupError(
      'NOTHING_TO_WRITE',
      `${scenarioPath} exists, and --save never changes a file. To compare by it: ${compareCommand}`
    )
  if (values['dry-run']) {
    const first = 'It would be started a few times, for some seconds, to find its port, a path and a load'
    sayLines([line('plan', `${first}; then compared for ${length}. Nothing was started.`)])
    return null
  }
  const trial = await tryApp(app, project, wishes, signal, { isClustered })
  sayLines(trialLines(trial))
  const named = given === undefined ? [] : [maskSecrets(given)]
  const command = repeated([...own, ...named], values, trial.paths)
  // For accept: what it was compared by, unless that holds what is kept nowhere.
  const isKept = isClustered && !trial.isSecret
  let { users } = trial.load
  const compareOnce = async (options: Options) => {
    const folder = makeTemporaryFolder('speedup-')
    const file = join(folder, 'quick.yml')
    const content = scenarioFileFor(project, { ...trial, load: { ...trial.load, users } })
    writeFileSync(file, content)
    if (isSaved && !writeFiles([{ file: saved, content }]).length) writeFileSync(saved, content)
    try {
      const compared = await compareAndTell([file, { ...options, signal }], {
        display: { isShown: false, indent: '' },
        columns: isCapable() ? columnsIn(process.stdout) : undefined,
        hear(event) {
          if (event.event === 'line' && !isBrief) say(event.line)
          if (event.event === 'moving') process.stdout.write(`${redrawn}${event.line}`)
        },
        code: { file: saved, command, isLost: !isKept && !isSaved }
      })
      if (isKept) writeFileSync(join(compared.folder, basename(saved)), content)
      return compared
    } catch (error) {
      throw error instanceof SpeedupError ? new SpeedupError(error.code, withWhere(error.message, isClustered)) : error
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }
  const fewer = Math.max(fewestUsers, Math.floor(trial.load.users / 2))
  const compare = async (options: Options) => {
    const compared = await compareOnce(options)
    if (limitOf(compared) !== 'generator-saturated' || fewer >= users || wishes.users !== null) return compared
    say(`\nThe load generator was too busy with ${users} users. Once more, with ${fewer}:`)
    users = fewer
    return compareOnce(options)
  }
  return { ...call, named, trial, compare }
}

/** Without a file, an option of one has no place. @returns with who writes such a file */
export const withWhere = (text: string, isSavable: boolean) =>
  text.includes('plugins.speedup.')
    ? `${text}\nOptions under plugins.speedup stand in a scenario file: ${isSavable ? '--save' : 'npx artillery-speedup init'} writes one.`
    : text

/** The command that compares the same again, without what may be a secret. */
function repeated(
  words: string[],
  { app: _, path: __, json: ___, ...values }: Record<string, unknown>,
  paths: string[]
) {
  const shown = paths.map((path) => path.replace(/=(?!\d*(?:&|$))[^&]*/g, '=…'))
  const [first, more] = [shown.slice(0, 1), shown.slice(1)]
  return commandLine(['npx', 'artillery-speedup', ...words, ...first], { ...values, path: more }, masked)
}
