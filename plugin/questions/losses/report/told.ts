import {
  againstWords,
  backOf,
  briefRound,
  bumpOf,
  byDisturbance,
  disturbanceWords,
  kindsOf,
  limitName,
  lossWords,
  lostOf,
  neverOr,
  toldOfLosses,
  unmetLimits,
  whyTogether,
  type OfVariant
} from './loss-sentences.ts'
import { counted, isolated, list, percent, type Sentences } from '../../../concepts/wording.ts'
import { resultWords, type Verdict } from '../../../concepts/verdicts.ts'
import { lossCauses, type LossCause } from '../concepts/disturbances.ts'
import { losses as question, type AllLosses, type Losses } from '../concepts/losses.ts'
import { highest } from '../../../statistics/descriptive.ts'
import { wordColumn, type Cell, type Table } from '../../../report/tables/table.ts'
import type { Ranged } from '../../../concepts/metrics.ts'
import { endsOf, grouped, inSoMany, timeSpan, total } from '../../../report/words/numbers.ts'
import type { Tells } from '../../../report/words/told.ts'

/** What is told in place of speeds. */
export const lossesTold: Tells = {
  candidate({ losses, ...candidate }) {
    if (losses === null) return null
    const { name, verdict } = candidate
    return {
      was: 'was disturbed',
      ask: 'Ask for its losses, or compare without disturb.',
      assert: 'Assert what it loses and how it recovers, or compare without disturb.',
      demand: "limits, such as limits: { lost: '0%' }",
      problems: losses.flatMap(({ problems }) => problems),
      told: () => toldOfLosses({ ...candidate, losses: [{ variant: name, losses }] }),
      unmet: () => unmetLimits(name, losses, verdict),
      /** One for each limit in each disturbance. */
      outcomes: () =>
        losses.flatMap((own) =>
          own.limits.map((limit) => {
            const { sentences, why } = unmetLimits(name, [{ ...own, limits: [limit] }], limit.verdict)
            return {
              name: `${disturbanceWords(own.disturbance)}: ${limitName(limit)}`,
              verdict: limit.verdict,
              lines: [`${resultWords[limit.verdict as Verdict]}  ${sentences.join(', ')}.`, ...why]
            }
          })
        )
    }
  },
  result: (result) => result.losses && toldOfLosses(result),
  decision({ losses, verdict, preliminary }) {
    if (losses === null) return null
    if (preliminary || verdict === 'inconclusive') return 'Not known yet: more rounds would tell.'
    const able = losses.filter(({ losses: own }) => total(own, 'lostRequests') === 0)
    if (verdict !== 'fail' && able.length > 0)
      return `Use ${able.map(({ variant }) => isolated(variant)).join(' or ')}: no request was lost.`
    const all = losses.flatMap(({ losses: own }) => own.flatMap(({ causes }) => causes))
    const [most] = all.toSorted((a, b) => b.requests - a.requests)
    return most === undefined ? 'See to what failed first.' : `${lossCauses[most.cause].cure}.`
  },
  /** What one disturbance did to each variant, whether that was allowed, what is in the way of a verdict, and why. */
  blocks: ({ losses, preliminary }) =>
    losses &&
    byDisturbance(losses).map((all) => ({
      title: disturbanceWords(all[0].disturbance),
      table: lossesTable(all, preliminary),
      limits: all.flatMap(({ variant, limits }) =>
        limits.map((limit) => `${variant}: ${limitName(limit)}: ${limit.verdict ?? '-'}`)
      ),
      problems: all.flatMap(({ variant, problems }) => problems.map((problem) => ({ variant, problem }))),
      why: whyTogether(all)
    })),
  brief: ({ losses }) => (losses ? losses.map(lossWords).join('; ') : null),
  column: { title: 'Lost requests', id: 'losses' },
  threshold(metric, required) {
    if (metric === 'lost') return required === 0 ? 'no request lost' : `lost ≤ ${inSoMany(required)}`
    if (metric === 'recovery') return `recovery ≤ ${required} s`
    return metric === 'p95Rise' ? `p95 rise ≤ ${required}x` : null
  },
  planned: ({ disturb }) => (disturb === null ? '' : `; in each run: ${list(disturb.map(disturbanceWords))}`),
  ofRun: ({ disturbances }) => disturbances.map(briefRound).join('; '),
  metrics: (result, name) => lossMetrics(question.own(result, name).losses ?? []),
  fact: ({ disturb }) => ['Disturbed by', disturb.map(disturbanceWords)],
  method: [
    'A request is lost if it got no complete response, or a status of 500 or more. It counts for the last disturbance before its end, or, if it timed out, before its beginning.',
    'The interval of the lost share is exact (Clopper and Pearson), and wider if some rounds lose far more than others.',
    'The app is back to normal when, for one second, nothing is lost, there are at least 95 % as many responses as in up to 3 s before ' +
      'the disturbance, and their p95 is at most 1.25 times as high. The time is the geometric mean of the rounds.',
    'p95 and throughput are those of the worst 0.2 s, compared with up to 3 s before: p95 as the geometric mean of the rounds, throughput of the worst round.',
    'Printed intervals are rounded outward, so they never contradict the verdict.'
  ]
}

