import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { describe, it } from 'mocha'
import { parse } from 'yaml'
import { readSettings } from '../plugin/settings/read-settings.ts'
import { codeIn, rowsBelow } from './support/readme.ts'
import { aSource } from './support/settings.ts'

/** of JSON Schema */
type Shape = { properties?: Record<string, Shape>, additionalProperties?: false | Shape, anyOf?: Shape[], default?: unknown }

const { $defs } = JSON.parse(readFileSync(new URL('../plugin/options.schema.json', import.meta.url), 'utf8'))

/** @param path of what is in it, before its names */
function optionsIn({ properties = {}, additionalProperties = false, anyOf = [] }: Shape, path: string): [path: string, shape: Shape][] {
  const named = Object.entries(properties).flatMap(([name, shape]): [string, Shape][] =>
    [[path + name, shape], ...optionsIn(shape, `${path}${name}.`)])
  const unnamed = additionalProperties === false ? [] : optionsIn(additionalProperties, `${path}*.`)
  return [...named, ...unnamed, ...anyOf.flatMap((shape) => optionsIn(shape, path))]
}

describe('the options in the README of the plugin', () => {
  const options = new Map([...optionsIn($defs.options, ''), ...optionsIn($defs.thresholds, 'thresholds.')])
  const defaults = new Map(rowsBelow('option', 'meaning', 'default').map(([option, , value]) => [codeIn(option), value]))

  it('are those that there are', () => {
    expect(options.size).to.be.above(30)
    expect([...defaults.keys()].sort()).to.eql([...options.keys()].sort())
  })

  for (const [path, shape] of options) {
    it(`have the default of ${path}`, () => {
      const written = String(defaults.get(path))
      if (shape.default === undefined) expect(written).to.match(/^[a-z]/)
      else expect(parse(codeIn(written))).to.eql(shape.default)
    })
  }

  it('have a rounds.max that is never below rounds.min', () => {
    expect(defaults.get('rounds.max')).to.equal('`10`, or `rounds.min` where that is more')
    const mostWith = (min: number) => readSettings(aSource({ rounds: { min } })).rounds.max
    expect([mostWith(9), mostWith(20)]).to.eql([10, 20])
  })

  it('have the defaults with which settings are read', () => {
    const given: any = { variants: {}, rounds: {}, app: { script: '../fixtures-app/server.js' } }
    const written = [...defaults].filter(([, value]) => value.startsWith('`'))
    expect(written).to.have.length.above(10)
    for (const [path, value] of written) {
      const keys = path.replace('*', 'clustered').split('.')
      const last = String(keys.pop())
      keys.reduce((inside, key) => inside[key], given)[last] = parse(codeIn(value))
    }
    expect(readSettings(aSource(given))).to.eql(readSettings(aSource({})))
  })
})
