import { reachOf } from '../comparison/bound.ts'
import { clientNameOf } from '../comparison/reason-against.ts'
import { compareWithEarlier } from '../comparison/regression.ts'
import { checkEarlier } from '../comparison/warnings/answers.ts'
import { searchWords } from '../questions/concepts.ts'
import {
  isKnown,
  effectOf,
  isLower,
  type CandidateResult,
  type Comparison,
  type Estimate,
  type ScenarioResult
} from '../concepts/comparison.ts'
import { exitCodes, type Verdict } from '../concepts/verdicts.ts'
import { inACell } from '../concepts/foreign-text.ts'
import { counted, list } from '../concepts/wording.ts'
import { refuse } from '../record/parse-comparison.ts'
import { readComparisonAt } from '../record/read-record.ts'
import { plainLayout, tableLines } from '../report/console/layout.ts'
import { minuteOf, timesWithin } from '../report/words/numbers.ts'
import { asEarlierResult } from '../settings/earlier-result.ts'
import { say, styled, wrapped, type Command } from './command.ts'
import type { EarlierResult } from '../concepts/settings.ts'

export const compare: Command = {
  usage: '<folder> <folder>',
  takes: [2, 2, 'two comparisons, the earlier one first'],
  summary: 'show which speedups changed from one comparison to another',
  details:
    'The earlier comparison comes first. Each is a folder or its comparison.json. A speedup fell if its interval lies below the earlier ' +
    'interval, as with the option compareWith, and rose if it lies above. Exit codes: 0 no speedup fell; 1 a speedup fell; 2 it cannot be told; 3 they cannot be compared.',
  run([first, second]) {
    const before = readFinished(first)
    const now = readFinished(second)
    checkGenerators(before, now)
    const earlier = asEarlierResult(first, before, { ...now.environment, ...now.settings })
    const results = now.scenarios.map((scenario) => changesOf(scenario, before, earlier))
    const changes = results.flatMap((result) => result.changes)
    const notes = [...new Set(results.flatMap((result) => result.notes))]
    const { answer, verdict } = conclude(changes)
    const placeOf = (number: number, path: string, { startedAt }: Comparison) =>
      `${number}  ${minuteOf(startedAt)} UTC  ${inACell(path)}`
    say([answer, '', placeOf(1, first, before), placeOf(2, second, now)].join('\n'))
    const rows = [['Scenario', 'Candidate', 'Metric', 'Speedup 1', 'Speedup 2', ''], ...changes.map(rowOf)]
    // Not indented.
    const lines = tableLines(rows, plainLayout).map((line) => line.slice(2))
    if (changes.length > 0) say(['', ...lines].join('\n'))
    if (notes.length > 0) say(['', ...notes.map((note) => wrapped(inACell(note), 0))].join('\n'))
    return {
      code: exitCodes[verdict],
      document: {
        answer,
        notes,
        changes: changes.map(({ estimate: { metric, speedup, interval, earlier }, ...change }) => ({
          ...change,
          metric,
          speedup,
          interval,
          earlier
        }))
      }
    }
  }
}

type Change = {
  scenario: string
  candidate: string
  estimate: Estimate
  change: 'fell' | 'rose' | 'same' | 'undecided'
}

function readFinished(path: string) {
  const comparison = readComparisonAt(path)
  if (comparison.error === null) return comparison
  refuse(`${path} did not finish: ${comparison.error.message.split('\n')[0]} Give a finished comparison`)
}

function checkGenerators(...comparisons: Comparison[]) {
  const [before, now] = comparisons.map(({ settings: { generator } }) => generator ?? 'this machine')
  if (before !== now)
    refuse(
      `The load came from different generators (${before}, then ${now}), so these comparisons cannot be compared. ` +
        'Give two of the same generator'
    )
}

/** @returns notes: why something was not compared, or not well */
function changesOf(result: ScenarioResult, { scenarios }: Comparison, earlier: EarlierResult) {
  const { scenario, baseline } = result
  const same = scenarios.find((other) => other.scenario === scenario)
  const missing = (what: string) => ({ changes: [], notes: [`${scenario}: ${what}, so it is not compared.`] })
  if (same === undefined) return missing('the first comparison does not have it')
  if (same.baseline !== baseline) return missing(`the baseline was ${same.baseline}, and is ${baseline} now`)
  const then = searchWords(same)
  const here = searchWords(result)
  if (then !== here) return missing(`the first comparison had ${then}, the second ${here}`)
  const candidates = result.candidates.map((candidate): CandidateResult => {
    const { name, workers, estimates } = candidate
    const compared = {
      scenario,
      candidate: name,
      workers,
      client: clientNameOf(result.client),
      reach: reachOf(result, candidate),
      written: result.level?.of
    }
    return { ...candidate, ...compareWithEarlier(estimates, compared, earlier) }
  })
  const notes = checkEarlier(candidates, result, earlier).map(({ message, code }) => `${message} [${code}]`)
  const unknown = candidates.filter(({ againstEarlier }) => againstEarlier === null).map(({ name }) => name)
  if (unknown.length > 0) notes.push(`${scenario}: the first comparison has no speedups of ${list(unknown)}.`)
  const changes = candidates.flatMap(({ name, estimates, earlierDiffers }) =>
    estimates
      .filter((estimate) => estimate.earlier !== null)
      .map((estimate) => ({
        scenario,
        candidate: name,
        estimate,
        change: changeOf(estimate, earlierDiffers.length === 0)
      }))
  )
  return { changes, notes }
}

function changeOf(estimate: Estimate, isComparable: boolean): Change['change'] {
  const { earlier, regression } = estimate
  if (!isComparable || !isKnown(estimate) || earlier === null) return 'undecided'
  return regression ? 'fell' : effectOf(estimate, earlier.interval) === 'faster' ? 'rose' : 'same'
}

/** @returns whether something could be compared, and nothing that could not is lower than it was */
const isTold = (changes: Change[]) => {
  const undecided = changes.filter(({ change }) => change === 'undecided')
  return undecided.length < changes.length && !undecided.some(({ estimate }) => isLower(estimate))
}

/** @returns what is said first */
function conclude(changes: Change[]): { verdict: Verdict; answer: string } {
  const count = (wanted: Change['change']) => changes.filter(({ change }) => change === wanted).length
  const fell = count('fell')
  const rose = count('rose')
  const decided = counted(changes.length - count('undecided'), 'speedup')
  const more = `${rose > 0 ? `, ${rose} rose` : ''}.`
  if (fell > 0) return { verdict: 'fail', answer: styled('red', `${fell} of ${decided} fell`) + more }
  if (isTold(changes)) return { verdict: 'pass', answer: `None of ${decided} fell${more}` }
  return { verdict: 'inconclusive', answer: 'These comparisons do not show whether a speedup fell.' }
}

function rowOf({ scenario, candidate, estimate, change }: Change) {
  const words = {
    fell: styled('red', 'fell'),
    rose: styled('green', 'rose'),
    same: 'no change',
    undecided: estimate.reason ?? 'not comparable'
  }
  return [
    inACell(scenario),
    inACell(candidate),
    estimate.metric,
    estimate.earlier === null ? '' : timesWithin(estimate.earlier),
    timesWithin(estimate),
    words[change]
  ]
}
