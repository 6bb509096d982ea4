import { secondsOf } from './phases.ts'
import { refuse } from './shapes.ts'
import type { UserLoop } from '../concepts/settings.ts'

/** A scenario of the script, or of the options for all of them; place: its path in the script. */
type Written = { place: string; name?: unknown; speedup?: { users?: number; duration?: string } }

const top = 'plugins.speedup'
const example = 'for example users: 20 and duration: 8s'

/**
 * The users of each scenario, who go through its flow again and again; all null where config.phases says when users
 * come.
 *
 * @param phases `config.phases`; undefined: the script has none
 */
export function readLoops(
  scenarios: Written[],
  options: NonNullable<Written['speedup']>,
  phases: unknown
): (UserLoop | null)[] {
  const found = scenarios.map((scenario) => ({
    users: valueOf(scenario, 'users', options),
    duration: valueOf(scenario, 'duration', options),
    scenario
  }))
  const withUsers = found.find(({ users }) => users !== null)
  if (withUsers?.users && phases !== undefined)
    refuse(
      `${withUsers.users.path} and config.phases are both set (--solo sets phases, too), and both define the users. Remove one of them: ` +
        'with users, each repeats the flow until the time is up; with phases, as often as the flow says.'
    )
  if (withUsers === undefined) {
    const { path } = found.find(({ duration }) => duration !== null)?.duration ?? {}
    const ifPhases = phases === undefined ? '' : ' Or remove it, because config.phases defines the load.'
    if (path !== undefined)
      refuse(`${path} is set, but users is not. Add ${top}.users, ${example}, and remove config.phases.${ifPhases}`)
    if (phases !== undefined) return found.map(() => null)
    refuse(
      `The script has no load: neither ${top}.users nor config.phases is set. Add users to the options of speedup, ${example}: ` +
        '20 users then repeat the flow for 8 seconds. Or let them arrive all the time, for example rate: 50/s and duration: 20s; or add config.phases.'
    )
  }
  for (const key of ['users', 'duration'] as const) {
    const has = found.find((one) => one[key] !== null)
    const lacks = found.find((one) => one[key] === null)
    if (has !== undefined && lacks !== undefined)
      refuse(
        `${nameOf(lacks.scenario)} has no ${key}, but ${nameOf(has.scenario)} has. Add ${key} to ${lacks.scenario.place}.speedup, or set ${top}.${key} for all scenarios.`
      )
  }
  return found.map(({ users, duration }) => ({
    users: Number(users?.value),
    seconds: duration && secondsOf(duration.value)
  }))
}

/** The nearest level wins. */
function valueOf({ place, speedup }: Written, key: 'users' | 'duration', options: NonNullable<Written['speedup']>) {
  const own = speedup?.[key]
  const all = options[key]
  if (own !== undefined) return { value: own, path: `${place}.speedup.${key}` }
  return all === undefined ? null : { value: all, path: `${top}.${key}` }
}

const nameOf = ({ place, name }: Written) => `${place}${name === undefined ? '' : ` (${name})`}`
