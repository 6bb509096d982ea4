import { stringify } from 'yaml'
import { named } from '../../../comparison/variant-use.ts'
import { firstLineOf, isDueTo } from '../../../concepts/errors.ts'
import { exitCodes } from '../../../concepts/verdicts.ts'
import { applying, assignments, joinParts, list } from '../../../concepts/wording.ts'
import { failureOf, problemOf, throughputOf, type KeptComparison } from '../../../kit/subject.ts'
import { lookAt, mostLooks, worthwhile, type Seen, type Standing } from '../comparison.ts'
import { asItIs, nameOf, together, type Change } from '../concepts.ts'
import { duration, times, timesWithin } from '../../../report/words/numbers.ts'
import { say, wrapped } from '../../../commands/command.ts'
import type { Options, VariantOptions } from '../../../concepts/options.ts'

/** Of a look. */
export const roundsEach = 3

/** @returns how the app is started with it */
export const variantOf = ({ workers, nodeArgs = [], ...change }: Change): VariantOptions => ({
  ...(workers === undefined || workers === 1 ? { mode: 'single' } : { mode: 'cluster', workers }),
  ...(nodeArgs.length > 0 && { nodeArgs }),
  ...change
})

export type Compare = (changes: readonly Change[], options: Options) => Promise<KeptComparison>
export interface Group {
  kind: string
  changes: readonly Change[]
}

/** What is known of a group so far. */
interface Race extends Seen {
  kind: string
  left: readonly string[]
  standing: Standing | null // null: nothing was compared yet
}

/** @returns what is told, and the exit code */
export async function search({ groups, compare, seconds }: { groups: Group[]; compare: Compare; seconds: number }) {
  const untilMs = performance.now() + 1000 * seconds
  const settings = new Map(groups.flatMap(({ changes }) => changes.map((change) => [nameOf(change), change])))
  const changesOf = (names: readonly string[]) => names.map((name) => settings.get(name)!)
  const compareNamed = (names: readonly string[]) => compare(changesOf(names), { rounds: roundsEach })
  const races = groups.map(({ kind, changes }): Race => {
    const names = changes.map(nameOf)
    return { kind, names, left: names, looks: [], standing: null }
  })
  const leftOut: string[] = []
  // The pool of threads is tried where it is at work: the first comparison tells.
  let isPoolIdle = false
  for (let look = 0; look < mostLooks; look++) {
    for (const race of races) {
      if (isTold(race) || (look > 0 && performance.now() >= untilMs)) continue
      if (race.kind === 'pool' && isPoolIdle) {
        race.left = []
        say('\npool: its threads are idle, so their number does not matter.')
        continue
      }
      say(`\n${race.kind}: ${list(race.left)}`)
      const compared = await compareOf(race, compareNamed, leftOut)
      if (compared === null) continue
      const { cpu, utilization } = named(compared.scenarios[0].variants, asItIs)
      isPoolIdle = cpu !== null && utilization !== null && cpu - utilization < leastOfPool
    }
  }
  const tried = races.flatMap(({ names, standing }) => (standing === null ? [] : names))
  const winners = races.flatMap(({ standing }) => standing?.best ?? [])
  if (winners.length > 0) return { tried, ...(await prove(changesOf(winners), compare, leftOut)) }
  const areTold = races.every(isTold) && tried.length > 0
  const nothing = areTold
    ? `Nothing helps ${byEnough}, of ${list(tried)}.`
    : tried.length === 0
      ? 'There was nothing to try.'
      : `Nothing seems to help ${byEnough}, but the time was over before all was told. --time gives it more.`
  return {
    code: areTold ? exitCodes.fail : exitCodes.inconclusive,
    tried,
    settings: null,
    sentences: [nothing, ...leftOut]
  }
}

const byEnough = `by more than ${Math.round(100 * (worthwhile - 1))} %`

const leastOfPool = 0.1 // cores beside the event loop

const isTold = ({ left, standing }: Race) => left.length === 0 || standing?.isOver === true

