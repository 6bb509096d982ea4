import { definitions, takenBack } from '../plugin/settings/shapes.ts'
import { optionShapes, scenarioShapes } from '../plugin/settings/option-shapes.ts'
import type { JsonSchema, Shape } from '../plugin/settings/shapes.ts'

/** keys: on the way to it; '*' for any name, or any item */
type Option = { keys: string[]; schema: any }

const intro = `# Options

<!-- Made from plugin/settings/option-shapes.ts: UPDATE_GOLDEN=1 npx mocha test/docs/options.test.ts -->

All options of \`config.plugins.speedup\` in a [scenario file](glossary.md#scenario-file). An unknown option or an invalid value is refused before anything
starts, with exit code 3 and the nearest right spelling. \`*\` stands for a name that you choose, or for each item of a list. Quantities
have their unit: times \`10s\`, \`200ms\` or \`5m\`, rates \`300/s\`, shares \`1%\`.

For completion and checks in an editor that has the YAML language server (VS Code: the extension YAML by Red Hat), begin the file with

\`\`\`text
# yaml-language-server: $schema=../node_modules/artillery-plugin-speedup/options.schema.json
\`\`\`

Write at least \`app\` or \`variants\`: an empty \`plugins: { speedup: }\`
[ends Artillery itself](troubleshooting.md#cannot-read-properties-of-null).`

const ofScenario = `A scenario has options of its own under its key \`speedup\`. The nearest value wins, key by key: the scenario's, then the variant's,
then that for all. \`null\` removes a value set at a more general level:

\`\`\`yaml
config:
  target: http://127.0.0.1:3000
  plugins:
    speedup:
      app: ../server.js
      users: 8
      thresholds: { throughput: 1.2, p95: 1.2 }
scenarios:
  - name: search
    speedup: { thresholds: { throughput: 1.5, p95: null } }
    flow: [{ get: { url: "/search" } }]
\`\`\``

/** Where the docs say more about an option, by its path. */
export const chapters: Record<string, string> = {
  app: 'troubleshooting.md#the-app-does-not-come-up',
  users: 'loads.md#closed-users-in-a-loop',
  rate: 'loads.md#open-users-arrive-at-a-rate',
  duration: 'loads.md#how-long',
  limits: 'verdicts.md#limits',
  variants: 'variants.md',
  'variants.*.workers': 'workers.md',
  'variants.*.instances': 'variants.md#a-load-balancer',
  'variants.*.cpus': 'containers.md#what-a-cpu-limit-does',
  'variants.*.memory': 'containers.md#memory',
  'variants.*.reload': 'resilience.md',
  'variants.*.ecosystem': 'variants.md#pm2',
  'variants.*.url': 'variants.md#what-is-deployed',
  thresholds: 'verdicts.md#thresholds',
  rounds: 'loads.md#how-long',
  time: 'loads.md#how-long',
  warmUp: 'loads.md#how-long',
  alternate: 'loads.md#in-turns',
  capacity: 'capacity.md',
  'capacity.price': 'containers.md#which-shape-for-a-load',
  levels: 'loads.md#from-which-load-on',
  generator: 'loads.md#load-from-elsewhere',
  profile: 'profiles.md',
  doctor: 'doctor.md#what-a-scenario-file-says',
  growth: 'growth.md#in-a-comparison',
  'generator.client': 'how-it-works.md#the-load-generators-client',
  disturb: 'resilience.md',
  report: 'report.md',
  latencyTo: 'how-it-works.md#latency-throughput-errors',
  compareAnswers: 'how-it-works.md#the-answers',
  compareWith: 'ci.md#compared-with-an-earlier-result',
  mix: 'ci.md#several-scenarios',
  'app.pidHeader': 'variants.md#which-worker-answered'
}

