import { columnsOf, metricFacts, type Metric } from '../../concepts/metrics.ts'
import { resultWords } from '../../concepts/verdicts.ts'
import { basename } from 'node:path'
import { counted } from '../../concepts/wording.ts'
import { markup, type Markup } from '../markup.ts'
import { lookOf } from '../palette.ts'
import { groupedCount, interval, times } from '../words/numbers.ts'
import { caveat } from '../words/scenario-sentences.ts'
import { errorSentence } from '../words/sentences.ts'
import { crossoverSection } from './scaling-sections.ts'
import { documentOf } from './document.ts'
import { environmentSection, utc } from './environment-section.ts'
import { scenarioPart, withStop, anchorOf } from './scenario-part.ts'
import { columnHeads, statusIcon, heading, nameOf, statusLabel, withRange, type ScenarioView } from './section.ts'
import type { CandidateResult, Comparison, ScenarioResult } from '../../concepts/comparison.ts'
import type { ReportData } from '../../concepts/report-data.ts'

/** The page of a comparison. The same data gives the same page, byte for byte. */
export function renderPage(data: ReportData): string {
  const views = viewsOf(data)
  const { file, crossovers, scenarios, environment: { plugin } } = data.comparison
  const title = `${basename(file)} · speedup report`
  const isMany = views.length > 1
  return documentOf({ title, styles: ['page', 'speedup', 'scaling', 'runs'] }, [
    header(data, views, title),
    markup`<div id="results">`,
    isMany && overview(views),
    // These span several scenarios.
    ...(views.length === 0 ? [] : crossovers.map((crossover, i) => {
      return crossoverSection(crossover, { view: views[0], results: scenarios, number: crossovers.length > 1 ? i + 1 : null })
    })),
    ...views.map((view) => scenarioPart(view, isMany)),
    environmentSection(data),
    markup`</div><footer><p>Made by artillery-plugin-speedup ${plugin}. This page loads nothing from the network and runs no script. \
Its data: <a href="comparison.json">comparison.json</a>.</p></footer>
`
  ])
}

/** @returns of every scenario that was run at least once */
function viewsOf({ comparison, runs }: ReportData): ScenarioView[] {
  const { baseline, variants } = comparison.settings
  const candidates = variants.filter(({ name }) => name !== baseline)
  const scenarios = [...new Set(runs.map(({ run }) => run.scenario))]
  const isMany = scenarios.length > 1
  return scenarios.map((scenario, i) => ({
    scenario,
    prefix: isMany ? `s${i + 1}-` : '',
    level: isMany ? 3 : 2,
    result: comparison.scenarios.find((result) => result.scenario === scenario) ?? null,
    baseline,
    names: [baseline, ...candidates.map(({ name }) => name)],
    planned: Object.fromEntries(variants.map((variant) => [variant.name, variant])),
    runs: runs.filter(({ run }) => run.scenario === scenario),
    lookOf: (variant) => lookOf(variant, { baseline, candidates })
  }))
}

function header({ comparison, runs }: ReportData, views: ScenarioView[], title: string) {
  const { environment: { commit, node, cores }, finishedAt, error } = comparison
  const requests = runs.reduce((sum, { run }) => sum + run.requests, 0)
  const rounds = Math.max(0, ...runs.map(({ run }) => run.round))
  const facts = [
    comparison.file,
    views.length === 1 && views[0].scenario,
    commit?.slice(0, 7),
    utc(finishedAt),
    `${counted(runs.length, 'run')}, ${counted(rounds, 'round')}, ${groupedCount(requests, 'request')}`,
    `Node ${node}`,
    counted(cores, 'core')
  ]
  return markup`<a class="skip" href="#results">Skip to the results</a>
<h1>${title}</h1>
<p class="provenance">${facts.filter(Boolean).join(' · ')}</p>
${error && endedEarly(error, views)}`
}

function endedEarly(error: NonNullable<Comparison['error']>, views: ScenarioView[]) {
  const rest = views.length === 0 ? 'No run was finished.' : 'What follows is from the runs that were finished before.'
  const [first, ...details] = withStop(errorSentence(error)).split('\n')
  const more = details.length > 0 && markup`<pre>${details.join('\n')}</pre>`
  return markup`<div class="verdict verdict-fail">
${statusIcon(error.code === 'INTERRUPTED' ? 'warning' : 'fail', 32)}
<div><p class="verdict-sentence"><strong>${first}</strong></p>${more}<p>${rest}</p></div>
</div>
`
}

/** All scenarios of a file in a table: a row for each candidate. */
function overview(views: readonly ScenarioView[]): Markup {
  const columns = columnsOf(views.flatMap(({ result }) => result?.candidates.flatMap(({ estimates }) => estimates) ?? []))
  return markup`<section id="overview" aria-labelledby="overview-title">
${heading(2, 'All scenarios', 'overview-title')}
<div class="scroll" tabindex="0" role="region" aria-label="Table of all scenarios">
<table class="overview"><thead><tr>${columnHeads(['Scenario', 'Variant', ...columns.map((metric) => metricFacts[metric].title), 'Result'])}</tr></thead>
${views.map((view) => markup`<tbody>${rows(view, columns)}</tbody>
`)}</table>
</div>
</section>
`
}

function rows(view: ScenarioView, columns: readonly Metric[]) {
  const { scenario, result } = view
  const link = markup`<a href="#${anchorOf(view)}">${nameOf(scenario)}</a>`
  if (result === null) return markup`<tr><th scope="row">${link}</th><td colspan="${columns.length + 2}">ended before its third round</td></tr>`
  // The name stands once, beside all of its candidates.
  const title = markup`<th scope="rowgroup" rowspan="${result.candidates.length}">${link}</th>`
  return result.candidates.map((candidate, i) => markup`<tr>${i === 0 && title}${candidateCells(candidate, result, columns)}</tr>
`)
}

function candidateCells({ name, estimates, verdict }: CandidateResult, { load, preliminary }: ScenarioResult, columns: readonly Metric[]) {
  const speedups = columns.map((metric) => {
    const estimate = estimates.find((own) => own.metric === metric)
    if (estimate === undefined) return markup`<td>–</td>`
    const beware = caveat(estimate, load)
    const speedup = withRange(markup`<strong>${times(estimate.speedup)}</strong>`, interval(estimate.interval))
    return markup`<td>${speedup}${beware && markup` <small>${beware}</small>`}</td>`
  })
  const label = preliminary ? statusLabel('none', resultWords.preliminary) : statusLabel(verdict ?? 'none')
  return markup`<td class="variant">${nameOf(name)}</td>${speedups}<td>${label}</td>`
}
