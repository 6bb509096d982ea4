import { join } from 'node:path'
import { counted, list } from '../concepts/wording.ts'
import { dryRunHelp, wishesHelp, wishOptions } from '../init/questions.ts'
import { wholeCores } from '../machine/cores.ts'
import { asItIs, changeOf, kindNames, kinds, nameOf, type Change, type Known } from '../questions/tune/concepts.ts'
import { secondsOf } from '../settings/phases.ts'
import { duration, reject } from '../settings/shapes.ts'
import { say, text, untilInterrupted, wrapped, type Command } from './command.ts'
import { dryRun, findLoad, shortRunsOf } from './quick.ts'
import { roundsEach, search, variantOf, type Compare } from './tune-race.ts'

const usualTime = '10m'
const folder = join('reports', 'tune')
/** Of a comparison; more of them share each round's turns. */
const mostAtOnce = 5
const secondsOfRun = 4.5
const texts = { type: 'string', multiple: true } as const

export const tune: Command = {
  usage: '[app] [/path] [options]',
  takes: [0, Infinity, ''],
  summary: 'find which setting makes your app faster, of those that usually matter',
  details: `It finds the app, a path and a load as quick does, and compares the app as it is with settings of each kind, in rounds of turns: how many workers, the room \
that Node has for objects that live shortly, NODE_ENV=production, UV_THREADPOOL_SIZE where its threads are at work, and the next line of Node. What is clearly worse, or can gain no more than \
3 %, leaves after each look. The best of many looks better than it is: so the winner of each kind, and all winners together, are measured anew, and that is told. \
Point it at a test database.

  --only <kinds>             ${kindNames.join(', ')}: some of them, with commas between
  --try <setting>            one of your own: an argument for Node (--try=--no-opt), NAME=value or a number of workers; also several
  --time <time>              how long it may go on with looks (default: ${usualTime})
${dryRunHelp}
${wishesHelp}

Exit codes: 0 a setting helps; 1 none does by more than 3 %; 2 it could not be told; 3 not measured.`,
  options: { only: text, try: texts, time: text, ...wishOptions, ...dryRun },
  run: (words, { only, try: own = [], time = usualTime, ...values }) =>
    untilInterrupted(async (signal) => {
      duration({ above: 0 })(time, '--time')
      const chosen: readonly string[] = only?.split(',') ?? (own.length === 0 ? kindNames : [])
      const unknown = chosen.find((name) => !kindNames.some((kind) => kind === name))
      if (unknown !== undefined) reject('--only', unknown, `of ${list(kindNames)}, with commas between`)
      const ofUser = own.map(
        (word: string) => changeOf(word) ?? reject('--try', word, 'such as --no-opt, POOL=20 or 4')
      )
      checkTime(ofUser, time)
      const way = { words: ['tune'], length: `at most ${time}`, isClustered: false, isSaved: false, isBrief: true }
      const all = { ...values, time, ...(only !== undefined && { only }), ...(own.length > 0 && { try: own }) }
      const found = await findLoad(words, all, way, signal)
      if (found === null) return { document: { plan: way.length } }
      const { trial } = found
      const { app } = trial.settings
      const known: Known = {
        cores: wholeCores(),
        nodeMajor: Number.parseInt(process.versions.node, 10),
        nodeArgs: app.nodeArgs,
        env: { ...process.env, ...app.env }
      }
      const groups = [
        ...kindNames
          .filter((kind) => chosen.includes(kind))
          .map((kind) => ({ kind: kind as string, changes: kinds[kind](known) })),
        { kind: 'try', changes: ofUser }
      ].flatMap(({ kind, changes }) => partsOf(changes).map((part) => ({ kind, changes: part })))
      const compare: Compare = (changes, options) =>
        found.compare({
          variants: Object.fromEntries([
            [asItIs, { mode: 'single' }],
            ...changes.map((one) => [nameOf(one), variantOf(one)])
          ]),
          baseline: asItIs,
          report: folder,
          ...shortRunsOf(trial),
          ...options
        })
      const { code, ...document } = await search({ groups, compare, seconds: secondsOf(time) })
      for (const sentence of document.sentences) say(`\n${wrapped(sentence, 0)}`)
      return { code, document }
    }, 'Nothing more is measured.')
}

/** @throws SpeedupError so many settings can't be told apart in the time */
function checkTime(changes: readonly Change[], time: string) {
  const seconds = (changes.length + Math.ceil(changes.length / mostAtOnce)) * roundsEach * secondsOfRun
  if (seconds > secondsOf(time))
    reject(
      '--time',
      time,
      `at least ${Math.ceil(seconds / 60)}m, which ${counted(changes.length, 'setting')} take for one look at each`
    )
}

const partsOf = (changes: readonly Change[]) =>
  Array.from({ length: Math.ceil(changes.length / mostAtOnce) }, (_, i) =>
    changes.slice(mostAtOnce * i, mostAtOnce * (i + 1))
  )
