import { exitCodes } from '../concepts/verdicts.ts'
import { list } from '../concepts/wording.ts'
import { dryRunHelp, wishesHelp, wishOptions, type WishOptions } from '../init/questions.ts'
import { line } from '../init/summary.ts'
import { growthsOf, moreOf } from '../questions/growth/comparison.ts'
import { findGrown, lookWords, measureGrowth, usualRounds } from '../questions/growth/init.ts'
import { triedSubject } from '../questions/growth/init/users.ts'
import { grownWords, moreWords } from '../questions/growth/report/console.ts'
import { prepareVersions } from '../versions/prepare.ts'
import { ofApp } from './growth.ts'
import { compareWithoutFile, dryRun } from './quick.ts'
import { anyRequest } from '../concepts/requests.ts'
import { explaining } from '../questions/settings.ts'
import { duration, isWithin, reject } from '../settings/shapes.ts'
import { Misuse, say, text, untilInterrupted, wrapped, type Command, type Told } from './command.ts'
import { repositoryOf, shaOf } from '../versions/git.ts'
import type { Options } from '../concepts/options.ts'
import type { Trial } from '../init/try-app.ts'

export const usual = { least: '0.9', time: '2m' }

/** @throws SpeedupError one of the two is none */
export function checkBounds(least: string, time: string) {
  if (!isWithin(Number(least), { above: 0 })) reject('--least', least, 'a number above 0, such as 0.9')
  duration({ above: 0 })(time, '--time')
}

export const against: Command = {
  usage: '<ref> [app] [/path] [options]',
  takes: [1, Infinity, 'a branch, tag or commit, such as main'],
  summary: 'find whether your files are slower than where your branch left main, without a scenario file',
  details: `It checks the commit out and installs it apart from your files, finds the port, a path that answers and a load, and compares the two in rounds \
until it is clear whether your files reach ${usual.least} times the throughput; of several paths, none may be slower than that. Then it profiles both, so that functions that take longer are named. It sends as many requests as the app answers: point it at a test database.

  --least <ratio>            throughput of your files over that of the commit, and speed of each path (default: ${usual.least})
  --time <time>              how long it may take, beside the installation (default: ${usual.time})
  --growth                   compare instead what a request leaves behind in memory, in as many starts as growth makes
  --setup <line>             what to run in the commit's files once they are installed, such as "npm run build"
${dryRunHelp}
${wishesHelp}

Exit codes: 0 your files are fast enough; 1 they are slower; 2 it could not be told; 3 not measured.`,
  options: { least: text, time: text, setup: text, growth: { type: 'boolean' }, ...wishOptions, ...dryRun },
  run: ([ref, ...words], { setup, growth = false, ...given }) =>
    untilInterrupted(async (signal) => {
      const { least = usual.least, time = usual.time, ...values } = given
      const unused = ['least', 'time', 'dry-run'].filter((name) => growth && name in given)
      if (unused.length > 0)
        throw new Misuse(`--growth compares what stays in memory: omit ${list(unused.map((name) => `--${name}`))}.`)
      checkBounds(least, time)
      const commit = `merge-base ${ref}`
      // Before the app is tried, which takes longer.
      shaOf(repositoryOf(process.cwd(), 'before'), commit, 'before')
      if (growth) return compareGrowth({ ref, commit, setup: setup ?? null }, words, values, signal)
      const way = {
        words: ['against', ref],
        length: `at most ${time}, after that commit is installed`,
        options: (trial: Trial) => ({
          ...withSetup(trial, setup),
          variants: { before: { mode: 'single' as const, commit }, now: { mode: 'single' as const } },
          baseline: 'before',
          thresholds: {
            throughput: Number(least),
            ...(trial.paths.length > 1 && { requests: { [anyRequest]: Number(least) } })
          },
          // Where it is slower, what made it so is asked next.
          ...explaining,
          time
        }),
        closing: () =>
          `To keep it so, in a scenario file: variants: { before: { commit: ${commit} }, now: { mode: single } }`
      }
      return compareWithoutFile(words, { ...values, least, time, setup }, way, signal)
    }, 'Nothing more is measured.')
}

/** @returns how the app that was tried is started, with what is run in a commit's files first; undefined: as it is */
export const withSetup = ({ settings: { app } }: Trial, setup: string | undefined): Options =>
  setup === undefined
    ? {}
    : {
        app: {
          script: String(app.script),
          args: app.args,
          nodeArgs: app.nodeArgs,
          env: app.env,
          readyTimeout: `${app.readyTimeoutSeconds}s`,
          setup
        }
      }

/** Exit codes as of all else; growth that cannot be told from none is none. */
async function compareGrowth(
  { ref, commit, setup }: { ref: string; commit: string; setup: string | null },
  words: string[],
  values: WishOptions,
  signal: AbortSignal
): Promise<Told> {
  const { trial, usual: requests } = await ofApp(words, values, signal)
  const {
    variants: [single],
    app
  } = trial.settings
  const prepared = await prepareVersions(
    {
      ...trial.settings,
      app: { ...app, setup },
      variants: [
        { ...single, name: 'before', commit },
        { ...single, name: 'now' }
      ]
    },
    (words) => say(line('', words)),
    signal
  )
  const subjects = prepared.variants.map((variant) => triedSubject(trial, { ...prepared, variants: [variant] }))
  const look = { rounds: usualRounds, requests }
  say(line('growth', `of each ${lookWords(look)}`))
  const [before, now] = await measureGrowth(subjects, look, signal)
  const { more, verdict } = moreOf(now, before)
  const [{ slope }] = growthsOf(before)
  say(`\n${wrapped(`${verdict.toUpperCase()}: ${moreWords(more, ref, slope.value)}.`, 0)}`)
  const grown = verdict === 'fail' ? await findGrown(subjects[1], { requests, perRequest: more.value }, signal) : null
  if (grown !== null) say(wrapped(grownWords(grown, more.value), 0))
  return { code: exitCodes[verdict], document: { verdict, more, before, now, grown } }
}
