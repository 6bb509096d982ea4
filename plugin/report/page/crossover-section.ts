import { loadLatency } from '../charts/load-latency.ts'
import { markup, type Markup } from '../markup.ts'
import { crossoverMessages, isAnyoneBehind, levelRows, turnOf, type LevelCell } from '../scaling-rows.ts'
import { shortName } from '../words/names.ts'
import { legend, nameOf, scrolling, section, type ScenarioView } from './section.ts'
import type { Crossover } from '../../concepts/load-results.ts'
import type { ScenarioResult } from '../../concepts/comparison.ts'

/**
 * From which load on a candidate is better: all levels of a scenario side by side.
 *
 * @param crossover with at least one level
 * @param of view: of any level; results: those of the levels among them; number: null: there is no other crossover on
 *   the page
 */
export function crossoverSection(crossover: Crossover, { view, results, number }: { view: Pick<ScenarioView, 'names' | 'baseline' | 'lookOf'>, results: readonly ScenarioResult[], number: number | null }): Markup {
  const { scenario, levels } = crossover
  const seen = view.names.filter((name) => levels.some(({ variants }) => variants.some((variant) => variant.name === name)))
  const place = { prefix: number === null ? '' : `load-${number}-`, level: 2 as const, scenario }
  const title = `At which load it pays off${number === null ? '' : `: ${shortName(scenario, 60)}`}`
  return section(place, { id: 'crossover', title }, markup`${findings(crossoverMessages(crossover))}
<p class="lead">${leadOf(crossover)}</p>
${legend(view, seen)}
${loadLatency(crossover, { names: seen, lookOf: view.lookOf })}
${scrolling(place, 'p95 by load', table(crossover, { seen, baseline: view.baseline, results }))}`)
}

function findings(messages: string[]) {
  if (messages.length > 1) return markup`<ul class="finding">${messages.map((message) => markup`<li>${message}</li>`)}</ul>`
  return messages.map((message) => markup`<p class="finding"><strong>${message}</strong></p>`)
}

function leadOf(crossover: Crossover) {
  const zone = turnOf(crossover)
  return [
    'p95 over the requests that were sent in a second, on a logarithmic scale. A mark is the geometric mean of the rounds, the bar through it the confidence interval.',
    ...(zone === null ? [] : [`In the grey zone it turns: to its left ${zone.name} gains nothing that could be measured, to its right it does.`]),
    ...(isAnyoneBehind(crossover) ? ['Beside an arrow upwards: it could not keep up with the users who came, so that its latency grows with the length of the test.'] : [])
  ].join(' ')
}

function table(crossover: Crossover, { seen, baseline, results }: { seen: readonly string[], baseline: string, results: readonly ScenarioResult[] }) {
  const heads = seen.map((name) => markup`<th scope="col">${nameOf(name)}${name === baseline ? ' (baseline)' : null}</th>`)
  const rows = levelRows(crossover, results).map(({ factor, offered, variants }) => {
    const cells = seen.map((name) => levelCell(variants.find((one) => one.name === name)))
    return markup`<tr><th scope="row">${factor}</th><td>${offered}</td>${cells}</tr>
`
  })
  return markup`<table class="levels"><caption>p95 in ms; below it the speedup over ${nameOf(baseline)} at p95, both with their intervals.</caption><thead><tr><th scope="col">Load</th><th scope="col">Requests/s</th>${heads}</tr></thead><tbody>
${rows}</tbody></table>`
}

/** @param cell undefined: it was not measured */
function levelCell(cell: LevelCell | undefined) {
  if (cell === undefined) return markup`<td>–</td>`
  const { p95Ms, keepsUp, speedup, isCarried } = cell
  return markup`<td>${p95Ms.value} <span class="range">${p95Ms.range}</span>${[
    speedup === null ? null : markup`<div>${isCarried ? markup`<strong>${speedup.value}</strong>` : speedup.value} <span class="range">${speedup.range}</span>${isCarried ? null : markup` <span class="behind">no verdict</span>`}</div>`,
    keepsUp ? null : markup`<div class="behind">could not keep up</div>`
  ]}</td>`
}
