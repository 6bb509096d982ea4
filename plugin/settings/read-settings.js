import { isAbsolute, resolve } from 'node:path'
import { SpeedupError } from '../errors.js'
import { optionShapes } from './option-shapes.js'
import { readApp } from './read-app.js'
import { readEarlierResult } from './read-earlier-result.js'
import { readScenarios } from './read-scenarios.js'
import { readTarget } from './read-target.js'
import { readVariants } from './read-variants.js'
import { suggest } from './shapes.js'
/** @import { Settings } from '../vocabulary.js' */

/**
 * An Artillery script, as Artillery resolved it: includes, environments, overrides and templates applied.
 *
 * @typedef {object} ScriptSource
 * @property {Record<string, any>} script
 * @property {string} scriptFile absolute path
 * @property {string} configFile absolute path; the script's own when no --config was given
 * @property {string} [scenarioName] the value of --scenario-name
 * @property {string} workingDirectory absolute path
 */

/** The defaults that a user would have chosen; those of app and variants stand beside their readers. */
const defaults = {
  rounds: { min: 3, max: 10 },
  confidence: 0.95,
  pidHeader: 'x-worker-pid',
  report: 'reports',
  onInconclusive: 'fail',
  sameAnswers: true
}

/**
 * Checks what the user wrote and completes it.
 *
 * @param {ScriptSource} source
 * @returns {Settings} after this, nothing needs a default any more
 * @throws {SpeedupError} INVALID_SETTINGS, naming the key's path, what was given and what is allowed
 */
export function readSettings(source) {
  const { script, scriptFile, workingDirectory } = source
  const written = script.config?.plugins?.speedup
  optionShapes(written, optionsPath)
  const options = { ...defaults, ...written }
  const variants = readVariants(options.variants)
  const names = variants.map(({ name }) => name)
  const baseline = readBaseline(options.baseline, names)
  const candidates = names.filter((name) => name !== baseline)
  if (options.variants?.[baseline].thresholds !== undefined) rejectBaselineThresholds(baseline, candidates)
  const app = readApp(options.app, source)
  const scenarios = readScenarios(options, source, candidates)
  return {
    app,
    variants,
    baseline,
    rounds: readRounds(options.rounds),
    confidence: options.confidence,
    scenarios,
    target: readTarget(script.config.target),
    pidHeader: options.pidHeader.toLowerCase(),
    reportDirectory: isAbsolute(options.report) ? options.report : resolve(workingDirectory, options.report),
    onInconclusive: options.onInconclusive,
    sameAnswers: options.sameAnswers,
    compareWith: readEarlierResult(options.compareWith, source, { baseline, candidates, scenarios: scenarios.map(({ name }) => name) }),
    scriptFile,
    waitsForAfter: script.after !== undefined
  }
}

const optionsPath = 'plugins.speedup'

/**
 * @param {string | undefined} given
 * @param {string[]} names
 */
function readBaseline(given, names) {
  const baseline = given ?? names[0]
  if (names.includes(baseline)) return baseline
  const message = `${optionsPath}.baseline is ${JSON.stringify(baseline)}, which is no variant${suggest(baseline, names)}.`
  throw new SpeedupError('INVALID_SETTINGS', `${message} Variants: ${names.join(', ')}.`)
}

/** @type {(baseline: string, candidates: string[]) => never} */
function rejectBaselineThresholds(baseline, candidates) {
  throw new SpeedupError(
    'INVALID_SETTINGS',
    `${optionsPath}.variants.${baseline}.thresholds is set, but ${baseline} is the baseline, which the others are compared with. ` +
      `Move it to ${candidates.join(' or ')}.`
  )
}

/** @param {number | { min?: number, max?: number }} given */
function readRounds(given) {
  if (typeof given === 'number') return { min: given, max: given }
  const min = given.min ?? defaults.rounds.min
  const max = given.max ?? Math.max(min, defaults.rounds.max)
  if (min <= max) return { min, max }
  throw new SpeedupError(
    'INVALID_SETTINGS',
    `${optionsPath}.rounds.min is ${min}, above rounds.max, which is ${max}. Lower min or raise max.`
  )
}
