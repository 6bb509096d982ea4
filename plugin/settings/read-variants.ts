import { SpeedupError } from '../errors.ts'
import { asTexts } from './read-app.ts'
import { checkModeOptions, readMode } from './mode-options.ts'
import { readEcosystem } from './read-ecosystem.ts'
import { readUrls } from './read-urls.ts'
import { readWorkers } from './read-workers.ts'
import type { Variant } from '../vocabulary.ts'
import type { ScriptSource } from './read-settings.ts'

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
