import { earlierEstimates, hasSameCores } from '../regression.ts'
import { failureWords, mayFail } from '../../concepts/failures.ts'
import { cureFor } from '../limits.ts'
import { runsOf } from '../variant-use.ts'
import { warning } from './warning-of.ts'
import { clientNames } from '../../concepts/generators.ts'
import { counted, percent } from '../../concepts/wording.ts'
import type {
  AnswerComparison,
  CandidateResult,
  ScenarioResult,
  UnequalAnswers,
  VariantLimit,
  Warning
} from '../../concepts/comparison.ts'
import type { Run } from '../../concepts/run.ts'
import type { EarlierResult } from '../../concepts/settings.ts'

export function checkAnswers(answers: AnswerComparison[], baseline: string): Warning[] {
  return answers.flatMap(({ variant, different, unsteady, unequal }) => [
    ...(different.length === 0
      ? []
      : [
          warning(
            'different-answers',
            variant,
            `${variant} answers ${urls(withStatuses(different, unequal))} differently from ${baseline}, which is consistent across restarts, so the verdict is withheld. Clustering ` +
              'broke the app, or one process keeps state that all workers need (sessions, counters, caches). ' +
              'Move that state to where all workers can reach it; if these answers are meant to differ, set plugins.speedup.compareAnswers: false.'
          )
        ]),
    ...(unsteady.length === 0
      ? []
      : [
          warning(
            'unsteady-answers',
            variant,
            `${variant}: ${urls(unsteady)} could not be compared, because ${baseline} itself answers differently after each start, ` +
              'or was asked only once. If you expect that, ignore this note.'
          )
        ])
  ])
}

const withStatuses = (requests: string[], unequal: UnequalAnswers[]) =>
  requests.map((request) => {
    const found = unequal.find((each) => each.in === 'status' && each.request === request)
    return found === undefined ? request : `${request} (${found.candidate.status} instead of ${found.baseline.status})`
  })

function urls(requests: string[]) {
  const more = requests.length - 3
  return requests.slice(0, 3).join(', ') + (more > 0 ? ` and ${counted(more, 'other request')}` : '')
}

/** erring: whose other numbers mean nothing for that reason, whether or not it was demanded */
type Judged = { limits: Pick<VariantLimit, 'variant' | 'metric' | 'limit' | 'verdict'>[]; erring: string[] }

/** Variants that failed more often than allowed. */
export function checkErrors(runs: Run[], { limits, erring }: Judged): Warning[] {
  const failed = limits.filter(({ metric, verdict }) => metric === 'errorRate' && verdict === 'fail')
  const others = erring
    .filter((name) => !failed.some(({ variant }) => variant === name))
    .map((variant) => ({ variant, limit: null }))
  return [...Map.groupBy([...failed, ...others], ({ variant }) => variant)].map(([variant, [{ limit }]]) => {
    const own = runsOf(runs, variant)
    const printed = own.flatMap((run) => run.printed ?? []).at(-1)
    const said = printed === undefined ? '' : `; the app printed “${printed}”`
    const allowed =
      limit === null
        ? `more than ${percent(mayFail)}, or than of another variant`
        : `more than the ${percent(limit)} allowed`
    return warning(
      'errors',
      variant,
      `${variant}: ${failureWords(own)}${said}, ${allowed}. ` +
        `What fails is answered faster than real work, so its latencies and throughput get no verdict. ${cureFor(own, runs) ?? 'Fix the app or lower the load.'}`
    )
  })
}

/**
 * Whether an earlier result comes from a machine like this one, from the same variants, and from a load of the same
 * client.
 */
export function checkEarlier(
  candidates: CandidateResult[],
  { scenario, client }: Pick<ScenarioResult, 'scenario' | 'client'>,
  compareWith: EarlierResult | null
): Warning[] {
  const known = candidates.filter(({ againstEarlier }) => againstEarlier !== null)
  if (compareWith === null || known.length === 0) return []
  const changed = known.flatMap(({ name, workers }) => {
    const [before] = earlierEstimates(compareWith, { scenario, candidate: name })
    return before === undefined || before.workers === workers
      ? []
      : warning(
          'different-variant',
          name,
          `${name} had ${counted(before.workers, 'worker')} in the earlier result and has ${workers} now, so it is unknown whether a speedup fell. ` +
            `Give it as many workers as before, or compare with a result of ${counted(workers, 'worker')}.`
        )
  })
  // An unknown client is Artillery's: the result is older than the lean client, or the load is not the plugin's.
  const before = compareWith.estimates.find((one) => one.scenario === scenario)?.client
  const now = client?.name ?? 'artillery'
  const effect =
    now === 'lean'
      ? 'higher for that reason alone, and a fall may go unnoticed'
      : 'lower for that reason alone, and a fall may not be real'
  const otherClient =
    before === undefined || before === now
      ? []
      : [
          warning(
            'different-client',
            null,
            `${scenario} was loaded by ${clientNames[before]} in the earlier result and by ${clientNames[now]} now. The two take different ` +
              `shares of the machine, so its speedups may be ${effect}. Compare with a result of the same client, or set plugins.speedup.generator.client.`
          )
        ]
  const { alternate, here } = compareWith
  const otherTurns =
    alternate === here.alternate
      ? []
      : [
          warning(
            'different-alternation',
            null,
            `The earlier result has alternate: ${alternate}, this one ${here.alternate}. Variants that take turns rest in between, which alone may change a speedup by some percent. ` +
              'Compare with a result of the same alternation, or set plugins.speedup.alternate.'
          )
        ]
  return [...checkEarlierMachine(compareWith), ...changed, ...otherClient, ...otherTurns]
}

function checkEarlierMachine(compareWith: EarlierResult) {
  const { cpu, cores, here } = compareWith
  if (cpu === here.cpu && hasSameCores(compareWith)) return []
  const machine = (place: Pick<EarlierResult, 'cpu' | 'cores'>) => `${place.cpu}, ${counted(place.cores, 'core')}`
  const consequence = hasSameCores(compareWith)
    ? ', so a fall may have no other reason. Compare with a result from this machine.'
    : ', above all on its cores, so it is unknown whether one fell. Compare with a result from a machine with as many cores.'
  return [
    warning(
      'different-machine',
      null,
      `The earlier result comes from another machine (${machine({ cpu, cores })}) than this one (${machine(here)}). ` +
        `Speedups depend on the machine${consequence}`
    )
  ]
}
