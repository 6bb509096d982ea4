import { paragraph } from '../../concepts/wording.ts'
import { loadLatency } from '../charts/load-latency.ts'
import { markup, type Markup } from '../markup.ts'
import { crossoverMessages, isAnyoneBehind, levelRows, turnOf, type LevelCell } from '../scaling-rows.ts'
import { shortName } from '../words/names.ts'
import { cells, legend, nameOf, scrolling, section, table, variantName, withRange, type ScenarioView } from './section.ts'
import type { Crossover } from '../../concepts/load-results.ts'
import type { ScenarioResult } from '../../concepts/comparison.ts'

interface Surroundings {
  view: Pick<ScenarioView, 'names' | 'baseline' | 'lookOf'> // of any level
  results: readonly ScenarioResult[] // those of the levels among them
  number: number | null // null: there is no other crossover on the page
}

/**
 * From which load on a candidate is better: all levels of a scenario side by side.
 *
 * @param crossover with at least one level
 */
export function crossoverSection(crossover: Crossover, { view, results, number }: Surroundings): Markup {
  const { scenario, levels } = crossover
  const seen = view.names.filter((name) => levels.some(({ variants }) => variants.some((variant) => variant.name === name)))
  const place = { prefix: number === null ? '' : `load-${number}-`, level: 2 as const, scenario }
  const title = `At which load it pays off${number === null ? '' : `: ${shortName(scenario, 60)}`}`
  const rows = levelRows(crossover, results).map(({ factor, offered, variants }) => {
    const levelCells = seen.map((name) => levelCell(variants.find((variant) => variant.name === name)))
    return markup`<tr><th scope="row">${factor}</th>${cells([offered, ...levelCells])}</tr>
`
  })
  const numbers = table('levels', ['Load', 'Requests/s', ...seen.map((name) => variantName(name, view.baseline))], rows, {
    caption: markup`<caption>p95 in ms; below it the speedup over ${nameOf(view.baseline)} at p95, both with their intervals.</caption>`
  })
  return section(place, { id: 'crossover', title }, markup`${findings(crossoverMessages(crossover))}
<p class="lead">${leadOf(crossover)}</p>
${legend(view, seen)}
${loadLatency(crossover, { names: seen, lookOf: view.lookOf })}
${scrolling(place, 'p95 by load', numbers)}`)
}

function findings(messages: string[]) {
  if (messages.length > 1) return markup`<ul class="finding">${messages.map((message) => markup`<li>${message}</li>`)}</ul>`
  return messages.map((message) => markup`<p class="finding"><strong>${message}</strong></p>`)
}

function leadOf(crossover: Crossover) {
  const turn = turnOf(crossover)
  return paragraph([
    'p95 over the requests that were sent in a second, on a logarithmic scale.',
    'A mark is the geometric mean of the rounds, the bar through it the confidence interval.',
    turn && `In the grey zone it turns: to its left ${turn.name} gains nothing that could be measured, to its right it does.`,
    isAnyoneBehind(crossover) &&
      'Beside an arrow upwards: it could not keep up with the users who came, so that its latency grows with the length of the test.'
  ])
}

/** @param cell undefined: it was not measured */
function levelCell(cell: LevelCell | undefined) {
  if (cell === undefined) return '–'
  const { p95Ms, keepsUp, speedup, isCarried } = cell
  const times = speedup && withRange(isCarried ? markup`<strong>${speedup.value}</strong>` : speedup.value, speedup.range)
  return markup`${withRange(p95Ms.value, p95Ms.range)}${[
    times && markup`<div>${times}${!isCarried && markup` <span class="behind">no verdict</span>`}</div>`,
    !keepsUp && markup`<div class="behind">could not keep up</div>`
  ]}`
}
