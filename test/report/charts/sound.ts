import { expect } from 'chai'
import { flat, wellFormed, type Element } from './drawing.ts'
import type { Markup } from '../../../plugin/report/markup.ts'

/** a nested svg's place in the chart: percents across, px down */
type Frame = { left: number, width: number, top: number }

/** Room for what labels the last run, right of the plot, in percent. */
const margin = 6

/**
 * Expects of a chart of runs over time that it is well-formed, that no number went wrong, and that all it draws lies
 * within its frame.
 *
 * @returns all its elements
 */
export function expectSoundChart({ text }: Markup): Element[] {
  const [svg] = wellFormed(text).children
  expect(text).to.not.match(/e-\d/)
  expect(svg.attributes).to.include({ role: 'img', width: '100%' })
  expect(svg.attributes['aria-label']).to.match(/\w.*\.$/)
  const height = Number(svg.attributes.height)
  for (const child of svg.children) expectWithin(child, { left: 0, width: 100, top: 0 }, height)
  return flat(svg)
}

export function textsOf(marks: Element[], name: string) {
  return marks.filter((mark) => mark.name === name).map(({ text }) => text)
}

/**
 * The points that a path goes through.
 *
 * @param path of M, L, h, v and Z
 */
export function pointsOf(path: string): { x: number, y: number }[] {
  let at = { x: 0, y: 0 }
  expect(path).to.match(/^([ML]-?[\d.]+[ ,]-?[\d.]+|[hv]-?[\d.]+|Z)*$/)
  return [...path.matchAll(/([MLhv])([^MLhvZ]*)/g)].map(([, command, rest]) => {
    const [first, second] = rest.split(/[ ,]/).map(Number)
    at = command === 'h' ? { ...at, x: at.x + first } : command === 'v' ? { ...at, y: at.y + first } : { x: first, y: second }
    return at
  })
}

/** @param height of the chart in px */
function expectWithin(mark: Element, frame: Frame, height: number) {
  const { name, attributes, children } = mark
  const place = `${name} at ${attributes.x}, ${attributes.y}`
  const across = (value: string | undefined) => frame.left + (frame.width * parseFloat(value ?? '0')) / 100
  const isLabel = name === 'svg' && children.every((child) => child.name === 'text')
  for (const key of ['x', 'x1', 'x2']) {
    if (!attributes[key]?.endsWith('%')) expect(attributes[key] ?? '0', place).to.be.oneOf(name === 'text' ? ['0', '-6'] : ['0'])
    expect(across(attributes[key]?.endsWith('%') ? attributes[key] : '0'), place).to.be.within(-0.001, 100.001)
  }
  if (attributes.width !== undefined) expect(across(attributes.x) + (frame.width * parseFloat(attributes.width)) / 100, place).to.be.within(0, 100.011 + (isLabel ? margin : 0))
  for (const key of ['y', 'y1', 'y2']) expect(frame.top + Number(attributes[key] ?? 0), place).to.be.within(0, height)
  if (attributes.height !== undefined) expect(frame.top + Number(attributes.y ?? 0) + Number(attributes.height), place).to.be.within(0, height)
  if (name === 'path') expectPathWithin(mark, frame, height)
  const inner = name !== 'svg' ? frame : { left: across(attributes.x), width: (frame.width * parseFloat(attributes.width)) / 100, top: frame.top + Number(attributes.y ?? 0) }
  // A mark: its shape stands around its place, in px.
  if (attributes.overflow === 'visible') return
  if (attributes.viewBox !== undefined) expect(attributes.viewBox).to.equal(`0 0 1000 ${attributes.height}`)
  for (const child of children) expectWithin({ ...child, attributes: { ...strokeOf(attributes), ...child.attributes } }, inner, height)
}

/**
 * @param attributes of a group
 * @returns what its paths take over
 */
function strokeOf(attributes: Record<string, string>): Record<string, string> {
  return attributes['stroke-width'] === undefined ? {} : { 'stroke-width': attributes['stroke-width'] }
}

function expectPathWithin({ attributes }: Element, { top }: Frame, height: number) {
  // A stroke that is wider than a line stands for a row of cells.
  const width = Number(attributes['stroke-width'] ?? 0)
  const reach = width > 4 ? width / 2 - 1 : 0
  const outside = pointsOf(attributes.d).filter(({ x, y }) => !(x >= 0 && x <= 1000 && top + y - reach >= 0 && top + y + reach <= height))
  expect(outside).to.eql([])
}
