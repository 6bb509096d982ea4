import { percent } from '../../concepts/wording.ts'
import { stripHeader } from '../charts/speedup-strip.ts'
import { markup } from '../markup.ts'
import { flowRemark, flowRows, flowSentence, passesSentence, type FlowRow } from '../words/flow-words.ts'
import { shortName } from '../words/names.ts'
import { mutedText, nameOf, note, remark, section, statusLabel, subheading, type ScenarioView } from './section.ts'
import { missingCells, stripCells, stripsAxis, stripsTable } from './strips.ts'
import type { CandidateResult, RequestTime, ScenarioResult } from '../../concepts/comparison.ts'

/** What becomes of each request of a flow; null: users send one request, or nothing is known of each. */
export function flowSection(view: ScenarioView) {
  const candidates = (view.result?.candidates ?? []).filter(({ flow }) => flow !== null)
  if (candidates.length === 0) return null
  const lead =
    'What is compared is each request by its own responses: p95 where each run has enough of them, else the median. ' +
    'Those for which users wait most of all come first.'
  const passes = view.result && passesSentence(view.result)
  const isOnly = candidates.length === 1
  const finding = isOnly ? flowSentence(candidates[0], view.baseline) : null
  return section(view, { id: 'requests', title: finding ?? 'Which request gains', lead }, [
    passes && note(passes),
    candidates.map((candidate) => ofCandidate(candidate, view, !isOnly))
  ])
}

function ofCandidate(candidate: CandidateResult, view: ScenarioView, isNamed: boolean) {
  const { name, flow } = candidate
  const rows = flowRows(flow, view.result as ScenarioResult)
  const axis = stripsAxis(rows.flatMap(({ estimate }) => estimate ?? []))
  const rowOf = (row: FlowRow) => {
    const { request, estimate } = row
    const cost = (time: RequestTime | null, what: string) =>
      time && `${time.baseline.toPrecision(2)} → ${time.candidate.toPrecision(2)} ms of ${what} each`
    const shares = [
      `${percent(request.waited)} of the waiting`,
      `${percent(request.share)} of the responses`,
      cost(request.cpu, 'CPU'),
      cost(request.waiting, 'waiting in the app')
    ]
      .filter(Boolean)
      .join(', ')
    const heads = { variant: markup`${nameOf(request.name)}${remark(shares)}`, metric: estimate?.metric }
    const known = flowRemark(row)
    if (estimate === null) return { ...heads, ...missingCells, result: mutedText(known) }
    const drawn = { name: `${request.name} of ${name}`, look: view.lookOf(name), axis }
    return {
      ...heads,
      ...stripCells(estimate, drawn),
      result: [estimate.verdict && statusLabel(estimate.verdict), remark(known)]
    }
  }
  const heads = {
    variant: 'Request',
    metric: 'At',
    change: `${shortName(view.baseline)} → ${shortName(name)}`,
    'strip-cell': stripHeader(axis),
    figure: 'Speedup',
    range: 'Interval',
    required: 'Needs',
    result: ''
  }
  return markup`${isNamed && subheading(view, flowSentence(candidate, view.baseline) ?? nameOf(name))}
${stripsTable('speedups grouped', heads, [rows.map(rowOf)])}`
}
