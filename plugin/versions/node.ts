import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { cached } from './cache.ts'
import { fail } from './git.ts'
import { runLine } from './install.ts'
import type { Workbench } from '../processes/guard.ts'

/** say: tells what is done now, in a line */
export type Means = { say: (words: string) => void; workbench: Workbench; signal: AbortSignal }

/** file: absolute path; version: such as 22.21.0 */
export type Node = { file: string; version: string }

/** The one that runs now, where it is such a version; else that of the npm package `node`, once it is in the cache. */
export async function findNode(
  wanted: string,
  { variant, say, workbench, signal }: Means & { variant: string }
): Promise<Node> {
  const own = { file: process.execPath, version: process.versions.node }
  if (`${own.version}.`.startsWith(`${wanted}.`)) return own
  // What npm installs for this system beside its package `node`.
  const name = `node-${process.platform}-${process.arch}`
  const install = async (folder: string) => {
    say(`${variant}: npm installs Node ${wanted}`)
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'package.json'), '{}')
    const line = `npm install --no-save --no-audit --no-fund --ignore-scripts ${name}@${wanted}`
    const what = `Variant ${variant}: Node ${wanted} can't be had`
    await runLine(line, { cwd: folder, path: process.env.PATH ?? '', what }, workbench, signal)
  }
  const waiting = () => say(`${variant}: another comparison installs Node ${wanted}; waiting`)
  const { folder } = await cached(`node-${wanted}-${process.arch}`, install, { waiting, signal })
  const file = join(folder, 'node_modules', name, 'bin', 'node')
  if (!existsSync(file))
    fail(`Variant ${variant}: Node ${wanted} was installed, but there is no ${file}. Remove ${folder}, and try again.`)
  const { stdout } = spawnSync(file, ['--version'], { encoding: 'utf8' })
  return { file, version: stdout.trim().slice(1) }
}

/** @returns a PATH in which it is the first */
export const pathWith = ({ file }: Node): string => [dirname(file), process.env.PATH ?? ''].join(delimiter)
