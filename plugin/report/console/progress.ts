import { isTold, percentiles, type Percentile } from '../../concepts/metrics.ts'
import { duration, groupedCount, milliseconds, perSecond, timesWithin, total } from '../words/numbers.ts'
import {
  plannedBeside,
  plannedSearch,
  plannedWords,
  seenBeside,
  stepWords,
  wordsOfRun
} from '../../questions/report.ts'
import type { QuestionBeside } from '../../questions/concepts.ts'
import { briefVariant } from '../words/names.ts'
import { placeOf } from '../words/sentences.ts'
import { counted, joinParts, list, percent } from '../../concepts/wording.ts'
import { cut, fitting, longestName, mostColumns, padEnd, wrap, type Layout, type Part } from './layout.ts'
import type { Outlook, SoFar } from '../../concepts/comparison.ts'
import type { Run } from '../../concepts/run.ts'
import { sizeWords, type ScenarioPlan, type Settings } from '../../concepts/settings.ts'

const longSeconds = 600

/** How long it will take, before anything is started, and what would make it shorter. */
export function formatPlan(settings: Settings, { paint, columns }: Layout) {
  const { min, max } = settings.rounds
  const { seconds, roundSeconds, isOfPhases } = settings.expected
  const [least, most] = seconds.map(roughly)
  const span = least === most ? most : `${least} to ${most}`
  const rounds = min === max ? counted(min, 'round') : `${min} to ${max} rounds`
  const count = settings.time === null ? rounds : 'as many rounds as fit'
  const each = roundSeconds === null ? '' : ` of about ${roughly(roundSeconds)}`
  const cure =
    isOfPhases && seconds[1] > longSeconds
      ? '. Shorter: shorter phases, or plugins.speedup.users, for example 8, in place of config.phases'
      : ''
  const size = `${sizeWords(settings)}, ${count}${each}${plannedBeside(settings)}`
  return wrap(`${paint('name', 'plan')}     about ${span}: ${size}${cure}`, columns)
}

/** The line that opens a scenario, under one of its loads where there are several. */
export function formatBeginning(plan: ScenarioPlan, settings: Settings, { paint, columns }: Layout) {
  const { variants, baseline, scenarios, generatorPerRun, alternate } = settings
  const candidates = variants.filter(({ name }) => name !== baseline).map(briefVariant)
  const how = [
    plannedSearch(plan),
    alternate === 'slices' && ', loaded in turns',
    !isWarm(plan, scenarios) && ', after a short warm-up',
    generatorPerRun && ', with a new Artillery for each run, because the script has a before or after section'
  ]
  const title = paint('name', `speedup  ${plan.name}`)
  return wrap(
    `${title}: ${candidates.join(', ')} against ${baseline}${joinParts(how, '')}${plannedWords(settings)}`,
    columns
  )
}

/** @returns whether the scenario was warmed up under another load before */
const isWarm = ({ name, level }: ScenarioPlan, plans: readonly ScenarioPlan[]) =>
  level !== null && plans.find((plan) => plan.level?.of === level.of)?.name !== name

/**
 * round: 0 before the rounds of a search; null while all variants, instead of one, are warmed up; a word: what comes
 * after the rounds, such as a profile
 */
export type Turn = { round: number | string | null; variant: string }

type Columns = ReturnType<typeof columnsFor>

/** @param names of all variants */
export const columnsFor = (names: readonly string[], columns: number) => ({
  nameWidth: Math.min(longestName, Math.max(...names.map((name) => name.length))),
  columns: Math.min(columns, mostColumns)
})

function beginning({ round, variant }: Turn, { nameWidth }: Columns): Part[] {
  const numbered = round === 0 ? 'search  ' : `round ${String(round).padStart(2)}`
  return [
    [`  ${round === null ? 'warming up' : typeof round === 'string' ? round.padEnd(8) : numbered}`, 0],
    [variant === '' ? '' : padEnd(cut(variant, nameWidth), nameWidth), 0]
  ]
}

const lineOf = (turn: Turn, parts: Part[], columns: Columns) =>
  wrap(fitting([...beginning(turn, columns), ...parts], columns.columns), columns.columns, 12)

const latencyText = ({ latencyMs }: Run, key: Percentile) =>
  `${key} ${(latencyMs === null ? '-' : milliseconds(latencyMs[key])).padStart(5)}`

const errorsText = ({ failures }: Run) => (failures === 0 ? '' : groupedCount(failures, 'error'))

