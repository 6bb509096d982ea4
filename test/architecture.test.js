import { expect } from 'chai'
import { describe, it } from 'mocha'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

const plugin = fileURLToPath(new URL('../plugin', import.meta.url))

/**
 * Which folder, or file at the top, may import from which: down only. So measuring can't see analysing, and the
 * report needs a comparison only.
 *
 * @type {Record<string, string[]>}
 */
const allowed = {
  'index.js': ['artillery', 'load'],
  'cli.js': ['init', 'processes', 'settings', 'speedup.js'],
  init: ['processes', 'settings', 'variants'],
  kit: ['artillery', 'comparison', 'processes', 'record', 'report', 'settings'],
  artillery: ['speedup.js', 'load', 'report', 'settings'],
  'speedup.js': ['experiment', 'comparison', 'record', 'report', 'settings'],
  experiment: ['variants', 'load', 'machine', 'processes', 'telemetry'],
  variants: ['processes'],
  deployed: ['variants'],
  load: ['processes', 'statistics'],
  machine: ['processes'],
  telemetry: ['load', 'statistics', 'variants'],
  comparison: ['statistics'],
  record: ['load', 'statistics', 'telemetry'],
  report: [],
  settings: ['record'],
  statistics: [],
  processes: [],
  pack: [],
  'errors.js': [],
  'vocabulary.js': [],
  'wording.js': []
}
const allowedEverywhere = ['vocabulary.js', 'errors.js', 'wording.js']

/** @param {string} source @returns {string[]} what it imports: statically, dynamically by a literal, by JSDoc */
const importsOf = (source) => [...source.matchAll(/(?:\bfrom|\bimport\s*\(?)\s*(['"])([^\s'"]+)\1/g)].map(([, , specifier]) => specifier)

/** @param {string} file absolute path @returns {string} its folder below plugin/, or its name at the top */
const placeOf = (file) => relative(plugin, file).split(sep)[0]

const files = readdirSync(plugin, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.js') && !name.includes('node_modules') && !name.startsWith(`dist${sep}`))
  .map((name) => join(plugin, name))
const edges = files.flatMap((file) =>
  importsOf(readFileSync(file, 'utf8')).map((specifier) => ({
    from: relative(plugin, file),
    place: placeOf(file),
    specifier,
    to: specifier.startsWith('.') ? placeOf(join(dirname(file), specifier)) : null
  }))
)

describe('the architecture', () => {
  it('is read from every kind of import', () => {
    const source = `
      import a from './a.js'
      import { b,
        c } from "./b.js"
      import './c.js'
      export { d } from './d.js'
      const e = await import('./e.js')
      /** @import { F } from './f.js' */
      /**
       * @import { G } from './g.js'
       * @type {import('./h.js').H}
       */
      import.meta.url, importsOf('./not.js'), notFrom('./not.js'), yes ? 'fell from' : 'not'`
    expect(importsOf(source)).to.eql(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((name) => `./${name}.js`))
    const found = edges.filter(({ from }) => from === 'index.js').map(({ to }) => to)
    expect(found).to.include.members(['artillery', 'load'])
  })

  it('knows every folder', () => {
    expect([...new Set(files.map(placeOf))].sort()).to.eql(Object.keys(allowed).sort())
  })

  for (const [place, targets] of Object.entries(allowed)) {
    it(`lets ${place} import from ${targets.length === 0 ? 'no other folder' : targets.join(', ')}`, () => {
      const permitted = [place, ...targets, ...allowedEverywhere]
      const found = edges.filter(({ place: from, to }) => from === place && to !== null && !permitted.includes(to))
      expect(found.map(({ from, specifier }) => `${from} imports ${specifier}`)).to.eql([])
    })
  }
})

describe('what is deployed with an app', () => {
  const small = ['variants/process-name.js', 'variants/tag-responses.js']

  it('brings nothing along but what tags its responses', () => {
    const brought = edges.filter(({ place, from }) => place === 'deployed' || small.includes(from.replaceAll(sep, '/')))
    const ours = brought.filter(({ to }) => to !== null).map(({ from, specifier }) => join(dirname(from), specifier).replaceAll(sep, '/'))
    expect([...new Set(ours)].sort()).to.eql(small)
    expect(brought.filter(({ to, specifier }) => to === null && !specifier.startsWith('node:'))).to.eql([])
  })
})

describe('the report', () => {
  it('has charts that know nothing of the pages they are on', () => {
    const charts = edges.filter(({ from }) => from.startsWith(join('report', 'charts') + sep))
    expect(charts).to.not.be.empty
    const found = charts.filter(({ from, specifier }) => /^report.(page|history)\b/.test(join(dirname(from), specifier)))
    expect(found.map(({ from, specifier }) => `${from} imports ${specifier}`)).to.eql([])
  })
})

describe('the packages that the plugin uses', () => {
  const isPackage = (/** @type {string} */ specifier) => !specifier.startsWith('.') && !specifier.startsWith('node:')
  const used = edges.filter(({ place, specifier }) => isPackage(specifier) && place !== 'pack')

  it('are exactly its dependencies', () => {
    const { dependencies } = JSON.parse(readFileSync(join(plugin, 'package.json'), 'utf8'))
    expect([...new Set(used.map(({ specifier }) => specifier))].sort()).to.eql(Object.keys(dependencies).sort())
  })

  for (const [specifier, place] of [['jstat', 'statistics'], ['d3-scale', 'report'], ['d3-shape', 'report']]) {
    it(`include ${specifier} for the folder ${place} alone`, () => {
      const places = used.filter((one) => one.specifier === specifier).map((one) => one.place)
      expect([...new Set(places)]).to.eql([place])
    })
  }
})
