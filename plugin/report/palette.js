import { markup } from './markup.js'
/** @import { Markup } from './markup.js' */

/**
 * How a variant looks wherever it is drawn. Colour is never alone: each has a shape of its own, too.
 *
 * @typedef {'ring' | 'disc' | 'square' | 'triangle' | 'diamond' | 'cross'} Shape
 *
 * @typedef {object} Look
 * @property {string} colour for `fill` and `stroke` attributes: a CSS variable, with its light value where CSS is
 *   dropped
 * @property {Shape} shape
 * @property {string | null} dash for `stroke-dasharray`
 */

/** Light; the stylesheet has the dark ones. At least 4.6:1 on the page, and told apart by the colour-blind. */
const colours = ['#0072b2', '#c25400', '#7657ef', '#7e321e', '#7c6c48']
/** @type {Shape[]} */
const shapes = ['disc', 'square', 'triangle', 'diamond', 'cross']

/** Of lines whose colours come again. */
const dashes = [null, '10 3', '2 3']

/** @type {Look} */
export const baselineLook = { colour: 'var(--baseline,#57606a)', shape: 'ring', dash: '4 3' }

/**
 * @param {string} name of a variant
 * @param {{ baseline: string, candidates: readonly { name: string }[] }} of the scenario, or of all that is shown
 * @returns {Look}
 */
export function lookOf(name, { baseline, candidates }) {
  const index = candidates.findIndex((candidate) => candidate.name === name)
  return name === baseline || index < 0 ? baselineLook : numberedLook(index)
}

/**
 * @param {number} index from 0; beyond the fifth, colours come again, with another shape and another line
 * @returns {Look}
 */
export function numberedLook(index) {
  const i = index % colours.length
  const turn = Math.floor(index / colours.length)
  return { colour: `var(--v${i + 1},${colours[i]})`, shape: shapes[(index + turn) % shapes.length], dash: dashes[turn % dashes.length] }
}

export const ink = 'var(--ink,#1f2328)'
export const muted = 'var(--muted,#59636e)'
export const gridLine = 'var(--grid,#d8dee4)'
export const page = 'var(--page,#ffffff)'
export const pass = 'var(--pass,#1a7f37)'
export const fail = 'var(--fail,#cf222e)'
export const inconclusive = 'var(--inconclusive,#8a5d00)'
/** Pale, behind marks and text. */
export const passZone = 'var(--pass-zone,#dff2e3)'
export const failZone = 'var(--fail-zone,#fdecea)'
export const shade = 'var(--shade,#eaeef2)'

/** Attributes of text that lies on lines. */
export const halo = markup`stroke="${page}" stroke-width="3" stroke-linejoin="round" paint-order="stroke"`

/**
 * A mark in its variant's shape, about 10 px wide.
 *
 * @param {Look} look
 * @param {{ x: string | number, y: string | number, title?: string }} [at] pixels or percents; around 0,0 when it is
 *   left out
 * @returns {Markup} for an SVG
 */
export function mark({ colour, shape }, at) {
  if (at === undefined) return shapeOf(shape, colour)
  const label = at.title === undefined ? null : markup`<title>${at.title}</title>`
  // A nested svg is the only element that can stand at a percentage and hold a path in pixels.
  return markup`<svg x="${at.x}" y="${at.y}" overflow="visible">${label}${shapeOf(shape, colour)}</svg>`
}

/**
 * @param {Shape} shape
 * @param {string} colour
 * @returns {Markup} around 0,0
 */
function shapeOf(shape, colour) {
  switch (shape) {
    case 'ring':
      return markup`<circle r="4" fill="${page}" stroke="${colour}" stroke-width="2"/>`
    case 'disc':
      return markup`<circle r="5" fill="${colour}"/>`
    case 'square':
      return markup`<path d="M-4.5-4.5h9v9h-9z" fill="${colour}"/>`
    case 'triangle':
      return markup`<path d="M0-5.5l5.5 10h-11z" fill="${colour}"/>`
    case 'diamond':
      return markup`<path d="M0-6l6 6-6 6-6-6z" fill="${colour}"/>`
    case 'cross':
      return markup`<path d="M-4-4l8 8m0-8l-8 8" fill="none" stroke="${colour}" stroke-width="2.5"/>`
  }
}