/** One run in one line. secondsLeft: of the whole comparison, as far as can be told; 0: nothing is left */
export const formatRun = (run: Run, plan: ScenarioPlan, secondsLeft: number, columns: Columns) =>
  lineOf(run, [...partsOf(run, plan), [timeLeft(secondsLeft), 3]], columns)

function partsOf(run: Run, plan: ScenarioPlan): Part[] {
  const step = stepWords(run, plan)
  // The level asked for, what is limited, and what came of it.
  if (step !== null)
    return [
      [step.level.padEnd(11), 1],
      ...step.limited.map((key): Part => [`${latencyText(run, key)} ms`, 2]),
      [errorsText(run), 3],
      [step.came, 1]
    ]
  const other = wordsOfRun(run)
  if (other !== '') return [[other, 0]]
  const latencies = percentiles.filter((percentile) => isTold(percentile, [run]))
  return [
    [`${perSecond(run.throughputPerSecond).padStart(6)}/s`, 1],
    ...latencies.map((key, i): Part => [
      `${latencyText(run, key)}${i === latencies.length - 1 ? ' ms' : ''}`,
      key === 'p95' ? 1 : key === 'p50' ? 6 : 5
    ]),
    [errorsText(run), 2],
    [sharesOf(run), 4]
  ]
}

/** What was found last after the rounds, in one line; null: it is told in the result alone */
export function formatBeside(seen: Partial<QuestionBeside>, columns: Columns) {
  const told = seenBeside(seen)
  return told && lineOf(told.turn, [[told.text, 0]], columns)
}

const workersShown = 4

/**
 * @returns each worker's share of the responses, the busiest first, such as "51/49 %"; empty: one worker, or none is
 * known
 */
export function sharesOf({ workers, unattributed }: Pick<Run, 'workers' | 'unattributed'>) {
  const all = unattributed + total(workers, 'requests')
  const shares = workers
    .map(({ requests }) => ((100 * requests) / all).toFixed(0))
    .sort((a, b) => Number(b) - Number(a))
  const shown =
    shares.length > workersShown
      ? `${shares.length} workers: ${shares[0]} to ${shares.at(-1)} %`
      : `${shares.join('/')} %`
  return joinParts([
    shares.length > 1 && unattributed < all && shown,
    unattributed > 0 && `${percent(unattributed / all)} without PID`
  ])
}

const barCells = 10

/**
 * The line that moves while a run goes on. seconds: of it; share: of the comparison that is done, from 0 to 1;
 * secondsLeft: of the comparison; soFar: see formatSoFar
 */
export function formatMoving(
  turn: Turn,
  { seconds, share, secondsLeft, soFar }: { seconds: number; share: number; secondsLeft: number; soFar: string[] },
  columns: Columns
) {
  const bar = '█'.repeat(Math.floor(barCells * share)).padEnd(barCells, '░')
  const parts: Part[] = [
    ...beginning(turn, columns),
    [`${Math.floor(seconds)} s`.padStart(5), 5],
    [bar, 3],
    [`${roughly(Math.max(1, secondsLeft))} left`, 1],
    ...soFar.map((text, i): Part => [text, 2 + 2 * i])
  ]
  return cut(fitting(parts, columns.columns), columns.columns)
}

/**
 * What is known so far, which more rounds will change. isNamed: there are other candidates
 *
 * @returns the estimate, and of what it is; empty: nothing is known
 */
export const formatSoFar = (leader: SoFar | null, isNamed: boolean) =>
  leader === null
    ? []
    : [
        `so far ${isNamed ? `${cut(leader.name, longestName)} ` : ''}${timesWithin(leader.estimate)}`,
        placeOf(leader.estimate.metric)
      ]

/** What the rounds to come are expected to tell. */
export const formatOutlook = ({ rounds, intervals }: Outlook) =>
  `  ${counted(rounds, 'round')} planned: expect ${list(
    intervals.map(({ metric, factor }) => `${metric} within ±${percent(factor - 1)}`)
  )}`

/** Why it takes longer than it usually does. */
export const formatLengthened = ({ why, seconds }: { why: string; seconds: number }) =>
  `  ${why}: at least ${duration(Math.ceil(seconds / 5) * 5)}`

/** Coarse, as it is an estimate. */
const timeLeft = (seconds: number) => (seconds === 0 ? '' : `about ${roughly(seconds)} left`)

function roughly(seconds: number) {
  const step = seconds < 60 ? 5 : seconds < 600 ? 30 : 60
  return duration(Math.max(1, Math.round(seconds / step)) * step)
}
