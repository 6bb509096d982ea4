import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { availableParallelism, cpus, release, type } from 'node:os'
import { dirname } from 'node:path'
import type { Environment } from '../vocabulary.ts'
import { packageFile } from '../package-files.ts'

/** On what a comparison was made. */
export function describeEnvironment({ artilleryVersion, scriptFile }: { artilleryVersion: string, scriptFile: string }): Environment {
  const manifest = JSON.parse(readFileSync(packageFile('package.json'), 'utf8'))
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

function commitOf(folder: string) {
  try {
    return execFileSync('git', ['rev-parse', 'HEAD'], { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  } catch {
    return null
  }
}
