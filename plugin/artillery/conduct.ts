import { existsSync } from 'node:fs'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { asSpeedupError, Interrupted, SpeedupError } from '../concepts/errors.ts'
import { lookBriskly } from '../generator/tune-artillery.ts'
import { artilleryMetrics } from '../report/ci/artillery-metrics.ts'
import { tellGitHub } from '../report/ci/github.ts'
import { formatBeginning, formatRun } from '../report/console/progress.ts'
import { formatComparison } from '../report/console/result.ts'
import { checkNode, checkRequirements } from '../settings/requirements.ts'
import { compare, planComparison, writersOf, type PlannedComparison, type Progress } from '../speedup.ts'
import { findCaller, forwardProgress, tellPlan, withOptions } from './caller.ts'
import { artilleryGlobal, createEndSignal, findHookSwitch, shrinkOuterLoad } from './internals.ts'
import type { Comparison } from '../concepts/comparison.ts'
import { exitCodes, resultWords } from '../concepts/verdicts.ts'
import type { Settings } from '../concepts/settings.ts'

/** what Artillery passes to a plugin in the main thread */
interface RunnerOptions {
  absoluteScriptPath: string
  absoluteConfigPath?: string
  scenarioName?: string
}

const artillery = process.argv[1]
const switchHooksOff = findHookSwitch(artillery)
const caller = findCaller(process)

const notMeasured = exitCodes.notMeasured

/**
 * The plugin in the outer run's main thread. It owns the comparison: its `cleanup` is what Artillery waits for
 * before it exits, also after Ctrl-C.
 */
export class Conductor {
  #interruption = new AbortController()
  #end = createEndSignal()
  #plan: PlannedComparison | null = null
  #ended = Promise.resolve()
  #comparison: Comparison | null = null
  #loss: SpeedupError | null = null // why the first thing that could not be written is lost

  /** @param script a copy of Artillery's */
  constructor(script: Record<string, any>, events: { on(event: string, listener: (stats: any) => void): void }, options: RunnerOptions) {
    lookBriskly()
    try {
      this.#plan = plan(script, options)
    } catch (error) {
      refuse(error)
      return
    }
    if (caller !== null) tellPlan(caller, this.#plan.settings, script)
    shrinkOuterLoad()
    artilleryGlobal().globalEvents.on('shutdown:start', () => this.#interruption.abort(new Interrupted()))
    events.on('done', ({ counters }) => {
      if (this.#comparison !== null) Object.assign(counters, artilleryMetrics(this.#comparison))
    })
    this.#ended = this.#conduct(this.#plan)
  }

  async #conduct(plan: PlannedComparison) {
    const { version, testInfo } = artilleryGlobal()
    // At the end, the verdict is enough for the quiet.
    const print = testInfo.flags.quiet === true ? () => {} : createProgressPrinter(plan.settings)
    const forward = caller === null ? () => {} : forwardProgress(caller)
    const tell = (progress: Progress) => [print, forward].forEach((hear) => hear(progress))
    try {
      const comparison = await compare(plan, { runner: { artillery, version, flags: testInfo.flags }, tell }, this.#interruption.signal)
      this.#comparison = comparison
      // Each for itself: what can't be written takes nothing else away, the verdict least of all.
      for (const write of writersOf(plan, comparison)) await this.#attempt(write)
    } catch (error) {
      reportUnexpected(error)
    } finally {
      this.#end.send()
    }
  }

  async #attempt(write: () => unknown) {
    try {
      await write()
    } catch (error) {
      reportUnexpected(error)
      this.#loss ??= asSpeedupError(error)
    }
  }

  /** The last thing that Artillery does before it exits: what is printed here comes last, whatever other plugins say. */
  cleanup(done: () => void) {
    void this.#ended
      .then(() => this.#conclude())
      .catch(reportUnexpected)
      .finally(() => {
        this.#end.close()
        done()
      })
  }

  #conclude() {
    if (this.#comparison === null || this.#plan === null) return
    const { exitCode, error } = this.#comparison
    const { log } = artilleryGlobal()
    const { settings, record } = this.#plan
    const ours = error?.code === 'INTERRUPTED' ? null : exitCode // null: the signal's
    if (ours) artilleryGlobal().suggestedExitCode = ours
    tellGitHub(this.#comparison, { env: process.env, scriptFile: settings.scriptFile, print: (line) => log(line) })
    const page = join(record.folder, 'index.html')
    const link = process.stdout.isTTY ? pathToFileURL(page).href : null
    log(formatComparison(this.#comparison, existsSync(page) ? { page: relative(process.cwd(), page), link } : null))
    if (this.#loss !== null) return caller?.tell({ event: 'refused', code: this.#loss.code, message: this.#loss.message })
    return caller?.tell({ event: 'concluded', comparison: this.#comparison, folder: record.folder, page: existsSync(page) ? page : null })
  }
}

function plan(script: Record<string, any>, { absoluteScriptPath, absoluteConfigPath, scenarioName }: RunnerOptions): PlannedComparison {
  const { version, testInfo } = artilleryGlobal()
  checkNode(process.versions.node)
  checkRequirements({ platform: process.platform, artilleryVersion: version, launchedOn: testInfo?.flags.platform })
  const hasHooks = script.before !== undefined || script.after !== undefined
  if (hasHooks && !switchHooksOff()) {
    const problem = `This Artillery (${version}) would run the script's before and after sections without the app.`
    throw new SpeedupError('UNSUPPORTED', `${problem} Move them into beforeScenario and afterScenario functions.`)
  }
  return planComparison({
    script: caller === null ? script : withOptions(script, caller.options, absoluteScriptPath),
    scriptFile: absoluteScriptPath,
    configFile: absoluteConfigPath ?? absoluteScriptPath,
    workingDirectory: process.cwd(),
    env: process.env,
    ...(scenarioName === undefined ? {} : { scenarioName })
  })
}

/** Ends Artillery before anything is started. */
function refuse(error: unknown) {
  const { code, message } = asSpeedupError(error)
  switchHooksOff()
  artilleryGlobal().log(`\n${resultWords.notMeasured}  ${message}`, 'error')
  artilleryGlobal().suggestedExitCode = notMeasured
  void Promise.resolve(caller?.tell({ event: 'refused', code, message })).then(() => artilleryGlobal().shutdown({ exitCode: notMeasured }))
}

/** Artillery would swallow it and exit with 0. */
function reportUnexpected(error: unknown) {
  artilleryGlobal().suggestedExitCode = notMeasured
  const what = resultWords[error instanceof SpeedupError ? 'notWritten' : 'notMeasured']
  artilleryGlobal().log(`\n${what}  ${asSpeedupError(error).message}`, 'error')
}

function createProgressPrinter(settings: Settings): (progress: Progress) => void {
  const nameWidth = Math.max(...settings.variants.map(({ name }) => name.length))
  const lastScenario = settings.scenarios[settings.scenarios.length - 1]
  return (progress) => {
    if (progress.event === 'scenario') printLine(`\n${formatBeginning(progress.scenario.name, settings)}`)
    if (progress.event !== 'run') return
    const { run, scenario, secondsLeft } = progress
    printLine(formatRun(run, { nameWidth, secondsLeft, isLast: scenario === lastScenario }))
  }
}

/** @param line of progress, for whoever asked for the comparison */
function printLine(line: string) {
  if (caller === null) artilleryGlobal().log(line)
  else void caller.tell({ event: 'line', line })
}
