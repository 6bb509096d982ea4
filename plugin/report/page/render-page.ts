import { basename } from 'node:path'
import {
  estimateOf,
  isShown,
  type CandidateResult,
  type Comparison,
  type ScenarioResult
} from '../../concepts/comparison.ts'
import { columnsOf, metricFacts, type Metric } from '../../concepts/metrics.ts'
import { resultWords, rowVerdict } from '../../concepts/verdicts.ts'
import { coresWords, counted, joinParts, list, shortSha } from '../../concepts/wording.ts'
import { markup, type Markup } from '../markup.ts'
import { lookOf } from '../palette.ts'
import { groupedCount, speedupRange, speedupText, total } from '../words/numbers.ts'
import {
  numberSections,
  pageInstead,
  pageOf,
  questionSections,
  sectionsBeside,
  stylesBeside
} from '../../questions/report-page.ts'
import { toldTogether } from '../../questions/report.ts'
import { answersOf, claimOf } from '../words/answer.ts'
import { decisionSentence } from '../words/decision.ts'
import { caveat } from '../words/sentences.ts'
import { codesSection } from './codes-section.ts'
import { environmentSection, utc } from './environment-section.ts'
import { measuredSection } from './measured-section.ts'
import { flowSection, valuesSection } from './parts-sections.ts'
import { latenciesSection, percentilesSection, runsSection } from './runs-sections.ts'
import {
  cells,
  columnHeads,
  documentOf,
  folded,
  framed,
  heading,
  isSearched,
  nameOf,
  scrolling,
  standsAlone,
  statusIcon,
  statusLabel,
  withRange,
  type ScenarioView
} from './section.ts'
import { leadersSection, limitsSection, speedupSection } from './speedup-section.ts'
import { sectionTogether } from './told-table.ts'
import { trustSection } from './trust-section.ts'
import { answersBox, endedEarly, verdictAndTiles } from './verdict-box.ts'
import { instancesSection, workersSection } from './workers-section.ts'
import type { ReportData } from '../../concepts/report-data.ts'

/** measured: what was; null: it stands before the first of several scenarios */
type Around = Pick<Comparison, 'previous'> & { measured: Markup | null }

type Section = readonly [id: string, link: string, render: (view: ScenarioView, around: Around) => Markup | null]

/** In the order of the page: what decides comes first. */
const inSight: Section[] = [
  ...questionSections,
  ['fastest', 'Fastest', leadersSection],
  ['speedup', 'Speedup', speedupSection],
  ['requests', 'Requests', flowSection],
  ['limits', 'Limits', limitsSection],
  ...numberSections,
  ['values', 'By value', valuesSection],
  ['trust', 'Trust', trustSection],
  ...sectionsBeside
]

/** For who asks whether to believe it: folded away. */
const ofRuns: Section[] = [
  ['measured', 'Measured', (_, { measured }) => measured],
  ['latencies', 'Latencies', latenciesSection],
  ['percentiles', 'Percentiles', percentilesSection],
  ['runs', 'Runs', runsSection],
  ['workers', 'Workers', workersSection],
  ['instances', 'Instances', instancesSection]
]

/** Runs of a search are of different loads, so that their latencies are not compared. */
const notOfSearched = ['latencies', 'percentiles']

