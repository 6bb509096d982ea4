import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, renameSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const repository = fileURLToPath(new URL('../..', import.meta.url))
const run = promisify(execFile)

/** @returns the path of the plugin as npm packs it, in that folder */
export async function packInto(folder: string): Promise<string> {
  const published = join(folder, 'published')
  await run(process.execPath, [join(repository, 'tools', 'pack.ts'), published])
  await run('npm', ['pack', '--pack-destination', folder], { cwd: published })
  return join(folder, String(readdirSync(folder).find((name) => name.endsWith('.tgz'))))
}

/**
 * Makes a project in which the package is installed, and all that this repository has installed. Returns the folder of
 * the package there.
 */
export async function install(tarball: string, project: string): Promise<string> {
  const [modules, all] = [join(project, 'node_modules'), join(repository, 'node_modules')]
  mkdirSync(modules, { recursive: true })
  const others = readdirSync(all).filter((name) => !['artillery', 'artillery-plugin-speedup', '.bin'].includes(name))
  for (const name of others) symlinkSync(join(all, name), join(modules, name))
  // Artillery looks for plugins where it lies itself.
  cpSync(join(all, 'artillery'), join(modules, 'artillery'), { recursive: true })
  await run('tar', ['-xzf', tarball, '-C', modules])
  const installed = join(modules, 'artillery-plugin-speedup')
  renameSync(join(modules, 'package'), installed)
  return installed
}

/** @returns the paths of all files below a folder, from there */
export function filesBelow(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return entries.map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1)).sort()
}
