import { markup, Markup, type Content } from '../markup.ts'
import { mark, fail, inconclusive, muted, page, pass, type Look } from '../palette.ts'
import type { DescribedVariant, ScenarioResult } from '../../concepts/comparison.ts'
import type { RunDetail } from '../../concepts/report-data.ts'
import type { Severity } from '../../concepts/warnings.ts'
import { resultWords, type Verdict } from '../../concepts/verdicts.ts'

/** What the sections of a page show of one scenario. */
export interface ScenarioView {
  scenario: string // its name
  prefix: string // of the anchors, so that several scenarios on one page have different ones
  level: 2 | 3 // of the sections' headings
  result: ScenarioResult | null // null: it was ended before its third round
  baseline: string
  names: string[] // of all variants, the baseline first
  planned: Record<string, Pick<DescribedVariant, 'mode' | 'workers'>> // how each variant was to run
  runs: RunDetail[] // of this scenario, in the order in which they were made
  lookOf: (name: string) => Look // a variant
}

export interface SectionHead {
  id: string
  title: string
  lead?: Content // what is to be seen, and how to read it
}

type Contents = Content | readonly Content[]

export function section(view: Pick<ScenarioView, 'prefix' | 'level'>, { id, title, lead = null }: SectionHead, content: Contents): Markup {
  const anchor = `${view.prefix}${id}`
  // Where a page shows several scenarios, each has these sections.
  const label = `${view.level > 2 ? `${view.prefix}scenario ` : ''}${anchor}-title`
  return markup`<section id="${anchor}" aria-labelledby="${label}">
${heading(view.level, title, `${anchor}-title`)}
${lead === null ? null : markup`<p class="lead">${lead}</p>`}
${content}
</section>
`
}

/** @returns one level below the section's own */
export const subheading = (view: Pick<ScenarioView, 'level'>, title: Content): Markup => heading(view.level + 1, title, null)

export function heading(level: number, title: Content, id: string | null) {
  const tag = new Markup(`h${level}`)
  return markup`<${tag}${id === null ? null : markup` id="${id}"`}>${title}</${tag}>`
}

/** The variants that a chart shows, each with its shape and colour. */
export function legend({ baseline, lookOf }: Pick<ScenarioView, 'baseline' | 'lookOf'>, names: readonly string[]): Markup {
  return markup`<ul class="legend">${names.map((name) => markup`<li>${swatch(lookOf(name))} ${variantName(name, baseline)}</li>`)}</ul>`
}

/** A name from a user's file: it may be written from right to left, or be very long. */
export const nameOf = (name: string): Markup => markup`<bdi>${name}</bdi>`

export const variantName = (name: string, baseline: string): Markup => markup`${nameOf(name)}${name === baseline && ' (baseline)'}`

export function swatch(look: Look) {
  return markup`<svg width="12" height="12" viewBox="-6 -6 12 12" aria-hidden="true" class="swatch">${mark(look)}</svg>`
}

/** A table in a region of its own that scrolls, as it may be wider than the page. */
export function scrolling({ prefix, scenario }: Pick<ScenarioView, 'prefix' | 'scenario'>, title: string, content: Markup): Markup {
  return markup`<div class="scroll" tabindex="0" role="region" aria-label="${prefix === '' ? title : `${scenario}: ${title}`}">
${content}
</div>`
}

interface TableParts {
  caption?: Content
  gap?: string // between head and body
}

export function table(name: string, columns: readonly Content[], rows: Contents, { caption = null, gap = '' }: TableParts = {}) {
  return markup`<table class="${name}">${caption}${gap}<thead><tr>${columnHeads(columns)}</tr></thead>${gap}<tbody>
${rows}</tbody>${gap}</table>`
}

export const columnHeads = (columns: readonly Content[]) => columns.map((column) => markup`<th scope="col">${column}</th>`)

export const cells = (contents: readonly Content[]) => contents.map((content) => markup`<td>${content}</td>`)

/** A value with its interval beside it. */
export function withRange(value: Content, range: string | null) {
  return markup`${value}${range !== null && markup` <span class="range">${range}</span>`}`
}

/** A list of terms with what is to be said of each. */
export function factList(facts: readonly (readonly [string, Content])[]) {
  return markup`<dl class="facts">
${facts.map(([term, value]) => markup`<dt>${term}</dt><dd>${value}</dd>
`)}</dl>`
}

/** none: nothing was required, or nothing came of it */
type Status = Verdict | Severity | 'ok' | 'none'

const unfilled = markup` fill="none"`
const shapes = {
  tick: (colour: string) => [markup`<circle cx="8" cy="8" r="8" fill="${colour}"/>`, stroke('M4.5 8.3l2.4 2.4 4.6-5', page, unfilled)],
  cross: (colour: string) => [markup`<rect width="16" height="16" rx="3" fill="${colour}"/>`, stroke('M4.8 4.8l6.4 6.4m0-6.4l-6.4 6.4')],
  triangle: (colour: string) => [markup`<path d="M8 .8l8 14.4h-16z" fill="${colour}"/>`, stroke('M8 6v4.2m0 1.4v1.8')],
  dot: (colour: string) => [markup`<circle cx="8" cy="8" r="7"${unfilled} stroke="${colour}" stroke-width="2"/>`, stroke('M8 7v5m0-8v2', colour)]
}

function stroke(path: string, colour: string = page, fill: Content = null) {
  return markup`<path d="${path}"${fill} stroke="${colour}" stroke-width="2"/>`
}

const looks: Record<Status, { word: string, shape: keyof typeof shapes, colour: string }> = {
  pass: { word: resultWords.pass, shape: 'tick', colour: pass },
  fail: { word: resultWords.fail, shape: 'cross', colour: fail },
  inconclusive: { word: resultWords.inconclusive, shape: 'triangle', colour: inconclusive },
  ok: { word: 'OK', shape: 'tick', colour: pass },
  problem: { word: 'PROBLEM', shape: 'cross', colour: fail },
  warning: { word: 'WARNING', shape: 'triangle', colour: inconclusive },
  note: { word: 'NOTE', shape: 'dot', colour: muted },
  none: { word: 'NO REQUIREMENT', shape: 'dot', colour: muted }
}

/** A shape and a word, so that nothing depends on its colour. */
export function statusLabel(status: Status, word: string = looks[status].word) {
  return markup`<span class="status status-${status}">${statusIcon(status, 14)} ${word}</span>`
}

/** @param size in px */
export function statusIcon(status: Status, size: number) {
  const { shape, colour } = looks[status]
  return markup`<svg class="icon" width="${size}" height="${size}" viewBox="0 0 16 16" aria-hidden="true">${shapes[shape](colour)}</svg>`
}
