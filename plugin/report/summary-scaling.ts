import { plain } from './markdown-text.ts'
import { markdownTable } from './markdown-table.ts'
import { crossoverMessages, levelRows, sweepCells, sweepColumns, sweepRemarks, type Cell, type LevelCell } from './scaling-rows.ts'
import type { Crossover, ScenarioResult, Sweep } from '../vocabulary.ts'

/** @returns blocks of GitHub-flavoured Markdown: how many workers to take, then a row for each number of them */
export function sweepBlocks(sweep: Sweep): string[] {
  const { name, points, recommendation, knee } = sweep
  const rows = points.map((point) => [`${point.workers}${point.workers === knee ? ' (knee)' : ''}`, ...sweepCells(point).map(cell)])
  const remarks = sweepRemarks(sweep)
  return [
    `**How many workers**, ${plain(name)}: ${plain(recommendation)}`,
    markdownTable([['Workers', ...sweepColumns], ...rows], ['--:', ...sweepColumns.map(() => '--:' as const)]),
    ...(remarks.length === 0 ? [] : [plain(remarks.join(' '))])
  ]
}

/**
 * @param results those of its levels among them
 * @returns GitHub-flavoured Markdown
 */
export function crossoverPart(crossover: Crossover, results: readonly ScenarioResult[]): string {
  const levels = levelRows(crossover, results)
  const names = [...new Set(levels.flatMap(({ variants }) => variants.map(({ name }) => name)))]
  const rows = levels.map(({ factor, offered, variants }) => [factor, offered, ...names.map((name) => levelText(variants.find((one) => one.name === name)))])
  return [
    `### At which load it pays off: ${plain(crossover.scenario)}`,
    crossoverMessages(crossover).map((message) => `- ${plain(message)}`).join('\n'),
    markdownTable([['Load', 'Requests/s', ...names.map((name) => `${plain(name)}, p95`)], ...rows], ['---', '--:', ...names.map(() => '--:' as const)])
  ].filter((block) => block !== '').join('\n\n')
}

/** @param of undefined: it was not measured */
function levelText(of: LevelCell | undefined) {
  if (of === undefined) return '–'
  const { p95Ms, keepsUp, speedup, isCarried } = of
  const latency = `${p95Ms.value} ms${keepsUp ? '' : ', could not keep up'}`
  return speedup === null || !isCarried ? latency : `${latency}, ${cell(speedup)}`
}

function cell({ value, range }: Cell) {
  return range === null ? value : `**${value}** ${range}`
}
