import { kindOf } from '../concepts/generators.ts'
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
 * Refuses more than an hour, unless the user has agreed to it: a list of workers and one of loads, multiplied, are soon hours
 * of runs.
 */
export function checkLength(settings: Planned, { script, env = {} }: ScriptSource) {
  const { scenarios, variants, rounds: { min, max } } = settings
  const isGrown = variants.some(({ sweep }) => sweep !== null) || scenarios.some(({ level }) => level !== null)
  if (!isGrown || env[confirmation] === 'true') return
  const { warmUps, round } = secondsOf(settings, script)
  const [least, most] = [min, max].map((count) => warmUps + count * round)
  if (most <= mostSeconds) return
  // Users who ask in a loop go on after the last one has come.
  const about = loopsIn(script.scenarios).length > 0 ? 'at least about' : 'about'
  const runs = scenarios.length * variants.length
  const names = new Set(scenarios.map(nameOf)).size
  const factors = [counted(variants.length, 'variant'), counted(scenarios.length / names, 'load'), counted(names, 'scenario')]
  const origin = factors.filter((factor, i) => i === 0 || !factor.startsWith('1 ')).join(' x ')
  refuse(`This comparison would take ${about} ${min === max ? '' : `${inHours(least)} if ${min} rounds decide, `}` +
    `${inHours(most)} if all ${max} are needed: ${fromTo(min * runs, max * runs)} runs of ${about} ${Math.round(round / runs)} s, ` +
    `which are ${fromTo(min, max)} rounds of ${origin}; and their warm-ups. Take fewer numbers of workers, loads or rounds, or shorter phases. ` +
    `If more than an hour is right, set the environment variable ${confirmation}=true.`)
}

/** @returns of all warm-ups, and of each round */
function secondsOf({ scenarios, variants, generator }: Planned, script: Record<string, any>) {
  const overhead = kindOf(generator).place === null ? overheadSeconds.here : overheadSeconds.elsewhere
  // A user goes on at least so long; of a mix, the one with the longest flow.
  const flows = scenarios.map((plan) => {
    const own = script.scenarios.filter(({ name }: Record<string, unknown>) => String(name) === nameOf(plan))
    const flow = Math.max(...(own.length === 1 ? own : script.scenarios).map(({ flow }: Record<string, unknown>) => flowSeconds(flow)))
    return [nameOf(plan), flow] as const
  })
  // Under several loads a scenario is warmed up once; other loads are no longer than the one that was written.
  const warmUps = [...new Map(flows).values()].map((flow) => (generator === null ? warmUpSeconds.ended : warmUpSeconds.arrivals + flow))
  const total = (seconds: number[]) => variants.length * seconds.reduce((sum, own) => sum + own + overhead, 0)
  return { warmUps: total(warmUps), round: total(flows.map(([, flow]) => arrivalSeconds(script.config.phases) + flow)) }
}

/** @returns as it was written */
const nameOf = ({ name, level }: ScenarioPlan) => level?.of ?? name

const fromTo = (least: number, most: number) => (least === most ? String(least) : `${least} to ${most}`)

/** @returns such as "1 h 20 min" */
function inHours(seconds: number) {
  const minutes = Math.max(1, Math.round(seconds / 60))
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