/** What belongs together, with an example; the options of maps stand below the map's own. */
const groups: { title: string; keys: string[]; example: string }[] = [
  {
    title: 'The app',
    keys: ['app'],
    example: `app: { script: ../server.js, env: { NODE_ENV: production }, ready: /health, readyTimeout: 30s }
users: 8`
  },
  {
    title: 'Ways to run it',
    keys: ['variants', 'baseline'],
    example: `app: ../server.js
users: 8
variants:
  single: {}
  two: { workers: 2 }
  pm2: { mode: pm2, workers: 2 }
  containers: { instances: 2, cpus: 500m, memory: 256Mi }
  bun: { command: bun ../server.js }
baseline: single`
  },
  {
    title: 'The load',
    keys: ['users', 'rate', 'duration', 'levels', 'mix', 'generator'],
    example: `app: ../server.js
users: 20
duration: 8s`
  },
  {
    title: 'Capacity',
    keys: ['capacity'],
    example: `app: ../server.js
capacity: { p95: 200ms, errorRate: 0.5%, for: 500/s }`
  },
  {
    title: 'How long, how precise',
    keys: ['rounds', 'time', 'warmUp', 'alternate', 'confidence'],
    example: `app: ../server.js
users: 8
time: 2m
warmUp: 2s`
  },
  {
    title: 'What must hold',
    keys: ['thresholds', 'limits', 'onInconclusive', 'latencyTo', 'compareAnswers', 'compareWith'],
    example: `app: ../server.js
users: 8
duration: 8s
thresholds: { throughput: 1.3 }
limits: { p95: 200ms, errorRate: 1% }
compareWith: ../reports/main`
  },
  {
    title: 'Disturbances',
    keys: ['disturb'],
    example: `app: ../server.js
users: 8
duration: 20s
variants: { clustered: { workers: 2 }, pm2: { mode: pm2, workers: 2 } }
disturb:
  - { freeze: worker, duration: 2s, at: 4s }
  - { reload: true, at: 12s }
limits: { lost: 0%, recovery: 2s }`
  },
  {
    title: 'The report',
    keys: ['report', 'profile', 'doctor', 'growth', 'scope', 'suppressOutput'],
    example: `app: ../server.js
users: 8
report: performance
profile: true
doctor: { accept: [keep-alive-too-short] }
growth: true
limits: { growth: 5kB }`
  }
]

/** Each example stands in a file that can be run as it is. */
const fileWith = (example: string) => `config:
  target: http://127.0.0.1:3000
  plugins:
    speedup:
${example.replaceAll(/^/gm, '      ')}
scenarios:
  - flow: [{ get: { url: "/" } }]`

/** @returns docs/options.md: the definitions of each group of options, which read in a narrow window, too */
export function optionDocs(): string {
  const sections = sectionsOf(optionShapes)
  const options = sections.flatMap((section) => section.options)
  const definitionsFor = (key: string) =>
    options.filter(({ keys }) => keys[0] === key).map((option) => definitionOf(option, optionShapes, sections))
  const ofGroups = groups.flatMap(({ title, keys, example }) => [
    `## ${title}`,
    `\`\`\`yaml\n${fileWith(example)}\n\`\`\``,
    keys.flatMap(definitionsFor).join('\n')
  ])
  const scenario = sectionsOf(scenarioShapes)[0].options.map((option) => definitionOf(option, scenarioShapes, sections))
  return `${[intro, ...ofGroups, '## Options of a scenario', ofScenario, scenario.join('\n')].join('\n\n')}\n`
}

type Section = { path: string; ref: string | null; options: Option[] }

/** Each map once, at its shortest path, also where several options refer to it. */
function sectionsOf(shape: Shape): Section[] {
  const found: Section[] = []
  const queue: { schema: any; keys: string[] }[] = [{ schema: shape.schema, keys: [] }]
  for (const { schema, keys } of queue) {
    if (typeof schema !== 'object' || schema === null) continue
    const ref = definitionIn(schema)
    if (found.some((section) => ref !== null && section.ref === ref)) continue
    const {
      properties = {},
      additionalProperties,
      items,
      anyOf = [],
      ...either
    } = ref === null ? schema : definitions[ref]
    const options = Object.entries(properties).map(([key, inner]) => ({ keys: [...keys, key], schema: inner }))
    if (options.length > 0) found.push({ path: keys.join('.'), ref, options })
    queue.push(
      ...options,
      ...[additionalProperties, items].map((inner) => ({ schema: inner, keys: [...keys, '*'] })),
      ...[...anyOf, either.then, either.else].map((inner) => ({ schema: inner, keys }))
    )
  }
  return found
}

const definitionIn = ({ $ref }: JsonSchema): string | null => /^#\/\$defs\/(.*)/.exec(String($ref))?.[1] ?? null

