import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { availableParallelism, cpus, release, type } from 'node:os'
import { dirname, relative, sep } from 'node:path'
import { packageFile } from '../package-files.ts'
import type { Call } from './describe-command.ts'
import { describeSettings } from './describe-settings.ts'
import type { Environment, Comparison } from '../concepts/comparison.ts'
import type { Settings } from '../concepts/settings.ts'

export type { Call }

/** What a comparison says of itself before it begins. */
export function describePlan(
  settings: Settings,
  { version, ...call }: { version: string } & Call,
  workingDirectory: string
): Pick<Comparison, 'file' | 'environment' | 'settings'> {
  const { scriptFile } = settings
  const asTyped = (file: string) => relative(workingDirectory, file).replaceAll(sep, '/')
  const environment = describeEnvironment(version, scriptFile)
  return { file: asTyped(scriptFile), environment, settings: describeSettings(settings, call, asTyped) }
}

/** On what a comparison was made, with this version of Artillery. */
export function describeEnvironment(artillery: string, scriptFile: string): Environment {
  return {
    node: process.versions.node,
    artillery,
    plugin: JSON.parse(readFileSync(packageFile('package.json'), 'utf8')).version,
    os: `${type()} ${release()}`,
    cpu: cpus()[0]?.model ?? 'unknown',
    cores: availableParallelism(),
    commit: commitOf(dirname(scriptFile))
  }
}

function commitOf(folder: string) {
  const { status, stdout } = spawnSync('git', ['rev-parse', 'HEAD'], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore']
  })
  return status === 0 ? stdout.trim() : null
}
