import { existsSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseDocument, type Node } from 'yaml'
import { asSpeedupError, interrupt, SpeedupError } from '../concepts/errors.ts'
import { exitCodes, resultWords } from '../concepts/verdicts.ts'
import { lookBriskly } from '../internals/tune-artillery.ts'
import { artilleryMetrics } from '../report/ci/artillery-metrics.ts'
import { tellGitHub } from '../report/ci/github.ts'
import { levelAsked } from '../questions/concepts.ts'
import { layoutOf } from '../report/console/layout.ts'
import { formatComparison } from '../report/console/result.ts'
import { isYaml } from '../settings/read-app.ts'
import { readSettings } from '../settings/read-settings.ts'
import { checkNode, checkRequirements } from '../settings/requirements.ts'
import { compare, planComparison, writersOf, type PlannedComparison, type Progress } from '../speedup.ts'
import { dryRunAsked, findCaller, planFor, withOptions, type CallEvent } from './call.ts'
import { artilleryGlobal, createEndSignal, findHookSwitch, shrinkOuterLoad, withAllFiles } from './internals.ts'
import { isCapable, openTerminal, planText } from './terminal.ts'
import { withWrittenPhases } from './written-phases.ts'
import type { Comparison } from '../concepts/comparison.ts'
import type { Run } from '../concepts/run.ts'
import type { ScriptSource, Settings, Script } from '../concepts/settings.ts'

type RunnerOptions = { absoluteScriptPath: string; absoluteConfigPath?: string; scenarioName?: string }

const artillery = process.argv[1]
const switchHooksOff = findHookSwitch(artillery)
const listener = findCaller()
const caller = listener?.isTyped ? null : listener

/**
 * The plugin in the outer run's main thread. It owns the comparison: Artillery waits for its `cleanup` before it exits,
 * also after Ctrl-C.
 */
export class Conductor {
  #end = createEndSignal()
  #conducted: ReturnType<typeof conduct> = Promise.resolve(undefined)
  #scriptFile

  constructor(script: Script, events: NodeJS.EventEmitter, options: RunnerOptions) {
    lookBriskly()
    this.#scriptFile = options.absoluteScriptPath
    let planned
    try {
      const source = sourceOf(script, options)
      const asked = dryRunAsked(process.env)
      if (asked !== undefined && caller === null) {
        tellPlan(readSettings(source), script, asked)
        return
      }
      planned = planComparison(source)
    } catch (error) {
      refuse(located(error, options.absoluteScriptPath))
      return
    }
    void listener?.tell({ event: 'planned', plan: planFor(planned.settings, script) })
    shrinkOuterLoad()
    const interruption = new AbortController()
    const end = () => interrupt(interruption)
    artilleryGlobal().globalEvents.on('shutdown:start', end)
    // Artillery hears the first one only.
    for (const name of ['SIGINT', 'SIGTERM']) process.on(name, end)
    const { plugins, ensure = plugins?.ensure } = script.config
    const listsMetrics = ensure !== undefined && plugins.speedup.suppressOutput !== true
    this.#conducted = conduct(planned, { events, listsMetrics }, interruption.signal).finally(() => this.#end.send())
  }

