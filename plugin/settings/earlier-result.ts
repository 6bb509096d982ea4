import { cpus } from 'node:os'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { SpeedupError } from '../concepts/errors.ts'
import { isKnown, type Comparison, type ScenarioResult } from '../concepts/comparison.ts'
import { plannedSearchWords, searchWords } from '../questions/concepts.ts'
import { leanVersion } from '../concepts/generators.ts'
import { list } from '../concepts/wording.ts'
import { allowedCores } from '../machine/cores.ts'
import { aFile, parseComparison } from '../record/parse-comparison.ts'
import { knownIn, listComparisons } from '../record/read-record.ts'
import { levelsOf, rangeOfLevel, readingOf } from '../statistics/change-points.ts'
import { findPath } from './read-app.ts'
import { refuseValue, suggest } from './shapes.ts'
import type { HistoryEntry } from '../concepts/report-data.ts'
import type { EarlierEstimate, EarlierResult, ScenarioPlan, Settings, ScriptSource } from '../concepts/settings.ts'

const path = 'plugins.speedup.compareWith'
const advice =
  ' Name the comparison.json of an earlier comparison, its folder, or a folder of several. Paths are relative to the scenario file.'

type Today = Omit<Settings, 'compareWith' | 'expected'>
type Refuse = (problem: string, remedy: string) => never

/**
 * What an earlier comparison found about what is compared today. Scenarios and candidates that are new since then
 * have no earlier result; a comparison without any of them is refused.
 */
export function readEarlierResult(given: string | undefined, source: ScriptSource, today: Today) {
  if (given === undefined) return null
  const { file, comparison, several } = readFile(given, source)
  const refuse: Refuse = (problem, remedy) =>
    refuseValue(path, given, `but ${file} ${problem}. ${remedy}, or remove compareWith.`)
  const {
    error,
    settings: { generator, loadHost }
  } = comparison
  if (error !== null) {
    // What comes below the first line is what the app said.
    const end =
      error.code === 'INTERRUPTED'
        ? 'was interrupted'
        : `could not be measured (${error.message.split('\n')[0].replace(/\.$/, '')})`
    refuse(`is a comparison that ${end}`, 'Name one that finished')
  }
  const now = today.generator?.command ?? null
  if (generator !== now) {
    // Latencies hold the network on the way, and are more or less exact.
    const [then, here] = [generator, now].map((command) =>
      command === null ? 'the plugin itself' : `artillery ${command}`
    )
    const change =
      generator === null ? 'remove plugins.speedup.generator' : `set plugins.speedup.generator.command to ${generator}`
    refuse(
      `was measured with the load of ${then}, this one with that of ${here}; speedups with different load generators can't be compared`,
      `Name a result with the load of ${here}, ${change}`
    )
  }
  const host = today.loadHost?.hosts.join(', ') ?? null
  if (loadHost !== host)
    refuse(
      `was measured with a load from ${loadHost ?? 'this machine'}, this one with a load from ${host ?? 'this machine'}; the network on the way is a part of each latency`,
      `Name a result with a load from ${host ?? 'this machine'}, or ${loadHost === null ? 'remove plugins.speedup.generator.ssh' : `set plugins.speedup.generator.ssh to ${loadHost}`}`
    )
  const here = {
    cpu: cpus()[0]?.model ?? 'unknown',
    cores: allowedCores().count,
    leanClient: leanVersion,
    alternate: today.alternate,
    load: today.load
  }
  const estimates = estimatesOf(comparison, today, refuse).map((estimate) => atLevel(estimate, several))
  return { ...asEarlierResult(file, comparison, here), estimates, results: several.length || 1 }
}

function readFile(given: string, source: ScriptSource) {
  const place = findPath(path, given, source, { name: '', fits: Boolean, advice })
  const isFolder = statSync(place).isDirectory()
  const several = isFolder && !existsSync(join(place, 'comparison.json')) ? resultsIn(place, source) : []
  const file = isFolder ? join(place, several[0]?.folder ?? '', 'comparison.json') : place
  if (!existsSync(file))
    refuseValue(
      path,
      given,
      `but the folder ${place} has no comparison.json, nor folders with one of this file: no comparison finished there.${advice}`
    )
  try {
    return { file, several, comparison: parseComparison(readFileSync(aFile(file), 'utf8'), file) }
  } catch (error) {
    const { message } = error as Error
    refuseValue(
      path,
      given,
      `but ${error instanceof SpeedupError ? message : `${file} can't be read (${message}).${advice}`}`
    )
  }
}

