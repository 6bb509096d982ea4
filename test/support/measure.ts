import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { compareScenario } from '../../plugin/comparison/compare-scenario.ts'
import { span } from '../../plugin/questions/comparison.ts'
import { Findings } from '../../plugin/comparison/findings.ts'
import { LoadGenerator } from '../../plugin/load/load-generator.ts'
import { Alternation } from '../../plugin/experiment/alternation.ts'
import { measureRun } from '../../plugin/experiment/measure-round.ts'
import type { Workplace } from '../../plugin/experiment/load-apps.ts'
import { turnOf } from '../../plugin/experiment/run-of.ts'
import { createRunRecord } from '../../plugin/record/run-record.ts'
import { runExperiment } from '../../plugin/experiment/run-scenario.ts'
import type { Progress } from '../../plugin/experiment/loads.ts'
import { openWorkbench } from '../../plugin/processes/guard.ts'
import { readSettings } from '../../plugin/settings/read-settings.ts'
import { compare, planComparison } from '../../plugin/speedup.ts'
import { artillery } from './project.ts'
import { sourceOf } from './scenario-files.ts'
import { waitUntilGone } from './strays.ts'
import type { Comparison, ScenarioResult } from '../../plugin/concepts/comparison.ts'
import type { Run } from '../../plugin/concepts/run.ts'
import type { Settings, Variant } from '../../plugin/concepts/settings.ts'

/** Of loads whose length is free: enough for telemetry. */
const freeSeconds = 3

/**
 * One real run of each variant: real processes, a real child `artillery run`. What a comparison does beyond that
 * takes six times as long, and is tested elsewhere.
 *
 * @param scriptFile absolute path, JSON or YAML
 * @param folder for the record
 * @param names of the variants to run; all when it is left out
 */
export async function measureOnce(
  scriptFile: string,
  folder: string,
  names?: string[]
): Promise<{ runs: Run[]; settings: Settings }> {
  const settings = readSettings(sourceOf(scriptFile, folder))
  return { runs: await measureEach(turnsOf(settings, names), folder), settings }
}

/** The same of settings that were read; command: the script that is the `artillery` command. */
export const measureWith = (
  settings: Settings,
  { folder, command }: { folder: string; command?: string | undefined }
) => measureEach(turnsOf(settings), folder, command)

type Wanted = { settings: Settings; variant: Variant }

const turnsOf = (settings: Settings, names?: string[]): Wanted[] =>
  settings.variants.filter(({ name }) => names?.includes(name) ?? true).map((variant) => ({ settings, variant }))

/**
 * One run each, one after the other. They share a load generator, whose start takes longer than a short run: so they
 * may differ in all but what users do, and where.
 */
function measureEach(wanted: Wanted[], folder: string, command?: string): Promise<Run[]> {
  return atWork(
    wanted[0].settings,
    folder,
    async (workplace) => {
      const runs: Run[] = []
      for (const { settings, variant } of wanted) {
        const [scenario] = settings.scenarios
        const loadSeconds = scenario.loop && (scenario.loop.seconds ?? freeSeconds)
        const own = { variant, round: 1, place: runs.length + 1, loadSeconds }
        runs.push(await measureRun(turnOf({ settings, scenario, runs }, own, workplace), workplace))
      }
      return runs
    },
    { artillery: command }
  )
}

/** The same of several scripts, of each the named variants. @param scripts by any name */
export async function measureScripts<Name extends string>(
  scripts: Record<Name, { script: object; names: string[] }>,
  folder: string
): Promise<Record<Name, { runs: Run[]; settings: Settings }>> {
  const planned = Object.entries<{ script: object; names: string[] }>(scripts).map(([key, { script, names }]) => {
    const file = join(folder, `${key}.json`)
    writeFileSync(file, JSON.stringify(script))
    const settings = readSettings(sourceOf(file, folder))
    return { key, settings, turns: turnsOf(settings, names) }
  })
  const runs = await measureEach(
    planned.flatMap(({ turns }) => turns),
    folder
  )
  const found = planned.map(({ key, settings, turns }) => [key, { settings, runs: runs.splice(0, turns.length) }])
  return Object.fromEntries(found)
}

/**
 * One round of all variants, as they alternate. responsesPerSecond: of the slowest, as a warm-up would have told;
 * loadGenerator: instead of a real one
 */
