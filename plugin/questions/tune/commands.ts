import { join } from 'node:path'
import { counted } from '../../concepts/wording.ts'
import { comparingHelp, comparingOptions, texts } from '../../init/questions.ts'
import { wholeCores } from '../../machine/cores.ts'
import { asItIs, changeOf, kindNames, kinds, nameOf, type Change, type Known } from './concepts.ts'
import { secondsOf } from '../../settings/phases.ts'
import { reject } from '../../settings/shapes.ts'
import { readNames, text, type Command } from '../../commands/command.ts'
import { searchWithoutFile, type SearchWay } from '../../commands/quick.ts'
import { roundsEach, search, variantOf, type Compare } from './commands/race.ts'

const usualTime = '10m'
/** Of a comparison; more of them share each round's turns. */
const mostAtOnce = 5
const secondsOfRun = 4.5

export const tune: Command = {
  usage: '[app] [/path] [options]',
  summary: 'find which setting makes your app faster, of those that usually matter',
  details: `It finds the app, a path and a load as quick does, and compares the app as it is with settings of each \
kind, in rounds of turns: how many workers, the room that Node has for objects that live shortly, NODE_ENV=production, \
UV_THREADPOOL_SIZE where its threads are at work, and the next line of Node. What is clearly worse, or can gain no \
more than 3 %, leaves after each look. The best of many looks better than it is: so the winner of each kind, and all \
winners together, are measured anew, and that is told. Point it at a test database.

  --only <kinds>             ${kindNames.join(', ')}: some of them, with commas between
  --try <setting>            one of your own: an argument for Node (--try=--no-opt), NAME=value or a number of \
workers; also several
  --time <time>              how long it may go on with looks (default: ${usualTime})
${comparingHelp}

Exit codes: 0 a setting helps; 1 none does by more than 3 %; 2 it could not be told; 3 not measured.`,
  options: { only: text, try: texts, time: text, ...comparingOptions },
  left: 'Nothing more is measured.',
  run: async (words, { only, try: own = [], time = usualTime, ...values }, signal) => {
    const chosen = readNames(only, '--only', kindNames, 'kind of setting') ?? (own.length === 0 ? kindNames : [])
    const ofUser = own.map((word: string) => changeOf(word) ?? reject('--try', word, 'such as --no-opt, POOL=20 or 4'))
    checkTime(ofUser, time)
    const way: SearchWay = {
      words: ['tune'],
      report: join('reports', 'tune'),
      search(compareTrial, { settings: { app } }) {
        const known: Known = {
          cores: wholeCores(),
          nodeMajor: Number.parseInt(process.versions.node, 10),
          nodeArgs: app.nodeArgs,
          env: { ...process.env, ...app.env }
        }
        const ofKinds = kindNames
          .filter((kind) => chosen.includes(kind))
          .flatMap((kind) => groupsOf(kind, kinds[kind](known)))
        const compare: Compare = (changes, options) =>
          compareTrial({
            variants: Object.fromEntries([
              [asItIs, { mode: 'single' }],
              ...changes.map((change) => [nameOf(change), variantOf(change)])
            ]),
            baseline: asItIs,
            ...options
          })
        return search({ groups: [...ofKinds, ...groupsOf('try', ofUser)], compare, seconds: secondsOf(time) })
      }
    }
    return searchWithoutFile(words, { ...values, time, only, try: own }, way, signal)
  }
}

/** @throws SpeedupError so many settings can't be told apart in the time */
function checkTime(changes: readonly Change[], time: string) {
  const seconds = (changes.length + groupsOf('try', changes).length) * roundsEach * secondsOfRun
  if (seconds > secondsOf(time))
    reject(
      '--time',
      time,
      `at least ${Math.ceil(seconds / 60)}m, which ${counted(changes.length, 'setting')} take for one look at each`
    )
}

const groupsOf = (kind: string, changes: readonly Change[]) =>
  Array.from({ length: Math.ceil(changes.length / mostAtOnce) }, (_, i) => ({
    kind,
    changes: changes.slice(mostAtOnce * i, mostAtOnce * (i + 1))
  }))
