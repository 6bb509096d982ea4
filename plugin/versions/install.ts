import { existsSync, readFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, delimiter } from 'node:path'
import { spawnSync } from 'node:child_process'
import { lastLines } from '../processes/last-lines.ts'
import { maskSecrets } from '../processes/mask-secrets.ts'
import { howItEnded, startOwned } from '../processes/owned-process.ts'
import { fail } from './git.ts'
import { cached } from './cache.ts'
import type { Workbench } from '../processes/guard.ts'

const npm = { install: 'npm ci --no-audit --no-fund', add: 'npm install --save-exact --no-audit --no-fund' }
const bun = { install: 'bun install --frozen-lockfile', add: 'bun add --exact' }

/**
 * By the lockfile, which is found first from the app's folder upwards: what installs exactly what it says, and adds to
 * it.
 */
const installers: Record<string, { install: string; add: string }> = {
  'package-lock.json': npm,
  'npm-shrinkwrap.json': npm,
  'pnpm-lock.yaml': {
    install: 'pnpm install --frozen-lockfile',
    add: 'pnpm add --save-exact --ignore-workspace-root-check'
  },
  'bun.lock': bun,
  'bun.lockb': bun,
  'yarn.lock': { install: 'yarn install --frozen-lockfile', add: 'yarn add --exact --ignore-workspace-root-check' }
}
/** Yarn since 2 has other words, and a file of its own. */
const yarnBerry = { install: 'yarn install --immutable', add: 'yarn add --exact' }

/** How to install what an app needs; line, add: for a shell; null: it needs nothing */
interface Installation {
  folder: string
  line: string | null
  add: string // with packages after it, in the folder of the app's package
}

/**
 * @param from the app's folder; top: of the repository's files
 * @returns by the lockfile, else by package.json alone
 */
export function installationFor(from: string, top: string): Installation {
  const found = nearest(from, top, Object.keys(installers))
  if (found !== null) {
    const isBerry = found.name === 'yarn.lock' && existsSync(join(found.folder, '.yarnrc.yml'))
    const { install, add } = isBerry ? yarnBerry : installers[found.name]
    return { folder: found.folder, line: install, add }
  }
  const folder = packageFolder(from, top)
  return folder === null
    ? { folder: top, line: null, add: npm.add }
    : { folder, line: 'npm install --no-package-lock --no-audit --no-fund', add: npm.add }
}

/** @returns that of the app's package; null: it has none */
export const packageFolder = (from: string, top: string): string | null =>
  nearest(from, top, ['package.json'])?.folder ?? null

/** @returns the first of these files that is found from a folder upwards */
function nearest(from: string, top: string, names: string[]): { folder: string; name: string } | null {
  const name = names.find((each) => existsSync(join(from, each)))
  if (name !== undefined) return { folder: from, name }
  return from === top || dirname(from) === from ? null : nearest(dirname(from), top, names)
}

/** Runs a line in a shell, with all that it starts as ours. @throws SpeedupError NOT_PREPARED, with its last lines */
export async function runLine(
  line: string,
  { cwd, path, what }: { cwd: string; path: string; what: string },
  { createLog, guard }: Workbench,
  signal: AbortSignal
): Promise<void> {
  signal.throwIfAborted()
  const logFile = createLog('install')
  const env = { ...process.env, PATH: path }
  const shell = startOwned({ file: '/bin/sh', argv: ['-c', line], isStranger: true, env, cwd, logFile }, guard)
  const giveUp = () => void shell.kill()
  signal.addEventListener('abort', giveUp, { once: true })
  const exit = await shell.exited
  signal.removeEventListener('abort', giveUp)
  signal.throwIfAborted()
  if (exit.code === 0) return
  fail(`${what}: \`${maskSecrets(line)}\` ${howItEnded(exit)} in ${cwd}. Its last lines:\n${lastLines(logFile)}`)
}

/**
 * @returns a package whose version in node_modules is not that of npm's lockfile, in words: the working tree would be
 * compared with other packages than its commit has; null: none, or it can't be told
 */
export function staleIn({ folder, line }: Installation): string | null {
  const modules = join(folder, 'node_modules')
  const wanted = packagesIn(join(folder, 'package-lock.json'))
  if (line === null || Object.keys(wanted).every((name) => name === '')) return null
  if (!existsSync(modules)) return 'nothing is installed'
  const found = packagesIn(join(modules, '.package-lock.json'))
  const name = Object.keys(found).find(
    (each) => wanted[each] !== undefined && wanted[each].version !== found[each].version
  )
  return name === undefined
    ? null
    : `${relative('node_modules', name)} ${found[name].version} is installed, ${wanted[name].version} is in package-lock.json`
}

function packagesIn(file: string): Record<string, { version?: string }> {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages ?? {}
  } catch {
    return {}
  }
}

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
