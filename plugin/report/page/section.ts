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

/** @param of lead: what is to be seen, and how to read it */
export function section(view: Pick<ScenarioView, 'prefix' | 'level'>, { id, title, lead = null }: { id: string, title: string, lead?: Content }, content: Content | readonly Content[]): Markup {
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
export function subheading(view: Pick<ScenarioView, 'level'>, title: Content): Markup {
  return heading(view.level + 1, title, null)
}

export function heading(level: number, title: Content, id: string | null) {
  const tag = new Markup(`h${level}`)
  return markup`<${tag}${id === null ? null : markup` id="${id}"`}>${title}</${tag}>`
}

/**
 * The variants that a chart shows, each with its shape and colour.
 *
 * @param names of those that were seen
 */
export function legend({ baseline, lookOf }: Pick<ScenarioView, 'baseline' | 'lookOf'>, names: readonly string[]): Markup {
  const entries = names.map((name) => markup`<li>${swatch(lookOf(name))} ${nameOf(name)}${name === baseline ? ' (baseline)' : ''}</li>`)
  return markup`<ul class="legend">${entries}</ul>`
}

/** A name from a user's file: it may be written from right to left, or be very long. */
export function nameOf(name: string): Markup {
  return markup`<bdi>${name}</bdi>`
}

/** A table that may be wider than the page: it scrolls in a region of its own. */
export function scrolling({ prefix, scenario }: Pick<ScenarioView, 'prefix' | 'scenario'>, title: string, table: Markup): Markup {
  return markup`<div class="scroll" tabindex="0" role="region" aria-label="${prefix === '' ? title : `${scenario}: ${title}`}">
${table}
</div>`
}

export function swatch(look: Look) {
  return markup`<svg width="12" height="12" viewBox="-6 -6 12 12" aria-hidden="true" class="swatch">${mark(look)}</svg>`
}

/** none: nothing was required, or nothing came of it */
export type Status = Verdict | Severity | 'ok' | 'none'

const shapes: Record<'tick' | 'cross' | 'triangle' | 'dot', (colour: string) => import('../markup.ts').Markup> = {
  tick: (colour) => markup`<circle cx="8" cy="8" r="8" fill="${colour}"/><path d="M4.5 8.3l2.4 2.4 4.6-5" fill="none" stroke="${page}" stroke-width="2"/>`,
  cross: (colour) => markup`<rect width="16" height="16" rx="3" fill="${colour}"/><path d="M4.8 4.8l6.4 6.4m0-6.4l-6.4 6.4" stroke="${page}" stroke-width="2"/>`,
  triangle: (colour) => markup`<path d="M8 .8l8 14.4h-16z" fill="${colour}"/><path d="M8 6v4.2m0 1.4v1.8" stroke="${page}" stroke-width="2"/>`,
  dot: (colour) => markup`<circle cx="8" cy="8" r="7" fill="none" stroke="${colour}" stroke-width="2"/><path d="M8 7v5m0-8v2" stroke="${colour}" stroke-width="2"/>`
}

const looks: Record<Status, { word: string, shape: keyof typeof shapes, colour: string }> = {
  pass: { word: resultWords.pass.word, shape: 'tick', colour: pass },
  fail: { word: resultWords.fail.word, shape: 'cross', colour: fail },
  inconclusive: { word: resultWords.inconclusive.word, shape: 'triangle', colour: inconclusive },
  ok: { word: 'OK', shape: 'tick', colour: pass },
  problem: { word: 'PROBLEM', shape: 'cross', colour: fail },
  warning: { word: 'WARNING', shape: 'triangle', colour: inconclusive },
  note: { word: 'NOTE', shape: 'dot', colour: muted },
  none: { word: 'NO REQUIREMENT', shape: 'dot', colour: muted }
}

/**
 * A shape and a word, so that nothing depends on its colour.
 *
 * @param word in place of the usual one
 */
export function statusLabel(status: Status, word: string = looks[status].word) {
  return markup`<span class="status status-${status}">${statusIcon(status, 14)} ${word}</span>`
}

/** @param size in px */
export function statusIcon(status: Status, size: number) {
  const { shape, colour } = looks[status]
  return markup`<svg class="icon" width="${size}" height="${size}" viewBox="0 0 16 16" aria-hidden="true">${shapes[shape](colour)}</svg>`
}
