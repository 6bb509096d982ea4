// The pages of the site by the questions that they answer. It needs no package: a test reads it, too.
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/**
 * page: from docs/, with a heading if it is about a part; what is elsewhere in the repository becomes part of the site
 */
export interface Place {
  text: string
  page: string
}

export interface Question extends Place {
  more?: Place[]
}

const exampleOf = (name: string) => `../reports/examples/${name}/index.html`

export const questions: Question[] = [
  {
    text: 'Start',
    page: 'index.md',
    more: [
      { text: 'A first verdict', page: 'start.md' },
      { text: 'Read the report', page: 'report.md#the-report' },
      { text: 'Choose a load', page: 'loads.md' },
      { text: 'The load on another machine', page: 'load-machine.md' },
      { text: 'Troubleshooting', page: 'troubleshooting.md' }
    ]
  },
  { text: 'Your existing Artillery script', page: 'script.md' },
  {
    text: 'Example reports',
    page: 'report.md#examples',
    more: [
      { text: 'Yes: it computes', page: exampleOf('yes') },
      { text: 'No: it only waits', page: exampleOf('no') },
      { text: 'Inconclusive', page: exampleOf('inconclusive') },
      { text: 'How many workers', page: exampleOf('scaling') },
      { text: 'From which load on', page: exampleOf('crossover') },
      { text: 'Users per second', page: exampleOf('capacity') },
      { text: 'A deploy', page: exampleOf('deploy') },
      { text: 'Each request of a flow', page: exampleOf('requests') },
      { text: 'A slower commit', page: exampleOf('commit') },
      { text: 'Containers', page: exampleOf('containers') }
    ]
  },
  {
    text: 'Should I cluster?',
    page: 'cluster.md',
    more: [
      { text: 'From which load on', page: 'loads.md#from-which-load-on' },
      { text: 'Cluster, PM2, reusePort, Watt, Bun, Deno', page: 'ways.md' },
      { text: 'Claims, checked', page: 'claims.md' }
    ]
  },
  { text: 'Can it be clustered?', page: 'doctor.md' },
  { text: 'How many workers?', page: 'workers.md' },
  { text: 'Containers', page: 'containers.md' },
  {
    text: 'How much can I promise?',
    page: 'capacity.md',
    more: [{ text: 'Limits that must hold', page: 'verdicts.md#limits' }]
  },
  { text: 'Which page gets faster?', page: 'requests.md' },
  { text: 'What does a deploy cost?', page: 'resilience.md' },
  { text: 'Is this commit slower?', page: 'versions.md' },
  { text: 'Which commit made it slower?', page: 'bisect.md' },
  { text: 'Which setting helps?', page: 'tune.md' },
  { text: 'Will it stay so?', page: 'growth.md' },
  { text: 'CI', page: 'ci.md' },
  { text: 'Test suites', page: 'test-suites.md' },
  { text: 'Find the hot function', page: 'profiles.md' },
  {
    text: 'Reference',
    page: 'options.md',
    more: [
      { text: 'Commands', page: 'start.md#commands' },
      { text: 'Exit codes', page: 'start.md#exit-codes' },
      { text: 'Options', page: 'options.md' },
      { text: 'Ways to run the app', page: 'variants.md' },
      { text: 'Thresholds and verdicts', page: 'verdicts.md' },
      { text: 'Codes', page: 'codes.md' },
      { text: 'Files', page: 'report.md' },
      { text: 'Schema of the options', page: '../plugin/options.schema.json' },
      { text: 'Schema of comparison.json', page: '../plugin/comparison.schema.json' },
      { text: 'Glossary', page: 'glossary.md' }
    ]
  },
  {
    text: 'Why trust it',
    page: 'how-it-works.md',
    more: [
      { text: 'How it works', page: 'how-it-works.md' },
      { text: 'How sure is it?', page: 'sure.md' },
      { text: 'Beside wrk, theory and itself', page: 'evidence.md' },
      { text: 'Five tutorials, checked', page: 'tutorials.md' }
    ]
  },
  {
    text: 'Limits',
    page: 'not-supported.md',
    more: [
      { text: 'What is not tested', page: 'not-supported.md#not-tested' },
      { text: 'What of Artillery works', page: 'artillery.md' }
    ]
  }
]

export const places: Place[] = questions.flatMap(({ more = [], ...question }) => [question, ...more])

/** The pages in the order of the sidebar, each once. */
export const pages: string[] = [...new Set(places.map(({ page }) => page.split('#')[0]))].filter((page) =>
  page.endsWith('.md')
)

/** As GitHub makes it, so that links to headings work in both places. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')

/** @returns what is wrong with the sidebar, by name */
export function sidebarFlaws(docs: string, named: Place[] = places): string[] {
  const nowhere = readdirSync(docs).filter(
    (name) => name.endsWith('.md') && !named.some(({ page }) => page.split('#')[0] === name)
  )
  const dead = named.filter(({ page }) => {
    const [file, anchor] = page.split('#')
    if (!existsSync(join(docs, file))) return true
    return anchor !== undefined && !anchorsIn(readFileSync(join(docs, file), 'utf8')).includes(anchor)
  })
  return [
    ...nowhere.map((name) => `docs/${name} has no place in the sidebar: name it in docs/site/sidebar.ts.`),
    ...dead.map(({ text, page }) => `"${text}" in docs/site/sidebar.ts leads to ${page}, which is not there.`)
  ]
}

/** @returns the anchors of its headings: the second of the same name ends in -1 */
export function anchorsIn(markdown: string): string[] {
  const headings = [...markdown.replaceAll(/^```[^]*?^```/gm, '').matchAll(/^#+ (.+)$/gm)]
  const anchors = headings.map(([, heading]) => anchorOf(heading))
  return anchors.map((anchor, index) => {
    const before = anchors.slice(0, index).filter((other) => other === anchor).length
    return before === 0 ? anchor : `${anchor}-${before}`
  })
}
