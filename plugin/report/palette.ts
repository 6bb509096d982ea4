import { markup } from './markup.ts'

/** How a variant looks wherever it is drawn. Colour is never alone: each has a shape of its own, too. */
export interface Look {
  colour: string // for `fill` and `stroke` attributes: a CSS variable, with its light value where CSS is dropped
  shape: keyof typeof drawings
  dash: string | null // for `stroke-dasharray`
}

export type LookOf = (variant: string) => Look

/** Light; the stylesheet has the dark ones. At least 4.6:1 on the page, and told apart by the colour-blind. */
const colours = ['#0072b2', '#c25400', '#7657ef', '#7e321e', '#7c6c48']
const shapes = ['disc', 'square', 'triangle', 'diamond', 'cross'] as const
const dashes = [null, '10 3', '2 3'] // of lines whose colours come again

export const baselineLook: Look = { colour: 'var(--baseline,#57606a)', shape: 'ring', dash: '4 3' }

/** @returns that of the baseline for whoever is no candidate */
export function lookOf(name: string, candidates: readonly { name: string }[]) {
  const index = candidates.findIndex((candidate) => candidate.name === name)
  return index < 0 ? baselineLook : numberedLook(index)
}

/** @param index from 0; beyond the fifth, colours come again, with another shape and another line */
export function numberedLook(index: number) {
  const i = index % colours.length
  const turn = Math.floor(index / colours.length)
  return {
    colour: `var(--v${i + 1},${colours[i]})`,
    shape: shapes[(index + turn) % shapes.length],
    dash: dashes[turn % dashes.length]
  }
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

/** Attributes of a line that all else is read against. */
export const boldInk = { stroke: ink, 'stroke-width': 1.5 }
/** Attributes of text that lies on lines. */
export const halo = { stroke: page, 'stroke-width': 3, 'stroke-linejoin': 'round', 'paint-order': 'stroke' }

const drawings = {
  ring: (colour: string) => markup`<circle r="4" fill="${page}" stroke="${colour}" stroke-width="2"/>`,
  disc: (colour: string) => markup`<circle r="5" fill="${colour}"/>`,
  square: (colour: string) => markup`<path d="M-4.5-4.5h9v9h-9z" fill="${colour}"/>`,
  triangle: (colour: string) => markup`<path d="M0-5.5l5.5 10h-11z" fill="${colour}"/>`,
  diamond: (colour: string) => markup`<path d="M0-6l6 6-6 6-6-6z" fill="${colour}"/>`,
  cross: (colour: string) => markup`<path d="M-4-4l8 8m0-8l-8 8" fill="none" stroke="${colour}" stroke-width="2.5"/>`
}

/** A mark in its variant's shape for an SVG, about 10 px wide; at pixels or percents, around 0,0 by default. */
export function mark({ colour, shape }: Look, at?: { x: string | number; y: string | number; title?: string }) {
  const drawing = drawings[shape](colour)
  if (at === undefined) return drawing
  // A nested svg is the only element that can stand at a percentage and hold a path in pixels.
  return markup`<svg x="${at.x}" y="${at.y}" overflow="visible">\
${at.title && markup`<title>${at.title}</title>`}${drawing}</svg>`
}
