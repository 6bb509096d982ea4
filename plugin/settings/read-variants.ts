import { availableParallelism } from 'node:os'
import { SpeedupError } from '../concepts/errors.ts'
import { asTexts, findFile } from './read-app.ts'
import { readUrls } from './read-target.ts'
import type { Variant } from '../concepts/settings.ts'
import type { ScriptSource } from './read-settings.ts'
import { mostWorkers } from './option-shapes.ts'
import { modes, modeNames, type Mode, type Option } from '../concepts/modes.ts'
import { counted } from '../concepts/wording.ts'
import { suggest } from './shapes.ts'

const defaultVariants = { single: { mode: 'single' }, clustered: { mode: 'cluster' } }

/**
 * @param given the option `variants`, its shape already checked
 * @returns at least two, each with a name of its own
 * @throws SpeedupError INVALID_SETTINGS
 */
export function readVariants(given: Record<string, any> | undefined = defaultVariants, source: ScriptSource): Variant[] {
  const variants = Object.entries(given).flatMap(([name, variant]) => readVariant(name, variant, source))
  checkNames(variants)
  if (variants.length >= 2) return variants
  throw new SpeedupError(
    'INVALID_SETTINGS',
    `plugins.speedup.variants has ${variants.length === 1 ? 'only one variant' : 'no variant'}. ` +
      'A comparison needs at least two, for example { single: { mode: single }, clustered: { mode: cluster } }.'
  )
}

/** @returns one for each number of workers */
function readVariant(name: string, given: Record<string, any>, source: ScriptSource): Variant[] {
  const path = `plugins.speedup.variants.${name}`
  if (!/\S/.test(name)) throw new SpeedupError('INVALID_SETTINGS', 'plugins.speedup.variants has a variant without a name.')
  const mode = readMode(path, name, given)
  checkModeOptions(path, mode, given)
  const workers = readWorkers(path, mode, given)
  const variant = {
    mode,
    scheduling: given.scheduling ?? 'round-robin',
    env: asTexts(given.env ?? {}),
    args: (given.args ?? []).map(String),
    command: Array.isArray(given.command) ? given.command.map(String) : given.command ?? null,
    ecosystem: readEcosystem(given.ecosystem, source, name),
    targets: readUrls(given.url, `${path}.url`)
  }
  if (!Array.isArray(workers)) return [{ ...variant, name, workers, sweep: null }]
  return workers.map((count) => ({ ...variant, name: `${name} ${count}`, workers: count, sweep: name }))
}

function checkNames(variants: Variant[]) {
  const twice = variants.find(({ name, sweep }) => sweep !== null && variants.filter((one) => one.name === name).length > 1)
  if (twice === undefined) return
  throw new SpeedupError(
    'INVALID_SETTINGS',
    `plugins.speedup.variants.${twice.sweep} makes a variant for each number of workers, one of them named ${JSON.stringify(twice.name)}; ` +
      'but there is another variant of that name. Rename one of the two.'
  )
}

/**
 * @param path of the variant
 * @returns as it is written, or as the variant's name says it, or the only key that stands for one
 * @throws SpeedupError INVALID_SETTINGS
 */
function readMode(path: string, name: string, given: Record<string, unknown>): Mode {
  const written = modeNames.find((mode) => mode === (given.mode ?? name))
  if (written !== undefined) return written
  const implied = modeNames.filter((mode) => {
    const { impliedBy } = modes[mode]
    return impliedBy !== undefined && given[impliedBy] !== undefined
  })
  if (implied.length === 1) return implied[0]
  throw new SpeedupError('INVALID_SETTINGS', `${path}.mode is missing. It must be one of ${modeNames.join(', ')}.`)
}

/**
 * @param path of the variant
 * @throws SpeedupError INVALID_SETTINGS: an option that the mode does not take, or one that it can't do without
 */
function checkModeOptions(path: string, mode: Mode, given: Record<string, unknown>) {
  const { options, needs } = modes[mode]
  const taken: string[] = ['mode', 'thresholds', ...options]
  const strange = Object.keys(given).find((key) => !taken.includes(key) && given[key] !== undefined)
  if (strange !== undefined) rejectOption(path, mode, strange as Option, given[strange])
  if (needs === undefined || given[needs.option] !== undefined) return
  throw new SpeedupError('INVALID_SETTINGS', `${path}.${needs.option} is missing, but mode ${mode} needs it. ${needs.advice}.`)
}

function rejectOption(path: string, mode: Mode, option: Option, value: unknown): never {
  const { because, instead } = { because: `mode ${mode} does not take it`, ...modes[mode].refuses?.[option] }
  // Values of environment variables may be secrets.
  const shown = option === 'env' ? 'set' : JSON.stringify(value)
  const way = instead ?? `Set mode: ${takersOf(option)}`
  throw new SpeedupError('INVALID_SETTINGS', `${path}.${option} is ${shown}, but ${because}. ${way}, or leave ${option} out.`)
}

