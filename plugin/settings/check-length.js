import { SpeedupError } from '../errors.js'
import { counted } from '../wording.js'
import { arrivalSeconds } from './arrival-seconds.js'
import { loopsIn } from './find-loops.js'
import { flowSeconds } from './flow-seconds.js'
/**
 * @import { ScenarioPlan, Settings } from '../vocabulary.js'
 * @import { ScriptSource } from './read-settings.js'
 */

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
 * @param {Planned} settings
 * @param {ScriptSource} source
 * @throws {SpeedupError} INVALID_SETTINGS: it may take longer than an hour, and nobody has agreed to that
 */
export function checkLength(settings, { script, env = {} }) {
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

/**
 * @typedef {Pick<Settings, 'scenarios' | 'variants' | 'rounds' | 'generator'>} Planned
 *
 * @param {Planned} settings
 * @param {Record<string, any>} script
 * @returns {{ warmUps: number, round: number }} seconds: all warm-ups, and each round
 */
function lengths({ scenarios, variants, generator }, script) {
  const overhead = generator === null || generator.command === 'run' ? overheadSeconds.here : overheadSeconds.elsewhere
  // Other loads are no longer than the one that was written.
  const arrivals = arrivalSeconds(script.config.phases)
  const flows = scenarios.map((plan) => flowOf(plan, script.scenarios))
  const runs = flows.map((flow) => arrivals + flow + overhead)
  // Under several loads a scenario is warmed up once.
  const asWritten = new Map(scenarios.map((plan, i) => [nameOf(plan), flows[i]]))
  const warmUps = [...asWritten.values()].map((flow) => overhead + (generator === null ? warmUpSeconds.ended : warmUpSeconds.arrivals + flow))
  return { warmUps: variants.length * addUp(warmUps), round: variants.length * addUp(runs) }
}

/**
 * @param {ScenarioPlan} plan
 * @param {Record<string, any>[]} all
 * @returns {number} seconds that a user goes on at least; of a mix, the one with the longest flow
 */
function flowOf(plan, all) {
  const own = all.filter(({ name }) => String(name) === nameOf(plan))
  return Math.max(...(own.length === 1 ? own : all).map(({ flow }) => flowSeconds(flow)))
}

/** @param {ScenarioPlan} plan @returns {string} as it was written */
function nameOf({ name, level }) {
  return level?.of ?? name
}

/** @param {number[]} numbers */
function addUp(numbers) {
  return numbers.reduce((sum, one) => sum + one, 0)
}

/**
 * @param {number} variants
 * @param {ScenarioPlan[]} scenarios
 * @returns {string} where so many runs come from
 */
function origin(variants, scenarios) {
  const names = new Set(scenarios.map(nameOf))
  const loads = scenarios.length / names.size
  const parts = [counted(variants, 'variant'), ...(loads > 1 ? [counted(loads, 'load')] : []), ...(names.size > 1 ? [counted(names.size, 'scenario')] : [])]
  return parts.join(' x ')
}

/** @param {number} least @param {number} most @returns {string} such as "3 to 10" */
function fromTo(least, most) {
  return least === most ? String(least) : `${least} to ${most}`
}

/** @param {number} seconds @returns {string} such as "1 h 20 min" */
function inHours(seconds) {
  const minutes = Math.max(1, Math.round(seconds / 60))
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
