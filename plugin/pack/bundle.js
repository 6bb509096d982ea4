import { build, transform } from 'esbuild-wasm'
import { basename } from 'node:path'
/** @import { Files } from './build.js' */

/**
 * All modules in a few files: one for each entry, and some for what several of them need. Published as they are
 * written, they would be twice as large when packed; without their comments, half as large again.
 *
 * @param {string} plugin absolute path
 * @param {string[]} entries paths of modules from the plugin's folder, such as kit/chai.js
 * @returns {Promise<Files>} all beside one another: kit/chai.js is in chai.js
 */
export async function bundle(plugin, entries) {
  const { outputFiles } = await build({
    absWorkingDir: plugin,
    entryPoints: entries.map((entry) => `./${entry}`),
    outdir: 'dist',
    entryNames: '[name]',
    write: false,
    bundle: true,
    splitting: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
    target: 'node22.18',
    charset: 'utf8',
    minifySyntax: true,
    minifyWhitespace: true,
    logLevel: 'silent'
  })
  const files = outputFiles.map(async ({ path, text }) => /** @type {const} */ ([basename(path), await shortenLocalNames(text)]))
  return new Map(await Promise.all(files))
}

/** Code that could see every name around it, so that none of those is changed. Taken off again. */
const witness = 'eval("names");'

/**
 * The names of functions and classes stay: a stack tells where it comes from.
 *
 * @param {string} code
 */
async function shortenLocalNames(code) {
  const { code: shortened } = await transform(`${code}\n${witness}`, { minifyIdentifiers: true, minifyWhitespace: true, charset: 'utf8', logLevel: 'silent' })
  const end = shortened.lastIndexOf(witness)
  if (end === -1) throw new Error(`esbuild has changed ${witness} to something else, so that it can't be taken off again. Its last words: ${shortened.slice(-100)}`)
  return shortened.slice(0, end)
}
