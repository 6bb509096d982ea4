import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { describe, it } from 'mocha'
import { baselineLook, lookOf, mark, numberedLook } from '../../plugin/report/palette.ts'

const read = (name: string) => readFileSync(new URL(`../../plugin/report/${name}`, import.meta.url), 'utf8')

/** @returns its variables */
const variables = (css: string): Record<string, string> => Object.fromEntries([...css.matchAll(/--([\w-]+): (#\w+);/g)].map(([, name, value]) => [name, value]))

describe('the colours', () => {
  const [light, dark] = read('page/styles/base.css').split('@media screen and (prefers-color-scheme: dark)').map(variables)

  it('are the same where CSS is dropped', () => {
    const source = read('palette.ts')
    const colours = /const colours = \[(.*)\]/.exec(source)?.[1].match(/#\w+/g) ?? []
    const named = [...source.matchAll(/var\(--([a-z-]+),(#\w+)\)/g)].map(([, name, value]) => [name, value])
    const numbered = colours.map((value, i) => [`v${i + 1}`, value])
    expect(named).to.have.length.above(8)
    expect(numbered).to.have.length(5)
    for (const [name, value] of [...named, ...numbered]) expect(light[name], name).to.equal(value)
  })

  it('all have a dark value', () => {
    expect(Object.keys(dark).sort()).to.eql(Object.keys(light).sort())
  })
})

describe('the look of a variant', () => {
  const scenario = { baseline: 'single', candidates: [{ name: 'two' }, { name: 'four' }] }

  it('is a dashed ring for the baseline, and for a name that is unknown', () => {
    expect(lookOf('single', scenario)).to.equal(baselineLook)
    expect(lookOf('nobody', scenario)).to.equal(baselineLook)
    expect(baselineLook).to.include({ shape: 'ring', dash: '4 3' })
  })

  it('differs in colour and shape between candidates, in shape and line at least beyond the fifth', () => {
    expect(lookOf('four', scenario)).to.eql(numberedLook(1))
    const looks = Array.from({ length: 10 }, (_, i) => numberedLook(i))
    expect(new Set(looks.slice(0, 5).map(({ colour }) => colour)).size).to.equal(5)
    expect(new Set(looks.slice(0, 5).map(({ shape }) => shape)).size).to.equal(5)
    expect(new Set(looks.map(({ colour, shape }) => `${colour} ${shape}`)).size).to.equal(10)
    expect(new Set(looks.map(({ colour, dash }) => `${colour} ${dash}`)).size, 'lines').to.equal(10)
    expect(looks.slice(0, 5).map(({ dash }) => dash)).to.eql(Array(5).fill(null))
  })

  it('is drawn where it is put, with its title escaped', () => {
    const drawn = mark(numberedLook(1), { x: '50%', y: 7, title: '<b>' }).text
    expect(drawn).to.match(/^<svg x="50%" y="7" overflow="visible"><title>&lt;b&gt;<\/title><path /)
    expect(mark(baselineLook).text).to.match(/^<circle /)
  })
})
