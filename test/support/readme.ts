import { readdirSync, readFileSync } from 'node:fs'
import { tokensOf } from './markdown.ts'

const root = new URL('../../', import.meta.url)
const docs = readdirSync(new URL('docs/', root))
  .filter((name) => name.endsWith('.md'))
  .map((name) => `docs/${name}`)
  .sort()

/** Every page for users, the package's README first: paths from the repository's folder. */
export const pages: string[] = ['plugin/README.md', 'README.md', ...docs]

/** @param page a path from the repository's folder */
export const textOf = (page: string): string => readFileSync(new URL(page, root), 'utf8')

/** All pages, as one text. */
export const readme: string = pages.map(textOf).join('\n')

const tokensIn = (names: string[]) => names.flatMap((page) => tokensOf(textOf(page))) as any[]
const tokens = tokensIn(pages)

/** @returns the blocks of code in a language, '' for none */
export const blocksOf = (language: string, names: string[] = pages): string[] =>
  (names === pages ? tokens : tokensIn(names))
    .filter(({ type, lang }) => type === 'code' && (lang ?? '') === language)
    .map(({ text }) => text)

/** @returns the rows of all tables with that head, cell by cell, in Markdown */
export function rowsBelow(...head: string[]): string[][] {
  const tables = tokens.filter(({ type, header }) => type === 'table' && cellsOf(header).join('|') === head.join('|'))
  if (tables.length === 0) throw new Error(`There is no table ${head.join(' | ')}.`)
  return tables.flatMap(({ rows }) => rows.map(cellsOf))
}

const cellsOf = (cells: { text: string }[]) => cells.map(({ text }) => text)

/** @returns the code that it begins with; where there is none, the cell */
export const codeIn = (cell: string): string => /^`([^`]+)`/.exec(cell)?.[1] ?? cell
