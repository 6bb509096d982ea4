import { existsSync, readFileSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { refuse } from '../concepts/errors.ts'
import { isMap } from '../settings/shapes.ts'

/** a user's package, for which we write files */
export interface Project {
  folder: string // absolute path
  manifest: Record<string, any> // its package.json; empty: it has none, and needs none
  dependencies: Set<string> // names, of every kind
  framework: string // as its makers write it; empty: none that we know
  repository: string // absolute path of the folder that holds .git; the package's own where there is none
  // folder: of its lock file; null: there is none
  packageManager: { name: 'npm' | 'pnpm' | 'yarn'; folder: string | null }
}

/** A framework comes before those that it stands on. */
const frameworks = {
  '@nestjs/core': 'NestJS',
  next: 'Next.js',
  fastify: 'Fastify',
  koa: 'Koa',
  hono: 'Hono',
  '@hapi/hapi': 'hapi',
  restify: 'Restify',
  polka: 'Polka',
  express: 'Express'
}
const lockFiles = {
  'pnpm-lock.yaml': 'pnpm',
  'yarn.lock': 'yarn',
  'package-lock.json': 'npm',
  'npm-shrinkwrap.json': 'npm'
} as const

/** @param folder absolute path; isPackage: it must have a package.json */
export function readProject(folder: string, { isPackage = true } = {}): Project {
  const manifest = isPackage || existsSync(join(folder, 'package.json')) ? readManifest(folder) : {}
  const { dependencies, devDependencies, optionalDependencies, peerDependencies } = manifest
  const names = new Set(
    Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies, ...peerDependencies })
  )
  const repository = dirname(findAbove(folder, '.git') ?? join(folder, '.git'))
  const framework = Object.entries(frameworks).find(([name]) => names.has(name))?.[1] ?? ''
  return {
    folder,
    manifest,
    dependencies: names,
    framework,
    repository,
    packageManager: findPackageManager(folder, repository)
  }
}

function readManifest(folder: string) {
  const file = join(folder, 'package.json')
  if (!existsSync(file)) {
    const above = findAbove(folder, 'package.json')
    refuse(
      `There is no package.json in ${folder}. ${
        above === null
          ? 'Go to your app’s folder, or create a package with npm init.'
          : `The nearest is in ${dirname(above)}: go there first (cd ${dirname(above)}).`
      }`
    )
  }
  let manifest: unknown
  try {
    manifest = JSON.parse(readFileSync(file, 'utf8').replace(/^\ufeff/, ''))
  } catch (error) {
    refuse(`${file} cannot be read: ${(error as Error).message.replace(/\s+/g, ' ')}. Fix it first.`)
  }
  if (isMap(manifest)) return manifest
  refuse(`${file} is JSON, but not an object. Fix it first.`)
}

function findPackageManager(folder: string, repository: string): Project['packageManager'] {
  const found = Object.entries(lockFiles).find(([file]) => existsSync(join(folder, file)))
  if (found !== undefined) return { name: found[1], folder }
  return folder === repository || dirname(folder) === folder
    ? { name: 'npm', folder: null }
    : findPackageManager(dirname(folder), repository)
}

/** @returns absolute path of the package's folder, as Node would find it; null: it is not installed */
export function findPackage({ folder }: Project, name: string): string | null {
  const manifest = findAbove(folder, join('node_modules', name, 'package.json'))
  return manifest && dirname(manifest)
}

/** @returns absolute path of the file in the nearest folder, from this one up; null: it is in none */
export function findAbove(folder: string, file: string): string | null {
  if (existsSync(join(folder, file))) return join(folder, file)
  return dirname(folder) === folder ? null : findAbove(dirname(folder), file)
}

/**
 * @returns absolute path of a file, also of one in a folder with an index.js, or without .js, as Node finds it; null:
 * there is none
 */
export function findScript(folder: string, path: string): string | null {
  const file = resolve(folder, path)
  if (isFile(file)) return file
  try {
    return createRequire(join(folder, 'package.json')).resolve(file)
  } catch {
    return null
  }
}

/** Any word may stand in the place of a file: one that is too long for a path is none. */
export function isFile(path: string) {
  try {
    return statSync(path).isFile()
  } catch {
    return false
  }
}

/** From the package's folder. */
export const scenarioPath = 'scenarios/speedup.yml'
