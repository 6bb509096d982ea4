import { posix } from 'node:path'
/** @import { Files } from './build.js' */

/**
 * @typedef {object} Statement of a declaration file, at its top, with the comment above it
 * @property {string} text
 * @property {string | null} name what it declares; null: it is needed wherever its file is
 * @property {Use[]} uses and more: any word may be a name
 *
 * @typedef {object} Use
 * @property {string} file
 * @property {string} name
 * @property {string} [specifier] by which the file imports it, at its top
 * @property {string} [keyword] with which: import type, or import for what is handed on as a value
 */

/**
 * What somebody meets who imports the entries: all that they declare, and what that needs.
 *
 * @param {string[]} entries declaration files
 * @param {Files} all declaration files
 * @returns {Files}
 */
export function neededOf(entries, all) {
  const files = new Map([...all].map(([file, text]) => [file, statementsIn(text, file)]))
  /** @type {Map<string, Set<Statement>>} */
  const needed = new Map()
  const open = entries.map((file) => ({ file, name: '*' }))
  for (const { file, name } of open) {
    const statements = files.get(file)
    if (statements === undefined) throw new Error(`There is no declaration file ${file}.`)
    const found = needed.get(file) ?? new Set()
    needed.set(file, found)
    for (const statement of statements.filter((one) => !found.has(one) && (name === '*' || one.name === null || one.name === name))) {
      found.add(statement)
      open.push(...statement.uses)
    }
  }
  return new Map([...needed].map(([file, found]) => [file, print(files.get(file)?.filter((one) => found.has(one)) ?? [])]))
}

/**
 * @param {string} text
 * @param {string} file
 * @returns {Statement[]} without imports of the package's own files
 */
function statementsIn(text, file) {
  const own = /^(import(?: type)?) \{ (.+) \} from ['"](\.[^'"]+)['"];?\s*$/
  // Each typedef stands there once as a type, and once more as the comment that it was.
  const code = text.replaceAll(/^ *\/\*\*(?:(?!\*\/).)*@(?:import|typedef)\b.*?\*\/\n/gms, '')
  const parts = code.split(/^(?=\/\*\*|(?<!\*\/\n)(?:export|import|declare)\b)/m)
  const imports = new Map(parts.flatMap((part) => {
    const [, keyword = '', names = '', specifier = ''] = own.exec(part) ?? []
    return names.split(', ').map((name) => /** @type {const} */ ([name, { keyword, specifier }]))
  }))
  return parts.filter((part) => !own.test(part)).map((part) => ({
    text: part,
    name: /^export (?:declare )?(?:type|interface|function|const|class) (\w+)/m.exec(part)?.[1] ?? null,
    uses: usesIn(part, file, imports)
  }))
}

/**
 * @param {string} statement
 * @param {string} file
 * @param {Map<string, { keyword: string, specifier: string }>} imports by name
 * @returns {Use[]}
 */
function usesIn(statement, file, imports) {
  const code = statement.replaceAll(/\/\*\*.*?\*\//gs, '')
  const fileOf = (/** @type {string} */ specifier) => posix.join(posix.dirname(file), specifier.replace(/(?:\.d\.ts|\.js)$/, '.d.ts'))
  const inline = [...code.matchAll(/\bimport\(['"](\.[^'"]+)['"]\)\.(\w+)/g)].map(([, specifier, name]) => ({ file: fileOf(specifier), name }))
  const words = [...new Set(code.match(/\w+/g))].map((name) => {
    const imported = imports.get(name)
    return imported === undefined ? { file, name } : { file: fileOf(imported.specifier), name, ...imported }
  })
  return [...inline, ...words]
}

/** @param {Statement[]} statements of a file, in their order */
function print(statements) {
  const uses = statements.flatMap((statement) => statement.uses).filter(({ specifier }) => specifier !== undefined)
  const imports = Object.entries(Object.groupBy(uses, ({ specifier }) => String(specifier))).map(([specifier, found = []]) => {
    return Object.entries(Object.groupBy(found, ({ keyword }) => String(keyword))).map(([keyword, of = []]) => {
      const names = [...new Set(of.map(({ name }) => name))].sort()
      return `${keyword} { ${names.join(', ')} } from '${specifier}';\n`
    }).join('')
  })
  return [...imports, ...statements.map(({ text }) => text)].join('')
}
