import { writeFileSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { asSpeedupError } from '../concepts/errors.ts'
import { samplesHeader } from '../record/samples.ts'
import { openProfiling, type Profiling } from '../profile/collect.ts'
import { merge } from '../profile/merge.ts'
import { summarise } from '../profile/summarise.ts'
import { mean } from '../statistics/descriptive.ts'
import { leaveOut, loadApp, type Workplace } from './measure-run.ts'
import type { Profile } from '../concepts/profile.ts'
import { usualWarmUpSeconds, type Run, type Answer } from '../concepts/run.ts'
import type { App, ScenarioPlan, Settings, Variant } from '../concepts/settings.ts'
import type { SoFar } from '../concepts/comparison.ts'
import type { Outlook } from '../concepts/load-results.ts'
import type { QuestionBeside } from '../questions/concepts.ts'

/**
 * begins: a run, with round null a warm-up, or what a word says that comes after the rounds; beside: what was seen then. secondsLeft of this scenario: if the earliest possible look decides,
 * without profiles, and if only the last one does, with them; left: seconds that the whole comparison will probably
 * still take, once the run is known.
 */
export type Progress =
  | { event: 'scenario'; scenario: ScenarioPlan }
  | { event: 'begins'; round: number | string | null; variant: string }
  | { event: 'warmed-up'; scenario: ScenarioPlan; answers: WarmUpAnswers }
  | { event: 'run'; scenario: ScenarioPlan; run: Run; secondsLeft: [number, number]; left: () => number }
  | { event: 'lengthened'; seconds: number; why: string } // of the scenario, at least
  | { event: 'so far'; leader: SoFar | null }
  | { event: 'planned'; scenario: ScenarioPlan; outlook: Outlook }
  | { event: 'beside'; scenario: ScenarioPlan; seen: QuestionBeside }
  | ProfilingProgress

export interface WarmUpAnswers {
  byVariant: Record<string, Answer[]> // in the order of the answers
  baselineAgain: Answer[] | null // those of another fresh baseline, where any differed
}

/** profile: null: there is none of the variant; problem: why, in a sentence */
export type Profiled =
  | { variant: string; profile: Profile; problem: null }
  | { variant: string; profile: null; problem: string }

type ProfilingProgress =
  | { event: 'begins'; round: 'profile'; variant: string }
  | ({ event: 'profiled'; scenario: ScenarioPlan } & Profiled)

/** Fewer samples would tell little: where the length of the runs is ours, these last longer. */
const leastSeconds = 5 + usualWarmUpSeconds
/** What a run with a profile takes beyond one without, about: V8 writes it, and it is read. */
const extraSeconds = 1

/** loadSeconds: of the scenario's last round */
type Context = { settings: Settings; workplace: Workplace; loadSeconds: number | null }

/** Under several loads, the highest is the one in which the most happens. */
export const isProfiled = ({ level }: ScenarioPlan, { profile, scenarios }: Settings): boolean =>
  profile &&
  (level === null || scenarios.every((other) => other.level?.of !== level.of || other.level.factor <= level.factor))

/** @returns seconds that the profiles of a scenario will probably take, by its runs; 0: it has none */
export function profilingSeconds(runs: readonly Run[], scenario: ScenarioPlan, settings: Settings): number {
  if (!isProfiled(scenario, settings)) return 0
  const longer = settings.lengthIsFree
    ? Math.max(0, leastSeconds - usualWarmUpSeconds - mean(runs.map(({ loadSeconds }) => loadSeconds)))
    : 0
  return settings.variants.length * (mean(runs.map(({ wallSeconds }) => wallSeconds)) + longer + extraSeconds)
}

/**
 * One more run of each variant, which is not measured, with V8's profiler in each of its processes. It throws nothing:
 * whatever happens to a profile, what has been measured stays. After the signal no run is begun.
 */
export async function* profileVariants(scenario: ScenarioPlan, context: Context): AsyncGenerator<ProfilingProgress> {
  const samplesFile = join(context.workplace.folder, 'profiled.csv')
  for (const [i, variant] of context.settings.variants.entries()) {
    const { name } = variant
    yield { event: 'begins', round: 'profile', variant: name }
    const profiled = await profileVariant(scenario, { ...context, variant, turn: i + 1, samplesFile }).catch(
      (error): Profiled => ({ variant: name, profile: null, problem: asSpeedupError(error).message })
    )
    yield { event: 'profiled', scenario, ...profiled }
  }
}

type Turn = Context & { variant: Variant; turn: number; samplesFile: string }

async function profileVariant(scenario: ScenarioPlan, context: Turn): Promise<Profiled> {
  const {
    settings: { scenarios, app },
    workplace: { folder, record },
    variant: { name: variant, place },
    turn
  } = context
  const profiling = openProfiling(folder)
  const problem = await load(scenario, profiling, context).then(
    () => [],
    (error) => [asSpeedupError(error).message]
  )
  const { raws, missing, seconds } = profiling.read()
  const known = { variant, missing: [...problem, ...missing], seconds, root: rootOf(place ?? app) }
  if (raws.length === 0) {
    const silent = 'None of its processes answered a request with node:http or node:http2 while it was profiled.'
    return { variant, profile: null, problem: problem[0] ?? (missing.join(' ') || silent) }
  }
  const number = scenarios.length === 1 ? null : scenarios.indexOf(scenario) + 1
  const file = record.writeProfile(merge(raws.map(({ profile }) => profile)), { scenario: number, turn, variant })
  return { variant, profile: summarise(raws, { ...known, file }), problem: null }
}

async function load(
  scenario: ScenarioPlan,
  profiling: Profiling,
  { settings, workplace, variant, samplesFile, loadSeconds: lastSeconds }: Turn
) {
  workplace.signal.throwIfAborted()
  const loadSeconds = settings.lengthIsFree && lastSeconds !== null ? Math.max(leastSeconds, lastSeconds) : lastSeconds
  writeFileSync(samplesFile, samplesHeader)
  const files = { samplesFile, telemetryFile: join(workplace.folder, 'telemetry.ndjson'), answersFile: null }
  const times = { leaveOutSeconds: leaveOut(loadSeconds, settings), loadSeconds, when: 'while it was profiled' }
  await loadApp({ settings, scenario, variant, files, profiling, ...times }, workplace)
}

/** @returns the folder that paths of the app's code are shown from: of each version its own, so that they compare */
function rootOf({ script, cwd }: Pick<App, 'script' | 'cwd'>) {
  if (script === null) return cwd
  return dirname(findPackageJSON(pathToFileURL(script)) ?? script)
}
