// node tools/without-question.ts losses: what is left of the house without a question, and whether it stands.
import { spawnSync } from 'node:child_process'
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { withoutComments } from './weight.ts'

const repository = fileURLToPath(new URL('..', import.meta.url))

/** What belongs to a question is called so; nothing else may be, in code or in texts. */
export const vocabularies: Record<string, RegExp> = {
  losses: /(?<!machine-|Something )disturb|losses|\bLoss|\bloss(?=[A-Z])|Losses|aftermath/g
}

/** Rooms whose tests are quick: they start no apps, and simulate nothing. */
const rooms = 'settings experiment measure record comparison concepts messages report kit commands'.split(' ')

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

/** @returns a folder with a copy of plugin, tests and tools, without the question's folder, tests and rows */
export function copyWithout(question: string): string {
  const copy = mkdtempSync(join(tmpdir(), 'without-'))
  const isKept = (file: string) =>
    !/node_modules|\/dist$/.test(file) && !file.endsWith(`questions/${question}`) && !file.includes('/end-to-end')
  for (const part of [
    'plugin',
    'test',
    'tools',
    'fixtures-app',
    'scenarios',
    'package.json',
    'tsconfig.json',
    '.mocharc.json'
  ])
    cpSync(join(repository, part), join(copy, part), { recursive: true, filter: isKept })
  symlinkSync(join(repository, 'node_modules'), join(copy, 'node_modules'))
  for (const file of globSync(join(copy, 'plugin/{questions,kit}/*.ts')))
    writeFileSync(file, withoutRows(readFileSync(file, 'utf8'), question))
  return copy
}

/** A row is what is imported from the question's folder, and each place in a list where it stands; or a line that exports it. */
function withoutRows(source: string, question: string) {
  const imports = new RegExp(`^import (?:type )?\\{([^}]*)\\} from '\\./${question}/[^']*'\\n`, 'gm')
  const names = [...source.matchAll(imports)].flatMap(([, list]) => list.match(/\w+(?=\s*(?:,|$))/g) ?? [])
  const exported = new RegExp(`^export \\* from '[^']*/${question}/[^']*'\\n`, 'gm')
  if (names.length === 0) return source.replace(exported, '')
  const row = new RegExp(`(?<=\\[[^\\]]*)\\b(?:${names.join('|')})\\b(?:\\.\\w+|<\\w+>)?(?:, )?(?=[^\\[]*\\])`, 'g')
  return source.replace(imports, '').replace(exported, '').replace(row, '')
}

/** @returns tests of these rooms that have nothing to do with the question, by what they and their imports say */
function testsOf(copy: string, question: string) {
  const known = new Map<string, boolean>()
  const isOfQuestion = (file: string): boolean => {
    const before = known.get(file)
    if (before !== undefined) return before
    known.set(file, false)
    const source = readFileSync(file, 'utf8')
    const imported = [...source.matchAll(/from '(\.[^']*)'/g)].map(([, path]) => join(dirname(file), path))
    const own = withoutComments(source).match(vocabularies[question]) !== null && file.endsWith('.test.ts')
    const found =
      own ||
      imported.some(
        (path) => path.includes(`questions/${question}/`) || (path.startsWith(join(copy, 'test')) && isOfQuestion(path))
      )
    known.set(file, found)
    return found
  }
  return rooms
    .flatMap((room) => globSync(join(copy, 'test', room, '**/*.test.ts')))
    .filter((file) => !isOfQuestion(file))
}

/** @returns what the type checker and the tests say of the copy; empty: all is well */
export function checkWithout(question: string): { problems: string; tests: number } {
  const copy = copyWithout(question)
  try {
    const configuration = {
      extends: './plugin/tsconfig.json',
      compilerOptions: { noEmit: true, rootDir: '.' },
      include: ['plugin/**/*.ts'],
      exclude: ['plugin/dist']
    }
    writeFileSync(join(copy, 'without.json'), JSON.stringify(configuration))
    const run = (command: string, ...words: string[]) => {
      const { status, stdout, stderr } = spawnSync(join(copy, 'node_modules/.bin', command), words, {
        cwd: copy,
        encoding: 'utf8'
      })
      return status === 0 ? '' : `${stdout}${stderr}`
    }
    const tests = testsOf(copy, question).map((file) => relative(copy, file))
    const types = run('tsc', '-p', 'without.json')
    return {
      problems: types + run('mocha', '--parallel', '--jobs', '2', '--reporter', 'dot', ...tests),
      tests: tests.length
    }
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

if (import.meta.main) {
  const [question = 'losses'] = process.argv.slice(2)
  console.log(namedIn(question))
  const began = performance.now()
  const { problems, tests } = checkWithout(question)
  console.log(problems.slice(-15_000), `${tests} files of tests, ${Math.round((performance.now() - began) / 1000)} s`)
}
