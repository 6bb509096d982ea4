import { expect } from 'chai'
import { describe, it } from 'mocha'
import { readFileSync } from 'node:fs'

const read = (/** @type {string} */ name) => readFileSync(new URL(`../plugin/${name}`, import.meta.url), 'utf8')
const readme = read('README.md')
const vocabulary = read('vocabulary.js')

/**
 * @param {string} from a text before the union of literals
 * @param {string} to a text behind it
 * @returns {string[]} sorted
 */
function codesBetween(from, to) {
  const union = vocabulary.split(from)[1].split(to)[0]
  return [...union.matchAll(/'([a-z-]+)'/g)].map(([, code]) => code).sort()
}

/** @param {string} heading of a table whose first column holds codes @returns {string[]} sorted */
function tableBelow(heading) {
  const rows = readme.split(heading)[1].split('\n\n')[0].split('\n')
  return rows.flatMap((row) => /^\| `([a-z-]+)` \|/.exec(row)?.[1] ?? []).sort()
}

describe('the README of the plugin', () => {
  it('lists every warning code', () => {
    expect(tableBelow('| code | severity | what was seen |\n')).to.eql(codesBetween('good to know\n', '} WarningCode'))
  })

  it('lists every code of a diagnosis', () => {
    expect(tableBelow('| code | in short |\n')).to.eql(codesBetween('@typedef {object} Diagnosis', '} code stable'))
  })

  it('lists every option', () => {
    const shapes = read('settings/option-shapes.js').split('export const optionShapes = object({')[1].split('})')[0]
    const options = [...shapes.matchAll(/^ {2}(\w+)[:,]?/gm)].map(([, name]) => name).filter((name) => name !== 'scope' && name !== 'suppressOutput')
    const listed = [...readme.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name)
    expect(listed).to.include.members(options)
  })
})
