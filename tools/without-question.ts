// What is left of the house without a question, and whether it stands.
import { spawnSync } from 'node:child_process'
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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
  bisect: /bisect/gi,
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

/** @returns a folder with a copy of plugin, without the question's folder and rows */
function copyWithout(question: string): string {
  const copy = mkdtempSync(join(tmpdir(), 'without-'))
  const isKept = (file: string) => !/node_modules|\/dist$/.test(file) && !file.endsWith(`questions/${question}`)
  cpSync(join(repository, 'tsconfig.json'), join(copy, 'tsconfig.json'))
  cpSync(join(repository, 'plugin'), join(copy, 'plugin'), { recursive: true, filter: isKept })
  symlinkSync(join(repository, 'node_modules'), join(copy, 'node_modules'))
  for (const file of globSync(join(copy, 'plugin/{questions,kit}/*.ts')))
    writeFileSync(file, withoutRows(readFileSync(file, 'utf8'), question))
  return copy
}

/**
 * A row is what is imported from the question's folder, and each place in a list where it stands; or a line that exports
 * it, or that imports it when it is needed.
 */
function withoutRows(source: string, question: string) {
  const imports = new RegExp(`^import (?:type )?\\{([^}]*)\\} from '\\./${question}/[^']*'\\n`, 'gm')
  const names = [...source.matchAll(imports)].flatMap(([, list]) => list.match(/\w+(?=\s*(?:,|$))/g) ?? [])
  const exported = new RegExp(`^export \\{[^}]*\\} from '[^']*/${question}/[^']*'\\n`, 'gm')
  const lazy = new RegExp(`(?:\\w+: )?async \\(\\) => \\(await import\\('\\./${question}/[^']*'\\)\\)\\.\\w+,?`, 'g')
  const left = [imports, exported, lazy].reduce((text, row) => text.replace(row, ''), source)
  if (names.length === 0) return left
  const listed = new RegExp(
    `(?<=\\[[^\\]]*)\\b(?:${names.join('|')})\\b(?:\\.\\w+|<\\w+>)?(?:,\\s*)?(?=[^\\[]*\\])`,
    'g'
  )
  return left.replace(listed, '')
}

/** @returns what the type checker says of the copy; empty: all is well */
export function typesWithout(question: string): string {
  const copy = copyWithout(question)
  try {
    const configuration = {
      extends: './plugin/tsconfig.json',
      compilerOptions: { noEmit: true, rootDir: '.' },
      include: ['plugin/**/*.ts']
    }
    writeFileSync(join(copy, 'without.json'), JSON.stringify(configuration))
    const words = ['-p', 'without.json']
    return spawnSync(join(copy, 'node_modules/.bin/tsc'), words, { cwd: copy, encoding: 'utf8' }).stdout
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}
