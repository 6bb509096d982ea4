// Whether the load was what the scenario says, and the load generator had time to measure it.
import { modes } from '../../concepts/modes.ts'
import { highest, largestBy, median, sumBy } from '../../statistics/descriptive.ts'
import { expected, othersOf, withMachineToItself } from '../bound.ts'
import { tellingEstimate } from '../estimate.ts'
import { isGeneratorBusy, type Seen } from '../reason-against.ts'
import { answeredWords } from '../overload.ts'
import { byVariant, generatorCpuUs, runsOf, named } from '../variant-use.ts'
import { addCounts } from '../../concepts/failures.ts'
import { warning, warningOf } from './warning-of.ts'
import { coresWords, counted, generatorTook, leastCores, list, listCounts, percent } from '../../concepts/wording.ts'
import type { CandidateResult, ScenarioResult } from '../../concepts/comparison.ts'
import type { MachineUse, Run } from '../../concepts/run.ts'
import type { Settings, Variant } from '../../concepts/settings.ts'
import type { Reason } from '../../concepts/warnings.ts'

/** @param client as it was asked for */
export function checkGenerator(all: Run[], candidates: CandidateResult[], client: Settings['client']) {
  const asked = candidates.flatMap(({ estimates }) => estimates.filter(({ required }) => required !== null))
  const stands = asked.length > 0 && asked.every(({ reason }) => reason !== 'generator-saturated')
  const outcome = stands ? 'what was reached in spite of that holds' : 'the verdict is withheld'
  return [
    ...warningOf(
      'generator-saturated',
      all.filter(isGeneratorBusy),
      (runs) => {
        const most = (key: 'utilization' | 'threads') => highest(runs, ({ generator }) => generator[key] ?? 0)
        const advice =
          most('threads') > 1 ? ', spread the users over the load threads (arrivalRate instead of arrivalCount)' : ''
        return (
          `the load generator was ${percent(most('utilization'))} busy, so the latencies include its own delay and ` +
          `it limits the throughput; ${outcome}.${arrivals(runs)} Reduce the load (fewer users, or think time ` +
          `between requests)${advice}, request heavier work, or use a machine with more ` +
          `cores.${leaner(runs, client)}`
        )
      },
      stands ? 'warning' : 'problem'
    ),
    ...warningOf(
      'generator-cold',
      all.filter((run) => isCold(run, all)),
      (runs) => {
        const most = highest(runs, (run) => generatorCpuUs(run) ?? 0)
        return (
          `the load generator took up to ${most.toFixed(0)} microseconds of CPU for a response, more than ` +
          `${muchDearer} times what it usually took with that variant: its code was still being compiled, or the ` +
          'machine was slower. More rounds weigh such a run less.'
        )
      }
    ),
    ...warningOf(
      'users-skipped',
      all.filter(({ generator }) => generator.skippedUsers > 0),
      (runs) => {
        const skipped = sumBy(runs, ({ generator }) => generator.skippedUsers)
        const came = sumBy(runs, ({ generator }) => generator.users)
        return (
          `the load generator skipped ${counted(skipped, 'user')} of ${skipped + came} because maxVusers was ` +
          'reached, so the load was lower than the scenario says: the slower the app, the lower. Raise maxVusers or ' +
          'lower the arrival rate.'
        )
      }
    )
  ]
}

const muchDearer = 1.5
const seenCores = 0.1 // more than usual; below this, the system's ticks tell little, and the app lacks little

const manyResponses = 300 // of a few, what the threads do besides is most of what they take

function isCold(run: Run, all: Run[]) {
  const us = generatorCpuUs(run)
  if (us === null) return false
  const usual = median(runsOf(all, run.variant).flatMap((other) => generatorCpuUs(other) ?? []))
  const moreCores = (run.machine?.generator ?? 0) * (1 - usual / us)
  return us > muchDearer * usual && moreCores >= seenCores && run.counted.requests >= manyResponses
}

/**
 * Artillery makes up for late users as soon as it can: a generator that is busy with arrivals starts as many as it can,
 * whatever the script asks for. Empty: the users are a fixed number, and it is their requests that keep it busy.
 */
function arrivals(runs: Run[]) {
  const loads = runs.map(({ generator }) => generator)
  if (!loads.every(({ shortestSessionMs, arrivalSeconds }) => (shortestSessionMs ?? Infinity) / 1000 < arrivalSeconds))
    return ''
  const most = highest(loads, ({ users, arrivalSeconds }) => users / arrivalSeconds)
  return (
    ` Users arrived at ${Math.round(most)} a second: it can hardly start more of them here, whatever the script ` +
    'asks for.'
  )
}

