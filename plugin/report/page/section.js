import { markup, Markup } from '../markup.js'
import { mark } from '../palette.js'
/**
 * @import { Content } from '../markup.js'
 * @import { RunDetail, ScenarioResult } from '../../vocabulary.js'
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
 * @property {RunDetail[]} runs of this scenario, in the order in which they were made
 * @property {(name: string) => Look} lookOf a variant
 */

/**
 * @param {ScenarioView} view
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
 * @param {ScenarioView} view
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
 * @param {ScenarioView} view
 * @param {readonly string[]} [names] all when it is left out
 * @returns {Markup}
 */
export function legend({ names: all, baseline, lookOf }, names = all) {
  const entries = names.map((name) => markup`<li>${swatch(lookOf(name))} ${nameOf(name)}${name === baseline ? ' (baseline)' : ''}</li>`)
  return markup`<ul class="legend">${entries}</ul>`
}

/** Longer names are cut where there is no room for them. */
const longestName = 24

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
 * @param {string} name
 * @param {number} [longest] in characters
 * @returns {string} for the text of a chart, isolated from the text around it by U+2068 and U+2069
 */
export function shortName(name, longest = longestName) {
  const characters = [...new Intl.Segmenter().segment(name)].map(({ segment }) => segment)
  const shown = characters.length <= longest ? name : `${characters.slice(0, longest - 1).join('')}…`
  return /[\u0590-\u08ff\u200e\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufeff]/.test(shown) ? `\u2068${shown}\u2069` : shown
}

/** @param {Look} look */
export function swatch(look) {
  return markup`<svg width="12" height="12" viewBox="-6 -6 12 12" aria-hidden="true" class="swatch">${mark(look)}</svg>`
}
