import { isAbsolute, resolve } from 'node:path'
import { SpeedupError } from '../concepts/errors.ts'
import { modes } from '../concepts/modes.ts'
import { checkLength } from './check-length.ts'
import { optionShapes } from './option-shapes.ts'
import { readApp } from './read-app.ts'
import { readBaseline, readVariants } from './read-variants.ts'
import { readEarlierResult } from './earlier-result.ts'
import { readGenerator } from './read-generator.ts'
import { readScenarios } from './read-scenarios.ts'
import { readTarget, checkApart } from './read-target.ts'
import type { Settings, Variant } from '../concepts/settings.ts'

/** An Artillery script, as Artillery resolved it: includes, environments, overrides and templates applied. */
export interface ScriptSource {
  script: Record<string, any>
  scriptFile: string // absolute path
  configFile: string // absolute path; the script's own when no --config was given
  scenarioName?: string // the value of --scenario-name
  workingDirectory: string // absolute path
  env?: Record<string, string | undefined> // environment variables by which a comparison of hours is agreed to
}

/** The defaults that a user would have chosen; those of app and variants stand beside their readers. */
const defaults = {
  rounds: { min: 3, max: 10 },
  confidence: 0.95,
  pidHeader: 'x-worker-pid',
  report: 'reports',
  onInconclusive: 'fail',
  sameAnswers: true,
  client: 'auto'
}

/**
 * Checks what the user wrote and completes it.
 *
 * @returns after this, nothing needs a default any more
 * @throws SpeedupError INVALID_SETTINGS, naming the key's path, what was given and what is allowed
 */
export function readSettings(source: ScriptSource): Settings {
  const { script, scriptFile, workingDirectory } = source
  const written = script.config?.plugins?.speedup
  optionShapes(written, optionsPath)
  const options = { ...defaults, ...written }
  const variants = readVariants(options.variants, source)
  const baseline = readBaseline(options, variants)
  const candidates = variants.filter(({ name }) => name !== baseline)
  const app = readApp(options.app, source, variants)
  const scenarios = readScenarios(options, source, candidates)
  const generator = readGenerator(options.generator, variants, script.config)
  const compared = { baseline, candidates: candidates.map(({ name }) => name), scenarios: scenarios.map(({ name }) => name), generator }
  const settings = {
    app,
    variants,
    baseline,
    rounds: readRounds(options.rounds),
    confidence: options.confidence,
    scenarios,
    target: readTargetFor(variants, script.config.target),
    pidHeader: options.pidHeader.toLowerCase(),
    reportDirectory: isAbsolute(options.report) ? options.report : resolve(workingDirectory, options.report),
    onInconclusive: options.onInconclusive,
    sameAnswers: options.sameAnswers,
    compareWith: readEarlierResult(options.compareWith, source, compared),
    generator,
    client: options.client,
    // Artillery has turned its flag --insecure into this.
    insecure: script.config.tls?.rejectUnauthorized === false,
    scriptFile
  }
  checkLength(settings, source)
  return settings
}

const optionsPath = 'plugins.speedup'

function readTargetFor(variants: Variant[], given: unknown) {
  const started = variants.find(({ mode }) => !modes[mode].isElsewhere)
  // Where nothing is started here, config.target stands for nothing.
  if (started === undefined) return variants[0].targets[0]
  const target = readTarget(given)
  for (const variant of variants) checkApart(variant, started, target)
  return target
}

function readRounds(given: number | { min?: number, max?: number }) {
  if (typeof given === 'number') return { min: given, max: given }
  const min = given.min ?? defaults.rounds.min
  const max = given.max ?? Math.max(min, defaults.rounds.max)
  if (min <= max) return { min, max }
  throw new SpeedupError(
    'INVALID_SETTINGS',
    `${optionsPath}.rounds.min is ${min}, above rounds.max, which is ${max}. Lower min or raise max.`
  )
}
