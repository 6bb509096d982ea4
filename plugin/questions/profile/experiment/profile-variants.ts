import { writeFileSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { asSpeedupError } from '../../../concepts/errors.ts'
import { usualWarmUpSeconds } from '../../../concepts/run.ts'
import { loadApps, type Workplace } from '../../../experiment/load-apps.ts'
import { leaveOut } from '../../../experiment/measure-round.ts'
import { samplesHeader } from '../../../record/samples.ts'
import { meanBy } from '../../../statistics/descriptive.ts'
import { openProfiling, profilerIn, type Profiling } from './collect.ts'
import { merge } from './call-tree.ts'
import { summarise } from './summarise.ts'
import type { App, ScenarioPlan, Settings, Variant } from '../../../concepts/settings.ts'
import type { LooksBeside } from '../../../experiment/loads.ts'
import type { Profiled } from '../concepts.ts'
import type { Attendance } from '../../experiment.ts'

/** Fewer samples would tell little: where the length of the runs is ours, these last longer. */
const leastSeconds = 5 + usualWarmUpSeconds
/** What a run with a profile takes beyond one without, about: V8 writes it, and it is read. */
const extraSeconds = 1

/** loadSeconds: of the scenario's last round */
type Context = { settings: Settings; workplace: Workplace; loadSeconds: number | null }

/** Under several loads, the highest is the one in which the most happens. */
export const isProfiled = ({ level }: ScenarioPlan, { profile, scenarios }: Settings) =>
  profile &&
  (level === null || scenarios.every((other) => other.level?.of !== level.of || other.level.factor <= level.factor))

/** What comes after the rounds of a scenario. */
export const profileBeside: LooksBeside = {
  /** @returns that it will probably take, by its runs; 0: it is not profiled */
  seconds(settings, _, { scenario, runs }) {
    if (!isProfiled(scenario, settings)) return 0
    const longer = settings.lengthIsFree
      ? Math.max(0, leastSeconds - usualWarmUpSeconds - meanBy(runs, ({ loadSeconds }) => loadSeconds))
      : 0
    return settings.variants.length * (meanBy(runs, ({ wallSeconds }) => wallSeconds) + longer + extraSeconds)
  },

  /**
   * One more run of each variant, which is not measured, with V8's profiler in each of its processes. It throws
   * nothing: whatever happens to a profile, what has been measured stays. After the signal no run is begun.
   */
  async *measure(scenario, context) {
    if (!isProfiled(scenario, context.settings)) return
    const profiled: Profiled[] = []
    for (const [i, variant] of context.settings.variants.entries()) {
      const { name } = variant
      yield { event: 'begins', round: 'profile', variant: name }
      const own = await profileVariant(scenario, { ...context, variant, turn: i + 1 }).catch((error): Profiled => ({
        variant: name,
        profile: null,
        problem: asSpeedupError(error).message
      }))
      profiled.push(own)
      yield { event: 'beside', scenario, seen: { profiled: [...profiled] } }
    }
  }
}

type Turn = Context & { variant: Variant; turn: number }

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
  if (raws.length === 0) {
    const silent = 'None of its processes answered a request with node:http or node:http2 while it was profiled.'
    return { variant, profile: null, problem: problem[0] ?? (missing.join(' ') || silent) }
  }
  const number = scenarios.length === 1 ? null : scenarios.indexOf(scenario) + 1
  const merged = merge(raws.map((raw) => raw.profile))
  const file = record.writeBeside(merged, { scenario: number, turn, variant, in: 'profiles', as: '.cpuprofile' })
  return {
    variant,
    profile: summarise(raws, { variant, missing: [...problem, ...missing], seconds, root: rootOf(place ?? app), file }),
    problem: null
  }
}

async function load(
  scenario: ScenarioPlan,
  profiling: Profiling,
  { settings, workplace, variant, loadSeconds: lastSeconds }: Turn
) {
  workplace.signal.throwIfAborted()
  const loadSeconds = settings.lengthIsFree && lastSeconds !== null ? Math.max(leastSeconds, lastSeconds) : lastSeconds
  const [samplesFile, telemetryFile] = ['profiled.csv', 'telemetry.ndjson'].map((name) => join(workplace.folder, name))
  writeFileSync(samplesFile, samplesHeader)
  const files = { samplesFile, telemetryFile, answersFile: null }
  const times = { leaveOutSeconds: leaveOut(loadSeconds, settings), loadSeconds, when: 'while it was profiled' }
  await loadApps([{ settings, scenario, variant, files, attendance: attend(profiling), ...times }], null, workplace)
}

/** From what counts to the end of the load, if that comes. */
const attend = ({ folder, begin, end, written }: Profiling): Attendance => ({
  app: { preload: profilerIn(folder), doing: () => 'was profiled' },
  count: begin,
  end: (isFinished) => void (isFinished && end()),
  settle: written
})

/** @returns the folder that paths of the app's code are shown from: of each version its own, so that they compare */
function rootOf({ script, cwd }: Pick<App, 'script' | 'cwd'>) {
  if (script === null) return cwd
  return dirname(findPackageJSON(pathToFileURL(script)) ?? script)
}
