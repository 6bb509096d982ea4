import { marked } from 'marked'
/** @import { Token } from 'marked' */

/**
 * @param {string} markdown
 * @returns {Token[]} all that GitHub’s Markdown makes of it, however deep
 */
export function tokensOf(markdown) {
  /** @type {Token[]} */
  const found = []
  marked.walkTokens(marked.lexer(markdown, { gfm: true }), (token) => {
    found.push(token)
  })
  return found
}

/**
 * @param {string} markdown
 * @returns {string} HTML, as GitHub reads it
 */
export function htmlOf(markdown) {
  return String(marked.parse(markdown, { gfm: true }))
}

/** @type {Record<string, string>} */
const named = { amp: '&', lt: '<', gt: '>', quot: '"' }

/**
 * @param {string} html
 * @returns {string} as a reader sees it
 */
export function textOf(html) {
  return html.replace(/<[^>]*>/g, '').replace(/&(?:#(\d+)|(\w+));/g, (_, code, name) => (code === undefined ? named[name] : String.fromCodePoint(Number(code))))
}

/**
 * @param {string} markdown
 * @returns {string[][]} the cells of its first table, row by row, the head first
 */
export function tableIn(markdown) {
  const [table] = /<table>.*?<\/table>/s.exec(htmlOf(markdown)) ?? ['']
  return [...table.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row]) => [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/gs)].map(([, cell]) => textOf(cell)))
}