/** The page of a comparison. The same data gives the same page, byte for byte. picture: address of one of it */
export function renderPage(data: ReportData, picture?: string) {
  const views = viewsOf(data)
  const { file, scenarios, environment, previous } = data.comparison
  const name = `${basename(file)} · speedup report`
  const [first] = answersOf(data.comparison)
  const title = joinParts([first?.text, name], ' · ')
  const styles = ['page', 'speedup', 'scaling', 'runs', ...(pageInstead(data.runs)?.styles ?? [])]
  const measured = measuredSection(data)
  const together = toldTogether(data.comparison)
  const isOnly = views.length === 1
  const body = markup`${header(data, views, name)}<div id="results">${[
    !isOnly && answersBox(data.comparison),
    // These span several scenarios.
    views.length > 0 &&
      together.map((told, i) => sectionTogether(told, views[0], together.length > 1 ? `load-${i + 1}-` : '')),
    views.length > 1 && overview(views),
    !isOnly && folded('What was measured', measured),
    views.map((view) => scenarioPart(view, { measured: isOnly ? measured : null, previous })),
    environmentSection(data)
  ]}`
  const description =
    (first?.result && decisionSentence(first.result)) || `Compared: ${list(scenarios.map(({ scenario }) => scenario))}.`
  return documentOf({ title, description, picture, styles: [...styles, ...stylesBeside(scenarios)] }, [
    body,
    codesSection(body.text),
    markup`</div><footer><p>Made by artillery-plugin-speedup ${environment.plugin}. ${standsAlone} \
Its data: <a href="comparison.json">comparison.json</a>.</p></footer>\n`
  ])
}

/** @returns of every scenario that was run at least once */
function viewsOf({ comparison, runs }: ReportData): ScenarioView[] {
  const { baseline, variants } = comparison.settings
  const candidates = variants.filter(({ name }) => name !== baseline)
  const scenarios = [...Map.groupBy(runs, ({ run }) => run.scenario)]
  return scenarios.map(([scenario, own], i) => {
    const result = comparison.scenarios.find((each) => each.scenario === scenario) ?? null
    return {
      scenario,
      prefix: scenarios.length > 1 ? `s${i + 1}-` : '',
      level: scenarios.length > 1 ? 3 : 2,
      isFolded: result !== null && (scenarios.length > mostUnfolded || result.level !== null),
      result,
      baseline,
      names: [baseline, ...candidates.map(({ name }) => name)],
      planned: Object.fromEntries(variants.map((variant) => [variant.name, variant])),
      runs: own,
      lookOf: (variant) => lookOf(variant, candidates)
    }
  })
}

const mostUnfolded = 2 // scenarios: of more, the page would be read by nobody

function header({ comparison, runs }: ReportData, views: ScenarioView[], title: string) {
  const { file, finishedAt, error, environment } = comparison
  const all = runs.map(({ run }) => run)
  const rounds = Math.max(0, ...all.map(({ round }) => round))
  const facts = [
    file,
    views.length === 1 && views[0].scenario,
    environment.commit && shortSha(environment.commit),
    utc(finishedAt),
    joinParts([
      counted(runs.length, 'run'),
      rounds > 0 && counted(rounds, 'round'),
      groupedCount(total(all, 'requests'), 'request')
    ]),
    `Node ${environment.node}`,
    coresWords(environment)
  ]
  return markup`<a class="skip" href="#results">Skip to the results</a>
<h1>${title}</h1>
<p class="provenance">${joinParts(facts, ' · ')}</p>
${error && endedEarly(error, views.length > 0)}`
}

