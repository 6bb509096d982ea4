import { anyRequest } from '../../../concepts/requests.ts'
import { list } from '../../../concepts/wording.ts'
import { comparingHelp, comparingOptions } from '../../../init/questions.ts'
import { line } from '../../../init/summary.ts'
import { explaining, explains, insteadOfSpeed } from '../../settings.ts'
import { prepareVersions } from '../../versions.ts'
import { repositoryOf, shaOf } from '../versions/git.ts'
import { Misuse, say, text, type Command, type InsteadOfSpeed } from '../../../commands/command.ts'
import { compareWithoutFile } from '../../../commands/quick.ts'
import { checkBounds, usual } from '../../../commands/upgrade.ts'
import type { Settings } from '../../../concepts/settings.ts'
import type { Trial } from '../../../init/try-app.ts'

/** @param instead what it compares in place of speed, where an option of that name says so */
export const against = (instead: Record<string, () => Promise<InsteadOfSpeed>>): Command => ({
  usage: '<ref> [app] [/path] [options]',
  takes: [1, Infinity, 'a branch, tag or commit, such as main'],
  summary: 'find whether your files are slower than where your branch left main, without a scenario file',
  details: `It checks the commit out and installs it apart from your files, finds the port, a path that answers and a load, and compares the two in rounds \
until it is clear whether your files reach ${usual.least} times the throughput; of several paths, none may be slower than that.${explains.map((it) => ` Then it ${it}.`).join('')} It sends as many requests as the app answers: point it at a test database.

  --least <ratio>            throughput of your files over that of the commit, and speed of each path (default: ${usual.least})
  --time <time>              how long it may take, beside the installation (default: ${usual.time})
${Object.entries(insteadOfSpeed)
  .map(([name, help]) => `${`  --${name}`.padEnd(29)}${help}\n`)
  .join(
    ''
  )}  --setup <line>             what to run in the commit's files once they are installed, such as "npm run build"
${comparingHelp}

Exit codes: 0 your files are fast enough; 1 they are slower; 2 it could not be told; 3 not measured.`,
  options: {
    least: text,
    time: text,
    setup: text,
    ...Object.fromEntries(Object.keys(insteadOfSpeed).map((name) => [name, { type: 'boolean' } as const])),
    ...comparingOptions
  },
  left: 'Nothing more is measured.',
  run: async ([ref, ...words], { setup, ...given }, signal) => {
    const { least = usual.least, time = usual.time, ...values } = given
    const other = await Object.entries(instead).find(([name]) => name in given)?.[1]()
    const unused = ['least', 'time', 'dry-run'].filter((name) => name in given)
    if (other !== undefined && unused.length > 0)
      throw new Misuse(`${other.why}: omit ${list(unused.map((name) => `--${name}`))}.`)
    checkBounds(least, time)
    const commit = `merge-base ${ref}`
    // Before the app is tried, which takes longer.
    shaOf(repositoryOf(process.cwd(), 'before'), commit, 'before')
    const prepare = ({ app, variants: [single], ...settings }: Settings) =>
      prepareVersions(
        {
          ...settings,
          app: { ...app, setup: setup ?? null },
          variants: [
            { ...single, name: 'before', commit },
            { ...single, name: 'now' }
          ]
        },
        (words) => say(line('', words)),
        signal
      )
    if (other !== undefined) return other.compare({ first: ref, prepare }, words, values, signal)
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
})

/** @returns how the app that was tried is started, with what is run in a commit's files first; undefined: as it is */
export function withSetup({ settings }: Trial, setup?: string) {
  const { script, args, nodeArgs, env, readyTimeoutSeconds } = settings.app
  if (setup === undefined) return {}
  return { app: { script: String(script), args, nodeArgs, env, readyTimeout: `${readyTimeoutSeconds}s`, setup } }
}
