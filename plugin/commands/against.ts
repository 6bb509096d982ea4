import { list } from '../concepts/wording.ts'
import { comparingOptions, dryRunHelp, wishesHelp } from '../init/questions.ts'
import { withSetup, type Trial } from '../init/try-app.ts'
import { insteadOfSpeed } from '../questions/commands.ts'
import { compareWithoutFile } from './quick.ts'
import { anyRequest } from '../concepts/requests.ts'
import { explaining, explains } from '../questions/settings.ts'
import { duration, isWithin, reject } from '../settings/shapes.ts'
import { Misuse, text, type Command } from './command.ts'
import { repositoryOf, shaOf } from '../versions/git.ts'

export const usual = { least: '0.9', time: '2m' }

/** @throws SpeedupError one of the two is none */
export function checkBounds(least: string, time: string) {
  if (!isWithin(Number(least), { above: 0 })) reject('--least', least, 'a number above 0, such as 0.9')
  duration({ above: 0 })(time, '--time')
}

const others = await Promise.all(insteadOfSpeed.map((load) => load()))

export const against: Command = {
  usage: '<ref> [app] [/path] [options]',
  takes: [1, Infinity, 'a branch, tag or commit, such as main'],
  summary: 'find whether your files are slower than where your branch left main, without a scenario file',
  details: `It checks the commit out and installs it apart from your files, finds the port, a path that answers and a load, and compares the two in rounds \
until it is clear whether your files reach ${usual.least} times the throughput; of several paths, none may be slower than that.${explains.map((it) => ` Then it ${it}.`).join('')} It sends as many requests as the app answers: point it at a test database.

  --least <ratio>            throughput of your files over that of the commit, and speed of each path (default: ${usual.least})
  --time <time>              how long it may take, beside the installation (default: ${usual.time})
${others.map(({ help }) => `${help}\n`).join('')}  --setup <line>             what to run in the commit's files once they are installed, such as "npm run build"
${dryRunHelp}
${wishesHelp}

Exit codes: 0 your files are fast enough; 1 they are slower; 2 it could not be told; 3 not measured.`,
  options: {
    least: text,
    time: text,
    setup: text,
    ...Object.fromEntries(others.map(({ option }) => [option, { type: 'boolean' } as const])),
    ...comparingOptions
  },
  left: 'Nothing more is measured.',
  run: async ([ref, ...words], { setup, ...given }, signal) => {
    const { least = usual.least, time = usual.time, ...values } = given
    const other = others.find(({ option }) => option in given)
    const unused = ['least', 'time', 'dry-run'].filter((name) => name in given)
    if (other !== undefined && unused.length > 0)
      throw new Misuse(`${other.why}: omit ${list(unused.map((name) => `--${name}`))}.`)
    checkBounds(least, time)
    const commit = `merge-base ${ref}`
    // Before the app is tried, which takes longer.
    shaOf(repositoryOf(process.cwd(), 'before'), commit, 'before')
    if (other !== undefined) return other.compare({ ref, commit, setup: setup ?? null }, words, values, signal)
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
  }
}
