import { marked, type Token } from 'marked'
import { rowsIn, withoutEntities } from './pages.ts'

/** @returns all that GitHub’s Markdown makes of it, however deep */
export function tokensOf(markdown: string): Token[] {
  const found: Token[] = []
  marked.walkTokens(marked.lexer(markdown, { gfm: true }), (token) => void found.push(token))
  return found
}

/** @returns HTML, as GitHub reads it */
export const htmlOf = (markdown: string): string => String(marked.parse(markdown, { gfm: true }))

/** @returns as a reader sees it */
export const textOf = (html: string): string => withoutEntities(html.replace(/<[^>]*>/g, ''))

/** @returns the cells of its first table, row by row, the head first */
export function tableIn(markdown: string): string[][] {
  return rowsIn(/<table>.*?<\/table>/s.exec(htmlOf(markdown))?.[0] ?? '', textOf)
}
