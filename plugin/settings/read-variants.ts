import { asTexts, findPath } from './read-app.ts'
import { readUrls } from './read-target.ts'
import type { Variant, ScriptSource } from '../concepts/settings.ts'
import { modeNames, modes, spreadingModes, type Mode, type Option } from '../concepts/modes.ts'
import type { Options } from './option-shapes.ts'
import type { GivenVariant } from './variant-shapes.ts'
import { wholeCores } from '../machine/cores.ts'
import { assignments, counted } from '../concepts/wording.ts'
import { withoutSecrets } from '../concepts/foreign-text.ts'
import { readVersion } from '../questions/settings.ts'
import { candidateLimits } from './demand-shapes.ts'
import { countsNamed } from '../questions/concepts.ts'
import { isMap, refuse, refuseValue, suggest } from './shapes.ts'
import { bytesOf, cpusOf } from './quantities.ts'

/** @returns at least two, each with a name of its own */
export function readVariants(given: Options['variants'], source: ScriptSource) {
  const variants = Object.entries(given).flatMap(([name, variant]) => readVariant(name, variant, source))
  const twice = variants.find(
    ({ name, writtenAs }) => writtenAs !== null && variants.filter((variant) => variant.name === name).length > 1
  )
  if (twice !== undefined)
    refuse(
      `plugins.speedup.variants.${twice.writtenAs} makes a variant for each value of a list, one of them named ` +
        `${JSON.stringify(twice.name)}, but another variant has that name. Rename one of the two.`
    )
  if (variants.length >= 2) return variants
  refuse(
    `plugins.speedup.variants has ${variants.length === 1 ? 'only one variant' : 'no variants'}. ` +
      'A comparison needs at least two, for example { single: { mode: single }, clustered: { mode: cluster } }.'
  )
}

/** @returns a variant for each value of its list, if it has one */
function readVariant(name: string, given: GivenVariant, source: ScriptSource): Variant[] {
  const path = `plugins.speedup.variants.${name}`
  if (!/\S/.test(name)) refuse('plugins.speedup.variants has a variant without a name. Name it.')
  const mode = readMode(name, given)
  checkModeOptions(path, mode, given)
  const written = { ...given, ...readCounts(path, mode, given) }
  const files = readVersion(path, given)
  const lists = listsIn(written)
  if (lists.length > 1)
    refuse(
      `${path} has several lists, ${lists.map(({ key }) => key).join(' and ')}, but only one can make variants. Write the others as variants of their own.`
    )
  const read = (change: object) => ({ ...readSingle({ ...written, ...change }, { path, mode, source }), ...files })
  if (lists.length === 0) return [{ ...read({}), name, listed: null, writtenAs: null, countOf: null }]
  return lists.flatMap(({ key, values, change, isOfNumbers }) =>
    values.map((value) => ({
      ...read(change(value)),
      name: `${name} ${shown(value)}`.trimEnd(),
      listed: isOfNumbers ? { list: name, key: key.replace('env.', ''), number: cpusOf(value) } : null,
      writtenAs: name,
      countOf: ['workers', 'instances'].includes(key) ? name : null
    }))
  )
}

type Written = Omit<GivenVariant, 'workers' | 'instances'> & ReturnType<typeof readCounts>
/** A variant is made of each value. change: what the variant has then */
type List = { key: string; values: unknown[]; change: (value: unknown) => object; isOfNumbers: boolean }

const mayBeLists = ['workers', 'instances', 'cpus', 'memory', 'scheduling', 'env', 'args', 'node', 'nodeArgs'] as const

const listsIn = (written: Written): List[] =>
  mayBeLists.flatMap((key): List[] => {
    const value = written[key]
    if (key === 'env' && isMap(value))
      return Object.entries(value)
        .filter(([, values]) => Array.isArray(values))
        .map(([name, values]) => ({
          key: `env.${name}`,
          values,
          change: (one) => ({ env: { ...value, [name]: one } }),
          isOfNumbers: values.every(Number.isFinite)
        }))
    // Arguments are a list of words, or of several such lists.
    if (!Array.isArray(value) || (/args$/i.test(key) && !value.some(Array.isArray))) return []
    return [{ key, values: value, change: (one) => ({ [key]: one }), isOfNumbers: key === 'cpus' }]
  })

/** Of what is written, no value is a list of several any more. */
function readSingle(written: Written, { path, mode, source }: { path: string; mode: Mode; source: ScriptSource }) {
  const {
    env = {},
    args = [],
    command = null,
    reload = null,
    cpus,
    memory,
    scheduling = 'round-robin',
    node = null,
    nodeArgs = []
  } = written
  const [workers, instances] = [written.workers, written.instances].map((count) => count && Number(count))
  return {
    mode,
    instances,
    workers: workers && workers * (instances ?? 1),
    resources: {
      cpus: cpus === undefined ? null : cpusOf(cpus),
      memoryBytes: memory === undefined ? null : bytesOf(String(memory))
    },
    scheduling: scheduling as Variant['scheduling'],
    env: asTexts(env),
    args: args.map(String),
    command: Array.isArray(command) ? command.map(String) : command,
    reload,
    ecosystem: readEcosystem(written.ecosystem, source, `${path}.ecosystem`),
    targets: readUrls(written.url, `${path}.url`),
    node: node && String(node),
    nodeArgs: nodeArgs.map(String),
    place: null
  }
}

