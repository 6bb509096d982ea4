import { SpeedupError } from '../errors.js'
import { counted } from '../wording.js'
import { arrivalSeconds } from './arrival-seconds.js'
import { loopsIn } from './find-loops.js'
/**
 * @import { ScenarioPlan, Settings } from '../vocabulary.js'
 * @import { ScriptSource } from './read-settings.js'
 */

const mostSeconds = 3600

/** Of a run, about what its app and Artillery take to start and to end. */
const overheadSeconds = 5

/** One unmeasured run of each variant. */
const warmUps = 1

/** Artillery refuses flags that it does not know: --yes could not be one of ours. */
const confirmation = 'ARTILLERY_SPEEDUP_YES'

/**
 * A list of workers and one of loads, multiplied, are soon hours of runs: who asks for them should know it.
 *
 * @param {Pick<Settings, 'scenarios' | 'variants' | 'rounds'>} settings
 * @param {ScriptSource} source
 * @throws {SpeedupError} INVALID_SETTINGS: it may take longer than an hour, and nobody has agreed to that
 */
export function checkLength({ scenarios, variants, rounds }, { script, env = {} }) {
  const isGrown = variants.some(({ sweep }) => sweep !== null) || scenarios.some(({ level }) => level !== null)
  if (!isGrown || env[confirmation] === 'true') return
  const [least, most] = [rounds.min, rounds.max].map((count) => scenarios.length * variants.length * (count + warmUps))
  // Other loads are no longer than the one that was written.
  const runSeconds = arrivalSeconds(script.config.phases) + overheadSeconds
  if (most * runSeconds <= mostSeconds) return
  // Users who ask in a loop go on after the last one has come.
  const about = loopsIn(script.scenarios).length > 0 ? 'at least about' : 'about'
  const fewest = least === most ? '' : `${inHours(least * runSeconds)} if ${rounds.min} rounds decide, `
  throw new SpeedupError(
    'INVALID_SETTINGS',
    `This comparison would take ${about} ${fewest}${inHours(most * runSeconds)} if all ${rounds.max} are needed: ` +
      `${least === most ? '' : `${least} to `}${most} runs of ${about} ${Math.round(runSeconds)} s, ${origin(variants.length, scenarios)}. ` +
      'Take fewer numbers of workers, loads or rounds, or shorter phases. ' +
      `If more than an hour is right, set the environment variable ${confirmation}=true.`
  )
}

/**
 * @param {number} variants
 * @param {ScenarioPlan[]} scenarios
 * @returns {string} where so many runs come from
 */
function origin(variants, scenarios) {
  const names = new Set(scenarios.map(({ name, level }) => level?.of ?? name))
  const loads = scenarios.length / names.size
  const parts = [counted(variants, 'variant'), ...(loads > 1 ? [counted(loads, 'load')] : []), ...(names.size > 1 ? [counted(names.size, 'scenario')] : [])]
  return `for each of ${parts.join(' x ')} a warm-up and the rounds`
}

/** @param {number} seconds @returns {string} such as "1 h 20 min" */
function inHours(seconds) {
  const minutes = Math.max(1, Math.round(seconds / 60))
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
