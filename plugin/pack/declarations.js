import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describeTypes } from './describe-types.js'
import { filesBelow } from './files-below.js'
import { neededOf } from './needed-declarations.js'
/** @import { Files } from './build.js' */

const tsc = fileURLToPath(new URL('bin/tsc', import.meta.resolve('typescript/package.json')))
const project = fileURLToPath(new URL('tsconfig.json', import.meta.url))

/**
 * Made of the modules' JSDoc.
 *
 * @param {string} plugin absolute path
 * @param {string[]} entries paths of modules from the plugin's folder
 * @returns {Files} those of the entries, and what they need of others
 */
export function declarations(plugin, entries) {
  const read = (/** @type {string} */ file) => readFileSync(join(plugin, file), 'utf8')
  const made = [...compileAll()].map(([file, text]) => /** @type {const} */ ([file, describeTypes(text, read(file.replace(/\.d\.ts$/, '.js')))]))
  const written = filesBelow(plugin).filter((file) => file.endsWith('.d.ts') && !/^(dist|node_modules)\//.test(file))
  const all = new Map([...made, ...written.map((file) => /** @type {const} */ ([file, read(file)]))])
  return neededOf(entries.map((entry) => entry.replace(/\.js$/, '.d.ts')), all)
}

/** @returns {Files} those of all modules */
function compileAll() {
  const folder = mkdtempSync(join(tmpdir(), 'speedup-pack-'))
  try {
    execFileSync(process.execPath, [tsc, '-p', project, '--outDir', folder], { stdio: ['ignore', 2, 2] })
    return new Map(filesBelow(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
