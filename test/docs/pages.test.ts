import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { anchorsIn } from '../../docs/site/sidebar.ts'
import { tokensOf } from '../support/markdown.ts'

const root = new URL('../../', import.meta.url)
const files = globSync('**/*.md', {
  cwd: fileURLToPath(root),
  exclude: ['**/node_modules', 'plugin/dist', 'published', 'reports/2*', '**/fixtures/**/reports']
})
  .filter((file) => !file.startsWith('reports/'))
  .sort()

const read = (file: string) => readFileSync(new URL(file, root), 'utf8')

/** @returns where links and pictures lead */
function targetsIn(file: string): string[] {
  const tokens = tokensOf(read(file)) as any[]
  const html = tokens
    .filter(({ type }) => type === 'html')
    .flatMap(({ text }) => [...text.matchAll(/(?:href|src|srcset)="([^"]+)"/g)].map(([, target]) => target))
  return [...tokens.filter(({ type }) => type === 'link' || type === 'image').map(({ href }) => href), ...html]
}

/** @returns what is wrong with it; '' for nothing */
function flaw(file: string, target: string): string {
  if (/^(https?|mailto):/.test(target)) return ''
  const { pathname, hash } = new URL(target, new URL(file, root))
  const path = decodeURIComponent(pathname)
  if (!existsSync(path)) return `${file}: ${target} is not there`
  if (hash === '' || statSync(path).isDirectory() || !path.endsWith('.md')) return ''
  return anchorsIn(readFileSync(path, 'utf8')).includes(decodeURIComponent(hash.slice(1)))
    ? ''
    : `${file}: ${target} is no heading`
}

describe('the pages in Markdown', () => {
  for (const file of files) {
    it(`have links that lead somewhere, also to headings: ${file}`, () => {
      expect(
        targetsIn(file)
          .map((target) => flaw(file, target))
          .filter((text) => text !== '')
      ).to.eql([])
    })
  }

  it('are all found from the README', () => {
    const found = new Set(['README.md'])
    for (const file of found) {
      for (const target of targetsIn(file).filter((target) => !/^(https?|mailto|#)/.test(target))) {
        const path = new URL(target.split('#')[0], new URL(file, root)).pathname.slice(fileURLToPath(root).length)
        if (files.includes(path)) found.add(path)
      }
    }
    expect(files.filter((file) => !found.has(file))).to.eql([])
  })

  it('explain each term once, in the glossary', () => {
    const terms = (tokensOf(read('docs/glossary.md')) as any[])
      .filter(({ type, depth }) => type === 'heading' && depth === 3)
      .map(({ text }) => text)
    expect(new Set(terms).size).to.equal(terms.length)
    expect(terms).to.include.members([
      'app',
      'variant',
      'baseline',
      'candidate',
      'run',
      'round',
      'worker',
      'load generator',
      'lean client',
      'speedup',
      'interval',
      'threshold',
      'limit',
      'verdict',
      'warning',
      'diagnosis',
      'disturbance',
      'fairness',
      'bound',
      'closed load',
      'open load',
      'scenario file',
      'comparison',
      'user',
      'usable core',
      'report'
    ])
  })

  it('are short where a stranger begins', () => {
    expect(read('README.md').trimEnd().split('\n')).to.have.length.below(111)
    expect(read('plugin/README.md').trimEnd().split('\n')).to.have.length.below(251)
  })
})
