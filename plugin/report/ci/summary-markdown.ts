import { basename } from 'node:path'
import { resultWords, worstFirst, worstOf, type Verdict } from '../../concepts/verdicts.ts'
import { applying, capitalised, coresWords, counted, joinParts, shortSha } from '../../concepts/wording.ts'
import {
  answerInstead,
  blocksInstead,
  tablesFound,
  toldOfNumbers,
  toldTogether,
  wantedSentence
} from '../../questions/report.ts'
import { versionWords } from '../../questions/concepts.ts'
import { flowTable, limitsTable, speedupTable } from '../tables/speedup-tables.ts'
import { flowSentence } from '../words/flow-words.ts'
import { toldOfLimits } from '../words/limit-sentences.ts'
import { clientWords } from '../words/names.ts'
import { answerOf, answersOf, causeOf } from '../words/answer.ts'
import { decisionSentence } from '../words/decision.ts'
import { leadersSentence } from '../words/scenario-sentences.ts'
import { toldOfCandidate } from '../words/sentences.ts'
import { codedText, earlierSentence, textOf, toldOfError, type Told, type ToldTogether } from '../words/told.ts'
import { marginSentence, undecidedSentences } from '../words/undecided.ts'
import { fenced, plain, symbols, tableMarkdown, withPlaces } from './markdown.ts'
import type { CandidateResult, Comparison, Environment, ScenarioResult } from '../../concepts/comparison.ts'

const mostBytes = 200_000 // GitHub takes 1 MiB from all that a step writes, and nothing of a summary beyond it
const mostLines = 100
const mostWarnings = 10

const severities = { problem: '❗', warning: '⚠️', note: 'ℹ️' }

/** The comparison for a pull request and for the page of a CI job: the verdict, then the numbers of each scenario. */
export function summaryMarkdown(comparison: Comparison) {
  const { file, settings, scenarios, error, verdict, environment } = comparison
  const [first] = error === null ? answersOf(comparison) : []
  const ranked = worstFirst(scenarios)
  const isTolerated =
    settings.onInconclusive === 'pass' &&
    scenarios.some(({ candidates, limits }) =>
      [...candidates, ...limits].some(({ verdict }) => verdict === 'inconclusive')
    )
  const word = error === null ? resultWords.notMeasured : toldOfError(error).word
  const spanning = fitting(toldTogether(comparison).map(partTogether), mostBytes / 2)
  const sections = ranked.map(scenarioSection)
  const shown = fitting(sections, mostBytes - Buffer.byteLength(spanning.join('')))
  const missing = sections.length - shown.length
  return `${blocksOf([
    `## ${symbols[verdict ?? 'none']} ${plain(first?.text ?? `${word}: ${basename(file)}`)}`,
    first && `File: ${plain(basename(file))}`,
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

const mostRows = 6 // of a comment, which is read between others

/**
 * In a few lines, for a comment on a pull request: the verdict, the figures of the worst scenario, why, and which
 * versions.
 */
export function commentMarkdown({ file, settings, scenarios, environment, error }: Comparison) {
  const [worst] = worstFirst(scenarios)
  const lines = worst === undefined ? [] : verdictLines(worst, scenarios.length === 1)
  const isTold = worst !== undefined && answerInstead(worst) === null
  const [candidate] = worst?.candidates ?? []
  return `${blocksOf([
    error !== null && errorBlocks(error)[0],
    lines.slice(0, 2).join('\n'),
    isTold && tableMarkdown(speedupTable(worst, [candidate]), mostRows),
    isTold && `Why: ${plain(candidate.diagnosis.message)}`,
    joinParts(
      [
        `File: ${plain(basename(file))}`,
        environment.commit && `commit ${shortSha(environment.commit)}`,
        ...settings.variants.map(
          (variant) => versionWords(variant) && `${plain(variant.name)}: ${versionWords(variant)}`
        )
      ],
      ' · '
    )
  ])}\n`
}

/** @returns the blocks that there are, as paragraphs */
const blocksOf = (blocks: Parameters<typeof joinParts>[0]) => joinParts(blocks, '\n\n')

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
  const [message, ...rest] = error.message.split('\n')
  return [emphatic(toldOfError({ ...error, message })), rest.length > 0 && fenced(rest.join('\n'))]
}

