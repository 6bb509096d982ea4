import { readFileSync } from 'node:fs'
import { modes } from '../../concepts/modes.ts'
import { resultWords, type Verdict } from '../../concepts/verdicts.ts'
import { isolated, list } from '../../concepts/wording.ts'
import { markup, Markup, type Content } from '../markup.ts'
import { mark, fail, inconclusive, muted, page, pass, type Look, type LookOf } from '../palette.ts'
import { packageFile } from '../../package-files.ts'
import type { DescribedVariant, ScenarioResult } from '../../concepts/comparison.ts'
import { isRecorded, type Run } from '../../concepts/run.ts'
import type { RunDetail } from '../../concepts/report-data.ts'
import type { Severity } from '../../concepts/warnings.ts'

/** What the sections of a page show of one scenario. */
export interface ScenarioView {
  scenario: string // its name
  prefix: string // of the anchors, so that several scenarios on one page have different ones; empty: there is only one
  level: 2 | 3 // of the sections' headings
  isFolded: boolean // its answer is to be seen, and the rest unfolds
  result: ScenarioResult | null // null: it was ended before round 3
  baseline: string
  names: string[] // of all variants, the baseline first
  planned: Record<string, Pick<DescribedVariant, 'mode' | 'workers' | 'listed'>> // how each variant was to run
  runs: RunDetail[] // of this scenario, in the order in which they were made
  lookOf: LookOf
}

/** Of each page, in its footer. */
export const standsAlone = 'This page loads nothing from the network and runs no script.'

/** verdict: null: nothing was required */
export type PageFigure = { value: string; detail: string; verdict: Verdict | null }

/**
 * A whole page: one file that loads nothing and runs nothing, and says so to the browser. Its styles are files in
 * styles/.
 */
export const documentOf = (
  {
    title,
    description,
    picture,
    styles
  }: { title: string; description: string; picture?: string | undefined; styles: readonly string[] },
  body: Content
) =>
  markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" \
content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<meta name="description" content="${description}">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${description}">
${picture && markup`<meta property="og:image" content="${picture}">\n`}\
<style>
${new Markup(['base', ...styles].map(readStyle).join('\n'))}</style>
</head>
<body>
<main>
${unparted(body)}
</main>
</body>
</html>\n`.text

/** A number stays in the line of its unit. */
const unparted = (body: Content) => new Markup(markup`${body}`.text.replace(/(\d) (?=(?:%|ms|MB)(?!\w))/g, '$1\u00a0'))

/** @returns without comments and the spaces that lines begin with */
const readStyle = (name: string) =>
  readFileSync(packageFile(`report/page/styles/${name}.css`), 'utf8')
    .replace(/\/\*.*?\*\//gs, '')
    .replace(/^\s+/gm, '')

export function section(
  { prefix, level }: ScenarioView,
  { id, title, lead }: { id: string; title: string; lead?: Content },
  content: Content
) {
  const anchor = prefix + id
  // Where a page shows several scenarios, each has these sections.
  const label = `${level > 2 ? `${prefix}scenario ` : ''}${anchor}-title`
  return framed({ id: anchor, title, level, label }, [lead && howToRead(lead), '\n', content])
}

/** What a chart or a table shows, in a line that unfolds. */
export const howToRead = (content: Content) =>
  markup`<details class="lead"><summary>How to read this</summary><p>${content}</p></details>`

/** @param label ids of what names it */
export const framed = (
  { id, title, level = 2, label = `${id}-title` }: { id: string; title: string; level?: number; label?: string },
  content: Content
) => markup`<section id="${id}" aria-labelledby="${label}">
${heading(level, title, `${id}-title`)}
${content}
</section>\n`

/** @returns one level below the section's own */
export const subheading = ({ level }: ScenarioView, title: Content) => heading(level + 1, title)

export function heading(level: number, title: Content, id = '') {
  const tag = new Markup(`h${level}`)
  return markup`<${tag}${id && markup` id="${id}"`}>${title}</${tag}>`
}

export const items = (contents: readonly Content[]) => contents.map((content) => markup`<li>${content}</li>`)
export const mutedText = (content: Content) => markup`<span class="muted">${content}</span>`
/** What is to be known of what follows. */
export const note = (content: Content) => markup`<p class="muted">${content}</p>\n`
/** What stands behind a result. */
export const remark = (content: Content) => markup` <span class="remark">${content}</span>`

/** The variants that a chart shows. */
export const legend = (view: ScenarioView, names: readonly string[]) =>
  markup`<ul class="legend">${items(names.map((name) => markedVariant(view, name)))}</ul>`

/** A name from a user's file: it may be written from right to left, or be very long. */
export const nameOf = (name: string) => markup`<bdi>${name}</bdi>`

export const variantName = (name: string, baseline: string) =>
  markup`${nameOf(name)}${name === baseline && ' (baseline)'}`

/** A variant with its shape and colour. */
export const markedVariant = ({ baseline, lookOf }: ScenarioView, name: string) =>
  markup`${swatch(lookOf(name))} ${variantName(name, baseline)}`

export const swatch = (look: Look) =>
  markup`<svg width="12" height="12" viewBox="-6 -6 12 12" aria-hidden="true" class="swatch">${mark(look)}</svg>`

export const folded = (summary: Content, content: Content, isOpen = false) =>
  markup`<details${isOpen && markup` open=""`}><summary>${summary}</summary>\n${content}</details>`

/** Whether something was searched for: before its rounds, that is round 0. */
export const isSearched = (runs: readonly RunDetail[]) => runs.some(({ run }) => run.round === 0)

/** A table in a region of its own that scrolls, as it may be wider than the page. */
export function scrolling(
  { prefix, scenario = '' }: { prefix: string; scenario?: string },
  title: string,
  content: Content
) {
  const label = prefix === '' ? title : `${scenario}: ${title}`
  return markup`<div class="scroll" tabindex="0" role="region" aria-label="${label}">\n${content}\n</div>`
}

export function table(name: string, columns: readonly Content[], rows: Content, caption: Content = null) {
  const title = caption && markup`<caption>${caption}</caption>`
  return markup`<table class="${name}">${title}<thead><tr>${columnHeads(columns)}</tr></thead><tbody>
