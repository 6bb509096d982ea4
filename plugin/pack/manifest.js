import { posix } from 'node:path'

/**
 * @typedef {object} Described what both forms of package.json have, and more
 * @property {string} name
 * @property {string} version
 * @property {string} type
 * @property {string} main
 * @property {boolean} [private]
 *
 * @typedef {Described & { exports: Record<string, string>, bin: Record<string, string> }} Manifest package.json as it
 *   is written
 * @typedef {Described & { types: string, exports: Record<string, Entry>, bin: Record<string, string> }} PublishedManifest
 * @typedef {string | { types: string, default: string }} Entry
 */

/**
 * The package.json that is published: what the written one says of the modules, it says of what was built of them.
 *
 * @param {Manifest} written
 * @returns {PublishedManifest}
 */
export function publishedForm(written) {
  return {
    ...written,
    // What was packed without the scripts has the written form: npm publishes nothing that is private.
    private: undefined,
    main: built(written.main),
    types: declaration(written.main),
    exports: mapValues(written.exports, publishedEntry),
    bin: mapValues(written.bin, built)
  }
}

/**
 * @param {Manifest} written
 * @returns {{ modules: string[], commands: string[] }} paths from the plugin's folder: what others may import, and
 *   what they may run
 */
export function entriesOf({ exports, bin }) {
  const paths = (/** @type {Record<string, string>} */ record) => Object.values(record).map(posix.normalize)
  return { modules: paths(exports).filter(isModule), commands: paths(bin) }
}

/**
 * @param {string} path
 * @returns {Entry}
 */
function publishedEntry(path) {
  // No condition `import`: Artillery looks the plugin up with require.resolve.
  return isModule(path) ? { types: declaration(path), default: built(path) } : path
}

/** @param {string} path */
function isModule(path) {
  return path.endsWith('.js')
}

/** @param {string} path of a module, such as ./kit/chai.js */
function built(path) {
  return `./dist/${posix.basename(path)}`
}

/** @param {string} path of a module */
function declaration(path) {
  return `./dist/types/${posix.normalize(path).replace(/\.js$/, '.d.ts')}`
}

/**
 * @template T
 * @param {Record<string, string>} record
 * @param {(value: string) => T} change
 * @returns {Record<string, T>}
 */
function mapValues(record, change) {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]))
}
