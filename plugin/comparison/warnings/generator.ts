import { generatorAtPace, generatorBusy, isGeneratorBusy } from '../what-it-carries.ts'
import { counted, percent, list } from '../../concepts/wording.ts'
import { modes } from '../../concepts/modes.ts'
import { warningOf } from './warning-of.ts'
import type { LoadShape } from '../../concepts/load-results.ts'
import type { Run, MachineUse } from '../../concepts/run.ts'
import type { Settings, Variant } from '../../concepts/settings.ts'
import type { VariantUse, Warning, CandidateResult } from '../../concepts/comparison.ts'
import { leastCores } from '../bound.ts'

/**
 * Whether the load was what the scenario says, and measured by somebody who had time for it.
 *
 * @param client as it was asked for
 */
export function checkGenerator(runs: Run[], client: Settings['client']): Warning[] {
  return [...saturated(runs, client), ...skippedUsers(runs)]
}

function saturated(runs: Run[], client: Settings['client']) {
  return warningOf({ code: 'generator-saturated', severity: 'problem' }, runs.filter(isGeneratorBusy), (of) => {
    const busiest = Math.max(...of.map(({ generator }) => Number(generator.utilization)))
    const threads = Math.max(...of.map(({ generator }) => generator.threads))
    const advice = threads > 1 ? ', spread the users over the load threads (arrivalRate instead of arrivalCount)' : ''
    return (
      `the load generator was ${percent(busiest)} busy, so the latencies include its own delay and the throughput is its own; no verdict is drawn.${arrivals(of)} ` +
      `${loadLess(advice)}${leaner(of, client)}`
    )
  })
}

/** @param otherwise one more way, after a comma */
function loadLess(otherwise: string = '') {
  return `Load less (fewer users, or think time between requests)${otherwise}, ask for heavier work, or use a machine with more cores.`
}

/**
 * Artillery makes up for users that come late as soon as it can: a generator that is busy with arrivals makes as many as it
 * can, whatever the script asks for.
 *
 * @returns a sentence, or none: the users are a fixed number, and it is their requests that keep it busy
 */
function arrivals(runs: Run[]): string {
  const open = runs.map(({ generator }) => generator).filter(({ shortestSessionMs, arrivalSeconds }) => shortestSessionMs !== null && shortestSessionMs / 1000 < arrivalSeconds)
  if (open.length < runs.length) return ''
  const most = Math.max(...open.map(({ users, arrivalSeconds }) => users / arrivalSeconds))
  return ` Users came at ${Math.round(most)} a second: more such users it can hardly make here, whatever the script asks for.`
}

/**
 * The lean client takes a small part of what Artillery's does.
 *
 * @returns a sentence, or none
 */
function leaner(runs: Run[], client: Settings['client']): string {
  const other = runs.map((run) => run.client).find((use) => use?.name === 'artillery')
  if (other === undefined || other === null) return ''
  if (client === 'artillery') return ' Or leave plugins.speedup.client out: the lean client takes far less CPU.'
  return other.because === null ? '' : ` Or do without what kept the lean client, which takes far less CPU, from making this load: ${other.because}.`
}

function skippedUsers(runs: Run[]) {
  return warningOf({ code: 'users-skipped', severity: 'warning' }, runs.filter(({ generator }) => generator.skippedUsers > 0), (of) => {
    const skipped = of.reduce((sum, { generator }) => sum + generator.skippedUsers, 0)
    const came = of.reduce((sum, { generator }) => sum + generator.users, 0)
    return (
      `the load generator left out ${counted(skipped, 'user')} of ${skipped + came}, since maxVusers was reached, so the load was less than the scenario says, ` +
      'and the slower the app, the less. Raise maxVusers or lower the arrival rate.'
    )
  })
}

/**
 * The load generator had time to spare, because the candidate was slow, and the candidate was slow because of the generator.
 *
 * @param uses of each variant
 */
