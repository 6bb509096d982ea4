import { basename } from 'node:path'
import { counted } from '../wording.js'
import { fenced, plain } from './markdown-text.js'
import { apart, earlierSentence, errorSentence, verdictSentence } from './sentences.js'
import { crossoverPart } from './summary-scaling.js'
import { cut, scenarioSection, symbols } from './summary-scenario.js'
/** @import { CandidateResult, Comparison, Environment, ScenarioResult, Verdict } from '../vocabulary.js' */

/** GitHub takes 1 MiB from all that a step writes, and nothing of a summary beyond it. */
const mostBytes = 200_000
const mostLines = 100

/**
 * The comparison for a pull request and for the page of a CI job: the verdict, then the numbers of each scenario.
 *
 * @param {Comparison} comparison
 * @returns {string} GitHub-flavoured Markdown
 */
export function summaryMarkdown({ file, settings, scenarios, crossovers, error, verdict, environment }) {
  const ranked = [...scenarios].sort((a, b) => rank(a.verdict) - rank(b.verdict))
  const isOne = scenarios.length === 1
  const isTolerated = settings.onInconclusive === 'pass' && scenarios.some(({ candidates }) => candidates.some((one) => one.verdict === 'inconclusive'))
  const beginning = [
    `## ${symbols[verdict ?? 'none']} ${word(verdict, error)}: ${plain(basename(file))}`,
    ...(error === null ? [] : errorBlocks(error)),
    ...(isTolerated ? ['What is inconclusive counts as passed here: `onInconclusive: pass`.'] : []),
    cut(ranked.flatMap((result) => result.candidates.map((candidate) => verdictLine(candidate, result, isOne))), mostLines).join('\n')
  ]
  const spanning = fitting(crossovers.map((one) => crossoverPart(one, scenarios)), mostBytes / 2)
  const sections = ranked.map(scenarioSection)
  const shown = fitting(sections, mostBytes - Buffer.byteLength(spanning.join('')))
  const missing = sections.length - shown.length
  const rest = missing === 0 ? [] : [`And ${counted(missing, 'more scenario')}, in \`comparison.json\`.`]
  return `${[...beginning, ...spanning, ...shown, ...rest, environmentLine(environment), ...earlierLine(settings.compareWith)].filter((block) => block !== '').join('\n\n')}\n`
}

/**
 * @param {Verdict | null} verdict
 * @returns {number} the worst comes first
 */
function rank(verdict) {
  return ['fail', 'inconclusive', 'pass', null].indexOf(verdict)
}

/**
 * @param {Comparison['verdict']} verdict
 * @param {Comparison['error']} error
 */
function word(verdict, error) {
  if (error?.code === 'INTERRUPTED') return 'INTERRUPTED'
  return (verdict ?? 'no requirement').toUpperCase()
}

/** @param {NonNullable<Comparison['error']>} error */
function errorBlocks(error) {
  const [first, ...rest] = errorSentence(error).split('\n')
  return [emphatic(first), ...(rest.length === 0 ? [] : [fenced(rest.join('\n'))])]
}

/**
 * @param {CandidateResult} candidate
 * @param {ScenarioResult} result
 * @param {boolean} isOne there is no other scenario
 */
function verdictLine(candidate, result, isOne) {
  const { verdict } = candidate
  const sentence = verdictSentence(candidate, result)
  const where = isOne ? '' : `${plain(result.scenario)}: `
  return `- ${symbols[verdict ?? 'none']} ${where}${verdict === null && !result.preliminary ? plain(sentence) : emphatic(sentence)}`
}

/** @param {string} sentence whose first words are in capitals */
function emphatic(sentence) {
  const [capitals, rest] = apart(sentence)
  return `**${capitals}** ${plain(rest)}`
}

/** @param {Environment} environment */
function environmentLine({ node, artillery, cores, cpu, os, commit }) {
  const facts = [`Node ${node}`, `Artillery ${artillery}`, counted(cores, 'core'), cpu, os, ...(commit === null ? [] : [`commit ${commit.slice(0, 7)}`])]
  return facts.map(plain).join(' · ')
}

/** @param {Comparison['settings']['compareWith']} earlier */
function earlierLine(earlier) {
  return earlier === null ? [] : [plain(earlierSentence(earlier))]
}

/**
 * @param {string[]} blocks
 * @param {number} bytes
 * @returns {string[]} the first ones, as far as there is room
 */
function fitting(blocks, bytes) {
  let room = bytes
  const end = blocks.findIndex((block) => (room -= Buffer.byteLength(block)) < 0)
  return end === -1 ? blocks : blocks.slice(0, end)
}
