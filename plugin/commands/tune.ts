import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { SpeedupError } from '../concepts/errors.ts'
import { exitCodes } from '../concepts/verdicts.ts'
import { warningKinds } from '../concepts/warnings.ts'
import { counted, list } from '../concepts/wording.ts'
import { dryRunHelp, wishesHelp, wishOptions } from '../init/questions.ts'
import { allowedCores } from '../machine/cores.ts'
import { bestOf, lookAt, mostLooks, worthwhile, type Round } from '../questions/tune/comparison.ts'
import {
  asItIs,
  changeOf,
  kindNames,
  kinds,
  nameOf,
  together,
  type Change,
  type Known
} from '../questions/tune/concepts.ts'
import { duration as shown, times, timesWithin } from '../report/words/numbers.ts'
import { secondsOf } from '../settings/phases.ts'
import { duration, reject } from '../settings/shapes.ts'
import { say, text, untilInterrupted, wrapped, type Command } from './command.ts'
import { dryRun, findLoad, shortRuns } from './quick.ts'
import type { VariantOptions } from '../concepts/options.ts'
import type { Options } from '../concepts/options.ts'
import type { KeptComparison } from '../kit/subject.ts'

const usualTime = '10m'
const folder = join('reports', 'tune')
const roundsEach = 3
/** Of a comparison; more of them share each round's turns. */
const mostAtOnce = 5
const secondsOfRun = 4.5
const texts = { type: 'string', multiple: true } as const

