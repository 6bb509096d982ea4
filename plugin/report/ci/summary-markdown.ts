import { basename } from 'node:path'
import { sound } from '../../concepts/foreign-text.ts'
import {
  isShown,
  type Comparison,
  type Environment,
  type CandidateResult,
  type ScenarioResult,
  type Estimate,
  type Limit
} from '../../concepts/comparison.ts'
import { resultWords, verdicts, worstOf, type Verdict } from '../../concepts/verdicts.ts'
import { coresWords, counted, percent } from '../../concepts/wording.ts'
import {
  crossoverMessages,
  levelRows,
  loadTitle,
  sweepCells,
  sweepColumns,
  sweepRemarks,
  type Cell,
  type LevelCell
} from '../scaling-rows.ts'
import { sizeTable } from '../capacity-rows.ts'
import { wantedSentence } from '../words/capacity-words.ts'
import {
  bumpOf,
  byDisturbance,
  disturbanceWords,
  inSoMany,
  kindsOf,
  limitName,
  lostOf,
  recoveryOf,
  whyTogether
} from '../../questions/losses/report/loss-sentences.ts'
import { flowSentence, flowTable } from '../words/flow-words.ts'
import { limitCells, limitsSentence } from '../words/limit-sentences.ts'
import { clientWords, limitFigures, limitWords, shownLimits } from '../words/names.ts'
import { boundText, speedupRange, speedupText, timesWithin } from '../words/numbers.ts'
import { answerOf } from '../words/answer.ts'
import { decisionSentence } from '../words/decision.ts'
import { spentOnSentence } from '../words/reasons.ts'
import { change, leadersSentence } from '../words/scenario-sentences.ts'
import {
  splitResult,
  earlierSentence,
  errorSentence,
  verdictSentence,
  marginSentence,
  missingWords,
  undecidedSentences
} from '../words/sentences.ts'
import type { Crossover, Sweep } from '../../concepts/load-results.ts'

const mostBytes = 200_000 // GitHub takes 1 MiB from all that a step writes, and nothing of a summary beyond it
const mostLines = 100
const mostWarnings = 10

const symbols = { pass: '✅', fail: '❌', inconclusive: '❓', 'not measured': '⛔', none: 'ℹ️' }
const severities = { problem: '❗', warning: '⚠️', note: 'ℹ️' }

/** The comparison for a pull request and for the page of a CI job: the verdict, then the numbers of each scenario. */
export function summaryMarkdown({
  file,
  settings,
  scenarios,
  crossovers,
  error,
  verdict,
  environment
}: Comparison): string {
  const ranked = worstFirst(scenarios)
  const isTolerated =
    settings.onInconclusive === 'pass' &&
    ranked.some(({ candidates, limits }) =>
      [...candidates, ...limits].some((judged) => judged.verdict === 'inconclusive')
    )
  const word = error?.code === 'INTERRUPTED' ? 'interrupted' : verdict === 'not measured' ? 'notMeasured' : verdict
  const spanning = fitting(
    crossovers.map((crossover) => crossoverPart(crossover, scenarios)),
    mostBytes / 2
  )
  const sections = ranked.map(scenarioSection)
  const shown = fitting(sections, mostBytes - Buffer.byteLength(spanning.join('')))
  const missing = sections.length - shown.length
  return `${blocksOf([
    `## ${symbols[verdict ?? 'none']} ${word === null ? 'NO THRESHOLD' : resultWords[word]}: ${plain(basename(file))}`,
    ...(error === null ? [] : errorBlocks(error)),
    isTolerated && 'What is inconclusive counts as passed here: `onInconclusive: pass`.',
    cut(
      ranked.flatMap((result) => verdictLines(result, scenarios.length === 1)),
      mostLines
    ),
    ...spanning,
    ...shown,
    missing > 0 && `And ${counted(missing, 'more scenario')}, in \`comparison.json\`.`,
    environmentLine(environment),
    settings.compareWith && plain(earlierSentence(settings.compareWith))
  ])}\n`
}

const rank: readonly (Verdict | null)[] = [...verdicts, null]

const worstFirst = (scenarios: readonly ScenarioResult[]) =>
  scenarios.toSorted((a, b) => rank.indexOf(a.verdict) - rank.indexOf(b.verdict))

const mostRows = 6 // of a comment, which is read between others

/** In a few lines, for a comment on a pull request: the verdict, the figures of the worst scenario, and why. */
export function commentMarkdown({ file, scenarios, error }: Comparison): string {
  const [worst] = worstFirst(scenarios)
  const lines = worst === undefined ? [] : verdictLines(worst, scenarios.length === 1)
  const isTold = worst !== undefined && worst.losses === null
  const [candidate] = worst?.candidates ?? []
  return `${blocksOf([
    `**${plain(basename(file))}**`,
    error !== null && emphatic(errorSentence(error).split('\n')[0]),
    lines.slice(0, 2).join('\n'),
    isTold &&
      table({ ...worst, candidates: worst.candidates.slice(0, 1) })
        .split('\n')
        .slice(0, 2 + mostRows)
        .join('\n'),
    isTold && `Why: ${plain(candidate.diagnosis.message)}`
  ])}\n`
}

/** @returns the blocks that there are, as paragraphs */
const blocksOf = (blocks: readonly (string | false | null)[]) => blocks.filter(Boolean).join('\n\n')

/** @returns a list that is not too long */
function cut(items: string[], most: number) {
  const rest = items.length - most + 1
  return (rest < 2 ? items : [...items.slice(0, most - 1), `- and ${rest} more, in \`comparison.json\``]).join('\n')
}

