import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { SpeedupError } from '../errors.js'

/**
 * @typedef {object} Project somebody's package, for which we write files
 * @property {string} folder absolute path, with a package.json
 * @property {Record<string, any>} manifest its package.json
 * @property {Set<string>} dependencies names, of every kind
 * @property {string} framework as its makers write it; empty: none that we know
 * @property {string} repository absolute path of the folder that holds .git; the package's own where there is none
 * @property {PackageManager} packageManager
 *
 * @typedef {object} PackageManager
 * @property {'npm' | 'pnpm' | 'yarn'} name
 * @property {string | null} folder absolute path of its lock file's folder; null: there is no lock file
 */

/** @type {[string, string][]} those that stand on another one first */
const frameworks = [
  ['@nestjs/core', 'NestJS'], ['next', 'Next.js'], ['fastify', 'Fastify'], ['koa', 'Koa'], ['hono', 'Hono'],
  ['@hapi/hapi', 'hapi'], ['restify', 'Restify'], ['polka', 'Polka'], ['express', 'Express']
]

/** @type {[string, PackageManager['name']][]} */
const lockFiles = [['pnpm-lock.yaml', 'pnpm'], ['yarn.lock', 'yarn'], ['package-lock.json', 'npm'], ['npm-shrinkwrap.json', 'npm']]

/**
 * @param {string} folder absolute path
 * @returns {Project}
 * @throws {SpeedupError} INVALID_SETTINGS
 */
export function readProject(folder) {
  const manifest = readManifest(folder)
  const { dependencies, devDependencies, optionalDependencies, peerDependencies } = manifest
  const names = new Set(Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies, ...peerDependencies }))
  const repository = foldersUpFrom(folder).find((one) => existsSync(join(one, '.git'))) ?? folder
  return {
    folder,
    manifest,
    dependencies: names,
    framework: frameworks.find(([name]) => names.has(name))?.[1] ?? '',
    repository,
    packageManager: findPackageManager(folder, repository)
  }
}

/**
 * @param {Project} project
 * @param {string} name of a package
 * @returns {string | null} absolute path of its folder, as Node would find it; null: it is not installed
 */
export function findPackage({ folder }, name) {
  return foldersUpFrom(folder).map((one) => join(one, 'node_modules', name)).find((one) => existsSync(join(one, 'package.json'))) ?? null
}

/**
 * @param {Project} project
 * @param {string} name of a package
 * @returns {string | undefined} undefined: it is not installed
 */
export function versionOf(project, name) {
  const folder = findPackage(project, name)
  return folder === null ? undefined : JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version
}

/** @param {string} folder @returns {string[]} it and those around it, the nearest first */
export function foldersUpFrom(folder) {
  const above = dirname(folder)
  return above === folder ? [folder] : [folder, ...foldersUpFrom(above)]
}

/** @param {string} folder */
function readManifest(folder) {
  const file = join(folder, 'package.json')
  if (!existsSync(file)) {
    const above = foldersUpFrom(dirname(folder)).find((one) => existsSync(join(one, 'package.json')))
    const wayOut = above === undefined ? 'Go to the folder of your app’s package, or make one with npm init.' : `The nearest is that of ${above}: go there first (cd ${above}).`
    throw new SpeedupError('INVALID_SETTINGS', `There is no package.json in ${folder}. ${wayOut}`)
  }
  try {
    const manifest = JSON.parse(readFileSync(file, 'utf8').replace(/^\ufeff/, ''))
    if (typeof manifest === 'object' && manifest !== null && !Array.isArray(manifest)) return manifest
  } catch (error) {
    throw new SpeedupError('INVALID_SETTINGS', `${file} can't be read: ${/** @type {Error} */ (error).message.replace(/\s+/g, ' ')}. Correct it first.`)
  }
  throw new SpeedupError('INVALID_SETTINGS', `${file} is JSON, but no map of keys to values. Correct it first.`)
}

/**
 * @param {string} folder
 * @param {string} repository
 * @returns {PackageManager}
 */
function findPackageManager(folder, repository) {
  for (const one of foldersUpFrom(folder)) {
    const found = lockFiles.find(([name]) => existsSync(join(one, name)))
    if (found !== undefined) return { name: found[1], folder: one }
    if (one === repository) break
  }
  return { name: 'npm', folder: null }
}
