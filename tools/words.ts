// node tools/words.ts: how many words the pages have that are written by hand.
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = new URL('../', import.meta.url)
/** Programs make them, see CONTRIBUTING.md. */
const made = ['claims', 'codes', 'evidence', 'not-supported', 'options', 'tutorials', 'ways']
/** Pages of questions that came after the limit was set, and are beyond it. */
const later = ['bisect', 'doctor', 'growth', 'load-machine', 'requests', 'tune']
export const notCounted = [...made, ...later].map((name) => `docs/${name}.md`)

/** @returns as many as a reader reads: no code, no addresses of links, no comments */
export function wordsIn(markdown: string): number {
  const prose = markdown
    .replaceAll(/^(`{3,})[^]*?^\1/gm, '')
    .replaceAll(/<!--[^]*?-->/g, '')
    .replaceAll(/`[^`]*`/g, ' ')
    .replaceAll(/\]\([^)]*\)/g, ']')
    .replaceAll(/<[^>]*>/g, ' ')
  return prose.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length
}

/** @returns the words of each page, the most last */
export function wordsByPage(): [page: string, words: number][] {
  const pages = ['README.md', ...globSync('docs/*.md', { cwd: fileURLToPath(root) })]
  return pages
    .filter((page) => !notCounted.includes(page))
    .map((page): [string, number] => [page, wordsIn(readFileSync(new URL(page, root), 'utf8'))])
    .sort(([, a], [, b]) => a - b)
}

if (import.meta.main) {
  const all = wordsByPage()
  for (const [page, words] of all) console.log(`${String(words).padStart(6)}  ${page}`)
  console.log(`${String(all.reduce((sum, [, words]) => sum + words, 0)).padStart(6)}  in all`)
}
