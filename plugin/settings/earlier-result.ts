import { availableParallelism, cpus } from 'node:os'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { SpeedupError } from '../concepts/errors.ts'
import { kindOf } from '../concepts/generators.ts'
import { list } from '../concepts/wording.ts'
import { suggest } from './shapes.ts'
import type { Comparison } from '../concepts/comparison.ts'
import type { EarlierResult, Settings } from '../concepts/settings.ts'
import type { ScriptSource } from './read-settings.ts'
import { parseComparison } from '../record/parse-comparison.ts'
import { placesOf } from './read-app.ts'

/** what is compared today, by name */
interface Compared {
  baseline: string
  candidates: string[]
  scenarios: string[]
  generator: Settings['generator']
}

/**
 * What an earlier comparison found out about what is compared today. Scenarios and candidates that are new since then
 * have no earlier result; one that knows none of them is refused.
 *
 * @param given the option `compareWith`, its shape already checked
 * @returns null: nothing was given
 */
export function readEarlierResult(given: string | undefined, source: ScriptSource, compared: Compared): EarlierResult | null {
  if (given === undefined) return null
  const { file, comparison } = readComparison(given, source)
  const refuse = refusalOf(given, file)
  if (comparison.error !== null) refuse(`${endOf(comparison.error)}. Give one that was finished`)
  checkGenerator(comparison.settings.generator, compared.generator?.command ?? null, refuse)
  const { finishedAt, environment: { commit, plugin, cpu, cores } } = comparison
  return {
    file,
    finishedAt,
    commit,
    plugin,
    cpu,
    cores,
    here: { cpu: cpus()[0]?.model ?? 'unknown', cores: availableParallelism() },
    estimates: estimatesOf(comparison, compared, refuse)
  }
}

type Refuse = (reason: string) => never

function refusalOf(given: string, file: string): Refuse {
  return (reason) => {
    throw new SpeedupError('INVALID_SETTINGS', `plugins.speedup.compareWith is ${JSON.stringify(given)}, but ${file} ${reason}, or leave compareWith out.`)
  }
}

function endOf({ code, message }: NonNullable<Comparison['error']>) {
  if (code === 'INTERRUPTED') return 'is a comparison that was interrupted'
  // What comes below the first line is what the app said.
  return `is a comparison that could not be measured (${message.split('\n')[0].replace(/\.$/, '')})`
}

/** Latencies hold the network on the way, and are told more or less exactly. */
function checkGenerator(earlier: Comparison['settings']['generator'], now: Comparison['settings']['generator'], refuse: Refuse) {
  if (earlier === now) return
  const [then, today] = [earlier, now].map((command) => kindOf(command === null ? null : { command }).words)
  refuse(
    `was measured with the load of ${then}, this one with that of ${today}; speedups over different generators can't be compared. ` +
      `Give a result with the load of ${today}, ${earlier === null ? 'leave plugins.speedup.generator out' : `set plugins.speedup.generator.command to ${earlier}`}`
  )
}

/** @returns at least one */
function estimatesOf({ scenarios }: Comparison, compared: Compared, refuse: Refuse): EarlierResult['estimates'] {
  const known = scenarios.filter(({ scenario }) => compared.scenarios.includes(scenario))
  if (known.length === 0) refuse(`has no scenario ${missing(compared.scenarios, scenarios.map(({ scenario }) => scenario))}. Give a result of ${compared.scenarios.length === 1 ? 'this scenario' : 'these scenarios'}`)
  const other = known.find(({ baseline }) => baseline !== compared.baseline)
  if (other !== undefined) {
    refuse(`has the baseline ${other.baseline}, not ${compared.baseline}, and speedups over different baselines can't be compared. Give a result with the baseline ${compared.baseline}, set plugins.speedup.baseline`)
  }
  const candidates = known.flatMap(({ scenario, client, candidates }) => candidates.map((candidate) => ({ scenario, client: client?.name ?? 'artillery', ...candidate })))
  const same = candidates.filter(({ name }) => compared.candidates.includes(name))
  if (same.length === 0) refuse(`has no candidate ${missing(compared.candidates, candidates.map(({ name }) => name))}. Give a result of ${compared.candidates.length === 1 ? 'this variant' : 'these variants'}`)
  const carried = same.flatMap(({ scenario, client, name, workers, estimates }) =>
    estimates.filter(({ reason }) => reason === null).map(({ metric, speedup, interval }) => ({ scenario, candidate: name, workers, client, metric, speedup, interval }))
  )
  if (carried.length === 0) {
    const reasons = [...new Set(same.flatMap(({ estimates }) => estimates.map(({ reason }) => String(reason))))]
    refuse(`carries no verdict on any metric (${list(reasons)}). Give one that does`)
  }
  return carried
}

function missing(wanted: string[], all: string[]) {
  const names = [...new Set(all)]
  const hint = wanted.length === 1 ? suggest(wanted[0], names) : ''
  return `${list(wanted)}${hint}; it has ${names.length === 0 ? 'none' : list(names)}`
}

const advice = 'Give the comparison.json of an earlier comparison, or its folder; paths begin at the scenario file.'

/**
 * @param given the option `compareWith`: a comparison.json, or a folder that holds one
 * @returns file: absolute path
 * @throws SpeedupError INVALID_SETTINGS
 */
export function readComparison(given: string, source: ScriptSource): { file: string, comparison: Comparison } {
  const refuse = (problem: string) => {
    throw new SpeedupError('INVALID_SETTINGS', `plugins.speedup.compareWith is ${JSON.stringify(given)}, but ${problem}`)
  }
  const places = placesOf(given, source)
  const place = places.find((one) => existsSync(one))
  if (place === undefined) return refuse(`there is no ${places.join(' nor ')}. ${advice}`)
  const file = statSync(place).isDirectory() ? join(place, 'comparison.json') : place
  if (!existsSync(file)) return refuse(`the folder ${place} holds no comparison.json: no comparison ended there. ${advice}`)
  try {
    return { file, comparison: parseComparison(readFileSync(file, 'utf8'), file) }
  } catch (error) {
    const { message } = error as Error
    return refuse(error instanceof SpeedupError ? message : `${file} can't be read (${message}). ${advice}`)
  }
}