/** @returns as a person would write it; empty: nothing is set */
const shown = (value: unknown): string =>
  Array.isArray(value) ? value.join(' ') : isMap(value) ? withoutSecrets(assignments(value).join(' ')) : String(value)

/** @returns as it is written, or as the variant's name says it, or a key that stands for one; else by its workers */
function readMode(name: string, given: GivenVariant) {
  const has = (key: Option) => given[key] !== undefined
  return (
    modeNames.find((mode) => mode === (given.mode ?? name)) ??
    modeNames.find((mode) => modes[mode].impliedBy?.some(has)) ??
    (has('workers') || has('scheduling') ? 'cluster' : 'single')
  )
}

/** Refuses an option that the mode does not have, and the lack of one that it needs. */
function checkModeOptions(path: string, mode: Mode, given: GivenVariant) {
  const { options, needs, refuses } = modes[mode]
  const taken = ['mode', 'thresholds', 'limits', ...options]
  const unknown = (Object.keys(given) as Option[]).find((key) => !taken.includes(key) && given[key] !== undefined)
  if (unknown !== undefined) {
    const { because, instead } = { because: `mode ${mode} has no such option`, ...refuses?.[unknown] }
    // Values of environment variables may be secrets.
    const shown = unknown === 'env' ? 'set' : JSON.stringify(given[unknown])
    const takers = (unknown === 'workers' ? spreadingModes : modeNames).filter((name) =>
      modes[name].options.includes(unknown)
    )
    const way = instead ?? `Set mode: ${new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(takers)}`
    refuse(`${path}.${unknown} is ${shown}, but ${because}. ${way}, or remove ${unknown}.`)
  }
  if (needs !== undefined && given[needs.option] === undefined)
    refuse(`${path}.${needs.option} is missing, but mode ${mode} needs it. ${needs.advice}.`)
}

/**
 * @returns several, ascending: a variant is made of each; null: as many as are seen, or no instances. workers: in mode
 * ports, of each instance
 */
export function readCounts(path: string, mode: Mode, given: GivenVariant) {
  if (!modes[mode].options.includes('instances')) return { workers: readCount(path, mode, given), instances: null }
  const { instances, workers = 1, cpus, memory } = given
  const hasLimits = cpus !== undefined || memory !== undefined
  return {
    workers: workers === 'auto' ? null : readCount(path, mode, { workers }),
    instances: readCount(path, mode, { workers: instances ?? (hasLimits ? 1 : undefined) }, 'instances')
  }
}

function readCount(path: string, mode: Mode, { ecosystem, workers }: GivenVariant, key = 'workers') {
  const cores = wholeCores()
  const { workers: usual } = modes[mode]
  if (usual === 1) return 1
  if (usual === 'as seen') {
    if (workers === undefined || typeof workers === 'number') return workers ?? null
    refuseValue(
      `${path}.workers`,
      workers,
      `but in mode ${mode} it only states how many workers there are. Set a single number, or remove workers. ` +
        'To compare several numbers, make a variant for each.'
    )
  }
  if (workers === undefined) return ecosystem === undefined ? cores : null
  if (workers === 'auto') return cores
  if (typeof workers === 'string') return countsNamed(workers, cores)
  const most = Math.max(8 * cores, 16)
  const counts = [workers].flat().toSorted((a, b) => a - b)
  if (Math.max(...counts) <= most) return Array.isArray(workers) ? counts : workers
  refuseValue(
    `${path}.${key}`,
    workers,
    `but only ${counted(cores, 'core')} may be used: ` +
      `each worker costs memory, and more than a few per core gain nothing. Use at most ${most}.`
  )
}

/** @returns the file is there; whether it has the app, only PM2 can tell */
function readEcosystem(given: GivenVariant['ecosystem'], source: ScriptSource, path: string) {
  if (given === undefined) return null
  if (typeof given === 'string') return { file: findPath(path, given, source), app: null }
  const { file, app = null } = given
  if (file !== undefined) return { file: findPath(`${path}.file`, file, source), app }
  refuse(
    `${path}.file is missing. Name the PM2 ecosystem file, ` +
      'for example { file: ../ecosystem.config.cjs, app: api } (relative to the scenario file).'
  )
}

/**
 * @returns the name of the variant that the others are compared with: of several numbers of workers, the one with the
 * fewest
 */
export function readBaseline(options: Options, variants: Variant[]) {
  const names = variants.map(({ name }) => name)
  const given = options.baseline ?? names[0]
  const baseline = variants.find(({ name }) => name === given) ?? variants.find(({ writtenAs }) => writtenAs === given)
  if (baseline === undefined)
    refuseValue(
      'plugins.speedup.baseline',
      given,
      `an unknown variant${suggest(given, names)}. Variants: ${names.join(', ')}.`
    )
  const { name, writtenAs } = baseline
  // Of several that were written as one, the others must reach it.
  const { thresholds, limits = {} } = writtenAs === null ? options.variants[name] : {}
  const limit = candidateLimits.find((key) => limits[key] != null)
  if (thresholds === undefined && limit === undefined) return name
  const candidates = new Set(
    variants.filter((variant) => variant !== baseline).map((variant) => variant.writtenAs ?? variant.name)
  )
  refuse(
    `plugins.speedup.variants.${name}.${limit === undefined ? 'thresholds' : `limits.${limit}`} is set, but ${name} is the baseline, and ${limit === undefined ? 'thresholds are' : `${limit} is`} for candidates. ` +
      `Move it to ${[...candidates].join(' or ')}.`
  )
}
