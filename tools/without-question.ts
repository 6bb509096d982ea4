// What is left of the house without a question, and whether it stands.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, globSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { withoutComments } from './weight.ts'

const repository = fileURLToPath(new URL('..', import.meta.url))

/** What belongs to a question is called so; nothing else may be, in code or in texts. */
export const vocabularies: Record<string, RegExp> = {
  losses: /(?<!machine-|Something )disturb|losses|\bLoss|\bloss(?=[A-Z])|Losses|aftermath/g,
  capacity: /capacit|service ?level/gi,
  profile: /profil|icicle|spent ?on/gi,
  growth: /(?<!cost)growth/gi, // not how much more a response costs, of a search
  doctor: /doctor|examin/gi,
  tune: /\b[tT]un(?:e|ed|ing)\b(?!-artillery)/g, // not what a load changes in Artillery
  // Not the commit that a whole comparison was made of: its environment has it, the history tells it beside the time.
  commits:
    /(?<!(?:nvironment|edAt|cores|shortSha).*)commit(?!.*(?:nvironment|edAt|shortSha|headOf))|merge-?base|bisect/gi,
  crossover: /crossover|\bpays? off|betterFrom|asGoodUpTo|(?:speedup|options)\.levels/gi,
  workers: /sweep|scalab|ScalingLaw|\bknee/gi
}

/** @returns how often each room names a question, outside of its folder and of the tables of questions */
export function namedIn(question: string): Record<string, number> {
  const found: Record<string, number> = {}
  const files = globSync('**/*.ts', { cwd: join(repository, 'plugin'), exclude: ['node_modules', 'dist', 'questions'] })
  for (const file of files) {
    const source = withoutComments(readFileSync(join(repository, 'plugin', file), 'utf8'))
    const lines = source.split('\n').filter((line) => line.match(vocabularies[question]) !== null)
    const room = file.split('/')[0]
    if (lines.length > 0) found[room] = (found[room] ?? 0) + lines.length
  }
  return found
}

/** Makes in a folder a copy of the house, without the question's folders and rows. */
async function copyWithout(question: string, copy: string) {
  const isKept = (file: string) => !/node_modules|\/dist$/.test(file) && !file.endsWith(`questions/${question}`)
  for (const part of readdirSync(repository).filter((name) => !/^\.git|^node_modules$/.test(name)))
    cpSync(join(repository, part), join(copy, part), { recursive: true, filter: isKept })
  symlinkSync(join(repository, 'node_modules'), join(copy, 'node_modules'))
  for (const file of globSync(join(copy, 'plugin/{questions,kit}/*.ts')))
    writeFileSync(file, withoutRows(readFileSync(file, 'utf8'), question))
  const { keptSchemas } = await import(join(copy, 'tools/comparison-schema.ts'))
  for (const [path, schema] of Object.entries<string>(keptSchemas())) writeFileSync(join(copy, path), schema)
}

/**
 * A row is what is imported from the question's folder, and each place in a list where it stands; or a line that
 * exports it, or that imports it when it is needed.
 */
function withoutRows(source: string, question: string) {
  const imports = new RegExp(`^import (?:type )?\\{([^}]*)\\} from '\\./${question}/[^']*'\\n`, 'gm')
  const names = [...source.matchAll(imports)].flatMap(([, list]) => list.match(/\w+(?=\s*(?:,|$))/g) ?? [])
  const exported = new RegExp(`^export \\{[^}]*\\} from '[^']*/${question}/[^']*'\\n`, 'gm')
  const lazy = new RegExp(`^ *\\w+: .*\\bimport\\('\\./${question}/[^']*'\\).*\\n`, 'gm')
  const left = [imports, exported, lazy].reduce((text, row) => text.replace(row, ''), source)
  if (names.length === 0) return left
  const listed = new RegExp(
    `(?<=\\[[^\\]]*)\\b(?:${names.join('|')})\\b(?:\\.\\w+|<\\w+>)?(?:,\\s*)?(?=[^\\[]*\\])`,
    'g'
  )
  return left.replace(listed, '')
}

