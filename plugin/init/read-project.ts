import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { SpeedupError } from '../concepts/errors.ts'

/** somebody's package, for which we write files */
export interface Project {
  folder: string // absolute path, with a package.json
  manifest: Record<string, any> // its package.json
  dependencies: Set<string> // names, of every kind
  framework: string // as its makers write it; empty: none that we know
  repository: string // absolute path of the folder that holds .git; the package's own where there is none
  packageManager: PackageManager
}

interface PackageManager {
  name: 'npm' | 'pnpm' | 'yarn'
  folder: string | null // absolute path of its lock file's folder; null: there is no lock file
}

/** those that stand on another one first */
const frameworks: [string, string][] = [
  ['@nestjs/core', 'NestJS'], ['next', 'Next.js'], ['fastify', 'Fastify'], ['koa', 'Koa'], ['hono', 'Hono'],
  ['@hapi/hapi', 'hapi'], ['restify', 'Restify'], ['polka', 'Polka'], ['express', 'Express']
]

const lockFiles: [string, PackageManager['name']][] = [['pnpm-lock.yaml', 'pnpm'], ['yarn.lock', 'yarn'], ['package-lock.json', 'npm'], ['npm-shrinkwrap.json', 'npm']]

/**
 * @param folder absolute path
 * @throws SpeedupError INVALID_SETTINGS
 */
export function readProject(folder: string): Project {
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
 * @param name of a package
 * @returns absolute path of its folder, as Node would find it; null: it is not installed
 */
export function findPackage({ folder }: Project, name: string): string | null {
  return foldersUpFrom(folder).map((one) => join(one, 'node_modules', name)).find((one) => existsSync(join(one, 'package.json'))) ?? null
}

/**
 * @param name of a package
 * @returns undefined: it is not installed
 */
export function versionOf(project: Project, name: string): string | undefined {
  const folder = findPackage(project, name)
  return folder === null ? undefined : JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version
}

/** @returns it and those around it, the nearest first */
export function foldersUpFrom(folder: string): string[] {
  const above = dirname(folder)
  return above === folder ? [folder] : [folder, ...foldersUpFrom(above)]
}

function readManifest(folder: string) {
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
    throw new SpeedupError('INVALID_SETTINGS', `${file} can't be read: ${(error as Error).message.replace(/\s+/g, ' ')}. Correct it first.`)
  }
  throw new SpeedupError('INVALID_SETTINGS', `${file} is JSON, but no map of keys to values. Correct it first.`)
}

function findPackageManager(folder: string, repository: string): PackageManager {
  for (const one of foldersUpFrom(folder)) {
    const found = lockFiles.find(([name]) => existsSync(join(one, name)))
    if (found !== undefined) return { name: found[1], folder: one }
    if (one === repository) break
  }
  return { name: 'npm', folder: null }
}
