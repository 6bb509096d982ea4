import { SpeedupError } from '../concepts/errors.ts'
import { kindOf } from '../concepts/generators.ts'
import { counted } from '../concepts/wording.ts'
import { arrivalSeconds, secondsOf } from './phases.ts'
import { loopsIn } from './load-levels.ts'
import type { ScenarioPlan, Settings } from '../concepts/settings.ts'
import type { ScriptSource } from './read-settings.ts'

const mostSeconds = 3600

/** Of a run, about what its app and Artillery take to start and to end; elsewhere, what a platform takes for it. */
const overheadSeconds = { here: 5, elsewhere: 120 }

/** One unmeasured run of each variant: its users come within a second, and here it is ended soon after. */
const warmUpSeconds = { ended: 1.5, arrivals: 1 }

/** Artillery refuses flags that it does not know: --yes could not be one of ours. */
const confirmation = 'ARTILLERY_SPEEDUP_YES'

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
  throw new SpeedupError(
    'INVALID_SETTINGS',
    `This comparison would take ${about} ${fewest}${inHours(most)} if all ${rounds.max} are needed: ` +
      `${fromTo(rounds.min * runs, rounds.max * runs)} runs of ${about} ${Math.round(round / runs)} s, which are ${fromTo(rounds.min, rounds.max)} rounds of ${origin(variants.length, scenarios)}; and their warm-ups. ` +
      'Take fewer numbers of workers, loads or rounds, or shorter phases. ' +
      `If more than an hour is right, set the environment variable ${confirmation}=true.`
  )
}

type Planned = Pick<Settings, 'scenarios' | 'variants' | 'rounds' | 'generator'>
/** @returns seconds: all warm-ups, and each round */
function lengths({ scenarios, variants, generator }: Planned, script: Record<string, any>): { warmUps: number, round: number } {
  const overhead = kindOf(generator).place === null ? overheadSeconds.here : overheadSeconds.elsewhere
  // Other loads are no longer than the one that was written.
  const arrivals = arrivalSeconds(script.config.phases)
  const flows = scenarios.map((plan) => flowOf(plan, script.scenarios))
  const runs = flows.map((flow) => arrivals + flow + overhead)
  // Under several loads a scenario is warmed up once.
  const asWritten = new Map(scenarios.map((plan, i) => [nameOf(plan), flows[i]]))
  const warmUps = [...asWritten.values()].map((flow) => overhead + (generator === null ? warmUpSeconds.ended : warmUpSeconds.arrivals + flow))
  return { warmUps: variants.length * addUp(warmUps), round: variants.length * addUp(runs) }
}

/** @returns seconds that a user goes on at least; of a mix, the one with the longest flow */
function flowOf(plan: ScenarioPlan, all: Record<string, any>[]): number {
  const own = all.filter(({ name }) => String(name) === nameOf(plan))
  return Math.max(...(own.length === 1 ? own : all).map(({ flow }) => flowSeconds(flow)))
}

/** @returns as it was written */
function nameOf({ name, level }: ScenarioPlan): string {
  return level?.of ?? name
}

function addUp(numbers: number[]) {
  return numbers.reduce((sum, one) => sum + one, 0)
}

/** @returns where so many runs come from */
function origin(variants: number, scenarios: ScenarioPlan[]): string {
  const names = new Set(scenarios.map(nameOf))
  const loads = scenarios.length / names.size
  const parts = [counted(variants, 'variant'), ...(loads > 1 ? [counted(loads, 'load')] : []), ...(names.size > 1 ? [counted(names.size, 'scenario')] : [])]
  return parts.join(' x ')
}

/** @returns such as "3 to 10" */
function fromTo(least: number, most: number): string {
  return least === most ? String(least) : `${least} to ${most}`
}

/** @returns such as "1 h 20 min" */
function inHours(seconds: number): string {
  const minutes = Math.max(1, Math.round(seconds / 60))
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

/**
 * How long a user goes on at least: the pauses of a flow, as often as its loops say. What the app takes comes on top; so
 * does what only Artillery knows, such as how often a loop with whileTrue is run.
 *
 * @param flow of a scenario, or of a loop
 */
export function flowSeconds(flow: unknown): number {
  if (!Array.isArray(flow)) return 0
  return flow.reduce((sum, step) => sum + stepSeconds(step ?? {}), 0)
}

function stepSeconds({ think, loop, count, over, whileTrue }: { think?: unknown, loop?: unknown, count?: unknown, over?: unknown, whileTrue?: unknown }) {
  if (loop === undefined) return pauseSeconds(think)
  if (whileTrue !== undefined) return 0
  return flowSeconds(loop) * (over === undefined ? times(count) : lengthOf(over))
}

/** @param think as Artillery takes it: whole seconds, or a text with a unit; anything else is milliseconds to it */
function pauseSeconds(think: unknown) {
  const given = Number(think)
  if (Number.isNaN(given)) return secondsOf(think)
  return Number.isInteger(given) ? given : given / 1000
}

/** @param count a number, or a text such as 1-15, which is 14 times */
function times(count: unknown) {
  const [, from, to] = /^(?:(\d+)-)?(\d+)$/.exec(String(count)) ?? []
  return to === undefined ? 0 : Math.max(0, Number(to) - Number(from ?? 0))
}

function lengthOf(over: unknown) {
  return Array.isArray(over) ? over.length : 0
}