export function checkGeneratorAtPace(runs: Run[], uses: VariantUse[], { baseline, load }: { baseline: string, load: LoadShape }): Warning[] {
  if (runs.some(isGeneratorBusy)) return []
  const first = uses.find(({ name }) => name === baseline)
  return uses.flatMap((use) => {
    const busy = first === undefined || use === first ? null : generatorAtPace(first, use, load)
    if (busy === null || busy <= generatorBusy) return []
    return {
      code: 'generator-saturated' as const,
      severity: 'problem' as const,
      variant: use.name,
      rounds: [],
      message:
        `${use.name}: at the pace of ${baseline} the load generator would be ${percent(busy)} busy, so it may be what makes ${use.name} slower; no verdict is drawn. ` +
        loadLess()
    }
  })
}

/** A share of the machine, taken by others, that changes results: with a core of two, a speedup of 2.0 becomes 1.3. */
const othersAllowed = 0.1
/** From here on little of the result is the app's own. */
const othersTooMuch = 0.3

/** A busy neighbour slows all rounds alike: the spread between them does not show it. */
export function checkMachine(runs: Run[], variants: Pick<Variant, 'name' | 'mode'>[]): Warning[] {
  const delegating = variants.filter(({ mode }) => modes[mode].mayDelegate).map(({ name }) => name)
  // What a command such as docker run has others do is no disturbance.
  const isDelegated = ({ variant, machine }: Run) => delegating.includes(variant) && machine !== null && machine.app < leastCores
  const disturbed = runs.filter((run) => run.machine !== null && takenByOthers(run.machine) > othersAllowed && !isDelegated(run))
  const machines = disturbed.flatMap(({ machine }) => machine ?? [])
  if (machines.length === 0) return []
  const most = machines.reduce((a, b) => (takenByOthers(b) > takenByOthers(a) ? b : a))
  const severity = takenByOthers(most) > othersTooMuch ? 'problem' : 'warning'
  return warningOf({ code: 'machine-disturbed', severity }, disturbed, () => {
    const stolen = most.stolen > most.others ? ', mostly by the hypervisor for other machines' : ''
    return (
      `programs other than app and load generator took up to ${percent(takenByOthers(most))} of the machine (${(most.others + most.stolen).toFixed(2)} of ${counted(most.cores, 'core')}${stolen}), ` +
      'so the app was slower than it could be, and the more so the more cores it wants. Stop what else runs here, or repeat it at a quieter time.'
    )
  })
}

function takenByOthers({ others, stolen, cores }: MachineUse) {
  return (others + stolen) / cores
}

const closeTheLoop = 'or let a fixed number of users ask in a loop, which bounds the latencies'

/** Which metric the load makes fair. */
export function checkSaturation(load: LoadShape, candidates: CandidateResult[], baseline: string): Warning[] {
  const isSaturated = load.saturated.includes(baseline)
  const others = load.saturated.filter((name) => name !== baseline)
  const found: Warning[] = []
  if (isSaturated) {
    const names = list(load.saturated)
    const message =
      `${names} could not keep up with the users who came, so latencies grow with the length of the test and their ratio says nothing: judge by throughput. ` +
      `For latencies, lower the arrival rate, ${closeTheLoop}.`
    const isRequired = candidates.some(({ estimates }) => estimates.some(({ reason, required }) => reason === 'baseline-saturated' && required !== null))
    found.push({ code: 'baseline-saturated', severity: isRequired ? 'problem' : 'warning', variant: baseline, rounds: [], message })
  } else if (others.length > 0) {
    const message =
      `${list(others)} could not keep up with the users who came, although ${baseline} could, so latencies of ${list(others)} grow with the length of the test. ` +
      `Find out why; to compare latencies, lower the arrival rate, ${closeTheLoop}.`
    found.push({ code: 'candidate-saturated', severity: 'warning', variant: others.length === 1 ? others[0] : null, rounds: [], message })
  }
  const demanding = candidates.filter(({ estimates }) => estimates.some(({ reason }) => reason === 'throughput-fixed'))
  for (const { name } of demanding) {
    const message =
      `${name}: a throughput above that of ${baseline} is required, but users come at the same rate whatever the app does, and ${baseline} kept up with them: nobody could serve more. ` +
      'Require a latency instead, or raise the arrival rate above what one process can do.'
    found.push({ code: 'throughput-fixed', severity: 'problem', variant: name, rounds: [], message })
  }
  return found
}
