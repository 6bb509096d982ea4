import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { cpus, release, type } from 'node:os'
import { dirname, relative, sep } from 'node:path'
import { packageFile } from '../package-files.ts'
import { leanVersion } from '../concepts/generators.ts'
import type { EarlierResult, Settings, Variant } from '../concepts/settings.ts'
import { allowedCores } from '../machine/cores.ts'
import { withoutValues } from '../concepts/load-description.ts'
import { describeQuestions, describeVersion, packagesOf, questionOptionNames } from '../questions/concepts.ts'
import { commandLine } from '../concepts/wording.ts'
import { maskSecrets } from '../processes/mask-secrets.ts'
import type { LimitMetric } from '../concepts/metrics.ts'
import type { Environment, Comparison, DescribedThreshold, DescribedVariant } from '../concepts/comparison.ts'

/** What a comparison says of itself before it begins. */
export function describePlan(
  settings: Settings,
  { version, ...call }: { version: string } & Call,
  workingDirectory: string
) {
  const { scriptFile } = settings
  const asTyped = (file: string) => relative(workingDirectory, file).replaceAll(sep, '/')
  const environment = describeEnvironment(version, scriptFile)
  return { file: asTyped(scriptFile), environment, settings: describeSettings(settings, call, asTyped) }
}

/** On what a comparison was made, with this version of Artillery. */
export function describeEnvironment(artillery: string, scriptFile: string): Environment {
  const { count, physicalCores } = allowedCores()
  return {
    node: process.versions.node,
    artillery,
    plugin: JSON.parse(readFileSync(packageFile('package.json'), 'utf8')).version,
    leanClient: leanVersion,
    os: `${type()} ${release()}`,
    cpu: cpus()[0]?.model ?? 'unknown',
    cores: count,
    physicalCores,
    commit: headOf(dirname(scriptFile))
  }
}

function headOf(folder: string) {
  const { status, stdout } = spawnSync('git', ['rev-parse', 'HEAD'], {
    cwd: existsSync(folder) ? folder : dirname(folder),
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore']
  })
  return status === 0 ? stdout.trim() : null
}

/** @returns an absolute path as a reader would type it */
type AsTyped = (file: string) => string

/** What was asked for, as it is kept: without the values of environment variables, and what else may be a secret. */
export function describeSettings(settings: Settings, call: Call, asTyped: AsTyped): Comparison['settings'] {
  const { script } = settings.app
  const { baseline, rounds, confidence, onInconclusive, client, alternate, load, warmUpSeconds } = settings
  return {
    command: describeCommand(call, asTyped(settings.scriptFile)),
    app: script && asTyped(script),
    target: withoutValues(settings.target.url),
    variants: settings.variants.map((variant) => describeVariant(variant, asTyped)),
    baseline,
    rounds,
    confidence,
    onInconclusive,
    compareWith: settings.compareWith && describeEarlier(settings.compareWith, asTyped),
    generator: settings.generator?.command ?? null,
    loadHost: settings.loadHost?.hosts.join(', ') ?? null,
    client,
    alternate,
    time: settings.time && settings.time.seconds,
    load,
    warmUpSeconds,
    thresholds: demandsOf<DescribedThreshold['metric']>(settings, 'thresholds').map(({ value, ...of }) => ({
      ...of,
      threshold: value
    })),
    limits: demandsOf<LimitMetric>(settings, 'limits').map(({ value, ...of }) => ({ ...of, limit: value })),
    ...describeQuestions(settings)
  }
}

/** @returns those that are set: null takes back what a wider level set */
const demandsOf = <Metric extends string>({ scenarios }: Settings, kind: 'thresholds' | 'limits') =>
  scenarios.flatMap((plan) =>
    Object.entries(plan[kind]).flatMap(([variant, { requests = {}, ...ofAll }]) => [
      ...numbersIn<Metric>(ofAll).map((found) => ({ scenario: plan.name, variant, request: null, ...found })),
      ...Object.entries(requests).flatMap(([request, own]) =>
        numbersIn<Metric>(typeof own === 'number' ? { floor: own } : own).map((found) => ({
          scenario: plan.name,
          variant,
          request,
          ...found
        }))
      )
    ])
  )

