import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const repository = fileURLToPath(new URL('../..', import.meta.url))
const run = promisify(execFile)

/**
 * The plugin as npm packs it.
 *
 * @typedef {object} Packed
 * @property {string} tarball its path
 * @property {string[]} changed sources that packing has changed, made or removed
 * @property {string} project folder in which the package is installed, and all that this repository has installed
 * @property {string} installed folder of the package there
 * @property {() => void} remove
 */

/**
 * Packs a copy: the plugin itself stays as it is while others run it.
 *
 * @returns {Promise<Packed>} its owner has to remove it
 */
export async function packPlugin() {
  const folder = mkdtempSync(join(tmpdir(), 'speedup-test-'))
  const copy = copyPlugin(folder)
  const before = sourcesIn(copy)
  await run('npm', ['pack', '--pack-destination', folder], { cwd: copy })
  const after = sourcesIn(copy)
  const tarball = join(folder, String(readdirSync(folder).find((name) => name.endsWith('.tgz'))))
  const project = join(folder, 'project')
  return {
    tarball,
    changed: [...new Set([...before.keys(), ...after.keys()])].filter((file) => before.get(file) !== after.get(file)),
    project,
    installed: await install(tarball, project),
    remove: () => rmSync(folder, { recursive: true, force: true })
  }
}

/** @param {string} folder absolute path @returns {string[]} paths from there */
export function filesBelow(folder) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return entries.map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1)).sort()
}

/** @param {string} folder */
function copyPlugin(folder) {
  const copy = join(folder, 'plugin')
  const isLeftOut = (/** @type {string} */ path) => /^(dist|node_modules|package(\.written)?\.json|package\.packing)$/.test(basename(path))
  cpSync(join(repository, 'plugin'), copy, { recursive: true, filter: (path) => !isLeftOut(path) })
  writeFileSync(join(copy, 'package.json'), writtenManifest())
  symlinkSync(join(repository, 'node_modules'), join(folder, 'node_modules'))
  return copy
}

/** Another test may be packing the plugin itself: then the written form of package.json waits beside the published one. */
function writtenManifest() {
  const places = ['package.json', 'package.written.json', 'package.json'].map((name) => join(repository, 'plugin', name))
  for (const place of places) {
    const text = existsSync(place) ? readFileSync(place, 'utf8') : '{}'
    if (JSON.parse(text).main === './index.js') return text
  }
  throw new Error('plugin/package.json is not in its written form: node plugin/pack/postpack.js')
}

/** @param {string} plugin */
function sourcesIn(plugin) {
  const files = filesBelow(plugin).filter((file) => !file.startsWith('dist/'))
  return new Map(files.map((file) => [file, readFileSync(join(plugin, file), 'utf8')]))
}

/**
 * @param {string} tarball
 * @param {string} project
 */
async function install(tarball, project) {
  const [modules, all] = [join(project, 'node_modules'), join(repository, 'node_modules')]
  mkdirSync(modules, { recursive: true })
  const others = readdirSync(all).filter((name) => !['artillery', 'artillery-plugin-speedup', '.bin'].includes(name))
  for (const name of others) symlinkSync(join(all, name), join(modules, name))
  // Artillery looks for plugins where it lies itself.
  cpSync(join(all, 'artillery'), join(modules, 'artillery'), { recursive: true })
  await run('tar', ['-xzf', tarball, '-C', modules])
  const installed = join(modules, 'artillery-plugin-speedup')
  cpSync(join(modules, 'package'), installed, { recursive: true })
  rmSync(join(modules, 'package'), { recursive: true })
  return installed
}
