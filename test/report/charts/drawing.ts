import { readFileSync, writeFileSync } from 'node:fs'
import { expect } from 'chai'
import { XMLParser, XMLValidator } from 'fast-xml-parser'
import type { Markup } from '../../../plugin/report/markup.ts'

export interface Element {
  name: string
  attributes: Record<string, string>
  children: Element[]
  text: string // of its own and its tspans
}

const parser = new XMLParser({ preserveOrder: true, ignoreAttributes: false, attributeNamePrefix: '', trimValues: false, parseTagValue: false })

/** Above and below a plot are the labels of its axes, this far away at most, in px. */
const gutter = 24

/** Compares with the text that was committed; with UPDATE_GOLDEN=1 in the environment, writes it instead. */
export function expectGolden(name: string, drawn: Markup) {
  const file = new URL(`golden/${name}.svg`, import.meta.url)
  const text = `${drawn.text.replaceAll('><', '>\n<')}\n`
  if (process.env.UPDATE_GOLDEN === '1') writeFileSync(file, text)
  expect(text).to.equal(readFileSync(file, 'utf8'))
}

/**
 * Expects what every chart must hold: well-formed XML, real numbers only, and nothing outside of the plot but labels.
 *
 * @returns all its elements
 */
export function expectSound({ text }: Markup): Element[] {
  const root = wellFormed(text)
  const svg = root.name === 'svg' ? root : root.children[0]
  expect(svg.attributes).to.include({ role: 'img', width: '100%' })
  expect(svg.attributes['aria-label']).to.match(/\S/)
  const height = Number(svg.attributes.height)
  for (const child of svg.children) expectInside(child, { top: 0, height })
  return flat(root)
}

/**
 * Expects that nothing was lost on the way from data to text.
 *
 * @returns its root
 */
export function wellFormed(text: string): Element {
  expect(XMLValidator.validate(text), text).to.equal(true)
  expect(text).to.not.match(/NaN|undefined|Infinity|\bnull\b|\[object/)
  return elements(parser.parse(text))[0]
}

export function named(drawn: Element[], name: string) {
  return drawn.filter((element) => element.name === name)
}

/** @param frame top: of the innermost svg in the outermost, in px; height of the outermost */
function expectInside({ name, attributes, children }: Element, { top, height }: { top: number, height: number }) {
  const place = `${name} ${JSON.stringify(attributes)}`
  for (const key of ['x', 'x1', 'x2', 'cx']) {
    const value = attributes[key]
    if (value === undefined) continue
    // Labels beside the plot are the only ones that stand at pixels.
    if (value.endsWith('%')) expect(parseFloat(value), place).to.be.within(0, 100)
    else expect(name === 'text' || value === '0', place).to.equal(true)
  }
  if (attributes.width?.endsWith('%')) expect(parseFloat(attributes.x ?? '0') + parseFloat(attributes.width), place).to.be.at.most(100.011)
  for (const key of ['y', 'y1', 'y2', 'cy']) {
    const value = attributes[key]
    if (value === undefined || value.endsWith('%')) continue
    const slack = name === 'text' || name === 'line' ? gutter : 0
    expect(top + Number(value), place).to.be.within(-slack, height + slack)
  }
  if (name === 'svg' && attributes.viewBox !== undefined) {
    const [, , width, stretched] = attributes.viewBox.split(' ').map(Number)
    for (const { attributes: { d } } of children) expectPathInside(d, { width, height: stretched })
  } else {
    const y = name !== 'svg' || attributes.y === undefined ? 0 : attributes.y.endsWith('%') ? (height * parseFloat(attributes.y)) / 100 : Number(attributes.y)
    for (const child of children) expectInside(child, { top: top + y, height })
  }
}

/** @param path of absolute coordinates */
function expectPathInside(path: string, { width, height }: { width: number, height: number }) {
  const pairs = [...path.matchAll(/[ML ]?(-?[\d.e-]+),(-?[\d.e-]+)/g)]
  expect(pairs, path).to.not.be.empty
  for (const [, x, y] of pairs) {
    expect(Number(x), path).to.be.within(0, width)
    expect(Number(y), path).to.be.within(0, height)
  }
}

export function flat(element: Element): Element[] {
  return [element, ...element.children.flatMap(flat)]
}

/** @param nodes as the parser gives them */
function elements(nodes: any[]): Element[] {
  return nodes.flatMap((node) => {
    const name = Object.keys(node).find((key) => key !== ':@')
    if (name === undefined || name === '#text') return []
    return [{ name, attributes: node[':@'] ?? {}, children: elements(node[name]), text: textOf(node[name]) }]
  })
}

function textOf(nodes: any[]): string {
  return nodes.map((node) => node['#text'] ?? textOf(node.tspan ?? [])).join('')
}
