import { lookOf } from '../../plugin/report/palette.js'
import { aCandidate, aScenarioResult } from './results.js'
import { aRun } from './runs.js'
/**
 * @import { RunDetail } from '../../plugin/vocabulary.js'
 * @import { ScenarioView } from '../../plugin/report/page/section.js'
 */

/**
 * @param {Partial<RunDetail>} [overrides]
 * @returns {RunDetail} of `single`, without anything to draw
 */
export function aRunDetail(overrides) {
  return { run: aRun(), beganMs: Date.UTC(2026, 10, 20, 12), counted: 1200, quantiles: [], bins: [], workers: [], generator: [], cloud: null, ...overrides }
}

/**
 * @param {Partial<ScenarioView>} [overrides]
 * @returns {ScenarioView} of single and clustered
 */
export function aView(overrides) {
  const result = overrides?.result ?? aScenarioResult([aCandidate()])
  const names = ['single', ...result.candidates.map(({ name }) => name)]
  return {
    scenario: 'primes',
    prefix: '',
    level: 2,
    result,
    baseline: 'single',
    names,
    planned: { single: { mode: 'single', workers: 1 }, ...Object.fromEntries(result.candidates.map(({ name, workers }) => [name, { mode: /** @type {const} */ ('cluster'), workers }])) },
    runs: [aRunDetail()],
    lookOf: (name) => lookOf(name, { baseline: 'single', candidates: result.candidates }),
    ...overrides
  }
}

/**
 * @param {string} html
 * @returns {string} what is to be read, with single spaces
 */
export function textOf(html) {
  const entities = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&amp;': '&' }
  const text = html.replace(/<[^>]*>/g, ' ').replace(/&(lt|gt|quot|#39|amp);/g, (entity) => entities[/** @type {keyof typeof entities} */ (entity)])
  return text.replace(/\s+/g, ' ').replace(/ ([.,:])/g, '$1').trim()
}

/**
 * @param {string} html
 * @returns {string[][]} the cells of each row of its tables
 */
export function rowsIn(html) {
  const rows = [...html.matchAll(/<tr>(.*?)<\/tr>/gs)]
  return rows.map(([, row]) => [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/gs)].map(([, cell]) => textOf(cell)))
}
