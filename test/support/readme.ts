import { readFileSync } from 'node:fs'
import { tokensOf } from './markdown.ts'

/** What npm shows. */
export const readme = readFileSync(new URL('../../plugin/README.md', import.meta.url), 'utf8')

const tokens = tokensOf(readme) as any[]

export const headings = (): { text: string, rank: number }[] => tokens.filter(({ type }) => type === 'heading').map(({ text, depth }) => ({ text, rank: depth }))

/** @returns where links and pictures lead */
export const linkTargets = (): string[] => tokens.filter(({ type }) => type === 'link' || type === 'image').map(({ href }) => href)

/** @returns the blocks of code in a language, '' for none */
export const blocksOf = (language: string): string[] => tokens.filter(({ type, lang }) => type === 'code' && (lang ?? '') === language).map(({ text }) => text)

/** @returns the rows of all tables with that head, cell by cell, in Markdown */
export function rowsBelow(...head: string[]): string[][] {
  const tables = tokens.filter(({ type, header }) => type === 'table' && textsOf(header).join('|') === head.join('|'))
  if (tables.length === 0) throw new Error(`There is no table ${head.join(' | ')}.`)
  return tables.flatMap(({ rows }) => rows.map(textsOf))
}

const textsOf = (cells: { text: string }[]) => cells.map(({ text }) => text)

/** @returns the code that it begins with; where there is none, the cell */
export const codeIn = (cell: string): string => /^`([^`]+)`/.exec(cell)?.[1] ?? cell
