import { earlierEstimates, hasSameCores } from '../regression.ts'
import { addCounts, warning } from './warning-of.ts'
import { clientNames } from '../../concepts/generators.ts'
import { counted, listCounts, percent } from '../../concepts/wording.ts'
import type { AnswerComparison, CandidateResult, ScenarioResult, Warning } from '../../concepts/comparison.ts'
import type { Run } from '../../concepts/run.ts'
import type { EarlierResult } from '../../concepts/settings.ts'

export function checkAnswers(answers: AnswerComparison[], baseline: string): Warning[] {
  return answers.flatMap(({ variant, different, unsteady }) => [
    ...(different.length === 0 ? [] : [warning('different-answers', variant,
      `${variant} answers ${urls(different)} otherwise than ${baseline}, which agrees with itself from start to start: clustering broke the app, ` +
      'or the app keeps in one process what all need (sessions, counters, caches); no verdict is drawn. ' +
      'Keep it where all workers find it; if such answers differ by nature, set plugins.speedup.sameAnswers: false.')]),
    ...(unsteady.length === 0 ? [] : [warning('unsteady-answers', variant,
      `${variant}: ${urls(unsteady)} could not be compared, since ${baseline} itself answers differently after each start, ` +
      'or was not asked twice. If that is meant, all is well.')])
  ])
}

function urls(requests: string[]) {
  const more = requests.length - 3
  return requests.slice(0, 3).join(', ') + (more > 0 ? ` and ${counted(more, 'other request')}` : '')
}

/** Candidates that failed more often than they may. */
export function checkErrors(runs: Run[], candidates: CandidateResult[]): Warning[] {
  return candidates.flatMap(({ name, limits }) => {
    const errors = limits.find(({ metric, verdict }) => metric === 'errorRate' && verdict === 'fail')
    const kinds = addCounts(runs.filter(({ variant }) => variant === name).map(({ failureKinds }) => failureKinds))
    return errors === undefined ? [] : warning('errors', name,
      `${name}: ${percent(Number(errors.value))} of its requests failed (${listCounts(kinds)}), where ${percent(Number(errors.required))} are ` +
      'allowed. Errors are answered faster than real work, so its latencies and its throughput carry no verdict. Mend the app or lower the load.')
  })
}

/** Whether an earlier result comes from a machine like this one, from the same variants, and from a load of the same client. */
export function checkEarlier(
  candidates: CandidateResult[], { scenario, client }: Pick<ScenarioResult, 'scenario' | 'client'>, compareWith: EarlierResult | null
): Warning[] {
  const known = candidates.filter(({ againstEarlier }) => againstEarlier !== null)
  if (compareWith === null || known.length === 0) return []
  const changed = known.flatMap(({ name, workers }) => {
    const [before] = earlierEstimates(compareWith, { scenario, candidate: name })
    return before === undefined || before.workers === workers ? [] : warning('different-variant', name,
      `${name} had ${counted(before.workers, 'worker')} in the earlier result, and has ${workers} now, so whether a speedup fell can't be told. ` +
      `Give it as many workers, or compare with a result of ${counted(workers, 'worker')}.`)
  })
  // An unknown client is Artillery's: the result is older than the lean client, or the load is none of the plugin's.
  const [before, now] = [compareWith.estimates.find((one) => one.scenario === scenario)?.client, client?.name ?? 'artillery']
  const effect = now === 'lean' ? 'higher for that alone, so that a fall may go unseen' : 'lower for that alone, and what fell may not have'
  const otherClient = before === undefined || before === now ? [] : [warning('different-client', null,
    `${scenario} was loaded by ${clientNames[before]} in the earlier result, and is by ${clientNames[now]} now, which takes another ` +
    `share of the machine: its speedups may be ${effect}. Compare with a result of the same client, or choose the client by plugins.speedup.client.`)]
  return [...checkEarlierMachine(compareWith), ...changed, ...otherClient]
}

function checkEarlierMachine(compareWith: EarlierResult): Warning[] {
  const { cpu, cores, here } = compareWith
  if (cpu === here.cpu && hasSameCores(compareWith)) return []
  const machine = (place: EarlierResult['here']) => `${place.cpu}, ${counted(place.cores, 'core')}`
  const consequence = hasSameCores(compareWith)
    ? ': what fell may have fallen for that reason. Compare with a result of this machine.'
    : ", most of all on its cores: whether one fell can't be told. Compare with a result of as many cores."
  return [warning('different-machine', null,
    `The earlier result was measured on another machine (${machine({ cpu, cores })}) than this one (${machine(here)}), and ` +
    `speedups depend on the machine${consequence}`)]
}
