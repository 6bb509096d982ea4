import type { blocksInstead } from '../../questions/report.ts'
import { headline, isShown, type CandidateResult, type ScenarioResult } from '../../concepts/comparison.ts'
import { warningKinds } from '../../concepts/warnings.ts'
import { counted, list } from '../../concepts/wording.ts'
import { flowTable, speedupTable, variantsTable } from '../tables/speedup-tables.ts'
import { codedText, type ToldTogether } from '../words/told.ts'
import { wrap, type Layout } from './layout.ts'
import { linesOf } from './table-lines.ts'

// Tables on a console, each with what is said above and below it.

/** @returns lines: what was found; of one candidate each metric, and each request where it is known */
export function formatSpeedups(result: ScenarioResult, layout: Layout): string[] {
  const { candidates } = result
  if (candidates.length > 1) return linesOf(variantsTable(result), layout)
  const [candidate] = candidates
  return [...linesOf(speedupTable(result), layout), ...withheld(candidate, layout), ...ofFlow(result, layout)]
}

/** Why rows have no verdict of which nothing was required, where nothing else says it. */
function withheld(candidate: CandidateResult, { columns }: Layout) {
  const rows = candidate.estimates.filter((estimate) => isShown(estimate) && estimate.required === null)
  const told = [headline(candidate), ...candidate.estimates.filter(({ required }) => required !== null)]
  const reasons = [...new Set(rows.flatMap(({ reason }) => reason ?? []))]
  return reasons
    .filter((reason) => !told.some((estimate) => estimate.reason === reason))
    .map((reason) => {
      const own = list(rows.filter((row) => row.reason === reason).map(({ metric }) => metric))
      return wrap(`  no verdict on ${own}: ${warningKinds[reason].noVerdict.inShort}`, columns)
    })
}

const mostRequests = 5

/** A row for each request of the flow, those first for which users wait most. */
function ofFlow(result: ScenarioResult, layout: Layout) {
  const { rows, ...table } = flowTable(result.candidates[0], result)
  if (rows.length === 0) return []
  const more = rows.length - mostRequests
  return [
    '',
    ...linesOf({ ...table, rows: rows.slice(0, mostRequests) }, layout),
    ...(more > 0 ? [`  and ${counted(more, 'more row')}, on the page`] : [])
  ]
}

/** @returns lines: what was found, then the table of it */
export function formatTogether(
  { head, found: [first, ...others], table, remarks, aside = '' }: ToldTogether,
  layout: Layout
): string[] {
  return [
    wrap(layout.paint('name', `${head}: ${first}`), layout.columns, 2),
    ...others.map((sentence) => wrap(sentence, layout.columns, 2)),
    ...linesOf(table, layout),
    ...remarks.map((remark) => wrap(`  ${remark}${aside}`, layout.columns))
  ]
}

/** labelled: makes a line below a table */
type Parts = { labelled: (label: string, text: string) => string; layout: Layout }

/** @returns lines: of each block its table, what came of demands, and why */
export const formatBlocks = (
  blocks: NonNullable<ReturnType<typeof blocksInstead>>,
  { labelled, layout }: Parts
): string[] =>
  blocks.flatMap(({ title, table: { columns, ...table }, limits, problems, why }) => [
    '',
    layout.paint('name', title),
    // What came of the limits stands below.
    ...linesOf({ ...table, columns: columns.slice(0, -1) }, layout),
    ...limits.map((text) => labelled('limit', text)),
    ...problems.map(({ variant, problem }) => labelled('problem', `${variant}: ${problem}`)),
    ...why.map((each) => labelled('why', codedText(each)))
  ])
