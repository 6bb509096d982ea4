import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitepress'
import { base, repositoryUrl, sitePathOf, siteUrl } from '../site/addresses.ts'
import { explainTerms, leadOut, termsIn } from '../site/markdown.ts'
import { anchorOf, questions, sidebarFlaws, type Place } from '../site/sidebar.ts'
import { writeFiles } from '../site/write-files.ts'

const repository = fileURLToPath(new URL('../..', import.meta.url))
const docs = `${repository}docs`
const flaws = sidebarFlaws(docs)
if (flaws.length > 0) throw new Error(flaws.join('\n'))

const { description } = JSON.parse(readFileSync(`${repository}plugin/package.json`, 'utf8'))
const terms = termsIn(readFileSync(`${docs}/glossary.md`, 'utf8'))

/** A report or a schema is no page of VitePress, so the browser opens it; VitePress adds the base to HTML only. */
function itemOf({ text, page }: Place) {
  const path = sitePathOf(page).replace(/^\/index\.md/, '/')
  if (!page.startsWith('../')) return { text, link: path }
  return { text, link: path.endsWith('.html') ? path : base + path.slice(1), target: '_self' }
}

export default defineConfig({
  title: 'artillery-plugin-speedup',
  description,
  lang: 'en',
  base,
  // Programs and their results, which make pages.
  srcExclude: ['claims/**', 'tutorials/**'],
  head: [['link', { rel: 'icon', href: 'data:,' }]],
  markdown: {
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    anchor: { slugify: anchorOf },
    config(md) {
      leadOut(md, repository)
      explainTerms(md, terms)
    }
  },
  ...(siteUrl && { sitemap: { hostname: siteUrl } }),
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    // The sidebar is no sequence.
    docFooter: { prev: false, next: false },
    nav: [
      itemOf({ text: 'Start', page: 'start.md' }),
      itemOf({ text: 'Options', page: 'options.md' }),
      itemOf({ text: 'Codes', page: 'codes.md' }),
      itemOf({ text: 'Examples', page: 'report.md#examples' })
    ],
    sidebar: questions.map(({ more = [], ...question }) => ({
      ...itemOf(question),
      items: more.map(itemOf),
      ...(more.length > 0 && { collapsed: question.text !== 'Start' })
    })),
    ...(repositoryUrl && {
      socialLinks: [{ icon: 'github', link: repositoryUrl }],
      editLink: { pattern: `${repositoryUrl}/edit/main/docs/:path`, text: 'Edit this page' }
    })
  },
  transformPageData: ({ relativePath, frontmatter }) =>
    relativePath === 'index.md' ? { frontmatter: { ...frontmatter, aside: false } } : undefined,
  buildEnd: ({ outDir }) => writeFiles(repository, outDir, description)
})
