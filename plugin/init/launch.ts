import { readFileSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { SpeedupError } from '../concepts/errors.ts'
import type { Project } from './read-project.ts'

/** How Node starts an app, in the package's folder. */
export interface Launch {
  script: string // absolute path of a file that is there
  args: string[]
  nodeArgs: string[]
  env: Record<string, string>
  remarks: string[] // whole sentences: what is done otherwise than by the command that was read
}

/** @param script absolute path */
export function launchOf(script: string, rest: Partial<Launch> = {}): Launch {
  return { script, args: [], nodeArgs: [], env: {}, remarks: [], ...rest }
}

/** @param more goes before what the launch has already */
export function withMore(launch: Launch, { nodeArgs = [], env = {}, remarks = [] }: Partial<Launch>): Launch {
  return {
    ...launch,
    nodeArgs: [...nodeArgs, ...launch.nodeArgs],
    env: { ...env, ...launch.env },
    remarks: [...remarks, ...launch.remarks]
  }
}

/** tsx is a loader for Node, which may as well be given to Node itself. */
export const byTsx = ['--import', 'tsx']

/**
 * @param path as Node takes it: also of a folder with an index.js, or without .js
 * @returns absolute path; null: there is no such file
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

/**
 * @param source what names the file, such as `scripts.start`
 * @throws SpeedupError INVALID_SETTINGS
 */
export function demandScript({ folder, manifest }: Project, path: string, source: string, hint?: string) {
  const script = findScript(folder, path)
  if (script !== null) return script
  const build = hint ?? (manifest.scripts?.build === undefined ? '' : 'If it has to be built, do that first (npm run build). ')
  throw new SpeedupError('INVALID_SETTINGS', `${source} runs ${path}, but there is no file ${resolve(folder, path)}. ${build}` +
    'Or name the file that starts the server: --app <file>.')
}

export function isFile(path: string) {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true
}

/** @param file that is there */
export function isForNode(file: string) {
  return /\.[cm]?[jt]s$/.test(file) || /^#!.*\bnode\b/.test(readFileSync(file, 'utf8').slice(0, 200))
}