/** @returns the modes that take it, such as "a, b or c"; of workers, those that start as many */
function takersOf(option: Option) {
  const takers = modeNames.filter((mode) => modes[mode].options.includes(option) && (option !== 'workers' || modes[mode].workers === 'cores'))
  return new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(takers)
}

/**
 * @param path of the variant
 * @param given its options, their shapes already checked
 * @returns several, ascending: a variant is made of each; null: as many as are seen
 * @throws SpeedupError INVALID_SETTINGS
 */
export function readWorkers(path: string, mode: Mode, { workers, sweep, ecosystem }: Record<string, any>): number | null | number[] {
  if (sweep !== undefined && workers !== undefined) {
    throw new SpeedupError(
      'INVALID_SETTINGS',
      `${path}.sweep is ${JSON.stringify(sweep)}, but ${path}.workers is ${JSON.stringify(workers)}, and both say how many workers there are. Leave one of them out.`
    )
  }
  const { workers: usual } = modes[mode]
  if (usual === 1) return 1
  if (usual === 'as seen') return seenWorkers(path, mode, workers)
  if (sweep !== undefined) return powersOfTwo()
  if (workers === undefined) return ecosystem === undefined ? availableParallelism() : null
  if (typeof workers === 'string') return availableParallelism()
  checkMost(path, workers)
  return typeof workers === 'number' ? workers : workers.toSorted((a: number, b: number) => a - b)
}

function seenWorkers(path: string, mode: Mode, given: unknown) {
  if (given === undefined) return null
  if (typeof given === 'number') return given
  throw new SpeedupError(
    'INVALID_SETTINGS',
    `${path}.workers is ${JSON.stringify(given)}, but in mode ${mode} it only tells how many workers there are. Give one number, or leave workers out.`
  )
}

/** From one worker to twice as many as can run at once: beyond, nothing is to be gained. */
function powersOfTwo() {
  const most = Math.min(2 * availableParallelism(), mostWorkers)
  return Array.from({ length: Math.floor(Math.log2(most)) + 1 }, (_, i) => 2 ** i)
}

function checkMost(path: string, given: number | number[]) {
  const cores = availableParallelism()
  const most = Math.max(8 * cores, 16)
  const largest = Math.max(...[given].flat())
  if (largest <= most) return
  throw new SpeedupError(
    'INVALID_SETTINGS',
    `${path}.workers is ${JSON.stringify(given)}, but only ${counted(cores, 'core')} may be used: each worker costs memory, and more than a few per core gain nothing. Take at most ${most}.`
  )
}

/**
 * @param given a variant's option `ecosystem`, its shape already checked
 * @param variant its name
 * @returns the file is there; whether it has the app, only PM2 can tell
 * @throws SpeedupError INVALID_SETTINGS
 */
function readEcosystem(given: string | { file?: string, app?: string } | undefined, source: ScriptSource, variant: string): Variant['ecosystem'] {
  if (given === undefined) return null
  const key = `variants.${variant}.ecosystem`
  if (typeof given === 'string') return { file: findFile(given, source, key), app: null }
  if (given.file !== undefined) return { file: findFile(given.file, source, `${key}.file`), app: given.app ?? null }
  throw new SpeedupError(
    'INVALID_SETTINGS',
    `plugins.speedup.${key}.file is missing. Give PM2's ecosystem file, for example { file: ../ecosystem.config.cjs, app: api } (a path from the scenario file).`
  )
}

/**
 * @param options their shapes already checked
 * @returns the name of the variant that the others are compared with: of one that was written for several numbers of
 *   workers, the one with the fewest
 * @throws SpeedupError INVALID_SETTINGS
 */
export function readBaseline(options: Record<string, any>, variants: Variant[]): string {
  const given = options.baseline ?? variants[0].name
  const baseline = variants.find(({ name }) => name === given) ?? variants.find(({ sweep }) => sweep === given)
  if (baseline === undefined) return rejectUnknown(given, variants.map(({ name }) => name))
  // Of several that were written as one, the others have to reach it.
  if (baseline.sweep === null && options.variants?.[baseline.name].thresholds !== undefined) {
    const candidates = variants.filter((variant) => variant !== baseline).map(({ name, sweep }) => sweep ?? name)
    rejectThresholds(baseline.name, [...new Set(candidates)])
  }
  return baseline.name
}

function rejectUnknown(given: unknown, names: string[]): never {
  const message = `plugins.speedup.baseline is ${JSON.stringify(given)}, which is no variant${suggest(given, names)}.`
  throw new SpeedupError('INVALID_SETTINGS', `${message} Variants: ${names.join(', ')}.`)
}

function rejectThresholds(baseline: string, candidates: string[]): never {
  throw new SpeedupError(
    'INVALID_SETTINGS',
    `plugins.speedup.variants.${baseline}.thresholds is set, but ${baseline} is the baseline, which the others are compared with. ` +
      `Move it to ${candidates.join(' or ')}.`
  )
}
