import { earlierEstimates } from '../regression.ts'
import { clientNameOf } from '../reason-against.ts'
import { failedShare, failureWords, mayFail } from '../../concepts/failures.ts'
import { isVersionOf } from '../compare-candidate.ts'
import { cureFor } from '../candidate-limits.ts'
import { named, runsOf } from '../variant-use.ts'
import { warning } from './warning-of.ts'
import { clientNames } from '../../concepts/generators.ts'
import { applying, counted, percent } from '../../concepts/wording.ts'
import type {
  AnswerComparison,
  CandidateResult,
  ScenarioResult,
  UnequalAnswers,
  VariantLimit
} from '../../concepts/comparison.ts'
import type { Run } from '../../concepts/run.ts'
import type { EarlierEstimate, EarlierResult, Settings } from '../../concepts/settings.ts'
import type { EarlierDifference } from '../../concepts/warnings.ts'

export function checkAnswers(
  answers: AnswerComparison[],
  { baseline, variants }: Pick<Settings, 'baseline' | 'variants'>
) {
  return answers.flatMap(({ variant, different, unsteady, unequal }) =>
    applying([
      different.length > 0 &&
        warning(
          'different-answers',
          variant,
          `${variant} answers ${urls(withStatuses(different, unequal))} differently from ${baseline}, which is ` +
            'consistent across restarts, so the verdict is withheld. ' +
            (isVersionOf(named(variants, variant), named(variants, baseline))
              ? 'See what changed in them'
              : 'One process may keep state that all workers need (sessions, counters, caches): move it to where ' +
                'all can reach it') +
            '; if these answers are meant to differ, set plugins.speedup.compareAnswers: false.'
        ),
      unsteady.length > 0 &&
        warning(
          'unsteady-answers',
          variant,
          `${variant}: ${urls(unsteady)} could not be compared, because ${baseline} itself answers differently ` +
            'after each start, or was asked only once. If you expect that, ignore this note.'
        )
    ])
  )
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
type Judged = { limits: Pick<VariantLimit, 'variant' | 'request' | 'metric' | 'limit' | 'verdict'>[]; erring: string[] }

/** Variants that failed more often than allowed. */
export function checkErrors(runs: Run[], { limits, erring }: Judged) {
  const failed = limits.filter(
    ({ request, metric, verdict }) => request === null && metric === 'errorRate' && verdict === 'fail'
  )
  const others = erring.map((variant) => ({ variant, limit: null }))
  // Of a variant of both, its limit is told.
  return [...Map.groupBy([...failed, ...others], ({ variant }) => variant)].map(([variant, [{ limit }]]) => {
    const own = runsOf(runs, variant)
    const printed = own.flatMap((run) => run.printed ?? []).at(-1)
    const said = printed === undefined ? '' : `; the app printed “${printed}”`
    const allowed =
      limit !== null
        ? `more than the ${percent(limit)} allowed`
        : failedShare(own) > mayFail
          ? `more than ${percent(mayFail)}`
          : 'more than of another variant'
    return warning(
      'errors',
      variant,
      `${variant}: ${failureWords(own)}, ${allowed}${said}. ` +
        'What fails is answered faster than real work, so its latencies and throughput get no verdict. ' +
        (cureFor(own, runs) ?? 'Fix the app or lower the load.')
    )
  })
}

/** What an earlier result was measured with that is another one now. */
export function checkEarlier(
  candidates: CandidateResult[],
  { scenario, client }: Pick<ScenarioResult, 'scenario' | 'client'>,
  compareWith: EarlierResult | null
) {
  const known = candidates.filter(({ againstEarlier }) => againstEarlier !== null)
  if (compareWith === null || known.length === 0) return []
  const { alternate, here } = compareWith
  const machine = (place: Pick<EarlierResult, 'cpu' | 'cores'>) => `${place.cpu}, ${counted(place.cores, 'core')}`
  const unknown = 'so it is unknown whether a speedup fell'
  const messages: Record<EarlierDifference, (candidate: CandidateResult, before: EarlierEstimate) => string> = {
    machine: () =>
      `The earlier result comes from another machine (${machine(compareWith)}) than this one (${machine(here)}). ` +
      `Speedups depend on the machine, ${unknown}. Compare with a result from this machine.`,
    load: () =>
      `Other numbers of users loaded ${scenario} in the earlier result than now. Speedups depend on the load, ` +
      `${unknown}. Compare with a result of the same users or phases.`,
    client: (_, before) =>
      before.client === clientNameOf(client)
        ? `${scenario} was loaded by version ${compareWith.leanClient} of ${clientNames[before.client]} in the ` +
          `earlier result and by version ${here.leanClient} now. The two take different shares of the machine, ` +
          `${unknown}. Measure the earlier one anew with this version.`
        : `${scenario} was loaded by ${clientNames[before.client]} in the earlier result and by ` +
          `${clientNames[clientNameOf(client)]} now. The two take different shares of the machine, ${unknown}. ` +
          'Compare with a result of the same client, or set plugins.speedup.generator.client.',
    variant: ({ name, workers }, before) =>
      `${name} had ${counted(before.workers, 'worker')} in the earlier result and has ${workers} now, ${unknown}. ` +
      `Give it as many workers as before, or compare with a result of ${counted(workers, 'worker')}.`
  }
  const changed = known.flatMap((candidate) => {
    const [before] = earlierEstimates(compareWith, { scenario, candidate: candidate.name })
    return candidate.earlierDiffers.map((what) =>
      warning(`different-${what}`, what === 'variant' ? candidate.name : null, messages[what](candidate, before))
    )
  })
  // That of the machine is the same for all candidates.
  const once = [...new Map(changed.map((each) => [each.message, each])).values()]
  return applying([
    ...once,
    alternate !== here.alternate &&
      warning(
        'different-alternation',
        null,
        `The earlier result has alternate: ${alternate}, this one ${here.alternate}. ` +
          'Variants that take turns rest in between, which alone may change a speedup by some percent. ' +
          'Compare with a result of the same alternation, or set plugins.speedup.alternate.'
      )
  ])
}
