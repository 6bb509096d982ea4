import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { availableParallelism, cpus, release, type } from 'node:os'
import { dirname, relative, sep } from 'node:path'
import type { Environment, Comparison, DescribedVariant } from '../concepts/comparison.ts'
import { packageFile } from '../package-files.ts'
import { maskSecrets } from '../processes/mask-secrets.ts'
import type { EarlierResult, Settings, Variant } from '../concepts/settings.ts'

/** What a comparison says of itself before it begins. */
export function describePlan(settings: Settings, artilleryVersion: string, workingDirectory: string): Pick<Comparison, 'file' | 'environment' | 'settings'> {
  const { scriptFile } = settings
  const asTyped = (file: string) => relative(workingDirectory, file).replaceAll(sep, '/')
  return { file: asTyped(scriptFile), environment: describeEnvironment({ artilleryVersion, scriptFile }), settings: describeSettings(settings, asTyped) }
}

/** On what a comparison was made. */
export function describeEnvironment({ artilleryVersion, scriptFile }: { artilleryVersion: string, scriptFile: string }): Environment {
  return {
    node: process.versions.node,
    artillery: artilleryVersion,
    plugin: JSON.parse(readFileSync(packageFile('package.json'), 'utf8')).version,
    ...{ os: `${type()} ${release()}`, cpu: cpus()[0]?.model ?? 'unknown', cores: availableParallelism() },
    commit: commitOf(dirname(scriptFile))
  }
}

function commitOf(folder: string) {
  const { status, stdout } = spawnSync('git', ['rev-parse', 'HEAD'], { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  return status === 0 ? stdout.trim() : null
}

/** @returns an absolute path as a reader would type it */
type AsTyped = (file: string) => string

/** What was asked for, as it is kept: without the values of environment variables, and what else may be a secret. */
export function describeSettings(settings: Settings, asTyped: AsTyped): Comparison['settings'] {
  const { app, target, variants, baseline, rounds, confidence, onInconclusive, compareWith, generator, client, time } = settings
  return {
    app: app.script === null ? null : asTyped(app.script),
    target: target.url,
    variants: variants.map((variant) => describeVariant(variant, asTyped)),
    ...{ baseline, rounds, confidence, onInconclusive },
    compareWith: compareWith && describeEarlier(compareWith, asTyped),
    generator: generator?.command ?? null,
    client,
    time: time && time.seconds
  }
}

function describeVariant({ name, mode, workers, scheduling, args, command, ecosystem, targets }: Variant, asTyped: AsTyped): DescribedVariant {
  const parts = [
    command === null ? '' : maskSecrets(command),
    ecosystem === null ? '' : `${asTyped(ecosystem.file)}${ecosystem.app === null ? '' : `, app ${ecosystem.app}`}`,
    targets.map(({ url }) => url).join(', '),
    maskSecrets(args)
  ]
  return { name, mode, workers, scheduling, detail: parts.filter(Boolean).join(' ') || null }
}

const describeEarlier = ({ file, finishedAt, commit, plugin, cpu, cores }: EarlierResult, asTyped: AsTyped) =>
  ({ file: asTyped(file), finishedAt, commit, plugin, cpu, cores })