export const tune: Command = {
  usage: '[app] [/path] [options]',
  takes: [0, Infinity, ''],
  summary: 'which setting makes your app faster? tries what usually matters, and measures the winner anew',
  details: `It finds the app, a path and a load as quick does, and compares the app as it is with settings of each kind, in rounds of turns: how many workers, Node's \
--max-semi-space-size, NODE_ENV=production, UV_THREADPOOL_SIZE where its threads are at work, and the next line of Node. What is clearly worse, or can gain no more than \
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
      const chosen = only?.split(',') ?? kindNames
      const unknown = chosen.find((name: string) => !kindNames.some((kind) => kind === name))
      if (unknown !== undefined) reject('--only', unknown, `of ${list(kindNames)}, with commas between`)
      const ofUser = own.map(
        (word: string) => changeOf(word) ?? reject('--try', word, 'such as --no-opt, POOL=20 or 4')
      )
      checkTime(ofUser, time)
      const way = { words: ['tune'], length: `at most ${time}`, isClustered: false, isSaved: false, isBrief: true }
      const all = { ...values, time, ...(only !== undefined && { only }), ...(own.length > 0 && { try: own }) }
      const found = await findLoad(words, all, way, signal)
      if (found === null) return
      const { trial } = found
      const { app } = trial.settings
      const known: Known = {
        cores: Math.max(1, Math.floor(Math.min(allowedCores().count, availableParallelism()))),
        nodeMajor: Number.parseInt(process.versions.node, 10),
        nodeArgs: app.nodeArgs,
        env: { ...process.env, ...app.env }
      }
      const groups = [
        ...kindNames
          .filter((kind) => own.length === 0 || only !== undefined)
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
          duration: trial.load.seconds === null ? shortRuns.duration : `${trial.load.seconds}s`,
          warmUp: shortRuns.warmUp,
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

const variantOf = ({ workers, nodeArgs = [], ...change }: Change): VariantOptions => ({
  ...(workers === undefined || workers === 1 ? { mode: 'single' } : { mode: 'cluster', workers }),
  ...(nodeArgs.length > 0 && { nodeArgs }),
  ...change
})

type Compare = (changes: readonly Change[], options: Options) => Promise<KeptComparison>
interface Group {
  kind: string
  changes: readonly Change[]
}

/** What is known of a group so far. */
interface Race extends Group {
  left: readonly Change[]
  looks: Round[][]
}

/** @returns what is told, and the exit code */
export async function search({ groups, compare, seconds }: { groups: Group[]; compare: Compare; seconds: number }) {
  const beganMs = performance.now()
  const isInTime = () => performance.now() - beganMs < 1000 * seconds
  const races: Race[] = groups.map((group) => ({ ...group, left: group.changes, looks: [] }))
  const leftOut: string[] = []
  // The pool of threads is tried where it is at work: the first comparison tells.
  let isPoolIdle = false
  for (let look = 0; look < mostLooks; look++) {
    for (const race of races) {
      if (race.left.length === 0 || isOver(race) || (look > 0 && !isInTime())) continue
      if (race.kind === 'pool' && isPoolIdle) {
        race.left = []
        say('\npool: its threads are idle, so their number does not matter.')
        continue
      }
      say(`\n${race.kind}: ${list(race.left.map(nameOf))}`)
      const seen = await compareOf(race, compare, leftOut)
      if (seen === null) continue
      const use = seen.scenarios[0].variants.find(({ name }) => name === asItIs)
      isPoolIdle = use?.cpu != null && use.utilization !== null && use.cpu - use.utilization < leastOfPool
      tell(race)
    }
  }
  const winners = races.flatMap((race) => {
    const best = race.looks.length === 0 ? null : bestOf(seenOf(race))
    return race.changes.filter((change) => nameOf(change) === best)
  })
  const tried = races.flatMap(({ changes, looks }) => (looks.length === 0 ? [] : changes.map(nameOf)))
  const without = leftOut.map((sentence) => `Left out: ${sentence}`)
  if (winners.length === 0) {
    const isTold = races.every((race) => race.left.length === 0 || isOver(race)) && tried.length > 0
    const nothing = isTold
      ? `Nothing helps by more than ${Math.round(100 * (worthwhile - 1))} %, of ${list(tried)}.`
      : tried.length === 0
        ? 'There was nothing to try.'
        : `Nothing seems to help by more than ${Math.round(100 * (worthwhile - 1))} %, but the time was over before all was told. --time gives it more.`
    return {
      code: isTold ? exitCodes.fail : exitCodes.inconclusive,
      tried,
      settings: null,
      sentences: [nothing, ...without]
    }
  }
  return { tried, ...(await prove(winners, compare, without)) }
}

const leastOfPool = 0.1 // cores beside the event loop

const seenOf = ({ changes, looks }: Race) => ({ names: changes.map(nameOf), looks })
const isOver = (race: Race) => race.looks.length > 0 && lookAt(seenOf(race)).isOver

/** One look. @returns null: nothing could be compared. @throws SpeedupError of the app as it is */
async function compareOf(race: Race, compare: Compare, leftOut: string[]): Promise<KeptComparison | null> {
  while (race.left.length > 0) {
    try {
      const seen = await compare(race.left, { rounds: roundsEach })
      const rounds = roundsOf(seen, leftOut)
      race.left = race.left.filter((change) => Object.hasOwn(rounds[0] ?? {}, nameOf(change)))
      if (race.left.length > 0) race.looks.push(rounds)
      return seen
    } catch (error) {
      const failing =
        error instanceof SpeedupError && race.left.find((change) => error.message.includes(nameOf(change)))
      if (!failing) throw error
      leftOut.push(`${(error as Error).message.split('\n')[0]}`)
      race.left = race.left.filter((change) => change !== failing)
    }
  }
  return null
}

/** @returns of each round, ln of what each setting has of the app as it is, without those that can't be judged */
function roundsOf({ scenarios: [{ candidates, warnings }] }: KeptComparison, leftOut: string[]): Round[] {
  const sound = candidates.flatMap(({ name, estimates }) => {
    const found = estimates.find(({ metric }) => metric === 'throughput')
    const isFailing = found?.reason != null && warningKinds[found.reason].title === 'Errors'
    if (isFailing)
      leftOut.push(warnings.find(({ code }) => code === found.reason)?.message ?? `${name}: ${found.reason}`)
    return found === undefined || isFailing ? [] : [{ name, logs: found.ratios.map(Math.log) }]
  })
  return (sound[0]?.logs ?? []).map((_, i) => Object.fromEntries(sound.map(({ name, logs }) => [name, logs[i]])))
}

function tell(race: Race) {
  if (race.looks.length === 0) return
  const { left, gains, isOver: isDone } = lookAt(seenOf(race))
  const figures = Object.entries(gains).map(([name, gain]) => `${name} ${times(Math.exp(gain))}`)
  race.left = race.left.filter((change) => left.includes(nameOf(change)))
  const best = bestOf(seenOf(race))
  const state =
    left.length === 0 || (isDone && best === null)
      ? 'none of them seems to help by more than 3 %'
      : isDone
        ? `${best} seems to help`
        : `still open: ${list(left)}`
  say(wrapped(`${figures.join(', ')}: ${state}`, 2, '  '))
}

/** Measures the winners anew: of many, the best is so partly by chance. */
async function prove(winners: readonly Change[], compare: Compare, without: string[]) {
  const both = winners.length > 1 ? [together(winners)] : []
  const candidates = [...winners, ...both]
  say(`\nMeasured anew: ${list(candidates.map(nameOf))}`)
  const beganMs = performance.now()
  const proof = await compare(candidates, { rounds: { min: 3, max: 10 }, thresholds: { throughput: 1 } })
  const measured = candidates.map((change) => ({
    change,
    estimate: proof.candidate(nameOf(change)).speedup('throughput')
  }))
  const proven = measured
    .filter(({ estimate: { verdict } }) => verdict === 'pass')
    .sort((a, b) => b.estimate.speedup - a.estimate.speedup)
  const settings = measured.map(({ change, estimate }) => ({
    name: nameOf(change),
    speedup: [estimate.speedup, ...estimate.interval],
    verdict: estimate.verdict
  }))
  const report = `Report: ${proof.page}`
  const rows = measured.map(({ change, estimate }) => `${nameOf(change)}: ${timesWithin(estimate)}`).join('; ')
  if (proven.length === 0)
    return {
      code: exitCodes.inconclusive,
      settings,
      sentences: [
        `None of them is measurably faster, measured anew for ${shown((performance.now() - beganMs) / 1000)}: ${rows}.`,
        ...without,
        report
      ]
    }
  const [{ change, estimate }] = proven
  const others = measured.filter((one) => one !== proven[0])
  return {
    code: exitCodes.pass,
    settings,
    sentences: [
      `${nameOf(change)} helps: ${timesWithin(estimate)} of the throughput, measured anew.${costOf(proof, nameOf(change))}`,
      ...(others.length === 0
        ? []
        : [`The others: ${others.map((one) => `${nameOf(one.change)} ${timesWithin(one.estimate)}`).join('; ')}.`]),
      `To keep it: ${lineOf(change)}`,
      ...without,
      report
    ]
  }
}

/** @returns what it takes in memory, a sentence with a space before it; empty: it is unknown */
function costOf({ scenarios: [{ variants }] }: KeptComparison, name: string) {
  const [before, after] = [asItIs, name].map((own) => {
    const use = variants.find((variant) => variant.name === own)
    return use?.workerMegabytes == null ? null : use.workers * use.workerMegabytes
  })
  return before === null || after === null
    ? ''
    : ` Memory of its processes: ${before.toFixed(0)} MB → ${after.toFixed(0)} MB.`
}

/** @returns for a scenario file, and for a shell */
function lineOf(change: Change) {
  const { workers, nodeArgs = [], env = {}, node } = change
  const started = [...Object.entries(env).map(([name, value]) => `${name}=${value}`), 'node', ...nodeArgs]
  const notes = [
    ...(node === undefined ? [] : [`with Node ${node}`]),
    ...(workers === undefined || workers === 1 ? [] : [`as a cluster of ${workers} workers`])
  ]
  return `start it by \`${started.join(' ')} …\`${notes.length === 0 ? '' : `, ${notes.join(', ')}`}; in a scenario file: variants: { tuned: ${JSON.stringify(variantOf(change)).replaceAll('"', '')} }`
}
