import { modes } from '../concepts/modes.ts'
import { basename, extname, resolve } from 'node:path'
import { alternationOf, checkConflicts } from './conflicts.ts'
import { describeLoad } from './describe-load.ts'
import { checkEnsure } from './ensure.ts'
import { planned, readQuestions } from '../questions/settings.ts'
import { readEarlierResult } from './earlier-result.ts'
import { optionShapes, type GivenOptions, type Options } from './option-shapes.ts'
import { pausesInMs, secondsOf } from './phases.ts'
import { readApp } from './read-app.ts'
import { readGenerator, readLoadHost } from './read-generator.ts'
import { checkLength, expectedLength, readLength, withLength } from './read-length.ts'
import { readScenarios } from './read-scenarios.ts'
import { readTarget, checkApart } from './read-target.ts'
import { readBaseline, readVariants } from './read-variants.ts'
import { complete, refuse } from './shapes.ts'
import { amountOf } from './quantities.ts'
import type { Settings, Variant, ScriptSource, Script } from '../concepts/settings.ts'

/**
 * Checks what the user wrote and completes it: after this, nothing needs a default any more.
 * @throws SpeedupError INVALID_SETTINGS, naming the key's path, what was given and what is allowed
 */
export function readSettings(written: ScriptSource): Settings {
  const given: GivenOptions = written.script.config?.plugins?.speedup
  optionShapes(given, 'plugins.speedup')
  checkConflicts(given)
  const options = complete(optionShapes, given)
  const source = withRate(written, options)
  const { script, scriptFile, workingDirectory } = source
  const { confidence, onInconclusive, latencyTo = null, compareAnswers } = options
  const variants = readVariants(options.variants, source)
  const baseline = readBaseline(options, variants)
  const { plans, compared, isMix } = readScenarios(options, source, { variants, baseline })
  const warmUpSeconds = options.warmUp === undefined ? null : secondsOf(options.warmUp)
  const asked = readQuestions(options, { script, variants, scenarios: plans, warmUpSeconds })
  const { generator, client, ssh } = readGenerator(options.generator, variants, script.config)
  checkEnsure(script.config, source.env)
  const length = readLength(given, { ...asked, variants, scenarios: plans, generator })
  const scenarios = plans.map((plan) => planned(plan, asked, script) ?? (length.lengthIsFree ? plan : withLength(plan)))
  const { app, pidHeader } = readApp(options.app, source, variants)
  const generatorPerRun = script.before !== undefined || script.after !== undefined
  const target = readTargetFor(variants, script.config.target)
  const loadHost = readLoadHost(ssh, source, { variants, target, scenarios, generatorPerRun })
  const settings = {
    app,
    variants,
    baseline,
    scenarios,
    ...length,
    timeOption: source.isTyped ? '--time' : 'plugins.speedup.time',
    isEditable: source.isLost !== true && /\.ya?ml$/.test(scriptFile),
    ...asked,
    load: describeLoad(script, compared, { fileName: basename(scriptFile, extname(scriptFile)), isMix }),
    pausesInMs: compared.flatMap(({ flow }) => pausesInMs(flow)),
    generator,
    loadHost,
    warmUpSeconds,
    target,
    pidHeader,
    reportDirectory: resolve(workingDirectory, options.report),
    confidence,
    onInconclusive,
    latencyTo,
    compareAnswers,
    client,
    alternate: alternationOf(options.alternate, { ...asked, scenarios, generator, generatorPerRun }),
    generatorPerRun,
    // Artillery has turned its flag --insecure into this.
    insecure: script.config.tls?.rejectUnauthorized === false,
    scriptFile,
    runFile: source.runFile ?? scriptFile
  }
  const compareWith = readEarlierResult(options.compareWith, source, settings)
  checkLength(settings, source)
  return { ...settings, compareWith, expected: expectedLength(settings, source) }
}

/** Where there is a rate, it stands for a phase in which users arrive at random. */
function withRate(source: ScriptSource, { rate, duration }: Options) {
  if (rate === undefined) return source
  const {
    script,
    script: { config }
  } = source
  const path = 'plugins.speedup.rate'
  const others: [string, unknown][] = [
    ['config.phases', config.phases],
    ...(script.scenarios ?? []).flatMap(({ speedup }: Script, i: number) =>
      ['users', 'duration'].map((key) => [`scenarios[${i}].speedup.${key}`, speedup?.[key]])
    )
  ]
  const other = others.find(([, value]) => value !== undefined)?.[0]
  if (other !== undefined)
    refuse(`${path} and ${other} are both set, and both define when users arrive. Remove one of them.`)
  if (duration === undefined)
    refuse(`${path} is set, but duration is not. Set how long users arrive in each run, for example duration: 20s.`)
  const perSecond = amountOf(rate)
  // Artillery deals whole users out to its threads.
  const count = Number.isInteger(perSecond)
    ? { arrivalRate: perSecond }
    : { arrivalCount: Math.max(1, Math.round(perSecond * secondsOf(duration))) }
  return { ...source, script: { ...script, config: { ...config, phases: [{ duration, ...count, mode: 'poisson' }] } } }
}

/** @returns config.target, where an app is started here; else the URL of the first variant */
function readTargetFor(variants: Variant[], given: unknown) {
  const started = variants.find(({ mode }) => !modes[mode].isElsewhere)
  if (started === undefined) return variants[0].targets[0]
  const target = readTarget(given)
  for (const variant of variants) checkApart(variant, started, target)
  return target
}