/**
 * @param all what one disturbance did to each variant: a row each
 * @param isEarly whether it was ended too early for a verdict
 */
export const lossesTable = (all: readonly OfVariant[], isEarly: boolean): Table => ({
  title: `What was lost: ${disturbanceWords(all[0].disturbance)}`,
  columns: [
    wordColumn('Variant'),
    { title: 'Lost', isMain: true },
    { title: 'At most', rank: 1 },
    { title: 'How', rank: 4 },
    { title: 'No listener for', rank: 5 },
    { title: 'Back to normal in', rank: 3, intervalRank: 6 },
    { title: 'p95 up to', rank: 2, intervalRank: 6 },
    { title: 'Throughput down to', rank: 7 },
    { title: 'Result', isLeft: true, isBelow: true }
  ],
  rows: all.map((own): Cell[] => {
    const { losingRounds, rounds, lost, byConnection, outageSeconds, bump, dip } = own
    const back = backOf(own)
    return [
      { name: own.variant, isVariant: true },
      { text: lostOf(own), detail: losingRounds === 0 ? null : `in ${losingRounds} of ${counted(rounds, 'round')}` },
      inSoMany(lost.interval[1]),
      {
        text: kindsOf(own) || 'none',
        detail: byConnection.fresh === 0 ? null : `${grouped(byConnection.fresh)} on new connections`
      },
      outageSeconds === null ? 'unknown' : outageSeconds < 0.01 ? 'never' : timeSpan(outageSeconds),
      { text: neverOr(own), ends: back && endsOf(back.interval), detail: againstWords(own) },
      { text: bumpOf(own), ends: bump && endsOf(bump.interval) },
      percent(dip),
      own.limits.length === 0 && own.problems.length > 0
        ? [{ verdict: null, words: ['no result'] }]
        : own.limits.map((limit) => ({ verdict: isEarly ? null : limit.verdict, isEarly, words: [limitName(limit)] }))
    ]
  })
})

/**
 * The worst of all disturbances, and of those of each kind; a recovery only where it is known of each. Rounded so that
 * no lost request becomes none.
 */
function lossMetrics(losses: Losses[]) {
  const kinds = Map.groupBy(losses, ({ disturbance }) => `${disturbance.kind}.`)
  return [...kinds, ['', losses] as const].flatMap(([kind, own]) => {
    const recoveries = own.flatMap((each) => backOf(each) ?? [])
    const lost = own.map((each) => each.lost)
    return [
      ...worstOf(`${kind}lost`, lost),
      ...(recoveries.length < own.length ? [] : worstOf(`${kind}recovery`, recoveries))
    ]
  })
}

function worstOf(metric: string, found: Ranged[]): [metric: string, value: number][] {
  if (found.length === 0) return []
  const most = (valueOf: (ranged: Ranged) => number) => exact(highest(found, valueOf))
  return [
    [metric, most(({ value }) => value)],
    [`${metric}_low`, most(({ interval: [low] }) => low)],
    [`${metric}_high`, most(({ interval: [, high] }) => high)]
  ]
}

const exact = (share: number) => Number(share.toPrecision(3)) // a small one is not none

/**
 * Why requests were lost, over all disturbances, the most frequent cause first.
 */
export const lossReasons = (all: AllLosses) =>
  whyTogether(all.flatMap(({ variant, losses }) => losses.map(({ causes }) => ({ variant, causes, notes: [] }))))

/** What the words and the cure of a cause leave open. */
const lossExplanations = {
  killed: 'SIGKILL, a crash or a lack of memory ends a process at once.',
  forgotten: '`node:cluster` hands a connection to a worker and forgets it, even if that worker dies.',
  'not-graceful': 'The app exits on SIGTERM (Node’s default) while requests are in progress.',
  'keep-alive': 'The client sends its next request while the worker closes the idle connection.',
  'not-accepted': 'Each worker has its own queue of new connections, which is lost when it closes its port.',
  'no-listener': 'The only worker died or restarted.',
  'killed-too-early': 'The supervisor does not wait until the new worker listens.',
  frozen: 'The process is stopped or in an endless loop, but still accepts connections.',
  'server-error': 'The app answers with a status of 500 or above while it closes.',
  unknown: 'Little is visible of a command, or several things happened at once.'
} satisfies Record<LossCause, string>

export const lossCodes = {
  group: 'loss',
  title: 'Causes of lost requests',
  kindOf: () => 'Cause of lost requests',
  table: Object.fromEntries(
    Object.entries(lossCauses).map(([cause, { words, cure }]): [string, Sentences] => [
      cause,
      [`Requests ${words('were')}.`, lossExplanations[cause as LossCause], `${cure}.`]
    ])
  )
} as const

/** Of the diagnosis that says why speeds are not compared. */
export const lossDiagnosis = {
  disturbed: [
    'The comparison counts lost requests and does not compare speed.',
    'The option `disturb` killed, froze or reloaded the app during the load.',
    'See which requests were lost, and why.'
  ]
} satisfies Record<string, Sentences>
