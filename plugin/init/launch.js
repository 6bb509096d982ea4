import { readFileSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { SpeedupError } from '../errors.js'
/** @import { Project } from './read-project.js' */

/**
 * How Node starts an app, in the package's folder.
 *
 * @typedef {object} Launch
 * @property {string} script absolute path of a file that is there
 * @property {string[]} args
 * @property {string[]} nodeArgs
 * @property {Record<string, string>} env
 * @property {string[]} remarks whole sentences: what is done otherwise than by the command that was read
 *
 * @typedef {{ launch: Launch } | { puzzle: string }} Reading puzzle: why it can't be told how Node would start it, to
 *   be continued after "which"
 */

/**
 * @param {string} script absolute path
 * @param {Partial<Launch>} [rest]
 * @returns {{ launch: Launch }}
 */
export function launchOf(script, rest = {}) {
  return { launch: { script, args: [], nodeArgs: [], env: {}, remarks: [], ...rest } }
}

/**
 * @param {Reading} reading
 * @param {Partial<Launch>} more before its own
 * @returns {Reading}
 */
export function withMore(reading, { nodeArgs = [], env = {}, remarks = [] }) {
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
 * @param {Pick<Project, 'folder'>} project
 * @param {string} given a path as Node takes it: also of a folder with an index.js, or without .js
 * @returns {string | null} absolute path; null: there is no such file
 */
export function findScript({ folder }, given) {
  const path = resolve(folder, given)
  if (isFile(path)) return path
  try {
    return createRequire(join(folder, 'package.json')).resolve(path)
  } catch {
    return null
  }
}

/** @param {string} path */
export function isFile(path) {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true
}

/** @param {string} file that is there */
export function isForNode(file) {
  return /\.[cm]?[jt]s$/.test(file) || /^#!.*\bnode\b/.test(readFileSync(file, 'utf8').slice(0, 200))
}

/**
 * @param {Project} project
 * @param {string} given
 * @param {string} why it should be there, a sentence's beginning
 * @returns {string} absolute path
 * @throws {SpeedupError} INVALID_SETTINGS
 */
export function demandScript(project, given, why) {
  const script = findScript(project, given)
  if (script !== null) return script
  const { build } = project.manifest.scripts ?? {}
  const hint = build === undefined ? '' : 'If it has to be built, do that first (npm run build). '
  throw new SpeedupError('INVALID_SETTINGS', `${why}, but there is no file ${resolve(project.folder, given)}. ${hint}Or name the file that starts the server: --app <file>.`)
}