const numbersIn = <Metric extends string>(demands: unknown) =>
  Object.entries(Object(demands)).flatMap(([metric, value]) =>
    typeof value === 'number' ? [{ metric: metric as Metric, value }] : []
  )

function describeVariant(variant: Variant, asTyped: AsTyped): DescribedVariant {
  const {
    name,
    mode,
    workers,
    scheduling,
    command,
    ecosystem,
    targets,
    listed,
    instances,
    resources,
    args,
    node,
    nodeArgs,
    place
  } = variant
  const parts = [
    command === null ? '' : maskSecrets(command),
    ecosystem === null ? '' : `${asTyped(ecosystem.file)}${ecosystem.app === null ? '' : `, app ${ecosystem.app}`}`,
    targets.map(({ url }) => url).join(', '),
    maskSecrets([...(packagesOf(variant) ?? []), ...nodeArgs, ...args])
  ]
  // Where it is not ready, as it was asked for.
  const version = { ...describeVersion(variant), node: node && (place?.node.version ?? node) }
  const detail = parts.filter(Boolean).join(' ') || null
  return { name, mode, workers, instances, resources, scheduling, detail, ...version, listed }
}

const describeEarlier = (
  { file, results, finishedAt, commit, plugin, cpu, cores }: EarlierResult,
  asTyped: AsTyped
) => ({ file: asTyped(file), results, finishedAt, commit, plugin, cpu, cores })

/** How the comparison was asked for. */
export interface Call {
  flags: Record<string, any> // of the outer `artillery run`, as parsed
  suiteOptions: string[] | null // names of the options that a test suite gave; null: there is none
  isCode?: boolean // the suite has no file
  command?: string | undefined // that was typed, where it was none of Artillery's
}

/**
 * Flags whose values are names and files. Of all others, only the name is told: --key is a secret, and --note may be
 * one.
 */
const plain = ['config', 'environment', 'scenario-name', 'dotenv', 'payload', 'output', 'input', 'count', 'platform']
const usual: Record<string, unknown> = { count: '1', platform: 'local' }
/** Options that hold nothing but numbers, lengths of time and words of our own. */
const plainOptions = [
  ...'users rate duration rounds time warmUp confidence thresholds limits mix'.split(' '),
  ...['generator\\.client', 'alternate', 'onInconclusive', ...questionOptionNames]
]
const harmless = new RegExp(`^config\\.(?:phases|plugins\\.speedup\\.(?:${plainOptions.join('|')}))(?:\\.|$)`)

/** The command that makes the comparison again. In place of what may be a secret stands "…". */
export function describeCommand({ flags, suiteOptions, isCode, command }: Call, file: string): string {
  if (command !== undefined) return command
  if (suiteOptions !== null) {
    const given = suiteOptions.length === 0 ? [] : [`{ ${suiteOptions.join(', ')} }`]
    return `compare(${[...(isCode ? [] : [JSON.stringify(file)]), ...given].join(', ')})`
  }
  const given = Object.entries(flags).filter(
    ([name, value]) => value !== undefined && value !== false && value !== usual[name]
  )
  return commandLine(['npx', 'artillery', 'run', file], Object.fromEntries(given), valueOf)
}

function valueOf(name: string, value: string) {
  if (name === 'target') return withoutValues(value)
  if (name === 'overrides' || name === 'variables') return namesInJson(value)
  return plain.includes(name) ? value : '…'
}

function namesInJson(text: string) {
  try {
    return JSON.stringify(masked(JSON.parse(text), ''))
  } catch {
    return '…'
  }
}

/** @param path keys from the root */
function masked(value: unknown, path: string): unknown {
  if (Array.isArray(value)) return value.map((item) => masked(item, path))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [key, masked(inner, path === '' ? key : `${path}.${key}`)])
    )
  const isPlain = value === null || typeof value !== 'string' || /^[\d.]+ ?[a-z]*$|^[a-z]+$/i.test(value)
  return isPlain && harmless.test(path) ? value : '…'
}
