import { lstatSync, readFileSync, readlinkSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { isFile, isForNode } from './launch.ts'
import { foldersUpFrom, type Project } from './read-project.ts'

/**
 * The JavaScript file behind a command that a package has installed.
 *
 * @param name such as `fastify`
 * @returns absolute path; null: it is not there, or is no program for Node
 */
export function resolveBin({ folder }: Pick<Project, 'folder'>, name: string): string | null {
  for (const one of foldersUpFrom(folder)) {
    const bin = join(one, 'node_modules', '.bin', name)
    if (!isFile(bin)) continue
    // Not the real path: in a store of versions, that changes with each update.
    const target = lstatSync(bin).isSymbolicLink() ? resolve(dirname(bin), readlinkSync(bin)) : readShim(bin)
    return target !== null && isFile(target) && isForNode(target) ? target : null
  }
  return null
}

/** pnpm writes a shell script instead of a link. */
function readShim(file: string) {
  const [, path] = /"\$basedir\/([^"]+)"\s+"\$@"/.exec(readFileSync(file, 'utf8')) ?? []
  return path === undefined ? null : resolve(dirname(file), path)
}
