import { basename } from 'node:path'
import { counted } from '../../concepts/wording.ts'
import { markup, type Markup } from '../markup.ts'
import { groupedCount, interval, times } from '../words/numbers.ts'
import { lookOf } from '../palette.ts'
import { errorSentence } from '../words/sentences.ts'
import { crossoverSection } from './crossover-section.ts'
import { documentOf } from './document.ts'
import { environmentSection, utc } from './environment-section.ts'
import { scenarioPart, withStop, anchorOf } from './scenario-part.ts'
import { statusIcon, heading, nameOf, statusLabel, type ScenarioView } from './section.ts'
import type { ReportData } from '../../concepts/report-data.ts'
import { caveat } from '../words/scenario-sentences.ts'
import type { Estimate } from '../../concepts/comparison.ts'
import type { LoadShape } from '../../concepts/load-results.ts'
import { metricFacts, metrics } from '../../concepts/metrics.ts'
import { resultWords, type Verdict } from '../../concepts/verdicts.ts'

/**
 * The page of a comparison. The same data gives the same page, byte for byte.
 *
 * @returns HTML
 */
export function renderPage(data: ReportData): string {
  const views = viewsOf(data)
  const title = `${basename(data.comparison.file)} · speedup report`
  const body = [header(data, views, title), markup`<div id="results">`, views.length > 1 ? overview(views) : null, ...crossovers(data, views), ...views.map((view) => scenarioPart(view, views.length > 1)), environmentSection(data), markup`</div>`, footer(data)]
  return documentOf({ title, styles: ['page', 'speedup', 'scaling', 'runs'] }, body)
}

/** @returns of every scenario that was run at least once */
function viewsOf({ comparison, runs }: ReportData): ScenarioView[] {
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

/** @returns what spans several scenarios */
function crossovers({ comparison: { crossovers: all, scenarios } }: ReportData, [view]: ScenarioView[]): Markup[] {
  return view === undefined ? [] : all.map((crossover, i) => crossoverSection(crossover, { view, results: scenarios, number: all.length > 1 ? i + 1 : null }))
}

function header({ comparison, runs }: ReportData, views: ScenarioView[], title: string) {
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

function endedEarly(error: NonNullable<ReportData['comparison']['error']>, views: ScenarioView[]) {
  const rest = views.length === 0 ? 'No run was finished.' : 'What follows is from the runs that were finished before.'
  const [first, ...details] = withStop(errorSentence(error)).split('\n')
  return markup`<div class="verdict verdict-fail">
${statusIcon(error.code === 'INTERRUPTED' ? 'warning' : 'fail', 32)}
<div><p class="verdict-sentence"><strong>${first}</strong></p>${details.length === 0 ? null : markup`<pre>${details.join('\n')}</pre>`}<p>${rest}</p></div>
</div>
`
}

function footer({ comparison }: ReportData) {
  return markup`<footer><p>Made by artillery-plugin-speedup ${comparison.environment.plugin}. This page loads nothing from the network and runs no script. Its data: <a href="comparison.json">comparison.json</a>.</p></footer>
`
}

/** All scenarios of a file in a table: a row for each candidate. */
function overview(views: readonly ScenarioView[]): Markup {
  return markup`<section id="overview" aria-labelledby="overview-title">
${heading(2, 'All scenarios', 'overview-title')}
<div class="scroll" tabindex="0" role="region" aria-label="Table of all scenarios">
<table class="overview"><thead><tr><th scope="col">Scenario</th><th scope="col">Variant</th>${metrics.map((metric) => markup`<th scope="col">${metricFacts[metric].title}</th>`)}<th scope="col">Result</th></tr></thead>
${views.map((view) => markup`<tbody>${rows(view)}</tbody>
`)}</table>
</div>
</section>
`
}

function rows(view: ScenarioView) {
  const { scenario, result } = view
  const link = markup`<a href="#${anchorOf(view)}">${nameOf(scenario)}</a>`
  if (result === null) return markup`<tr><th scope="row">${link}</th><td colspan="${metrics.length + 2}">ended before its third round</td></tr>`
  const label = (verdict: Verdict | null) => (result.preliminary ? statusLabel('none', resultWords.preliminary.word) : statusLabel(verdict ?? 'none'))
  // The name stands once, beside all of its candidates.
  const title = markup`<th scope="rowgroup" rowspan="${result.candidates.length}">${link}</th>`
  return result.candidates.map(
    ({ name, estimates, verdict }, i) => markup`<tr>${i === 0 ? title : null}<td class="variant">${nameOf(name)}</td>${metrics.map((metric) => cell(estimates.find((estimate) => estimate.metric === metric), result.load))}<td>${label(verdict)}</td></tr>
`
  )
}

function cell(estimate: Estimate | undefined, load: LoadShape) {
  if (estimate === undefined) return markup`<td>–</td>`
  const beware = caveat(estimate, load)
  return markup`<td><strong>${times(estimate.speedup)}</strong> <span class="range">${interval(estimate.interval)}</span>${beware === null ? null : markup` <small>${beware}</small>`}</td>`
}
