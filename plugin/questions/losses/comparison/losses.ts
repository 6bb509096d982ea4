import { addCounts } from '../../../concepts/failures.ts'
import { applying, counted, list } from '../../../concepts/wording.ts'
import {
  lossKinds,
  lostIn,
  type Aftermath,
  type ByConnection,
  type Disturbance,
  type Disturbed,
  type LossCause,
  type LossKind
} from '../concepts/disturbances.ts'
import { decideAtMost } from '../../../statistics/decide.ts'
import { sumBy } from '../../../statistics/descriptive.ts'
import { decideShare, shareOverRounds, total } from '../../../statistics/proportion.ts'
import { fromLog, logInterval } from '../../../statistics/sequential-rule.ts'
import { tailOf, type Rule } from '../../../comparison/estimate.ts'
import { runsOf } from '../../../comparison/variant-use.ts'
import { passesOfUser } from '../../../comparison/warnings/flows.ts'
import { lossLimits, type AllLosses, type Losses, type LossLimit, type LossThresholds } from '../concepts/losses.ts'
import type { AnswerComparison } from '../../../concepts/comparison.ts'
import type { Ranged } from '../../../concepts/metrics.ts'
import type { Run } from '../../../concepts/run.ts'
import type { Settings } from '../../../concepts/settings.ts'

/** Shorter times can't be distinguished from none: the load is read in such steps. */
const shortestSeconds = 0.1
const leastSpread = 0.05 // of times and bumps, on the log scale, for the same reason

export type Round = Disturbed & Aftermath

/** What each disturbance did to each variant, over at least three rounds. */
export function lossesOfAll(
  { runs, answers }: { runs: Run[]; answers: AnswerComparison[] },
  { variants, baseline, disturb, ...rule }: Settings,
  thresholds: Record<string, LossThresholds>
): AllLosses {
  return variants.map(({ name }) => {
    const loads = runsOf(runs, name)
    const required = thresholds[name] ?? {}
    const about = { loads, required, baseline, answers: answers.find(({ variant }) => variant === name) }
    const losses = (disturb ?? []).map((disturbance, i) => {
      const inRun = (run: Run | undefined) => run?.disturbances[i]
      // A load may have ended before it, in one of the two.
      const ratios = loads.flatMap((run) =>
        ratioOf(inRun(runsOf(runs, baseline).find(({ round }) => round === run.round)), inRun(run))
      )
      const rounds = loads.flatMap((run) => inRun(run) ?? [])
      return {
        ...lossesOf(rounds, { ...about, disturbance }, rule),
        againstBaseline: name === baseline ? null : overRounds(ratios, rule)
      }
    })
    return { variant: name, losses }
  })
}

type About = {
  disturbance: Disturbance
  loads: Pick<Run, 'client' | 'counted' | 'generator'>[]
  required: LossThresholds
  answers?: AnswerComparison | undefined
  baseline: string
}

/** Of one variant. required: of it; empty: it is the baseline, or nothing is */
export function lossesOf(rounds: Round[], about: About, rule: Rule) {
  const { disturbance, required } = about
  const counts = rounds.map((own) => {
    const count = lostIn(own.lost)
    return { count, all: count + own.answered.fresh + own.answered.kept }
  })
  const { count: lostRequests, all: requests } = total(counts)
  const lost = {
    value: requests === 0 ? 0 : lostRequests / requests,
    interval: shareOverRounds(counts, tailOf(rule, rounds.length))
  }
  const recovered = rounds.flatMap(({ recoverySeconds }) => recoverySeconds ?? [])
  const recoverySeconds = overRounds(recovered.map(atLeastShortest), rule)
  const bumps = rounds.flatMap(({ bump }) => bump ?? [])
  const problems = problemsOf(rounds, about)
  const found = {
    disturbance,
    rounds: rounds.length,
    losingRounds: counts.filter(({ count }) => count > 0).length,
    requests,
    lost,
    lostRequests,
    byKind: Object.fromEntries(
      lossKinds.map((kind) => [kind, sumBy(rounds, (own) => own.lost[kind].fresh + own.lost[kind].kept)])
    ) as Record<LossKind, number>,
    byConnection: addUp(rounds.flatMap((own) => Object.values(own.lost))),
    causes: causesOf(rounds),
    outageSeconds: longest(rounds.flatMap((own) => own.outageSeconds ?? [])),
    leavingSeconds: longest(rounds.flatMap(({ leaving }) => leaving?.seconds ?? [])),
    lateRequests: addUp(rounds.flatMap(({ leaving }) => leaving?.requests ?? [])),
    missing: rounds.filter(({ workers }) => workers !== null && workers.after < workers.before).length,
    stuck: sumBy(rounds, ({ stuck }) => stuck),
    neverBack: rounds.length - recovered.length,
    recoverySeconds,
    bump: overRounds(
      bumps.map(({ factor }) => factor),
      rule
    ),
    bumpSeconds:
      overRounds(
        bumps.map(({ seconds }) => atLeastShortest(seconds)),
        rule
      )?.value ?? null,
    dip: Math.min(1, ...rounds.map((own) => own.dip))
  }
  const limits = limitsOf(required, { ...found, problems })
  return { ...found, notes: notesOn(rounds, found, about.loads), problems, limits }
}

