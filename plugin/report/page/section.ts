import { markup, Markup, type Content } from '../markup.ts'
import { mark, type Look } from '../palette.ts'
import type { DescribedVariant, RunDetail, ScenarioResult } from '../../vocabulary.ts'

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
