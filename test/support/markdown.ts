import { marked, type Token } from 'marked'
import { rowsIn } from './pages.ts'

/** @returns all that GitHub’s Markdown makes of it, however deep */
export function tokensOf(markdown: string): Token[] {
  const found: Token[] = []
  marked.walkTokens(marked.lexer(markdown, { gfm: true }), (token) => void found.push(token))
  return found
}

/** @returns HTML, as GitHub reads it */
export const htmlOf = (markdown: string): string => String(marked.parse(markdown, { gfm: true }))

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' }

/** @returns as a reader sees it */
export function textOf(html: string): string {
  return html.replace(/<[^>]*>/g, '').replace(/&(?:#(\d+)|(\w+));/g, (_, code, name) => (code === undefined ? named[name] : String.fromCodePoint(Number(code))))
}

/** @returns the cells of its first table, row by row, the head first */
export function tableIn(markdown: string): string[][] {
  return rowsIn(/<table>.*?<\/table>/s.exec(htmlOf(markdown))?.[0] ?? '', textOf)
}
