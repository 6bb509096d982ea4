import { modes } from '../concepts/modes.ts'
import { basename, extname, resolve } from 'node:path'
import { describeLoad } from './describe-load.ts'
import { checkEnsure } from './ensure.ts'
import { planned, questionConflicts, questionObstacles, readQuestions } from '../questions/settings.ts'
import type { QuestionSettings } from '../questions/concepts.ts'
import { readEarlierResult } from './earlier-result.ts'
import { optionShapes, type GivenOptions, type Options } from './option-shapes.ts'
import { pausesInMs, secondsOf } from './phases.ts'
import { isYaml, readApp } from './read-app.ts'
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
    isEditable: source.isLost !== true && isYaml(scriptFile),
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

/** Options that can't be set together, and why; the first that are count. */
export const conflicts: (readonly [string, string, why: string])[] = [
  ...questionConflicts,
  ['latencyTo', 'generator', "but only the plugin's own load tells when a body has ended. Remove one of them."],
  ['rate', 'users', 'and both define when users arrive. Remove one of them.'],
  ['rounds', 'time', 'and both say when the comparison ends. Remove one of them.']
]

/** @throws SpeedupError INVALID_SETTINGS */
function checkConflicts(given: GivenOptions) {
  // A generator is one that runs elsewhere, or by another command; what is not wanted is none.
  const options: Record<string, unknown> = { ...given, generator: given.generator?.command }
  for (const [one, other, why] of conflicts)
    if ([one, other].every((name) => (options[name] ?? false) !== false))
      refuse(`plugins.speedup.${one} and plugins.speedup.${other} are both set, ${why}`)
}

type Planned = Pick<Settings, 'scenarios' | 'generator' | 'generatorPerRun'> & QuestionSettings

/** Why variants can't be loaded in turns, and what to do; the first that is so counts. */
export const obstacles: (readonly [isSo: (settings: Planned) => boolean, why: string])[] = [
  ...questionObstacles,
  [
    ({ generator }) => generator !== null,
    "plugins.speedup.generator is set, and only the plugin's own load can pause. Remove one of the two."
  ],
  [
    ({ scenarios }) => scenarios.some(({ loop }) => loop === null),
    "users come at the times of config.phases, and such a load can't pause. " +
      'Replace config.phases by plugins.speedup.users, for example users: 20, or remove alternate.'
  ],
  [
    ({ generatorPerRun }) => generatorPerRun,
    'the script has a section before or after, which is run once for each load. Remove alternate, or that section.'
  ]
]

/**
 * @param asked left out: in turns, where that can be
 * @throws SpeedupError INVALID_SETTINGS
 */
function alternationOf(asked: GivenOptions['alternate'], settings: Planned): Settings['alternate'] {
  if (asked === 'runs') return 'runs'
  const found = obstacles.find(([isSo]) => isSo(settings))
  if (found === undefined) return 'slices'
  return asked === undefined ? 'runs' : refuse(`plugins.speedup.alternate is slices, but ${found[1]}`)
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