/** @returns the first blocks, as far as there is room */
function fitting(blocks: string[], bytes: number) {
  let room = bytes
  const end = blocks.findIndex((block) => (room -= Buffer.byteLength(block)) < 0)
  return end === -1 ? blocks : blocks.slice(0, end)
}

function errorBlocks(error: NonNullable<Comparison['error']>) {
  const [first, ...rest] = errorSentence(error).split('\n')
  return [emphatic(first), rest.length > 0 && fenced(rest.join('\n'))]
}

/** @returns a line for each candidate; where the app was disturbed, one for all variants */
function verdictLines(result: ScenarioResult, isOnly: boolean) {
  const line = (sentence: string, verdict: Verdict | null) => {
    const hasWord = verdict !== null || result.preliminary
    return `- ${symbols[verdict ?? 'none']} ${isOnly ? '' : `${plain(result.scenario)}: `}${hasWord ? emphatic(sentence) : plain(sentence)}`
  }
  const { word, answer, more } = answerOf(result)
  const answered = (rest: string) => line(`${word}  ${answer} ${rest}`.trim(), result.verdict)
  if (result.losses !== null) return [answered('')]
  if (result.candidates.length === 1) return [answered(more ?? '')]
  const ofLimits = limitsSentence(result.limits)
  return [
    ...(more === null ? [] : [answered('')]),
    ...result.candidates.map((candidate) => line(verdictSentence(candidate, result), candidate.verdict)),
    ...(ofLimits === null ? [] : [line(ofLimits, worstOf(result.limits))])
  ]
}

/** @param sentence whose first words are in capitals */
function emphatic(sentence: string) {
  const [capitals, rest] = splitResult(sentence)
  return `**${capitals}** ${plain(rest)}`
}

function environmentLine({ node, artillery, cores, physicalCores, cpu, os, commit }: Environment) {
  const facts = [
    `Node ${node}`,
    `Artillery ${artillery}`,
    coresWords({ cores, physicalCores }),
    cpu,
    os,
    commit && `commit ${commit.slice(0, 7)}`
  ]
  return facts
    .filter((fact) => fact !== null)
    .map(plain)
    .join(' · ')
}

/**
 * @returns a user's text as Markdown without markup, in one line, wherever a line has already begun: in a cell, a
 * heading, a sentence
 */
export function plain(text: string): string {
  return sound(text)
    .replace(structural, (characters) => [...characters].map((character) => `&#${character.codePointAt(0)};`).join(''))
    .replace(/[*_`~<>[\]]/g, '\\$&')
    .replace(beginnings, '$&<!-- -->')
}

/** @returns plain, but a place such as "(server.js:12)" is code, which can be copied as it is */
const withPlaces = (sentence: string) =>
  sentence
    .split(/ \(([^()`|\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+:\d+)\)/u)
    .map((part, i) => (i % 2 === 0 ? plain(part) : ` (\`${part}\`)`))
    .join('')

/** What is more than a character to Markdown even after a backslash, and spaces at either end, which it drops. */
const structural = /^\s+|\s+$|[\\|&\n\r\t]|(?<=www)\./gi

/** What GitHub makes links, mentions, emoji and formulas of: also of character references, but not across a comment. */
const beginnings = /@|(?<!&)#|\$|:(?=\S)|(?<=\bGH)-/gi