/** These start apps and commands, wait for seconds, or try thousands of things at random: half of the time. */
const leftOut = [
  'test/app/**',
  'test/commands/**',
  'test/comparison/requests.test.ts',
  'test/comparison/variant-limits.test.ts',
  'test/experiment/watch-load.test.ts',
  'test/questions/capacity/replay-search.test.ts',
  'test/questions/doctor/{connect,out}*.test.ts',
  'test/questions/growth/comparison.test.ts',
  'test/questions/losses/loss-rates.test.ts',
  'test/questions/without-question.test.ts'
]
/** So do these. */
const takesLong =
  /'(?:node:child_process|fast-check)'|\/(?:app\/starting|preloaded-app|support\/(?:artillery|browser|repository))\.ts'/

const valueImports = /^(?:import|export) (?!type )[^'"]*from '(\.[^']*)'/gm

/** Of the rooms that import rows: in all others, nothing is different. */
function unitTests() {
  const sources = globSync('plugin/*/**/*.ts', { cwd: repository, exclude: ['**/node_modules', 'plugin/dist'] })
  const isRow = /questions\/[^/]*\.ts$/
  const rooms = sources.flatMap((file) =>
    importsOf(join(repository, file)).some((path) => isRow.test(path)) ? file.split('/')[1] : []
  )
  const files = globSync(`test/{${[...new Set(rooms)]}}/**/*.test.ts`, { cwd: repository, exclude: leftOut })
  return files.filter((file) => !takesLong.test(readFileSync(join(repository, file), 'utf8')))
}

const importsOf = (file: string) =>
  [...readFileSync(file, 'utf8').matchAll(valueImports)].map(([, path]) => resolve(dirname(file), path))

/** Of several questions, without any of which they are gone. */
const ofSeveral = 'test/questions/together/'

/** @returns unit tests outside of its folder that need the question, or import from test/ what does */
function needing(question: string) {
  const needs = (file: string): boolean =>
    file.includes(`/questions/${question}/`) ||
    (file.startsWith(join(repository, 'test/')) && file.endsWith('.ts') && importsOf(file).some(needs))
  const names = (file: string) =>
    file.startsWith(ofSeveral) && readFileSync(join(repository, file), 'utf8').match(vocabularies[question]) !== null
  return unitTests().filter((file) => !file.includes(`/${question}/`) && (names(file) || needs(join(repository, file))))
}

/** @returns those that stand for it */
export const standingFor = (question: string): string[] =>
  needing(question).filter((file) => !file.startsWith(ofSeveral))

/** @returns what is printed; empty: it has succeeded */
async function run(cwd: string, program: string, words: string[]) {
  // The copy is gone afterwards: nobody would find what was compiled of it.
  const env = { ...process.env, UPDATE_GOLDEN: '1', FORCE_COLOR: '0', NODE_DISABLE_COMPILE_CACHE: '1' }
  const child = spawn(join(cwd, 'node_modules/.bin', program), words, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const [printed, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return code === 0 ? '' : printed.slice(Math.max(0, printed.indexOf(' passing'))) + errors
}

/**
 * Golden files are made anew. A test that has a word of the question in its title stands for it; those that simulate
 * take long.
 *
 * @returns what the type checker says of plugin/ in a copy, and the unit tests of the rest; empty: all is well
 */
export async function without(question: string): Promise<{ types: string; tests: string }> {
  const copy = mkdtempSync(join(tmpdir(), 'without-'))
  const others = needing(question)
  const files = unitTests().filter((file) => !file.includes(`/${question}/`) && !others.includes(file))
  const words = `/simulated|${vocabularies[question].source}/${vocabularies[question].flags.replace('g', '')}`
  try {
    await copyWithout(question, copy)
    const [types, tests] = await Promise.all([
      run(copy, 'tsc', ['-p', 'plugin', '--noEmit']),
      run(copy, 'mocha', ['--reporter', 'dot', '--invert', '--grep', words, ...files])
    ])
    return { types, tests }
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}
