import { fibonacci } from './fibonacci.js'
import { heavyComputation } from './heavy-computation.js'
import { primes } from './primes.js'
import { readContent } from './read-content.js'
import { slow } from './slow.js'
/** @import { Metric } from '../../../plugin/vocabulary.js' */

/**
 * What a tutorial says, and how we try it. A new one is a file, a row, and a scenario file of its name.
 *
 * @typedef {object} Tutorial
 * @property {string} name of scenarios/tutorials/<name>.yml, and of the folder in which its comparison is kept
 * @property {string} title
 * @property {string} source Markdown
 * @property {string} setUp how the tutorial measured, as far as it is known
 * @property {number | null} cores of its machine; null: not known
 * @property {string[]} changes of ours, a sentence each
 * @property {Claim[]} claims
 *
 * @typedef {object} Claim
 * @property {string} scenario as it is named in the scenario file
 * @property {number | null} factor by which its load is multiplied; null: it has one load only
 * @property {string} candidate
 * @property {Metric | 'success'} metric success: share of the requests that were answered, from 0 to 1
 * @property {number} baseline ms, responses a second, or a share
 * @property {number} claimed the same of the candidate
 */

/** @type {Tutorial[]} */
export const tutorials = [slow, heavyComputation, fibonacci, readContent, primes]