/** All scenarios of a file in a table: a row for each candidate. */
function overview(views: readonly ScenarioView[]) {
  const results = views.flatMap(({ result }) => result ?? [])
  const metrics = columnsOf(results.flatMap(({ candidates }) => candidates.flatMap(({ estimates }) => estimates)))
  const isJudged = results.some(
    (result) => result.preliminary || result.candidates.some((each) => rowVerdict(each, result) !== null)
  )
  const titles =
    pageInstead(views.flatMap(({ runs }) => runs))?.titles ?? metrics.map((metric) => metricFacts[metric].title)
  const heads = ['Scenario', 'Variant', ...titles, ...(isJudged ? ['Result'] : [])]
  const rowsOf = (view: ScenarioView) => {
    const { scenario, result } = view
    const link = markup`<a href="#${anchorOf(view)}">${nameOf(scenario)}</a>`
    if (result === null)
      return markup`<tr><th scope="row">${link}</th><td colspan="${heads.length - 1}">ended before round 3</td></tr>`
    // The name stands once, beside all of its candidates.
    const title = markup`<th scope="rowgroup" rowspan="${result.candidates.length}">${link}</th>`
    return result.candidates.map((candidate, i) => {
      const figures =
        pageOf(result)
          ?.figures(result, candidate.name)
          .map(({ value, detail }) => markup`<strong>${value}</strong> <small>${detail}</small>`) ??
        metrics.map((metric) => speedupIn(candidate, metric, result))
      const label = result.preliminary
        ? statusLabel('none', resultWords.preliminary)
        : statusLabel(rowVerdict(candidate, result) ?? 'none')
      return markup`<tr>${i === 0 && title}<td class="variant">${nameOf(candidate.name)}</td>${cells(figures)}\
${isJudged && markup`<td>${label}</td>`}</tr>\n`
    })
  }
  return framed(
    { id: 'overview', title: 'All scenarios' },
    scrolling(
      { prefix: '' },
      'Table of all scenarios',
      markup`\
<table class="overview"><thead><tr>${columnHeads(heads)}</tr></thead>
${views.map((view) => markup`<tbody>${rowsOf(view)}</tbody>\n`)}</table>`
    )
  )
}

function speedupIn(candidate: CandidateResult, metric: Metric, { load }: ScenarioResult) {
  const estimate = estimateOf(candidate, metric)
  if (estimate === undefined || !isShown(estimate)) return '–'
  // Why stands below: here each cell of a row would say the same.
  const beware = estimate.reason === null ? caveat(estimate, load) : 'no verdict'
  const speedup = withRange(markup`<strong>${speedupText(estimate)}</strong>`, speedupRange(estimate))
  return [speedup, beware && markup` <small>${beware}</small>`]
}

/**
 * One scenario: its verdict, then all of its sections, with what was measured where no other scenario was. Each of
 * several loads, or of many scenarios, is folded away, so that the next one is in sight.
 */
function scenarioPart(view: ScenarioView, around: Around) {
  const { result, scenario, prefix, isFolded } = view
  const parts = content(view, around)
  if (prefix === '') return parts
  const title = heading(2, nameOf(scenario), `${prefix}scenario`)
  if (result === null || !isFolded) return markup`${title}\n${parts}`
  return markup`<details class="level">
<summary>${title} <span>${statusIcon(result.verdict ?? 'none')} ${claimOf(result)}</span></summary>
<div id="${anchorOf(view)}">
${parts}</div>
</details>\n`
}

/** @returns id to link to. Where all is folded away it is in there, as browsers unfold what a link leads to */
const anchorOf = ({ prefix, isFolded }: ScenarioView) => `${prefix}${isFolded ? 'results' : 'scenario'}`

function content(view: ScenarioView, around: Around) {
  const { result, scenario, prefix } = view
  const isMeant = (id: string) =>
    isSearched(view.runs) ? !notOfSearched.includes(id) : (pageInstead(view.runs)?.shown.includes(id) ?? true)
  // Of a version, what changed comes first.
  const changed = result?.candidates[0].diagnosis.code === 'version' ? sectionsBeside : []
  const shownOf = (sections: Section[]) =>
    sections.flatMap(([id, link, render]) => {
      const section = isMeant(id) && render(view, around)
      return section ? [{ section, link: markup`<a href="#${prefix}${id}">${link}</a> ` }] : []
    })
  const first = shownOf([...new Set([...changed, ...inSight])])
  const later = shownOf(ofRuns)
  return markup`${result === null ? tooFew : verdictAndTiles(result, around.previous)}
<div><nav aria-label="Sections${prefix && ` of ${scenario}`}">\
${[...first, ...later].map(({ link }) => link)}<a href="#environment">Environment</a></nav>
${first.map(({ section }) => section)}${folded(
    'How it was measured, run by run',
    later.map(({ section }) => section)
  )}</div>`
}

const tooFew = markup`\
<p>Fewer than three rounds of this scenario finished, too few for a comparison. What was seen:</p>`
