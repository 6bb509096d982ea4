import { expect } from 'chai'
import { describe, it } from 'mocha'
import { describeTypes } from '../../plugin/pack/describe-types.js'

const source = `/**
 * The words of all.
 *
 * @import { Place } from './places.js'
 *
 * @typedef {'one' | 'two'} Word
 * @typedef {{ word: Word } & { count: number }} Counted how often
 *   a word came
 * @typedef {string} Other
 */

/**
 * Where words
 * come from.
 *
 * @typedef {object} Place
 * @property {string} name of it
 *
 * @typedef {object} Way from one place
 *   to another
 * @property {Place} to
 */

/** @import { Word } from './words.js' */

/** Not this. */
export const places = []
`

describe('a declaration', () => {
  it('tells of each type what its source tells', () => {
    const declaration = ['Word', 'Counted', 'Other', 'Place', 'Way'].map((name) => `export type ${name} = string;\n`).join('')
    expect(describeTypes(declaration, source)).to.equal(`export type Word = string;
/** how often a word came */
export type Counted = string;
export type Other = string;
/** Where words come from. */
export type Place = string;
/** from one place to another */
export type Way = string;
`)
  })
})