const atLeastShortest = (seconds: number) => Math.max(shortestSeconds, seconds)
const longest = (seconds: number[]) => (seconds.length === 0 ? null : Math.max(...seconds))
const addUp = (counts: ByConnection[]) => addCounts([{ fresh: 0, kept: 0 }, ...counts])

/** @returns the geometric mean and its interval, by the rule for speedups; null: of fewer than three */
const overRounds = (values: number[], rule: Rule) =>
  values.length < 3 ? null : fromLog(logInterval(values.map(Math.log), tailOf(rule, values.length), leastSpread))

/** @returns of the times of one round; empty: one of the two did not recover, or was not disturbed */
function ratioOf(baseline?: Round, own?: Round) {
  const before = baseline?.recoverySeconds
  const after = own?.recoverySeconds
  return before == null || after == null ? [] : [atLeastShortest(before) / atLeastShortest(after)]
}

const causesOf = (rounds: Round[]) =>
  (Object.entries(addCounts(rounds.map(({ causes }) => causes))) as [LossCause, number][])
    .map(([cause, requests]) => ({ cause, requests }))
    .sort((a, b) => b.requests - a.requests)

/** Why it can't be judged. */
function problemsOf(rounds: Round[], { loads, answers, baseline }: About) {
  // What was lost before has another cause, and the two can't be told apart.
  const losing = rounds.filter(({ before }) => before.lost > 0 || before.answered === 0).length
  const other = loads.find(({ client }) => client?.name === 'artillery')?.client
  return [
    ...new Set(
      applying([
        rounds.length < Math.max(1, loads.length) && 'in some rounds, the load ended before the disturbance',
        ...rounds.map(({ problem }) => problem),
        answers !== undefined &&
          answers.different.length > 0 &&
          `it answers ${list(answers.different.slice(0, 3))} differently from ${baseline}, so it is not the same app`,
        losing > 0 && `in ${counted(losing, 'round')}, requests were lost even before the disturbance`,
        other != null &&
          `the load came from Artillery's own client${other.because === null ? '' : `, because ${other.because}`}, whose users leave when a request is lost`
      ])
    )
  ]
}

/** Each limit that is required, judged. */
export function limitsOf(
  required: LossThresholds,
  {
    lost,
    requests,
    lostRequests,
    neverBack,
    recoverySeconds,
    bump,
    problems
  }: Omit<Losses, 'limits' | 'notes' | 'againstBaseline'>
): LossLimit[] {
  const ranged = (most: number, seen: Ranged | null) => ({
    value: seen?.value ?? null,
    verdict: decideAtMost(seen?.interval ?? [0, Infinity], most)
  })
  const judges: Record<LossLimit['limit'], (most: number) => Pick<LossLimit, 'value' | 'verdict'>> = {
    lost: (most) => ({
      value: lost.value,
      verdict: decideShare({ count: lostRequests, all: requests }, lost.interval, most)
    }),
    recovery: (most) => (neverBack > 0 ? { value: null, verdict: 'fail' } : ranged(most, recoverySeconds)),
    p95Rise: (most) => ranged(most, bump)
  }
  return lossLimits.flatMap((limit) => {
    const most = required[limit]
    if (most == null) return []
    const judged = { limit, most, ...judges[limit](most) }
    return [problems.length === 0 ? judged : { ...judged, verdict: 'inconclusive' }]
  })
}

const hardlyAny = 0.6 // of what would be fair

/**
 * What was seen beside the lost requests that explains how a variant coped.
 *
 * @returns sentences without figures and names, so that what holds for several variants can be said once
 */
function notesOn(
  rounds: readonly Round[],
  { missing, stuck, byKind }: Pick<Losses, 'missing' | 'stuck' | 'byKind'>,
  loads: About['loads']
) {
  return applying([
    loads.some((load) => (passesOfUser(load) ?? Infinity) < 1) &&
      'A load holds less than a pass of each user through the flow, so parts of it were never disturbed: make it longer.',
    missing > 0 && 'A worker that was gone was not replaced.',
    rounds.some(({ leaving }) => leaving !== null && leaving.seconds === null) &&
      'An old worker was told to exit and was still there when the load ended.',
    rounds.some(({ migrates, causes }) => migrates === false && causes['not-accepted'] !== undefined) &&
      'Connections that wait to be accepted are reset when their worker leaves the shared port, because net.ipv4.tcp_migrate_req is 0. Set it to 1, and the kernel passes them on to another worker.',
    stuck > 0 &&
      (byKind['timed out'] === 0
        ? 'Requests waited in a frozen worker until it resumed: their timeout is longer than the freeze, so they were not lost.'
        : 'Requests waited in a frozen worker until it resumed or they timed out.'),
    isAvoided(rounds) &&
      'The users of the lost worker moved to the others and stay there on their kept-alive connections: the new worker gets hardly any requests, and p95 stays higher.'
  ])
}

/** Whether the workers that replaced others got far fewer requests at the end than these. */
function isAvoided(rounds: readonly Round[]) {
  const known = rounds.flatMap(({ newcomers, workers, kind }) =>
    kind === 'reload' || newcomers === null || workers === null || workers.after < 2
      ? []
      : [{ newcomers, fair: 1 / workers.after }]
  )
  return sumBy(known, (own) => own.newcomers) < hardlyAny * sumBy(known, ({ fair }) => fair)
}