/** One look. @returns null: nothing could be compared. @throws SpeedupError of the app as it is */
async function compareOf(
  race: Race,
  compare: (names: readonly string[]) => Promise<KeptComparison>,
  leftOut: string[]
) {
  const leaveOut = (sentence: string) => leftOut.push(`Left out: ${sentence}`)
  while (race.left.length > 0) {
    try {
      const seen = await compare(race.left)
      const sound = race.left.flatMap((name) => {
        const estimate = throughputOf(seen, name)
        const failure = failureOf(seen, estimate)
        if (failure !== null) leaveOut(failure)
        return failure === null ? [{ name, logs: estimate.ratios.map(Math.log) }] : []
      })
      race.left = sound.map(({ name }) => name)
      if (sound.length > 0) {
        const inRound = (round: number) => Object.fromEntries(sound.map(({ name, logs }) => [name, logs[round]]))
        race.looks.push(sound[0].logs.map((_, round) => inRound(round)))
        tell(race)
      }
      return seen
    } catch (error) {
      const failing = race.left.find((name) => isDueTo(error, name))
      if (failing === undefined) throw error
      leaveOut(firstLineOf(error as Error))
      race.left = race.left.filter((name) => name !== failing)
    }
  }
  return null
}

function tell(race: Race) {
  const { left, gains, best, isOver } = (race.standing = lookAt(race))
  race.left = left
  const figures = Object.entries(gains).map(([name, gain]) => `${name} ${times(Math.exp(gain))}`)
  const state =
    left.length === 0 || (isOver && best === null)
      ? `none of them seems to help ${byEnough}`
      : isOver
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
  const measured = candidates.map((change) => {
    const name = nameOf(change)
    const estimate = throughputOf(proof, name)
    return { change, name, estimate, row: `${name} ${timesWithin(estimate)}` }
  })
  const [proven = null] = measured
    .filter(({ estimate: { verdict } }) => verdict === 'pass')
    .sort((a, b) => b.estimate.speedup - a.estimate.speedup)
  const settings = measured.map(({ name, estimate: { speedup, interval, verdict } }) => ({
    name,
    speedup: [speedup, ...interval],
    verdict
  }))
  const end = [...without, `Report: ${proof.page}`]
  const others = measured
    .filter((one) => one !== proven)
    .map(({ row }) => row)
    .join('; ')
  if (proven === null) {
    const [why] = measured.flatMap(({ estimate }) => problemOf(proof, estimate) ?? [])
    const sentence =
      why === undefined
        ? `None of them is measurably faster, measured anew for \
${duration((performance.now() - beganMs) / 1000)}: ${others}.`
        : `What they gain can't be told (${others}): ${why}`
    return { code: exitCodes.inconclusive, settings, sentences: [sentence, ...end] }
  }
  const { change, name, estimate } = proven
  return {
    code: exitCodes.pass,
    settings,
    sentences: applying([
      `${name} helps: ${timesWithin(estimate)} of the throughput, measured anew.${costOf(proof, name)}`,
      others !== '' && `The others: ${others}.`,
      `To keep it: ${lineOf(change)}`,
      ...end
    ])
  }
}

/** @returns what it takes in memory, a sentence with a space before it; empty: it is unknown */
function costOf({ scenarios: [{ variants }] }: KeptComparison, name: string) {
  const [before, after] = [asItIs, name].map((own) => {
    const { workers, workerMegabytes } = named(variants, own)
    return workerMegabytes === null ? null : workers * workerMegabytes
  })
  return before === null || after === null
    ? ''
    : ` Memory of its processes: ${before.toFixed(0)} MB → ${after.toFixed(0)} MB.`
}

/** @returns for a scenario file, and for a shell */
function lineOf(change: Change) {
  const { workers, nodeArgs = [], env = {}, node } = change
  const started = [...assignments(env), 'node', ...nodeArgs]
  const inAFile = stringify({ tuned: variantOf(change) }, { collectionStyle: 'flow', lineWidth: 0 })
  const parts = [
    `start it by \`${started.join(' ')} …\``,
    node && `with Node ${node}`,
    (workers ?? 1) > 1 && `as a cluster of ${workers} workers`
  ]
  return `${joinParts(parts)}; in a scenario file: variants: ${inAFile.trim()}`
}
