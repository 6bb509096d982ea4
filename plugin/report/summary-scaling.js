import { plain } from './markdown-text.js'
import { markdownTable } from './markdown-table.js'
import { crossoverMessages, levelRows, sweepCells, sweepColumns, sweepRemarks } from './scaling-rows.js'
/**
 * @import { Crossover, ScenarioResult, Sweep } from '../vocabulary.js'
 * @import { Cell, LevelCell } from './scaling-rows.js'
 */

/**
 * @param {Sweep} sweep
 * @returns {string[]} blocks of GitHub-flavoured Markdown: how many workers to take, then a row for each number of them
 */
export function sweepBlocks(sweep) {
  const { name, points, recommendation, knee } = sweep
  const rows = points.map((point) => [`${point.workers}${point.workers === knee ? ' (knee)' : ''}`, ...sweepCells(point).map(cell)])
  const remarks = sweepRemarks(sweep)
  return [
    `**How many workers**, ${plain(name)}: ${plain(recommendation)}`,
    markdownTable([['Workers', ...sweepColumns], ...rows], ['--:', ...sweepColumns.map(() => /** @type {const} */ ('--:'))]),
    ...(remarks.length === 0 ? [] : [plain(remarks.join(' '))])
  ]
}

/**
 * @param {Crossover} crossover
 * @param {readonly ScenarioResult[]} results those of its levels among them
 * @returns {string} GitHub-flavoured Markdown
 */
export function crossoverPart(crossover, results) {
  const levels = levelRows(crossover, results)
  const names = [...new Set(levels.flatMap(({ variants }) => variants.map(({ name }) => name)))]
  const rows = levels.map(({ factor, offered, variants }) => [factor, offered, ...names.map((name) => levelText(variants.find((one) => one.name === name)))])
  return [
    `### At which load it pays off: ${plain(crossover.scenario)}`,
    crossoverMessages(crossover).map((message) => `- ${plain(message)}`).join('\n'),
    markdownTable([['Load', 'Requests/s', ...names.map((name) => `${plain(name)}, p95`)], ...rows], ['---', '--:', ...names.map(() => /** @type {const} */ ('--:'))])
  ].filter((block) => block !== '').join('\n\n')
}

/** @param {LevelCell | undefined} of undefined: it was not measured */
function levelText(of) {
  if (of === undefined) return '–'
  const { p95Ms, keepsUp, speedup, isCarried } = of
  const latency = `${p95Ms.value} ms${keepsUp ? '' : ', could not keep up'}`
  return speedup === null || !isCarried ? latency : `${latency}, ${cell(speedup)}`
}

/** @param {Cell} of */
function cell({ value, range }) {
  return range === null ? value : `**${value}** ${range}`
}
