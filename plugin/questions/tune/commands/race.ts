import { stringify } from 'yaml'
import { named } from '../../../comparison/variant-use.ts'
import { firstLineOf, isDueTo } from '../../../concepts/errors.ts'
import { exitCodes } from '../../../concepts/verdicts.ts'
import { assignments, list } from '../../../concepts/wording.ts'
import { failureOf, problemOf, throughputOf, type KeptComparison } from '../../../kit/subject.ts'
import { lookAt, mostLooks, worthwhile, type Round } from '../comparison.ts'
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
      const compared = await compareOf(race, compare, leftOut)
      if (compared === null) continue
      const { cpu, utilization } = named(compared.scenarios[0].variants, asItIs)
      isPoolIdle = cpu !== null && utilization !== null && cpu - utilization < leastOfPool
      tell(race)
    }
  }
  const seen = races.filter(({ looks }) => looks.length > 0)
  const tried = seen.flatMap(({ changes }) => changes.map(nameOf))
  const winners = seen.flatMap((race) => {
    const { best } = lookAt(seenOf(race))
    return race.changes.filter((change) => nameOf(change) === best)
  })
  const without = leftOut.map((sentence) => `Left out: ${sentence}`)
  if (winners.length > 0) return { tried, ...(await prove(winners, compare, without)) }
  const isTold = races.every((race) => race.left.length === 0 || isOver(race)) && tried.length > 0
  const nothing = isTold
    ? `Nothing helps ${byEnough}, of ${list(tried)}.`
    : tried.length === 0
      ? 'There was nothing to try.'
      : `Nothing seems to help ${byEnough}, but the time was over before all was told. --time gives it more.`
  return {
    code: isTold ? exitCodes.fail : exitCodes.inconclusive,
    tried,
    settings: null,
    sentences: [nothing, ...without]
  }
}

const byEnough = `by more than ${Math.round(100 * (worthwhile - 1))} %`

const leastOfPool = 0.1 // cores beside the event loop

const seenOf = ({ changes, looks }: Race) => ({ names: changes.map(nameOf), looks })
const isOver = (race: Race) => race.looks.length > 0 && lookAt(seenOf(race)).isOver

/** One look. @returns null: nothing could be compared. @throws SpeedupError of the app as it is */
async function compareOf(race: Race, compare: Compare, leftOut: string[]): Promise<KeptComparison | null> {
  while (race.left.length > 0) {
    try {
      const seen = await compare(race.left, { rounds: roundsEach })
      const rounds = roundsOf(seen, race.left.map(nameOf), leftOut)
      race.left = race.left.filter((change) => Object.hasOwn(rounds[0] ?? {}, nameOf(change)))
      if (race.left.length > 0) race.looks.push(rounds)
      return seen
    } catch (error) {
      const failing = race.left.find((change) => isDueTo(error, nameOf(change)))
      if (failing === undefined) throw error
      leftOut.push(firstLineOf(error as Error))
      race.left = race.left.filter((change) => change !== failing)
    }
  }
  return null
}

/** @returns of each round, ln of what each setting has of the app as it is, without those that can't be judged */
function roundsOf(seen: KeptComparison, names: readonly string[], leftOut: string[]): Round[] {
  const sound = names.flatMap((name) => {
    const estimate = throughputOf(seen, name)
    const failure = failureOf(seen, estimate)
    if (failure !== null) leftOut.push(failure)
    return failure === null ? [{ name, logs: estimate.ratios.map(Math.log) }] : []
  })
  return (sound[0]?.logs ?? []).map((_, i) => Object.fromEntries(sound.map(({ name, logs }) => [name, logs[i]])))
}

function tell(race: Race) {
  if (race.looks.length === 0) return
  const { left, gains, best, isOver: isDone } = lookAt(seenOf(race))
  const figures = Object.entries(gains).map(([name, gain]) => `${name} ${times(Math.exp(gain))}`)
  race.left = race.left.filter((change) => left.includes(nameOf(change)))
  const state =
    left.length === 0 || (isDone && best === null)
      ? `none of them seems to help ${byEnough}`
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
  const measured = candidates.map((change) => {
    const [name, estimate] = [nameOf(change), throughputOf(proof, nameOf(change))]
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
        ? `None of them is measurably faster, measured anew for ${duration((performance.now() - beganMs) / 1000)}: ${others}.`
        : `What they gain can't be told (${others}): ${why}`
    return { code: exitCodes.inconclusive, settings, sentences: [sentence, ...end] }
  }
  const { change, name, estimate } = proven
  return {
    code: exitCodes.pass,
    settings,
    sentences: [
      `${name} helps: ${timesWithin(estimate)} of the throughput, measured anew.${costOf(proof, name)}`,
      ...(others === '' ? [] : [`The others: ${others}.`]),
      `To keep it: ${lineOf(change)}`,
      ...end
    ]
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
  const notes = [
    ...(node === undefined ? [] : [`with Node ${node}`]),
    ...(workers === undefined || workers === 1 ? [] : [`as a cluster of ${workers} workers`])
  ]
  return `start it by \`${started.join(' ')} …\`${notes.length === 0 ? '' : `, ${notes.join(', ')}`}; in a scenario file: variants: ${inAFile.trim()}`
}
