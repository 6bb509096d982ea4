import { basename } from 'node:path'
import { counted } from '../../wording.js'
import { markup } from '../markup.js'
import { groupedCount } from '../numbers.js'
import { lookOf } from '../palette.js'
import { errorSentence } from '../sentences.js'
import { crossoverSection } from './crossover-section.js'
import { documentOf } from './document.js'
import { environmentSection, utc } from './environment-section.js'
import { overview } from './overview.js'
import { scenarioPart } from './scenario-part.js'
import { statusIcon } from './status.js'
import { withStop } from './verdict.js'
/**
 * @import { Markup } from '../markup.js'
 * @import { ReportData } from '../../vocabulary.js'
 * @import { ScenarioView } from './section.js'
 */

/**
 * The page of a comparison. The same data gives the same page, byte for byte.
 *
 * @param {ReportData} data
 * @returns {string} HTML
 */
export function renderPage(data) {
  const views = viewsOf(data)
  const title = `${basename(data.comparison.file)} · speedup report`
  const body = [header(data, views, title), markup`<div id="results">`, views.length > 1 ? overview(views) : null, ...crossovers(data, views), ...views.map((view) => scenarioPart(view, views.length > 1)), environmentSection(data), markup`</div>`, footer(data)]
  return documentOf({ title, styles: ['page', 'speedup', 'scaling', 'runs'] }, body)
}

/**
 * @param {ReportData} data
 * @returns {ScenarioView[]} of every scenario that was run at least once
 */
function viewsOf({ comparison, runs }) {
  const { baseline, variants } = comparison.settings
  const candidates = variants.filter(({ name }) => name !== baseline)
  const names = [baseline, ...candidates.map(({ name }) => name)]
  const scenarios = [...new Set(runs.map(({ run }) => run.scenario))]
  return scenarios.map((name, i) => ({
    scenario: name,
    prefix: scenarios.length > 1 ? `s${i + 1}-` : '',
    level: scenarios.length > 1 ? 3 : 2,
    result: comparison.scenarios.find((one) => one.scenario === name) ?? null,
    baseline,
    names,
    planned: Object.fromEntries(variants.map((variant) => [variant.name, variant])),
    runs: runs.filter(({ run }) => run.scenario === name),
    lookOf: (variant) => lookOf(variant, { baseline, candidates })
  }))
}

/**
 * @param {ReportData} data
 * @param {ScenarioView[]} views
 * @returns {Markup[]} what spans several scenarios
 */
function crossovers({ comparison: { crossovers: all, scenarios } }, [view]) {
  return view === undefined ? [] : all.map((crossover, i) => crossoverSection(crossover, { view, results: scenarios, number: all.length > 1 ? i + 1 : null }))
}

/**
 * @param {ReportData} data
 * @param {ScenarioView[]} views
 * @param {string} title
 */
function header({ comparison, runs }, views, title) {
  const { environment, finishedAt, error } = comparison
  const requests = runs.reduce((sum, { run }) => sum + run.requests, 0)
  const rounds = Math.max(0, ...runs.map(({ run }) => run.round))
  const facts = [
    comparison.file,
    ...(views.length === 1 ? [views[0].scenario] : []),
    ...(environment.commit === null ? [] : [environment.commit.slice(0, 7)]),
    utc(finishedAt),
    `${counted(runs.length, 'run')}, ${counted(rounds, 'round')}, ${groupedCount(requests, 'request')}`,
    `Node ${environment.node}`,
    counted(environment.cores, 'core')
  ]
  return markup`<a class="skip" href="#results">Skip to the results</a>
<h1>${title}</h1>
<p class="provenance">${facts.join(' · ')}</p>
${error === null ? null : endedEarly(error, views)}`
}

/**
 * @param {NonNullable<ReportData['comparison']['error']>} error
 * @param {ScenarioView[]} views
 */
function endedEarly(error, views) {
  const rest = views.length === 0 ? 'No run was finished.' : 'What follows is from the runs that were finished before.'
  const [first, ...details] = withStop(errorSentence(error)).split('\n')
  return markup`<div class="verdict verdict-fail">
${statusIcon(error.code === 'INTERRUPTED' ? 'warning' : 'fail', 32)}
<div><p class="verdict-sentence"><strong>${first}</strong></p>${details.length === 0 ? null : markup`<pre>${details.join('\n')}</pre>`}<p>${rest}</p></div>
</div>
`
}

/** @param {ReportData} data */
function footer({ comparison }) {
  return markup`<footer><p>Made by artillery-plugin-speedup ${comparison.environment.plugin}. This page loads nothing from the network and runs no script. Its data: <a href="comparison.json">comparison.json</a>.</p></footer>
`
}
