import { markup, Markup } from '../markup.js'
import { mark } from '../palette.js'
/**
 * @import { Content } from '../markup.js'
 * @import { DescribedVariant, RunDetail, ScenarioResult } from '../../vocabulary.js'
 * @import { Look } from '../palette.js'
 */

/**
 * What the sections of a page show of one scenario.
 *
 * @typedef {object} ScenarioView
 * @property {string} scenario its name
 * @property {string} prefix of the anchors, so that several scenarios on one page have different ones
 * @property {2 | 3} level of the sections' headings
 * @property {ScenarioResult | null} result null: it was ended before its third round
 * @property {string} baseline
 * @property {string[]} names of all variants, the baseline first
 * @property {Record<string, Pick<DescribedVariant, 'mode' | 'workers'>>} planned how each variant was to run
 * @property {RunDetail[]} runs of this scenario, in the order in which they were made
 * @property {(name: string) => Look} lookOf a variant
 */

/**
 * @param {Pick<ScenarioView, 'prefix' | 'level'>} view
 * @param {{ id: string, title: string, lead?: Content }} of lead: what is to be seen, and how to read it
 * @param {Content | readonly Content[]} content
 * @returns {Markup}
 */
export function section(view, { id, title, lead = null }, content) {
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

/**
 * @param {Pick<ScenarioView, 'level'>} view
 * @param {Content} title
 * @returns {Markup} one level below the section's own
 */
export function subheading(view, title) {
  return heading(view.level + 1, title, null)
}

/**
 * @param {number} level
 * @param {Content} title
 * @param {string | null} id
 */
export function heading(level, title, id) {
  const tag = new Markup(`h${level}`)
  return markup`<${tag}${id === null ? null : markup` id="${id}"`}>${title}</${tag}>`
}

/**
 * The variants that a chart shows, each with its shape and colour.
 *
 * @param {Pick<ScenarioView, 'baseline' | 'lookOf'>} view
 * @param {readonly string[]} names of those that were seen
 * @returns {Markup}
 */
export function legend({ baseline, lookOf }, names) {
  const entries = names.map((name) => markup`<li>${swatch(lookOf(name))} ${nameOf(name)}${name === baseline ? ' (baseline)' : ''}</li>`)
  return markup`<ul class="legend">${entries}</ul>`
}

/**
 * A name from a user's file: it may be written from right to left, or be very long.
 *
 * @param {string} name
 * @returns {Markup}
 */
export function nameOf(name) {
  return markup`<bdi>${name}</bdi>`
}

/**
 * A table that may be wider than the page: it scrolls in a region of its own.
 *
 * @param {Pick<ScenarioView, 'prefix' | 'scenario'>} view
 * @param {string} title
 * @param {Markup} table
 * @returns {Markup}
 */
export function scrolling({ prefix, scenario }, title, table) {
  return markup`<div class="scroll" tabindex="0" role="region" aria-label="${prefix === '' ? title : `${scenario}: ${title}`}">
${table}
</div>`
}

/** @param {Look} look */
export function swatch(look) {
  return markup`<svg width="12" height="12" viewBox="-6 -6 12 12" aria-hidden="true" class="swatch">${mark(look)}</svg>`
}