/** The lean client takes a small part of what Artillery's does. */
function leaner(runs: Run[], client: Settings['client']) {
  const other = runs.find((run) => run.client?.name === 'artillery')?.client
  if (!other) return ''
  if (client === 'artillery') return ' Or remove plugins.speedup.generator.client: the lean client takes far less CPU.'
  return other.because === null
    ? ''
    : ` Or remove what rules out the lean client, which takes far less CPU: ${other.because}.`
}

/** The more of the machine a candidate could use, the more of it others took. */
export const checkTakenCores = (
  { candidates, uses, load }: Pick<Seen, 'uses' | 'load'> & Pick<ScenarioResult, 'candidates'>,
  baseline: string
) =>
  candidates.flatMap(({ name, estimates }) => {
    const held = estimates.filter(({ reason }) => reason === 'cores-taken')
    const [before, after] = [baseline, name].map((variant) => named(uses, variant))
    if (held.length === 0 || after.machine === null) return []
    const { metric, speedup } = tellingEstimate(estimates, 'throughput')
    const alone = expected(speedup, withMachineToItself(before, after, load))
    const { generator } = after.machine
    const isAsked = held.some(({ required }) => required !== null)
    return warning(
      'cores-taken',
      name,
      `${name} lacked cores: of ${coresWords(after.machine)} the load generator took ${generatorTook(generator)}` +
        `${othersTook(othersOf(after.machine), ',')}; with the machine to itself, ` +
        `expect about ${alone} the ${metric} of ${baseline}${isAsked ? ', so the verdict is withheld' : ''}. ` +
        `Request heavier work, stop other programs, ${coresAdvice(generator)}.`,
      isAsked ? 'problem' : 'warning'
    )
  })

/** What is required is more than cores and users allow. */
export const checkReach = (candidates: CandidateResult[]) =>
  candidates.flatMap(({ name, bound, estimates }) => {
    const held = estimates.find(({ reason }) => reason === 'out-of-reach')
    if (held === undefined || bound === null) return []
    const { cores, generator, others, loop } = bound
    const wanted = held.required ?? held.earlier?.interval[0] ?? 1
    const limit =
      loop === null
        ? `of ${counted(cores, 'core')} the load generator took ${generatorTook(generator)}${othersTook(others, ',')}`
        : `${counted(loop.users, 'user')} do not ask for ` +
          `more${loop.enough === null ? '' : `, about ${loop.enough} would`}`
    return warning(
      'out-of-reach',
      name,
      `${name}: at most about ${bound.atMost.toFixed(2)}x throughput can be shown here (${limit}), too little to ` +
        `tell it from the ${wanted.toFixed(2)}x that it is held against, so there is no verdict. ` +
        `${loop?.enough == null ? 'Request' : `Let about ${loop.enough} users come, request`} heavier work, ` +
        `${coresAdvice(generator)}.`
    )
  })

/** What neither cores nor users allow, by what was counted of them, has another reason. */
export const checkBound = (candidates: CandidateResult[]) =>
  candidates.flatMap(({ name, estimates }) =>
    estimates.flatMap(({ speedup, above, interval: [low] }) => {
      if (above === null || low <= above) return []
      return warning(
        'above-bound',
        name,
        `${name} has ${speedup.toFixed(2)}x the throughput, more than the ${above.toFixed(2)}x that cores and ` +
          'users allow by our own account. Either a request took less CPU with it, or what was counted is not the ' +
          'same work: find out which before you rely on it.'
      )
    })
  )

/** @returns what to do, where the load generator took so many cores */
export const coresAdvice = (generator: number) =>
  `use a machine with more cores${generator < leastCores ? '' : ', or have another one make the load (generator.ssh)'}`

/** @returns empty: hardly any core */
export const othersTook = (cores: number, link: string) =>
  cores >= leastCores ? `${link} other programs ${cores.toFixed(2)}` : ''

const othersAllowed = 0.1 // of the machine; with a core of two taken by others, a speedup of 2.0 becomes 1.3
export const othersTooMuch = 0.3 // from here on little of the result is the app's own