export function measureRoundOf(
  scriptFile: string,
  folder: string,
  { responsesPerSecond, round = 1, ...means }: { responsesPerSecond: number; round?: number } & Means
): Promise<Run[]> {
  const settings = readSettings(sourceOf(scriptFile, folder))
  const measure = async (workplace: Workplace) => {
    const [scenario] = settings.scenarios
    const slowestSeconds = Number(scenario.loop?.users) / responsesPerSecond
    const pace = { responsesPerSecond, passSeconds: 0, slowestSeconds, bodyShare: 0 }
    const loadSeconds = Number(scenario.loop?.seconds)
    const turns = settings.variants.map(
      (variant, i) => () =>
        turnOf({ settings, scenario, runs: [] }, { variant, round, place: i + 1, loadSeconds }, workplace)
    )
    const runs: Run[] = []
    for await (const news of new Alternation(settings, scenario, pace).measure(turns, workplace)) {
      if ('run' in news) runs.push(news.run)
    }
    return runs
  }
  return atWork(settings, folder, measure, means)
}

/** Instead of the installed Artillery, and of a load generator that starts it. */
type Means = { artillery?: string | undefined; loadGenerator?: LoadGenerator }

/** Has runs measured, and leaves nothing behind but their record. */
export async function atWork<T>(
  settings: Settings,
  folder: string,
  measure: (workplace: Workplace) => Promise<T>,
  { artillery: command = artillery, loadGenerator = new LoadGenerator() }: Means = {}
): Promise<T> {
  const record = createRunRecord(folder, settings.scriptFile, new Date())
  const [workbench, { signal }] = [openWorkbench(), new AbortController()]
  process.env.SPEEDUP_TEST_MARK = folder
  try {
    const measured = await measure({ ...workbench, loadGenerator, record, artillery: command, flags: {}, signal })
    await loadGenerator.end()
    return measured
  } finally {
    await loadGenerator.kill()
    await workbench.close()
    delete process.env.SPEEDUP_TEST_MARK
    await waitUntilGone(folder)
  }
}

/** What would be concluded if three rounds had been as the one that was measured. */
export function concludeFrom({ runs, settings }: { runs: Run[]; settings: Settings }): ScenarioResult {
  const rounds = [1, 2, 3].flatMap((round) => runs.map((run) => ({ ...run, round })))
  return compareScenario({ runs: rounds, answers: [] }, settings.scenarios[0], settings)
}

type Runtime = { flags: Record<string, any>; tell: (progress: Progress) => void; signal: AbortSignal; isWarm: boolean }

/**
 * Warm-ups and one round of all scenarios, in the order of a comparison, and what would be concluded if three rounds
 * had been as this one.
 *
 * @param script as Artillery has read it
 * @param runtime flags: of the outer `artillery run`, as parsed; tell: hears of the progress; signal: interrupts;
 * isWarm: without warm-ups
 */
export async function compareOneRound(
  script: object,
  folder: string,
  { flags = {}, tell = () => {}, signal = new AbortController().signal, isWarm = false }: Partial<Runtime> = {}
) {
  const scriptFile = join(folder, 'job.json')
  writeFileSync(scriptFile, JSON.stringify(script))
  const settings = readSettings({ script, scriptFile, configFile: scriptFile, workingDirectory: folder })
  settings.rounds = { min: 1, max: 1 }
  const record = createRunRecord(folder, scriptFile, new Date())
  const findings = new Findings(settings)
  findings.isDecided = () => true
  if (isWarm) findings.hasAnswers = () => true
  for await (const progress of runExperiment({ settings, record, artillery, flags }, findings, signal)) {
    tell(progress)
    if (progress.event === 'warmed-up') findings.addAnswers(progress.answers, progress.scenario)
    if (progress.event === 'beside') findings.addBeside(progress.seen, progress.scenario)
    if (progress.event === 'run')
      for (const round of [1, 2, 3]) findings.addRun({ ...progress.run, round }, progress.scenario)
  }
  const scenarios = findings.results()
  return {
    scenarios,
    ...span(scenarios, findings.runs, settings),
    runs: findings.runs.filter(({ round }) => round === 1),
    record: record.folder
  }
}

/**
 * A whole comparison in this process, without the Artillery around it. For what ends it early: what that Artillery
 * makes of an error is the same for all of them, and tested elsewhere.
 *
 * @param scriptFile absolute path, JSON or YAML
 * @param folder for the record, and in the environment of every process that is started
 * @throws naming what is left running
 */
export async function compareHere(scriptFile: string, folder: string): Promise<Comparison> {
  const plan = planComparison(sourceOf(scriptFile, folder))
  const runner = { artillery, version: 'as installed', flags: {}, suiteOptions: null }
  process.env.SPEEDUP_TEST_MARK = folder
  try {
    return await compare(plan, { runner, tell: () => {} }, new AbortController().signal)
  } finally {
    delete process.env.SPEEDUP_TEST_MARK
    await waitUntilGone(folder)
  }
}
