import { basename, extname } from 'node:path'
import type { ScenarioPlan, Settings, Variant, ScriptSource, Script } from '../concepts/settings.ts'
import { phasesOf } from '../concepts/load-description.ts'
import { anyRequest, toldNames } from '../concepts/requests.ts'
import { list, patternOf } from '../concepts/wording.ts'
import {
  checkEngines,
  checkPool,
  checkRequests,
  requestCycle,
  requestNames,
  readLoops,
  type Placed
} from './read-flow.ts'
import { candidateLimits } from './demand-shapes.ts'
import { unplanned } from '../questions/concepts.ts'
import { atEachLoad, questionNumbers, searchAsked } from '../questions/settings.ts'
import { scenarioShapes, type Options } from './option-shapes.ts'
import { isMap, refuse, refuseValue, suggest } from './shapes.ts'
import { amountOf, millisecondsOf, shareOf } from './quantities.ts'

/**
 * @returns what is compared on its own, one after the other; compared: the scenarios of the script that are, alone or
 * in a mix
 */
export function readScenarios(
  options: Options,
  { script, scriptFile, scenarioName }: ScriptSource,
  { variants, baseline }: Pick<Settings, 'variants' | 'baseline'>
) {
  const all: Placed[] = (script.scenarios ?? []).map((scenario: Script, i: number) => ({
    ...scenario,
    place: `scenarios[${i}]`
  }))
  if (all.length === 0) refuse(`${scriptFile} has no scenarios. Add at least one under \`scenarios:\`.`)
  for (const { speedup, place } of all) if (speedup !== undefined) scenarioShapes(speedup, `${place}.speedup`)
  const isMix = options.mix && scenarioName === undefined
  const compared = isMix ? all : choose(all, scenarioName)
  checkEngines(compared, all, script.config)
  checkRequests(compared)
  checkPool(script.config)
  if (isMix) checkMixed(all)
  const search = searchAsked(options, compared, script.config)
  // A mix has no name, users and demands of its own.
  const alone: Placed[] = isMix ? [{ place: 'scenarios' }] : compared
  // Whose search is for a rate needs no users.
  const isForRate = search !== null && [options, ...alone.map(({ speedup }) => speedup)].every((own) => !own?.users)
  const loops = isForRate ? [] : readLoops(alone, options.rate === undefined ? options : {}, script.config.phases)
  const plans = alone.flatMap((scenario, i) => {
    const { name = null, speedup } = scenario
    const scenarios = isMix ? all : [scenario]
    const loop = loops[i] ?? null
    const demandsOn = (variant: Variant, kind: Kind) => {
      // The nearest level wins, key by key: the scenario's own, then the variant's, then everybody's.
      const { requests, ...others }: Script = {
        ...options[kind],
        ...options.variants[variant.writtenAs ?? variant.name][kind],
        ...speedup?.[kind]
      }
      if (requests === undefined) return others
      if (options.generator?.command !== undefined)
        refuse(
          `plugins.speedup.generator and ${kind}.requests are both set, but only the plugin's own load tells requests apart. Remove one of them.`
        )
      return { ...others, requests: knownRequests(kind, requests, compared, scenarios) }
    }
    const ofEach = <Demands>(all: Variant[], demandsOf: (variant: Variant) => Demands) =>
      Object.fromEntries(all.map((variant) => [variant.name, demandsOf(variant)]))
    const plan: ScenarioPlan = {
      name: String(name ?? basename(scriptFile, extname(scriptFile))),
      only: isMix || all.length === 1 ? null : `^${patternOf(String(name))}$`,
      thresholds: ofEach(
        variants.filter((variant) => variant.name !== baseline),
        (variant) => ({ ...demandsOn(variant, 'thresholds'), ...inNumbers(demandsOn(variant, 'limits'), true) })
      ),
      limits: ofEach(variants, (variant) => inNumbers(demandsOn(variant, 'limits'), false)),
      phases: loop ? phasesOf(loop) : options.rate === undefined ? null : script.config.phases,
      loop,
      cycle: isMix ? null : requestCycle(scenario, [script.config.defaults, script.config.http?.defaults]),
      level: null,
      ...unplanned
    }
    return (
      search?.(plan, speedup?.duration ?? options.duration) ??
      atEachLoad(plan, options, { ...script, scenarios }) ?? [plan]
    )
  })
  return { plans, compared, isMix }
}

