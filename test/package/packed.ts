import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const repository = fileURLToPath(new URL('../..', import.meta.url))
const run = promisify(execFile)

/** The plugin as npm packs it. */
export interface Packed {
  tarball: string // its path
  project: string // folder in which the package is installed, and all that this repository has installed
  installed: string // folder of the package there
  remove: () => void
}

/** @returns its owner has to remove it */
export async function packPlugin(): Promise<Packed> {
  const folder = mkdtempSync(join(tmpdir(), 'speedup-test-'))
  const published = join(folder, 'published')
  await run(process.execPath, [join(repository, 'tools', 'pack.ts'), published])
  await run('npm', ['pack', '--pack-destination', folder], { cwd: published })
  const tarball = join(folder, String(readdirSync(folder).find((name) => name.endsWith('.tgz'))))
  const project = join(folder, 'project')
  return { tarball, project, installed: await install(tarball, project), remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/**
 * @param folder absolute path
 * @returns paths from there
 */
export function filesBelow(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return entries.map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1)).sort()
}

async function install(tarball: string, project: string) {
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