/** @returns a line for each candidate; where another question was asked, one for all variants */
function verdictLines(result: ScenarioResult, isOnly: boolean) {
  const line = (told: Told, verdict: Verdict | null) =>
    `- ${symbols[verdict ?? 'none']} ${isOnly ? '' : `${plain(result.scenario)}: `}${emphatic(told)}`
  const { word, answer, more } = answerOf(result)
  const answered = (rest = '') => line({ word, sentences: [answer, rest] }, result.verdict)
  if (answerInstead(result) !== null || result.candidates.length === 1) return [answered(more ?? '')]
  const ofLimits = toldOfLimits(result.limits)
  return applying([
    more && answered(),
    ...result.candidates.map((candidate) => line(toldOfCandidate(candidate, result), candidate.verdict)),
    ofLimits && line(ofLimits, worstOf(result.limits))
  ])
}

const emphatic = (told: Told) => `${told.word ? `**${told.word}** ` : ''}${plain(textOf(told))}`

function environmentLine({ node, artillery, cores, physicalCores, cpu, os, commit }: Environment) {
  const facts = applying([
    `Node ${node}`,
    `Artillery ${artillery}`,
    coresWords({ cores, physicalCores }),
    cpu,
    os,
    commit && `commit ${shortSha(commit)}`
  ])
  return facts.map(plain).join(' · ')
}

/** One scenario: its numbers, why they are so, and its warnings. */
function scenarioSection(result: ScenarioResult) {
  const { scenario, baseline, rounds, client } = result
  const decision = decisionSentence(result)
  const loaded = client === null ? '' : `, loaded by ${plain(clientWords(client))}`
  return blocksOf([
    `### ${plain(scenario)}`,
    `Against ${plain(baseline)}, ${counted(rounds, 'round')}${loaded}.`,
    ...(blocksOfQuestion(result) ?? speedupBlocks(result)),
    decision && `**What to do**: ${plain(decision)}`
  ])
}

function speedupBlocks(result: ScenarioResult) {
  const { candidates, warnings, leaders } = result
  const [cause, wanted] = [causeOf(result), wantedSentence(result)]
  const told = warnings.map(
    ({ severity, message, code }) => `- ${severities[severity]} **${severity}** ${plain(message)} \`${code}\``
  )
  return [
    leaders && `**Which is fastest**: ${plain(leadersSentence(leaders, result))}`,
    tableMarkdown(speedupTable(result)),
    ...candidates.flatMap((candidate) => flowBlocks(candidate, result)),
    tableMarkdown(limitsTable(result)),
    ...(tablesFound(result) ?? []).map((table) => tableMarkdown(table)),
    wanted && `**Wanted**: ${plain(wanted)}`,
    ...candidates.flatMap((candidate) => [
      ...undecidedSentences(candidate).map((sentence) => `${symbols.inconclusive} ${plain(sentence)}`),
      plain(marginSentence(candidate) ?? ''),
      `**Why**${candidates.length === 1 ? '' : `, ${plain(candidate.name)}`}: ${plain(candidate.diagnosis.message)}`
    ]),
    cause && `**${cause.title}**: ${withPlaces(cause.text)}`,
    ...toldOfNumbers(result).flatMap(numberBlocks),
    cut(told, mostWarnings)
  ]
}

/** @returns null: speeds were compared */
const blocksOfQuestion = (result: ScenarioResult) =>
  blocksInstead(result)?.flatMap(({ title, table, problems, why }) => {
    const told = problems.map(
      ({ variant, problem }) => `- ${severities.problem} **problem** ${plain(`${variant}, ${title}: ${problem}.`)}`
    )
    return [
      `**${capitalised(title)}**`,
      tableMarkdown(table),
      cut([...told, ...why.map((each) => `- **Why**: ${plain(codedText(each))}`)], mostWarnings)
    ]
  })

/** @returns blocks: where requests differ, and a row for each */
function flowBlocks(candidate: CandidateResult, result: ScenarioResult) {
  const table = tableMarkdown(flowTable(candidate, result))
  if (table === null) return []
  const sentence = flowSentence(candidate, result.baseline)
  const title = `**Requests**${result.candidates.length === 1 ? '' : `, ${plain(candidate.name)}`}`
  return [`${title}${sentence === null ? '' : `: ${plain(sentence)}`}`, table]
}

/** @returns blocks: what was found, then the table of it */
const numberBlocks = ({ asked, of, found, table, remarks }: ToldTogether) => [
  `**${asked}**, ${plain(of)}: ${plain(found.join(' '))}`,
  tableMarkdown(table),
  plain(remarks.join(' '))
]

const partTogether = ({ asked, of, found, table, remarks }: ToldTogether) =>
  blocksOf([
    `### ${asked}: ${plain(of)}`,
    found.map((sentence) => `- ${plain(sentence)}`).join('\n'),
    tableMarkdown(table),
    ...remarks
  ])