/** @returns its lines as they are, in a block of their own */
function fenced(text: string) {
  const fence = '`'.repeat(1 + Math.max(2, ...(text.match(/`+/g) ?? []).map(({ length }) => length)))
  return `${fence}text\n${text.toWellFormed()}\n${fence}`
}

/** GitHub-flavoured. rows: Markdown in each cell, the head first; sides: on which each column begins, or ends. */
export const markdownTable = (
  [head, ...rows]: readonly string[][],
  sides = head.map((_, i) => (i === 0 ? '---' : '--:'))
): string => tableBelow(`${rowOf(head)}\n${rowOf(sides)}`, rows)

const rowOf = (cells: readonly string[]) => `| ${cells.join(' | ')} |`

const tableBelow = (head: string, rows: readonly string[][]) => [head, ...rows.map(rowOf)].join('\n')

/** One scenario: its numbers, why they are so, and its warnings. */
function scenarioSection(result: ScenarioResult) {
  const { scenario, baseline, rounds, client, losses } = result
  return blocksOf([
    `### ${plain(scenario)}`,
    `Against ${plain(baseline)}, ${counted(rounds, 'round')}${client === null ? '' : `, loaded by ${plain(clientWords(client))}`}.`,
    ...(losses === null ? speedupBlocks(result) : lossBlocks(losses))
  ])
}

function speedupBlocks(result: ScenarioResult) {
  const { candidates, warnings, leaders, sweeps } = result
  const spent = spentOnSentence(result)
  const decision = decisionSentence(result)
  const told = warnings.map(
    ({ severity, message, code }) => `- ${severities[severity]} **${severity}** ${plain(message)} \`${code}\``
  )
  return [
    leaders && `**Which is fastest**: ${plain(leadersSentence(leaders, result))}`,
    table(result),
    ...candidates.flatMap((candidate) => flowBlocks(candidate, result)),
    limitsTable(result),
    ...wantedBlocks(result),
    ...candidates.flatMap((candidate) => [
      ...undecidedSentences(candidate).map((sentence) => `${symbols.inconclusive} ${plain(sentence)}`),
      plain(marginSentence(candidate) ?? ''),
      `**Why**${candidates.length === 1 ? '' : `, ${plain(candidate.name)}`}: ${plain(candidate.diagnosis.message)}`
    ]),
    spent && `**Spent on**: ${withPlaces(spent)}`,
    decision && `**What to do**: ${plain(decision)}`,
    ...sweeps.flatMap(sweepBlocks),
    cut(told, mostWarnings)
  ]
}

function wantedBlocks({ capacity, sweeps }: ScenarioResult) {
  if (capacity === null) return []
  const sizes = sizeTable(capacity)
  const wanted = wantedSentence(capacity, sweeps)
  return [
    sizes && markdownTable([['Variant', ...sizes.columns], ...sizes.rows.map((row) => row.map(plain))]),
    wanted && `**Wanted**: ${plain(wanted)}`
  ]
}

const lossHead = `
| Variant | Disturbance | Lost | At most | How | Back to normal in | p95 up to | Required | Result |
| --- | --- | --: | --: | --- | --: | --: | --- | --- |`.trimStart()

/**
 * @returns blocks: a row for each variant in each disturbance, then what is in the way of a verdict, then why requests
 * were lost
 */
function lossBlocks(losses: NonNullable<ScenarioResult['losses']>) {
  const all = byDisturbance(losses)
    .flat()
    .map((own) => ({ ...own, place: `${own.variant}, ${disturbanceWords(own.disturbance)}` }))
  const rows = all.map((own) => [
    plain(own.variant),
    disturbanceWords(own.disturbance),
    `**${lostOf(own)}**`,
    inSoMany(own.lost.interval[1]),
    kindsOf(own),
    recoveryOf(own),
    bumpOf(own),
    own.limits.map(limitName).join(', '),
    own.limits.map(({ verdict }) => resultOf(verdict)).join(', ')
  ])
  const problems = all.flatMap(({ place, problems: own }) =>
    own.map((problem) => `- ${severities.problem} **problem** ${plain(`${place}: ${problem}.`)}`)
  )
  const why = byDisturbance(losses).flatMap((own) =>
    whyTogether(own).map((line) => `- **Why**, ${plain(`${disturbanceWords(own[0].disturbance)}: ${line}`)}`)
  )
  return [tableBelow(lossHead, rows), cut(problems, mostWarnings), cut(why, mostWarnings)]
}

function table({ candidates, confidence }: ScenarioResult) {
  const rows = candidates.flatMap((candidate) =>
    [...candidate.estimates.map(estimateCells), ...shownLimits(candidate).map(requirementCells)].map((cells) => [
      plain(candidate.name),
      ...cells
    ])
  )
  const columns = [
    'Variant',
    'Metric',
    'Baseline → variant',
    'Speedup',
    `${percent(confidence)} interval`,
    'Earlier',
    'Required',
    'Result'
  ]
  const hasEarlier = candidates.some(({ estimates }) => estimates.some(({ earlier }) => earlier !== null))
  const shown = <T>(cells: readonly T[]) => cells.filter((_, i) => hasEarlier || columns[i] !== 'Earlier')
  return markdownTable([columns, ...rows].map(shown), shown(['---', '---', '--:', '--:', '--:', '--:', '--:', '---']))
}

/** @returns blocks: where requests differ, and a row for each */
function flowBlocks(candidate: CandidateResult, result: ScenarioResult) {
  const [head, ...rows] = flowTable(candidate, result).map((row) => row.map(plain))
  if (head === undefined) return []
  const sentence = flowSentence(candidate)
  const title = `**Requests**${result.candidates.length === 1 ? '' : `, ${plain(candidate.name)}`}`
  return [`${title}${sentence === null ? '' : `: ${plain(sentence)}`}`, markdownTable([head, ...rows])]
}

const limitHead = `
| Variant | Metric | Value | Interval | Limit | Result |
| --- | --- | --: | --: | --: | --- |`.trimStart()

function limitsTable({ limits }: ScenarioResult) {
  if (limits.length === 0) return null
  const rows = limits.map((limit) => [
    plain(limit.variant),
    ...limitCells(limit),
    [resultOf(limit.verdict), limit.reason !== null && `\`${limit.reason}\``].filter(Boolean).join(', ')
  ])
  return tableBelow(limitHead, rows)
}

function estimateCells(estimate: Estimate) {
  const { metric, earlier, required, verdict, reason, regression } = estimate
  if (!isShown(estimate)) return [metric, '', '–', '', '', '', missingWords(estimate)]
  const results = [resultOf(verdict), regression && `${symbols.fail} regression`, reason !== null && `\`${reason}\``]
  results.push(boundText(estimate))
  return [
    metric,
    change(estimate),
    `**${speedupText(estimate)}**`,
    speedupRange(estimate) ?? '',
    earlier === null ? '' : timesWithin(earlier),
    required === null ? '' : `at least ${required}`,
    results.filter(Boolean).join(', ')
  ]
}

function requirementCells(limit: Limit) {
  const { metric, value, required, verdict } = limit
  const { name, side } = limitWords[metric]
  const shown = value === null ? 'unknown' : metric === 'fairness' ? value.toFixed(2) : percent(value)
  return [name, shown, '', '', '', required === null ? '' : `${side} ${limitFigures(limit).needed}`, resultOf(verdict)]
}

const resultOf = (verdict: Verdict | null) => (verdict === null ? '' : `${symbols[verdict]} ${verdict}`)

/** @returns blocks: how many workers to take, then a row for each number of them */
function sweepBlocks(sweep: Sweep) {
  const { name, points, recommendation, knee } = sweep
  const head = ['Workers', ...sweepColumns(sweep)]
  const rows = points.map((point) => [
    `${point.workers}${point.workers === knee ? ' (knee)' : ''}`,
    ...sweepCells(point, sweep).map(cell)
  ])
  return [
    `**How many workers**, ${plain(name)}: ${plain(recommendation)}`,
    markdownTable(
      [head, ...rows],
      head.map(() => '--:')
    ),
    plain(sweepRemarks(sweep).join(' '))
  ]
}

/** @param results those of its levels among them */
function crossoverPart(crossover: Crossover, results: readonly ScenarioResult[]) {
  const [{ variants }] = crossover.levels
  const rows = levelRows(crossover, results).map((level) => [
    level.factor,
    level.offered,
    ...level.variants.map(levelText)
  ])
  const head = [loadTitle(crossover), 'Requests/s', ...variants.map(({ name }) => `${plain(name)}, p95`)]
  return blocksOf([
    `### At which load it pays off: ${plain(crossover.scenario)}`,
    crossoverMessages(crossover)
      .map((message) => `- ${plain(message)}`)
      .join('\n'),
    markdownTable([head, ...rows])
  ])
}

function levelText({ p95Ms, answered, keepsUp, speedup, isCarried }: LevelCell) {
  const latency = `${p95Ms === null ? answered : `${p95Ms.value} ms`}${keepsUp ? '' : ', could not keep up'}`
  return speedup === null || !isCarried ? latency : `${latency}, ${cell(speedup)}`
}

const cell = ({ value, range }: Cell) => (range === null ? value : `**${value}** ${range}`)