function definitionOf({ keys, schema }: Option, root: Shape, sections: Section[]) {
  const path = keys.join('.')
  const description = String(schema.description ?? '').replace(` ${takenBack}`, '')
  const [meaning, usual = /Required(?: with \w+)?/.exec(description)?.[0].toLowerCase() ?? 'none'] =
    description.split(' Default: ')
  const example =
    schema.examples === undefined
      ? ''
      : ` Example: ${schema.examples.map((value: unknown) => `\`${inYaml(value)}\``).join(', ')}.`
  const seeAlso = chapters[path] === undefined ? '' : ` [More](${chapters[path]})`
  const allowed = linked(allowedAt(root, keys), path, schema, sections)
  const value = usual === 'required' || usual.startsWith('required with') ? usual : `default: ${text(usual)}`
  return `- **\`${path}\`**: ${allowed}; ${value.replace(/\.$/, '')}.\\\n  ${text(withoutBounds(meaning))}${example}${seeAlso}`
}

/** Where it may be a map whose options stand elsewhere, a link to these. */
function linked(allowed: string, path: string, schema: JsonSchema, sections: Section[]) {
  const value = text(allowed.replace('a map of keys to values', 'a map'))
  const ref = definitionIn(schema)
  const section = sections.find((found) => ref !== null && found.ref === ref)
  if (section === undefined || section.path === path) return value
  const group = groups.find(({ keys }) => keys.includes(section.path))
  return `${value}: [options](#${group?.title.toLowerCase().replaceAll(' ', '-')})`
}

/** @returns what an error says of a wrong value there: the docs and the errors say the same */
function allowedAt(root: Shape, keys: string[]): string {
  for (const value of wrongValues(keys)) {
    try {
      root(value, 'options')
    } catch (error) {
      const [, path, allowed] = /^options\.(\S+) is .*It must be (.+)\.$/s.exec((error as Error).message) ?? []
      if (allowed !== undefined && path.replaceAll(/\.any\b|\[0\]/g, '.*') === keys.join('.')) return shortened(allowed)
    }
  }
  throw new Error(`No error says what ${keys.join('.')} must be.`)
}

/** Of what the page says once for all. */
const shortened = (allowed: string) =>
  allowed
    .replace(/, with its unit, such as .*/, '')
    .replace('a string that is not empty', 'a string')
    .replace(
      /(a map|or a list of the program and its arguments|with its unit|that begins with \/|above 0),? such as (?:\{.*\}|\S.*)$/,
      '$1'
    )

/** An editor shows the description alone; here the value stands beside it. */
const withoutBounds = (meaning: string) =>
  meaning.replace(/,? (?:up to \d+ seconds|from \d+ to \d+)(?=[.;])/, '').replace(/, with its unit: 200ms or 0.2s/, '')

/**
 * Of each option, and of the numbers in a list.
 *
 * @returns what it must be, by its path
 */
export function allowedValues(): Map<string, string> {
  const options = sectionsOf(optionShapes).flatMap(({ options: found }) => found)
  const keys = options.flatMap(({ keys: own, schema }) =>
    schema.items?.maximum === undefined ? [own] : [own, [...own, '*']]
  )
  return new Map(keys.map((own) => [own.join('.'), allowedAt(optionShapes, own)]))
}

/** A star is a key of a map, or an item of a list. */
function wrongValues(keys: string[]): unknown[] {
  const ways: ((inner: unknown) => unknown)[] = [(inner) => ({ any: inner }), (inner) => [inner]]
  // Neither is right anywhere; what allows a number does not say of NaN what else it allows.
  return [Symbol('wrong'), Number.NaN].flatMap((wrong) =>
    ways.map((wrap) => keys.reduceRight<unknown>((inner, key) => (key === '*' ? wrap(inner) : { [key]: inner }), wrong))
  )
}

/** Maps, such as { p95: 1.3 }, are code. */
const text = (plain: string): string =>
  plain
    .split(/(\{ [^{}]*(?:\{[^{}]*\}[^{}]*)*\})/)
    .map((part, i) => (i % 2 === 1 ? `\`${part}\`` : part.replaceAll(/[<>*_]/g, '\\$&')))
    .join('')

/** As it is written in YAML, in one line. */
const inYaml = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value).replaceAll('"', '').replaceAll(',', ', ')
