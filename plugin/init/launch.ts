import { readFileSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { SpeedupError } from '../errors.ts'
import type { Project } from './read-project.ts'

/** How Node starts an app, in the package's folder. */
export interface Launch {
  script: string // absolute path of a file that is there
  args: string[]
  nodeArgs: string[]
  env: Record<string, string>
  remarks: string[] // whole sentences: what is done otherwise than by the command that was read
}

/** puzzle: why it can't be told how Node would start it, to be continued after "which" */
export type Reading = { launch: Launch } | { puzzle: string }

/** @param script absolute path */
export function launchOf(script: string, rest: Partial<Launch> = {}): { launch: Launch } {
  return { launch: { script, args: [], nodeArgs: [], env: {}, remarks: [], ...rest } }
}

/** @param more before its own */
export function withMore(reading: Reading, { nodeArgs = [], env = {}, remarks = [] }: Partial<Launch>): Reading {
  if ('puzzle' in reading) return reading
  const { launch } = reading
  return launchOf(launch.script, {
    args: launch.args,
    nodeArgs: [...nodeArgs, ...launch.nodeArgs],
    env: { ...env, ...launch.env },
    remarks: [...remarks, ...launch.remarks]
  })
}

/**
 * @param given a path as Node takes it: also of a folder with an index.js, or without .js
 * @returns absolute path; null: there is no such file
 */
export function findScript({ folder }: Pick<Project, 'folder'>, given: string): string | null {
  const path = resolve(folder, given)
  if (isFile(path)) return path
  try {
    return createRequire(join(folder, 'package.json')).resolve(path)
  } catch {
    return null
  }
}

export function isFile(path: string) {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true
}

/** @param file that is there */
export function isForNode(file: string) {
  return /\.[cm]?[jt]s$/.test(file) || /^#!.*\bnode\b/.test(readFileSync(file, 'utf8').slice(0, 200))
}

/**
 * @param why it should be there, a sentence's beginning
 * @returns absolute path
 * @throws SpeedupError INVALID_SETTINGS
 */
export function demandScript(project: Project, given: string, why: string): string {
  const script = findScript(project, given)
  if (script !== null) return script
  const { build } = project.manifest.scripts ?? {}
  const hint = build === undefined ? '' : 'If it has to be built, do that first (npm run build). '
  throw new SpeedupError('INVALID_SETTINGS', `${why}, but there is no file ${resolve(project.folder, given)}. ${hint}Or name the file that starts the server: --app <file>.`)
}
