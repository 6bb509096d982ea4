import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { availableParallelism, cpus, release, type } from 'node:os'
import { dirname } from 'node:path'
/** @import { Environment } from '../vocabulary.js' */

/**
 * On what a comparison was made.
 *
 * @param {{ artilleryVersion: string, scriptFile: string }} given
 * @returns {Environment}
 */
export function describeEnvironment({ artilleryVersion, scriptFile }) {
  const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  return {
    node: process.versions.node,
    artillery: artilleryVersion,
    plugin: manifest.version,
    os: `${type()} ${release()}`,
    cpu: cpus()[0]?.model ?? 'unknown',
    cores: availableParallelism(),
    commit: commitOf(dirname(scriptFile))
  }
}

/** @param {string} folder */
function commitOf(folder) {
  try {
    return execFileSync('git', ['rev-parse', 'HEAD'], { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  } catch {
    return null
  }
}
