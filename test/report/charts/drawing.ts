import { expect } from 'chai'
import { it } from 'mocha'
import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { expectGolden } from '../../support/golden.ts'
import type { Markup } from '../../../plugin/report/markup.ts'

/** text: of its own and its tspans */
export type Element = { name: string; attributes: Record<string, string>; children: Element[]; text: string }

/** A nested svg's place in the chart: percents across, px down. */
type Frame = { left: number; width: number; top: number }

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  trimValues: false,
  parseTagValue: false
})

/**
 * Compares with the chart that was committed, byte for byte; with UPDATE_GOLDEN=1 in the environment, writes it
 * instead.
 *
 * @param what it has
 */
export function itIsDrawnAs(name: string, what: string, drawn: Markup) {
  it(`is drawn as it was: ${what}`, () => {
    expectSound(drawn)
    expectGolden(`../charts/golden/${name}.svg`, `${drawn.text.replaceAll('><', '>\n<')}\n`)
  })
}

/**
 * Expects what every chart must hold: well-formed XML, real numbers only, words for those who can't see it, and nothing
 * outside of its frame.
 *
 * @returns all its elements, the chart itself first
 */
export function expectSound({ text }: Markup): Element[] {
  expect(XMLValidator.validate(text), text).to.equal(true)
  expect(text).to.not.match(/NaN|undefined|Infinity|\bnull\b|\[object/)
  const [root] = elements(parser.parse(text))
  const svg = root.name === 'svg' ? root : root.children[0]
  expect(svg.attributes).to.include({ role: 'img', width: '100%' })
  expect(svg.attributes['aria-label']).to.match(/\w/)
  for (const child of svg.children) expectWithin(child, { left: 0, width: 100, top: 0 }, Number(svg.attributes.height))
  return flat(svg)
}

export function itIsSoundWith<Plan>(cases: Record<string, Plan>, draw: (plan: Plan) => Markup) {
  for (const [name, plan] of Object.entries(cases)) it(`is sound with ${name}`, () => void expectSound(draw(plan)))
}

/** @param wanted values of attributes; true: any, false: none */
export function named(drawn: Element[], name: string, wanted: Record<string, string | boolean> = {}): Element[] {
  const fits = ({ attributes }: Element) =>
    Object.entries(wanted).every(([key, value]) =>
      typeof value === 'string' ? attributes[key] === value : Object.hasOwn(attributes, key) === value
    )
  return drawn.filter((element) => element.name === name && fits(element))
}

/** The attributes of the elements that `named` finds. */
export const attributesOf = (...search: Parameters<typeof named>) =>
  named(...search).map(({ attributes }) => attributes)

export const textsOf = (drawn: Element[], name: string = 'text') => named(drawn, name).map(({ text }) => text)

/** The marks that say what they show. */
export const titledMarks = (drawn: Element[]) =>
  named(drawn, 'svg', { overflow: 'visible' }).filter(({ children }) => children[0]?.name === 'title')

/** What each of these marks says. */
export const markTitles = (drawn: Element[]) => titledMarks(drawn).map(({ children }) => children[0].text)

export const labelOf = ([svg]: Element[]) => svg.attributes['aria-label']

/** The points that a path of M, L, h, v and Z goes through. */
export function pointsOf(path: string): { x: number; y: number }[] {
  let at = { x: 0, y: 0 }
  expect(path).to.match(/^([ML]-?[\d.]+[ ,]-?[\d.]+|[hv]-?[\d.]+|Z)*$/)
  return [...path.matchAll(/([MLhv])([^MLhvZ]*)/g)].map(([, command, rest]) => {
    const [first, second] = rest.split(/[ ,]/).map(Number)
    at =
      command === 'h'
        ? { ...at, x: at.x + first }
        : command === 'v'
          ? { ...at, y: at.y + first }
          : { x: first, y: second }
    return at
  })
}

/** @param height of the chart in px */
function expectWithin({ name, attributes, children }: Element, frame: Frame, height: number) {
  const place = `${name} ${JSON.stringify(attributes)}`
  const share = (percent: string, whole: number) => (whole * parseFloat(percent)) / 100
  const px = (value: string) => (value.endsWith('%') ? share(value, height) : Number(value))
  for (const value of ['x', 'x1', 'x2', 'cx'].flatMap((key) => attributes[key] ?? [])) {
    if (value.endsWith('%')) expect(frame.left + share(value, frame.width), place).to.be.within(-0.001, 100.001)
    // Labels beside the plot are the only ones that stand at pixels.
    else expect(name === 'text' || value === '0', place).to.equal(true)
  }
  for (const value of ['y', 'y1', 'y2', 'cy'].flatMap((key) => attributes[key] ?? []))
    expect(frame.top + px(value), place).to.be.within(0, height)
  const left = frame.left + share(attributes.x ?? '0', frame.width)
  const width = attributes.width?.endsWith('%') ? share(attributes.width, frame.width) : null
  // Right of the plot there is room for what labels the last run, in percent.
  const room = name === 'svg' && children.every((child) => child.name === 'text') ? 6 : 0
  if (width !== null) expect(left + width, place).to.be.within(0, 100.011 + room)
  const top = frame.top + px(attributes.y ?? '0')
  if (attributes.height !== undefined) expect(top + px(attributes.height), place).to.be.within(0, height)
  if (attributes.viewBox !== undefined) {
    expect(attributes.viewBox).to.equal(`0 0 1000 ${attributes.height}`)
    for (const child of children) expectPathsWithin(child, top, height)
    return
  }
  for (const child of children)
    expectWithin(child, name === 'svg' ? { left, width: width ?? frame.width, top } : frame, height)
}

/** @param outer width of the group's strokes */
function expectPathsWithin({ attributes, children }: Element, top: number, height: number, outer: string = '0') {
  const stroke = attributes['stroke-width'] ?? outer
  // A stroke that is wider than a line stands for a row of cells.
  const reach = Number(stroke) > 4 ? Number(stroke) / 2 - 1 : 0
  const outside = pointsOf(attributes.d ?? '').filter(
    ({ x, y }) => !(x >= 0 && x <= 1000 && top + y - reach >= 0 && top + y + reach <= height)
  )
  expect(outside).to.eql([])
  for (const child of children) expectPathsWithin(child, top, height, stroke)
}

const flat = (element: Element): Element[] => [element, ...element.children.flatMap(flat)]

/** @param nodes as the parser gives them */
function elements(nodes: any[]): Element[] {
  return nodes.flatMap((node) => {
    const name = Object.keys(node).find((key) => key !== ':@')
    if (name === undefined || name === '#text') return []
    return [{ name, attributes: node[':@'] ?? {}, children: elements(node[name]), text: textOf(node[name]) }]
  })
}

const textOf = (nodes: any[]): string => nodes.map((node) => node['#text'] ?? textOf(node.tspan ?? [])).join('')
