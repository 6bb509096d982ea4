import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { refuse } from '../concepts/errors.ts'
import { isFile } from '../settings/read-app.ts'
import { isMap } from '../settings/shapes.ts'

/** A user's package, for which we write files. */
export type Project = ReturnType<typeof readProject>

/** As their makers write them; a framework comes before those that it stands on. */
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
export function readProject(folder: string, { isPackage = true } = {}) {
  // Empty: it has none, and needs none.
  const manifest = isPackage || existsSync(join(folder, 'package.json')) ? readManifest(folder) : {}
  const kinds = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies']
  const dependencies = new Set(kinds.flatMap((kind) => Object.keys(manifest[kind] ?? {})))
  // That holds .git; the package's own where there is none.
  const repository = dirname(findAbove(folder, '.git') ?? join(folder, '.git'))
  return {
    folder,
    manifest,
    dependencies,
    framework: Object.entries(frameworks).find(([name]) => dependencies.has(name))?.[1] ?? '',
    repository,
    packageManager: findPackageManager(folder, repository)
  }
}

function readManifest(folder: string): Record<string, any> {
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

/** @returns folder: of its lock file; null: there is none */
function findPackageManager(
  folder: string,
  repository: string
): { name: 'npm' | 'pnpm' | 'yarn'; folder: string | null } {
  const found = Object.entries(lockFiles).find(([file]) => existsSync(join(folder, file)))
  if (found !== undefined) return { name: found[1], folder }
  return folder === repository || dirname(folder) === folder
    ? { name: 'npm', folder: null }
    : findPackageManager(dirname(folder), repository)
}

/** @returns absolute path of the package's folder, as Node would find it; null: it is not installed */
export function findPackage({ folder }: Project, name: string) {
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
export function findScript(folder: string, path: string) {
  const file = resolve(folder, path)
  if (isFile(file)) return file
  try {
    return createRequire(join(folder, 'package.json')).resolve(file)
  } catch {
    return null
  }
}

/** From the package's folder. */
export const scenarioPath = 'scenarios/speedup.yml'