${rows}</tbody></table>`
}

export const columnHeads = (columns: readonly Content[]) =>
  columns.map((column) => markup`<th scope="col">${column}</th>`)

/** A table that is folded away under its title. */
export const foldedTable = (view: ScenarioView, title: string, ...content: Parameters<typeof table>) =>
  folded(title, scrolling(view, title, table(...content)))

export const tableRow = (title: Content, contents: readonly Content[]) =>
  markup`<tr><th scope="row">${title}</th>${cells(contents)}</tr>\n`

export const cells = (contents: readonly Content[]) => contents.map((content) => markup`<td>${content}</td>`)

/** A value with its interval beside it. */
export const withRange = (value: Content, range?: string | null) =>
  range ? markup`${value} <span class="range">${range}</span>` : value

/** Charts beside each other where there is room, each under its title and what is to be known of it. */
export const panels = (all: Content) => markup`<div class="panels">\n${all}</div>\n`
export const panel = (level: number, title: Content, caption: Content, chart: Content) =>
  markup`<div>${heading(level, title)}\n${note(caption)}${chart}</div>\n`

/** A list of terms with what is to be said of each; without those of which there is nothing. */
export function factList(facts: readonly (readonly [string, Content])[]) {
  const entries = facts.map(([term, value]) => value && markup`<dt>${term}</dt><dd>${value}</dd>\n`)
  return markup`<dl class="facts">\n${entries}</dl>`
}

type Status = Verdict | Severity | 'ok' | 'none' // none: nothing was required, or it has no result

const stroke = (path: string, colour = page) => markup`<path d="${path}" stroke="${colour}" stroke-width="2"/>`
const icons = {
  tick: markup`<circle cx="8" cy="8" r="8" fill="${pass}"/>\
<path d="M4.5 8.3l2.4 2.4 4.6-5" fill="none" stroke="${page}" stroke-width="2"/>`,
  cross: markup`<rect width="16" height="16" rx="3" fill="${fail}"/>${stroke('M4.8 4.8l6.4 6.4m0-6.4l-6.4 6.4')}`,
  triangle: markup`<path d="M8 .8l8 14.4h-16z" fill="${inconclusive}"/>${stroke('M8 6v4.2m0 1.4v1.8')}`,
  dot: markup`<circle cx="8" cy="8" r="7" fill="none" stroke="${muted}" stroke-width="2"/>\
${stroke('M8 7v5m0-8v2', muted)}`
}
const statuses: Record<Status, [word: string, icon: keyof typeof icons]> = {
  pass: [resultWords.pass, 'tick'],
  fail: [resultWords.fail, 'cross'],
  inconclusive: [resultWords.inconclusive, 'triangle'],
  ok: ['OK', 'tick'],
  problem: ['PROBLEM', 'cross'],
  warning: ['WARNING', 'triangle'],
  note: ['NOTE', 'dot'],
  none: ['NO THRESHOLD', 'dot']
}

/** A shape and a word, so that nothing depends on its colour. */
export const statusLabel = (status: Status, word = statuses[status][0]) =>
  markup`<span class="status status-${status}">${statusIcon(status)} ${word}</span>`

/** @param size in px */
export const statusIcon = (status: Status, size = 14) =>
  markup`<svg class="icon" width="${size}" height="${size}" viewBox="0 0 16 16" aria-hidden="true">\
${icons[statuses[status][1]]}</svg>`

// What a page says of loads, by how they are known. unknown: what is not, in sentences.

const recorded = {
  hasWarmUp: true,
  percentiles: 'Percentiles are interpolated linearly between the two nearest latencies of a run. Nothing is binned.',
  unknown: null
}
const metered = {
  hasWarmUp: false, // all of a run counts
  percentiles:
    'Percentiles come from Artillery’s own metrics, because of the option generator: ' +
    'they are estimated from sketches (DDSketch) to within 1 %.',
  unknown: {
    latencies:
      'With the option generator, only Artillery’s own metrics of the load are known: the p50, p95 and p99 of ' +
      'each run, listed with all runs below, but no single latencies, so no other percentiles.',
    generator:
      'How busy it was is unknown: with the option generator, only Artillery’s own metrics are known. ' +
      'Check that the machine that made the load was not the bottleneck.'
  }
}

export const howKnown = (runs: readonly Run[]) => (runs.every(isRecorded) ? recorded : metered)

/**
 * @returns why only what the variant sends can be known of it, such as "started by a command"; null: more can be known
 */
export const whyOutside = ({ planned }: ScenarioView, name: string) => modes[planned[name]?.mode]?.outside ?? null

/** @returns variants, and why something can’t be known of them, such as "threads (started by a command)" */
export const listUnknown = (view: ScenarioView, names: readonly string[]) =>
  list(
    names.map((name) => {
      const why = whyOutside(view, name)
      return why === null ? isolated(name) : `${isolated(name)} (${why})`
    })
  )