/** Of a folder of several: those of this file that are measured as the newest is, the newest first. */
function resultsIn(folder: string, { scriptFile, workingDirectory }: ScriptSource) {
  const own = listComparisons(folder).entries.filter(
    (entry) => resolve(workingDirectory, entry.file) === scriptFile && !entry.interrupted && knownIn(entry).length > 0
  )
  return own.filter(({ measuredBy }) => measuredBy === own[0].measuredBy)
}

/** @returns of several results: the level since it last changed, and where another result of that level would lie */
function atLevel(estimate: EarlierEstimate, several: HistoryEntry[]) {
  const readings = several
    .toReversed()
    .flatMap(knownIn)
    .filter((each) => (['scenario', 'candidate', 'metric'] as const).every((key) => each[key] === estimate[key]))
    .map(readingOf)
  const level = levelsOf(readings).at(-1)
  return level === undefined ? estimate : { ...estimate, ...rangeOfLevel(level) }
}

/** @returns at least one */
function estimatesOf(earlier: Comparison, { scenarios, variants, baseline }: Today, refuse: Refuse) {
  const results = earlier.scenarios.map((result) => ({ ...result, name: result.scenario }))
  const known = chooseByName(results, scenarios, ['scenario', 'scenario'], refuse)
  const other = known.find((result) => result.baseline !== baseline)
  if (other !== undefined)
    refuse(
      `has the baseline ${other.baseline}, not ${baseline}; speedups over different baselines can't be compared`,
      `Name a result with the baseline ${baseline}, set plugins.speedup.baseline to ${other.baseline}`
    )
  for (const result of known) {
    const { scenario } = result
    const then = searchWords(result)
    const here = plannedSearchWords(scenarios.find(({ name }) => name === scenario) as ScenarioPlan)
    if (then !== here)
      refuse(
        `has for ${scenario} ${then}, this comparison ${here}; what different loads tell can't be compared`,
        'Name a result of the same'
      )
  }
  const same = chooseByName(
    known.flatMap(({ candidates }) => candidates),
    variants.filter(({ name }) => name !== baseline),
    ['candidate', 'variant'],
    refuse
  )
  const carried = known.flatMap(carriedBy).filter(({ candidate }) => same.some(({ name }) => name === candidate))
  if (carried.length > 0) return carried
  const reasons = new Set(same.flatMap(({ estimates }) => estimates.map(({ reason }) => String(reason))))
  refuse(`has no valid speedup for any metric (${list([...reasons])})`, 'Name one that has')
}

const carriedBy = ({ scenario, client, latencyTo, candidates }: ScenarioResult) =>
  candidates.flatMap(({ name, workers, estimates }) =>
    estimates
      .filter(isKnown)
      .map(({ metric, speedup, interval }) => ({
        scenario,
        candidate: name,
        workers,
        client: client?.name ?? 'artillery',
        metric,
        latencyTo,
        speedup,
        interval
      }))
  )

/** @param here the machine of the comparison that is compared with it */
export function asEarlierResult(
  file: string,
  { scenarios, finishedAt, environment, settings: { alternate, load } }: Comparison,
  here: EarlierResult['here']
): EarlierResult {
  const { plugin, leanClient, cpu, cores } = environment
  return {
    file,
    results: 1,
    finishedAt,
    commit: environment.commit,
    plugin,
    leanClient,
    cpu,
    cores,
    alternate,
    load,
    here,
    estimates: scenarios.flatMap(carriedBy)
  }
}

/** @returns at least one of the results */
function chooseByName<T extends { name: string }>(
  results: T[],
  wanted: { name: string }[],
  [then, today]: string[],
  refuse: Refuse
) {
  const names = wanted.map(({ name }) => name)
  const chosen = results.filter(({ name }) => names.includes(name))
  if (chosen.length > 0) return chosen
  const all = [...new Set(results.map(({ name }) => name))]
  const [hint, these] = names.length === 1 ? [suggest(names[0], all), `this ${today}`] : ['', `these ${today}s`]
  refuse(`has no ${then} ${list(names)}${hint}; it has ${list(all) || 'none'}`, `Name a result of ${these}`)
}
