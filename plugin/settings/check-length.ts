import { counted } from '../concepts/wording.ts'
import { arrivalSeconds, flowSeconds, loopsIn } from './phases.ts'
import { refuse } from './shapes.ts'
import type { ScenarioPlan, Settings } from '../concepts/settings.ts'
import type { ScriptSource } from './read-settings.ts'

const mostSeconds = 3600

/** Of a run, about what its app and Artillery take to start and to end; elsewhere, what a platform takes for it. */
const overheadSeconds = { here: 5, elsewhere: 120 }

/** One unmeasured run of each variant: its users come within a second, and here it is ended soon after. */
const warmUpSeconds = { ended: 1.5, arrivals: 1 }

/** Artillery refuses flags that it does not know: --yes could not be one of ours. */
const confirmation = 'ARTILLERY_SPEEDUP_YES'

type Planned = Pick<Settings, 'scenarios' | 'variants' | 'rounds' | 'generator'>

/**
 * A list of workers and one of loads, multiplied, are soon hours of runs: who asks for them should know it.
 *
 * @throws SpeedupError INVALID_SETTINGS: it may take longer than an hour, and nobody has agreed to that
 */
export function checkLength(settings: Planned, { script, env = {} }: ScriptSource) {
  const { scenarios, variants, rounds } = settings
  const isGrown = variants.some(({ sweep }) => sweep !== null) || scenarios.some(({ level }) => level !== null)
  if (!isGrown || env[confirmation] === 'true') return
  const { warmUps, round } = lengths(settings, script)
  const [least, most] = [rounds.min, rounds.max].map((count) => warmUps + count * round)
  if (most <= mostSeconds) return
  // Users who ask in a loop go on after the last one has come.
  const about = loopsIn(script.scenarios).length > 0 ? 'at least about' : 'about'
  const runs = scenarios.length * variants.length
  const fewest = rounds.min === rounds.max ? '' : `${inHours(least)} if ${rounds.min} rounds decide, `
  refuse(`This comparison would take ${about} ${fewest}${inHours(most)} if all ${rounds.max} are needed: ` +
    `${fromTo(rounds.min * runs, rounds.max * runs)} runs of ${about} ${Math.round(round / runs)} s, ` +
    `which are ${fromTo(rounds.min, rounds.max)} rounds of ${origin(variants.length, scenarios)}; and their warm-ups. ` +
    'Take fewer numbers of workers, loads or rounds, or shorter phases. ' +
    `If more than an hour is right, set the environment variable ${confirmation}=true.`)
}

/** @returns seconds: all warm-ups, and each round */
function lengths({ scenarios, variants, generator }: Planned, script: Record<string, any>) {
  const overhead = generator === null || generator.command === 'run' ? overheadSeconds.here : overheadSeconds.elsewhere
  // Other loads are no longer than the one that was written.
  const arrivals = arrivalSeconds(script.config.phases)
  // Under several loads a scenario is warmed up once.
  const flows = new Map(scenarios.map((plan) => [nameOf(plan), flowOf(plan, script.scenarios)]))
  const warmUps = [...flows.values()].map((flow) => (generator === null ? warmUpSeconds.ended : warmUpSeconds.arrivals + flow))
  const runs = scenarios.map((plan) => arrivals + (flows.get(nameOf(plan)) ?? 0))
  const total = (seconds: number[]) => variants.length * seconds.reduce((sum, own) => sum + own + overhead, 0)
  return { warmUps: total(warmUps), round: total(runs) }
}

/** @returns seconds that a user goes on at least; of a mix, the one with the longest flow */
function flowOf(plan: ScenarioPlan, all: Record<string, any>[]) {
  const own = all.filter(({ name }) => String(name) === nameOf(plan))
  return Math.max(...(own.length === 1 ? own : all).map(({ flow }) => flowSeconds(flow)))
}

/** @returns as it was written */
function nameOf({ name, level }: ScenarioPlan) {
  return level?.of ?? name
}

/** @returns where so many runs come from */
function origin(variants: number, scenarios: ScenarioPlan[]) {
  const names = new Set(scenarios.map(nameOf))
  const loads = scenarios.length / names.size
  const parts = [counted(variants, 'variant')]
  if (loads > 1) parts.push(counted(loads, 'load'))
  if (names.size > 1) parts.push(counted(names.size, 'scenario'))
  return parts.join(' x ')
}

/** @returns such as "3 to 10" */
function fromTo(least: number, most: number) {
  return least === most ? String(least) : `${least} to ${most}`
}

/** @returns such as "1 h 20 min" */
function inHours(seconds: number) {
  const minutes = Math.max(1, Math.round(seconds / 60))
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
