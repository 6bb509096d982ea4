// What the site makes of Markdown that is written for GitHub: links that leave docs/, and words that the glossary
// explains.
import { existsSync, readFileSync } from 'node:fs'
import { base, files, repositoryAddressOf } from './addresses.ts'
import { anchorsIn } from './sidebar.ts'

/** A token of markdown-it, as far as it is used here. */
interface Token {
  type: string
  tag: string
  content: string
  children: Token[] | null
  attrGet(name: string): string | null
  attrSet(name: string, value: string): void
}
interface State {
  tokens: Token[]
  env: { relativePath?: string }
  Token: new (type: string, tag: string, nesting: number) => Token
}
interface MarkdownIt {
  core: { ruler: { push(name: string, rule: (state: State) => void): void } }
}

/**
 * Links to files of the site open them as they are; other files of the repository are shown by GitHub. VitePress tells
 * of pages that are not there.
 * @throws Error a file or a heading is not there
 */
export function leadOut(md: MarkdownIt, repository: string) {
  md.core.ruler.push('lead-out', ({ tokens, env }) => {
    for (const { children } of tokens) {
      for (const [index, token] of (children ?? []).entries()) {
        const target = token.type === 'link_open' ? (token.attrGet('href') ?? '') : ''
        const { protocol, pathname, hash } = new URL(target, `file:///docs/${env.relativePath}`)
        const path = pathname.slice(1)
        if (target === '' || protocol !== 'file:') continue
        if (isDead(`${repository}${path}`, hash)) throw new Error(`docs/${env.relativePath}: ${target} is not there.`)
        if (/^docs\/[^/]+\.md$/.test(path)) continue
        const address = repositoryAddressOf(path)
        if (files.includes(path)) {
          token.attrSet('href', `${base}${path}`)
          // Without it, VitePress looks for a page of its own.
          token.attrSet('target', '_self')
        } else if (address !== null) token.attrSet('href', address)
        else leadNowhere((children ?? []).slice(index), path)
      }
    }
  })
}

function isDead(file: string, hash: string): boolean {
  if (!existsSync(file)) return true
  if (hash === '' || !file.endsWith('.md')) return false
  return !anchorsIn(readFileSync(file, 'utf8')).includes(decodeURIComponent(hash.slice(1)))
}

/** Makes text of the link that these tokens begin with, with its path on hover. */
function leadNowhere(tokens: Token[], path: string) {
  const close = tokens.find(({ type }) => type === 'link_close') as Token
  Object.assign(tokens[0], { type: 'span_open', tag: 'span', attrs: [['title', `${path} in the repository`]] })
  Object.assign(close, { type: 'span_close', tag: 'span' })
}

/** Words that everyone knows, or that are verbs, too: a mark on each of them would be in the way. */
const everyday = ['app', 'user', 'run', 'report', 'room', 'warning', 'limit', 'bound', 'scenario']

/** @returns the terms of the glossary and what they mean, as text */
export function termsIn(glossary: string): Map<string, string> {
  const parts = glossary.split(/^### /m).slice(1)
  return new Map(
    parts.map((part) => {
      const [term, ...lines] = part.trim().split('\n')
      return [term, plain(lines.join(' '))] as const
    })
  )
}

const plain = (markdown: string) =>
  markdown
    .replaceAll(/[.;]\s+see\s+\[[^\]]*\]\([^)]*\)\./gi, '.')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll('`', '')
    .replaceAll(/\s+/g, ' ')
    .trim()

/** Explains the first of each term in the text of a page: on hover, in a title. */
export function explainTerms(md: MarkdownIt, terms: Map<string, string>) {
  const marked = [...terms.keys()].filter((term) => !everyday.includes(term)).sort((a, b) => b.length - a.length)
  const pattern = new RegExp(`(?<![\\w-])(${marked.join('|')})s?(?![\\w-])`, 'gi')
  md.core.ruler.push('explain-terms', ({ tokens, env, Token }) => {
    if (env.relativePath === 'glossary.md') return
    const left = new Set(marked)
    const htmlFor = (html: string) => Object.assign(new Token('html_inline', '', 0), { content: html })
    const explain = (token: Token): Token[] => {
      const found: Token[] = []
      let end = 0
      for (const match of token.content.matchAll(pattern)) {
        const term = match[1].toLowerCase()
        if (!left.delete(term)) continue
        const text = Object.assign(new Token('text', '', 0), { content: token.content.slice(end, match.index) })
        const word = Object.assign(new Token('text', '', 0), { content: match[0] })
        found.push(text, htmlFor(`<abbr title="${escaped(terms.get(term) ?? '')}">`), word, htmlFor('</abbr>'))
        end = match.index + match[0].length
      }
      return [...found, Object.assign(new Token('text', '', 0), { content: token.content.slice(end) })]
    }
    for (const [index, token] of tokens.entries()) {
      if (token.type !== 'inline' || tokens[index - 1].type !== 'paragraph_open') continue
      let links = 0
      token.children = (token.children ?? []).flatMap((child) => {
        links += child.type === 'link_open' ? 1 : child.type === 'link_close' ? -1 : 0
        return child.type === 'text' && links === 0 ? explain(child) : [child]
      })
    }
  })
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
