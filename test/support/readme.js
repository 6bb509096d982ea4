import { readFileSync } from 'node:fs'
import { tokensOf } from './markdown.js'

/** What npm shows. */
export const readme = readFileSync(new URL('../../plugin/README.md', import.meta.url), 'utf8')

const tokens = /** @type {any[]} */ (tokensOf(readme))

/** @returns {{ text: string, rank: number }[]} */
export const headings = () => tokens.filter(({ type }) => type === 'heading').map(({ text, depth }) => ({ text, rank: depth }))

/** @returns {string[]} where links and pictures lead */
export const linkTargets = () => tokens.filter(({ type }) => type === 'link' || type === 'image').map(({ href }) => href)

/**
 * @param {string} language '' for what is none
 * @returns {string[]} the blocks of code in it
 */
export const blocksOf = (language) => tokens.filter(({ type, lang }) => type === 'code' && (lang ?? '') === language).map(({ text }) => text)

/**
 * @param {...string} head
 * @returns {string[][]} the rows of all tables with that head, cell by cell, in Markdown
 */
export function rowsBelow(...head) {
  const tables = tokens.filter(({ type, header }) => type === 'table' && textsOf(header).join('|') === head.join('|'))
  if (tables.length === 0) throw new Error(`There is no table ${head.join(' | ')}.`)
  return tables.flatMap(({ rows }) => rows.map(textsOf))
}

/** @param {{ text: string }[]} cells */
function textsOf(cells) {
  return cells.map(({ text }) => text)
}

/**
 * @param {string} cell
 * @returns {string} the code that it begins with; where there is none, the cell
 */
export function codeIn(cell) {
  return /^`([^`]+)`/.exec(cell)?.[1] ?? cell
}