  /**
   * The last thing that Artillery does before it exits: what is printed here comes last, whatever other plugins say.
   */
  cleanup(done: () => void) {
    void this.#conducted
      .then((conclude) => conclude?.())
      .finally(() => caller?.release(this.#scriptFile))
      .catch(reportUnexpected)
      .finally(() => {
        this.#end.close()
        done()
      })
  }
}

/** listsMetrics: conditions are written in terms of them, so their names and values are printed */
type Outside = { events: NodeJS.EventEmitter; listsMetrics: boolean }

/** @returns says how it ended; undefined: it failed */
async function conduct(plan: PlannedComparison, { events, listsMetrics }: Outside, signal: AbortSignal) {
  const {
    version,
    testInfo: { flags }
  } = artilleryGlobal()
  let metrics: Record<string, number> = {}
  let unwritten = null as SpeedupError | null // why the first thing that could not be written is lost
  const progress = openProgress(plan.settings, flags.quiet === true)
  // From now on, as plugins that come after this one read what it adds.
  events.on('done', ({ counters }) => {
    Object.assign(counters, metrics)
    if (listsMetrics && flags.quiet !== true)
      Object.entries(metrics).forEach(([name, value]) => artilleryGlobal().log(`${name}: ${value}`))
  })
  try {
    const means = {
      runner: {
        artillery,
        version,
        flags: withAllFiles(process.argv.slice(3), flags),
        suiteOptions: caller && (caller.code?.options ?? Object.keys(caller.options)),
        isCode: caller?.code !== undefined,
        command: caller?.code?.command
      },
      tell: progress.tell
    }
    const comparison = await compare(plan, means, signal).finally(progress.stop)
    metrics = artilleryMetrics(comparison)
    // What can't be written takes nothing else away, the verdict least of all.
    for (const write of writersOf(plan, comparison)) {
      try {
        await write()
      } catch (error) {
        const known = reportUnexpected(error) // each of them
        unwritten ??= known
      }
    }
    return () => conclude(plan, comparison, { unwritten, wanted: progress.wanted() })
  } catch (error) {
    reportUnexpected(error)
  }
}

function conclude(
  { settings: { scriptFile }, record: { folder } }: PlannedComparison,
  comparison: Comparison,
  { unwritten, wanted }: { unwritten: SpeedupError | null; wanted: Run | null }
) {
  const { log } = artilleryGlobal()
  const exitCode = comparison.exitCode || wanted?.exitCode
  // Interrupted, it exits with the signal's code.
  if (exitCode && comparison.error?.code !== 'INTERRUPTED') artilleryGlobal().suggestedExitCode = exitCode
  tellGitHub(comparison, { env: process.env, scriptFile, print: (line) => log(line) })
  const file = join(folder, 'index.html')
  const page = existsSync(file) ? file : null
  log(
    formatComparison(
      comparison,
      page === null
        ? null
        : { page: relative(process.cwd(), page), link: isCapable() ? pathToFileURL(file).href : null },
      layoutOf(process.stdout)
    )
  )
  if (wanted !== null)
    log(
      `In the load on ${wanted.variant} in round ${wanted.round}, a hook or a plugin of the script set ` +
        `artillery.suggestedExitCode to ${wanted.exitCode}.`
    )
  return listener?.tell(
    unwritten === null
      ? { event: 'concluded', comparison, folder, page }
      : { event: 'refused', code: unwritten.code, message: unwritten.message }
  )
}

function sourceOf(
  script: Script,
  { absoluteScriptPath, absoluteConfigPath, scenarioName }: RunnerOptions
): ScriptSource {
  const { version, testInfo } = artilleryGlobal()
  checkNode(process.versions.node)
  // Where it does not say where it runs, that may be anywhere.
  checkRequirements({ artilleryVersion: version, launchedOn: String(testInfo?.flags.platform) })
  const hasHooks = script.before !== undefined || script.after !== undefined
  if (hasHooks && !switchHooksOff())
    throw new SpeedupError(
      'UNSUPPORTED',
      `This Artillery (${version}) would run the script's before and after sections without the app. ` +
        'Move them into beforeScenario and afterScenario functions.'
    )
  const scriptFile = caller?.code?.file ?? absoluteScriptPath
  return {
    script: withWrittenPhases(
      caller === null ? script : withOptions(script, caller.options, absoluteScriptPath),
      testInfo.flags
    ),
    scriptFile,
    runFile: absoluteScriptPath,
    configFile: absoluteConfigPath ?? scriptFile,
    workingDirectory: process.cwd(),
    env: process.env,
    isTyped: caller?.code?.command !== undefined,
    isLost: caller?.code?.isLost,
    scenarioName
  }
}

/** @returns of an option that the script has: with the file and the line where it stands */
function located(error: unknown, file: string) {
  const { code, message } = asSpeedupError(error)
  const [path] = /^(?:plugins\.speedup|scenarios)[\w.[\]-]*/.exec(message) ?? []
  if (code !== 'INVALID_SETTINGS' || path === undefined || caller?.code !== undefined || !isYaml(file)) return error
  const text = readFileSync(file, 'utf8')
  const document = parseDocument(text)
  const keys = `${path.startsWith('plugins') ? 'config.' : ''}${path}`.split(/[.[\]]+/).filter(Boolean)
  while (keys.length > 0 && !document.hasIn(keys)) keys.pop()
  const [at = 0] = (document.getIn(keys, true) as Node | undefined)?.range ?? []
  const line = text.slice(0, at).split('\n').length
  return new SpeedupError(code, `${message} (${relative(process.cwd(), file)}:${line})`)
}

/** Ends Artillery before anything is started. */
function endWith(exitCode: number, event: CallEvent) {
  void Promise.resolve(listener?.tell(event)).then(() => {
    switchHooksOff()
    void artilleryGlobal().shutdown({ exitCode })
  })
}

function refuse(error: unknown) {
  const { code, message } = reportError(error, resultWords.notMeasured)
  endWith(exitCodes.notMeasured, { event: 'refused', code, message })
}

function tellPlan(settings: Settings, script: Script, asked: string) {
  artilleryGlobal().log(`${planText(settings, layoutOf(process.stdout))}\nNothing was started: ${asked}.`)
  endWith(0, { event: 'planned', plan: planFor(settings, script) })
}

const reportUnexpected = (error: unknown) =>
  reportError(error, resultWords[error instanceof SpeedupError ? 'notWritten' : 'notMeasured'])

/** Artillery would swallow it and exit with 0. */
function reportError(error: unknown, word: string) {
  const known = asSpeedupError(error)
  artilleryGlobal().suggestedExitCode = exitCodes.notMeasured
  artilleryGlobal().log(`\n${word}  ${known.message}`)
  return known
}

/** Prints progress, or tells the caller, who prints it. quiet: only the verdict at the end is printed. */
function openProgress(settings: Settings, isQuiet: boolean) {
  const terminal = openTerminal(settings, {
    artillery,
    isQuiet,
    far: caller && {
      print: (line) => void caller.tell({ event: 'line', line }),
      move: (line) => void caller.tell({ event: 'moving', line }),
      columns: caller.columns ?? null
    }
  })
  let number = 0 // of the scenario
  let wanted: Run | null = null // the last with an exit code of its own
  const tell = (progress: Progress) => {
    terminal.tell(progress)
    if (progress.event === 'scenario') number++
    if (progress.event !== 'run') return
    if (progress.run.exitCode) wanted = progress.run
    const { run, scenario, secondsLeft } = progress
    const { variant, round, requests, failures } = run
    void caller?.tell({
      event: 'run',
      run: { scenario: scenario.name, variant, round, level: levelAsked(run), requests, failures },
      progress: { scenario: number, secondsLeft }
    })
  }
  return { ...terminal, tell, wanted: () => wanted }
}