type Kind = 'thresholds' | 'limits'

const requestsOf = (scenarios: Script[]) => toldNames(scenarios.flatMap(({ flow }) => requestNames(flow)))

/** @returns those of its own scenarios. @throws SpeedupError INVALID_SETTINGS */
function knownRequests(kind: Kind, demands: Record<string, unknown>, compared: Script[], own: Script[]) {
  const [names, ofOwn] = [compared, own].map(requestsOf)
  const given = Object.entries(demands)
  const [other] = given.find(([name]) => name !== anyRequest && !names.includes(name)) ?? []
  if (other !== undefined)
    refuse(
      `${kind}.requests has ${JSON.stringify(other)}, which is no request of the script${suggest(other, names)}. ` +
        `Requests: ${list(names.map((name) => JSON.stringify(name)))}; "${anyRequest}" is each of the others.`
    )
  if (names.length < 2)
    refuse(
      `${kind}.requests is set, but the flow has one request. Write ${kind}: { p95: ${kind === 'limits' ? '200ms' : 1.3} }.`
    )
  return Object.fromEntries(given.filter(([name]) => name === anyRequest || ofOwn.includes(name)))
}

/** No scenario of a mix is compared alone. */
function checkMixed(all: Placed[]) {
  for (const { speedup, place } of all)
    for (const key of Object.keys(speedup ?? {}))
      refuse(
        `${place}.speedup.${key} is set, but with mix: true no scenario is compared alone. Move it to plugins.speedup.${key}, or remove mix.`
      )
}

/** What makes of a limit a number in the unit in which it is judged; of the others, milliseconds. */
const numbersOf: Record<string, typeof amountOf> = { throughput: amountOf, errorRate: shareOf, ...questionNumbers }

/** @returns the limits of candidates alone, or all others */
const inNumbers = (limits: Script, areOfCandidates: boolean) =>
  inNumber(
    Object.fromEntries(
      Object.entries(limits).filter(([key]) => candidateLimits.some((own) => own === key) === areOfCandidates)
    )
  )

/** Of single requests, each. */
const inNumber = (value: unknown, key = ''): any =>
  isMap(value)
    ? Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, inNumber(inner, name)]))
    : typeof value === 'string'
      ? (numbersOf[key] ?? millisecondsOf)(value)
      : value

/** As Artillery chooses: by the name itself, or by a regular expression that fits exactly one; without either, all. */
function choose(all: Placed[], scenarioName?: string) {
  if (scenarioName === undefined) {
    if (all.length > 1) checkNames(all)
    return all
  }
  const flag = `--scenario-name ${JSON.stringify(scenarioName)}`
  let pattern: RegExp
  try {
    pattern = new RegExp(scenarioName)
  } catch (error) {
    refuse(`${flag} is not a valid regular expression (${(error as Error).message}).`)
  }
  const chosen = all.filter(({ name }) => name === scenarioName || pattern.test(name))
  if (chosen.length === 1) return chosen
  const names = all.map(({ name }) => String(name ?? '(unnamed)'))
  const problem =
    chosen.length === 0 ? `matches no scenario${suggest(scenarioName, names)}` : `matches ${chosen.length} scenarios`
  refuse(`${flag} ${problem}. Scenarios: ${names.join(', ')}.`)
}

function checkNames(all: Placed[]) {
  all.forEach(({ name = null, place }, i) => {
    if (name === null || name === '')
      refuse(
        `${place} has no name. With several scenarios, each is compared on its own and needs a name: add one, or set plugins.speedup.mix: true.`
      )
    if (all.findIndex((scenario) => scenario.name === name) === i) return
    refuseValue(`${place}.name`, name, "like an earlier one's. Give each scenario its own name.")
  })
}