/** A busy neighbour slows all rounds alike: the spread between them does not show it. */
export function checkMachine(runs: Run[], variants: Pick<Variant, 'name' | 'mode'>[]) {
  const delegating = variants.filter(({ mode }) => modes[mode].mayDelegate).map(({ name }) => name)
  const shareOf = ({ machine }: Run) => (machine === null ? 0 : othersOf(machine) / machine.cores)
  // What a command such as docker run has others do is not a disturbance.
  const isDelegated = ({ variant, machine }: Run) =>
    delegating.includes(variant) && machine !== null && machine.app < leastCores
  const crowded = runs.filter((run) => shareOf(run) > othersAllowed && !isDelegated(run))
  const most = highest(crowded, shareOf)
  return warningOf(
    'machine-disturbed',
    crowded,
    () => {
      const machine = largestBy(crowded, shareOf).machine as MachineUse
      const { others, stolen, throttled } = machine
      const byWhom = stolen > others ? ', mostly taken by the hypervisor for other machines' : ''
      return (
        `programs other than the app and the load generator took up to ${percent(most)} of ` +
        `${throttled == null ? 'the machine' : 'our CPU quota'} (${othersOf(machine).toFixed(2)} of ` +
        `${coresWords(machine)}${byWhom}), so the app was slower than it could be, the more so the more cores it ` +
        'uses. Stop other programs, or repeat the comparison at a quieter time.'
      )
    },
    most > othersTooMuch ? 'problem' : 'warning'
  )
}

/** A fraction of a second, as people write it. */
export const checkPauses = ({ pausesInMs }: Pick<Settings, 'pausesInMs'>) =>
  pausesInMs
    .slice(0, 1)
    .map((pause) =>
      warning(
        'think-in-ms',
        null,
        `think: ${pause} has no unit, so Artillery takes it for ${pause} ms, and users hardly paused. ` +
          `Write ${1000 * Number(pause)}ms if it is in seconds.`
      )
    )

/** Which metric the load makes fair. */
export function checkSaturation(
  {
    candidates,
    limits,
    load,
    runs,
    failing
  }: Pick<ScenarioResult, 'candidates' | 'limits'> & Pick<Seen, 'load' | 'runs' | 'failing'>,
  baseline: string
) {
  const late = load.saturated
  const has =
    (wanted: Reason) =>
    ({ estimates }: CandidateResult) =>
      estimates.some(({ reason, required }) => reason === wanted && required !== null)
  const stands = (reason: Reason) => limits.some((limit) => limit.reason === reason)
  const unasked = limits
    .filter(({ reason }) => reason === 'throughput-fixed')
    .map(({ variant, limit }) =>
      warning(
        'throughput-fixed',
        variant,
        `${variant}: a throughput of ${limit} per second is required, but users arrive at the same rate whatever ` +
          `the app does, and ${variant} kept up with them, so it was not asked for more. Raise the arrival rate ` +
          'above the limit, or lower the limit.'
      )
    )
  const fixed = candidates
    .filter(has('throughput-fixed'))
    .map(({ name }) =>
      warning(
        'throughput-fixed',
        name,
        `${name}: a throughput above that of ${baseline} is required, but users arrive at the same rate whatever ` +
          `the app does, and ${baseline} kept up with them, so no variant could serve more. Require a latency ` +
          'instead, or raise the arrival rate above what one process can serve.'
      )
    )
  return [...lateVariants(), ...fixed, ...unasked]

  function lateVariants() {
    if (late.length === 0) return []
    const failures = byVariant(runs.filter(({ variant }) => failing.includes(variant))).map(
      ([name, own]) =>
        `${name} ${answeredWords(own)}: ${listCounts(addCounts(own.map(({ failureKinds }) => failureKinds)))}`
    )
    const notKept =
      `${list(late)} could not keep up with the arrival ` +
      `rate${failures.length === 0 ? '' : ` (${failures.join('; ')})`}`
    const advice =
      'lower the arrival rate, or use a closed load with a fixed number of users, which bounds the latencies.'
    if (late.includes(baseline)) {
      const message =
        `${notKept}, so latencies grow with the length of the test and their ratio means nothing: judge by ` +
        `throughput. To compare latencies, ${advice}`
      const isAsked = candidates.some(has('baseline-saturated')) || stands('baseline-saturated')
      return [warning('baseline-saturated', baseline, message, isAsked ? 'problem' : 'warning')]
    }
    const message =
      `${notKept}, although ${baseline} could, so the latencies of ${list(late)} grow with the length of the test. ` +
      `Find out why; to compare latencies, ${advice}`
    const severity = stands('candidate-saturated') ? 'problem' : 'warning'
    return [warning('candidate-saturated', late.length === 1 ? late[0] : null, message, severity)]
  }
}
