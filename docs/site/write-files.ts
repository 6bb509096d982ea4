// What the built site has besides its pages: the files that its sidebar names, the pages as Markdown, and llms.txt.
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { files, siteUrl } from './addresses.ts'
import { pages, questions } from './sidebar.ts'

/** @param output the folder of the built site */
export function writeFiles(repository: string, output: string, summary: string) {
  for (const file of files) {
    // A report has its data beside it.
    const path = file.endsWith('/index.html') ? dirname(file) : file
    mkdirSync(dirname(join(output, path)), { recursive: true })
    cpSync(join(repository, path), join(output, path), { recursive: true, filter: (name) => !name.endsWith('.ts') })
  }
  const texts = pages.map((page) => [page, readFileSync(join(repository, 'docs', page), 'utf8').trim()])
  for (const [page, text] of texts) writeFileSync(join(output, page), `${text}\n`)
  writeFileSync(join(output, 'llms.txt'), contents(summary))
  const whole = texts.map(([page, text]) => `<!-- ${addressOf(page)} -->\n\n${text}\n`)
  writeFileSync(join(output, 'llms-full.txt'), whole.join('\n'))
}

/** As https://llmstxt.org describes it. */
function contents(summary: string): string {
  const parts = questions.map(({ text, page, more = [] }) => {
    const rows = [{ text, page }, ...more].map((place) => `- [${place.text}](${addressOf(place.page)})`)
    return `## ${text}\n\n${rows.join('\n')}\n`
  })
  const skill = 'For agents that call the tool: SKILL.md of the package, in node_modules/artillery-plugin-speedup.\n'
  return [`# artillery-plugin-speedup\n\n> ${summary}\n`, skill, ...parts].join('\n')
}

const addressOf = (page: string) => `${siteUrl ?? '/'}${page.replace(/^\.\.\//, '')}`
