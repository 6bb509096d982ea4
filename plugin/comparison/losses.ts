import { counted } from '../concepts/wording.ts'
import { lossKinds, type Disturbance, type LossKind } from '../concepts/disturbances.ts'
import { sum } from '../statistics/descriptive.ts'
import { shareInterval } from '../statistics/proportion.ts'
import { logInterval, tailAtLook } from '../statistics/sequential-rule.ts'
import { fromLog, looksOf, type Rule } from './estimate.ts'
import type { Losses, LossLimit, LossThresholds } from '../concepts/losses.ts'
import type { Verdict } from '../concepts/verdicts.ts'
import type { Run } from '../concepts/run.ts'

/** Shorter times can't be told from none: slices of the load are not shorter either. */
const shortestSeconds = 0.1
const leastSpread = 0.05 // of times and bumps, on the log scale: they are read in steps

/**
 * What each disturbance did to a variant over its rounds, at least three.
 *
 * @param runs of one variant, each with the same disturbances in the same order
 * @param required of it; null: it is the baseline, or nothing is demanded
 */
export function lossesOf(runs: Run[], disturbances: readonly Disturbance[], required: LossThresholds | null, rule: Rule): Losses[] {
  return disturbances.map((disturbance, i) => {
    const rounds = runs.map((run) => run.disturbances[i]).filter((own) => own !== undefined)
    const answered = sum(rounds.map((own) => own.answered.fresh + own.answered.kept))
    const byKind = Object.fromEntries(lossKinds.map((kind) => [kind, sum(rounds.map(({ lost }) => lost[kind].fresh + lost[kind].kept))])) as Record<LossKind, number>
    const lost = sum(Object.values(byKind))
    const fresh = sum(rounds.flatMap((own) => lossKinds.map((kind) => own.lost[kind].fresh)))
    const all = answered + lost
    const tail = tailAtLook(looksOf(rule), runs.length)
    const [low, high] = all === 0 ? [0, 1] : shareInterval(lost, all, tail)
    const recovered = rounds.filter(({ recoverySeconds }) => recoverySeconds !== null)
    const neverBack = rounds.length - recovered.length
    const recovery = overRounds(recovered.map(({ recoverySeconds }) => Math.max(shortestSeconds, Number(recoverySeconds))), rule)
    const bumps = rounds.flatMap(({ bump }) => bump ?? [])
    const bump = overRounds(bumps.map(({ factor }) => factor), rule)
    // What was lost before is not its doing, and nobody can tell the two apart.
    const losing = rounds.filter(({ before }) => before.lost > 0 || before.answered === 0).length
    const problems = [...rounds.flatMap(({ problem }) => problem ?? []), ...(losing === 0 ? [] : [`requests were lost already before, in ${counted(losing, 'round')}`])]
    return {
      disturbance,
      requests: all,
      lost: { value: all === 0 ? 0 : lost / all, interval: [low, high] },
      byKind,
      fresh,
      neverBack,
      recoverySeconds: recovery,
      bump,
      bumpSeconds: overRounds(bumps.map(({ seconds }) => Math.max(shortestSeconds, seconds)), rule)?.value ?? null,
      dip: Math.min(1, ...rounds.map((own) => own.dip)),
      problems: [...new Set(problems)],
      limits: required === null ? [] : limitsOf(required, { lost: { count: lost, low, high }, neverBack, recovery, bump })
        .map((limit) => (problems.length === 0 ? limit : { ...limit, verdict: 'inconclusive' as const }))
    }
  })
}

/** @returns the geometric mean and its interval, by the rule for speedups; null: of fewer than three */
function overRounds(values: number[], rule: Rule) {
  return values.length < 3 ? null : fromLog(logInterval(values.map(Math.log), tailAtLook(looksOf(rule), values.length), leastSpread))
}

type Found = { lost: { count: number, low: number, high: number }, neverBack: number, recovery: ReturnType<typeof overRounds>, bump: ReturnType<typeof overRounds> }

function limitsOf({ lost, recovery, bump }: LossThresholds, found: Found): LossLimit[] {
  return [
    ...(lost == null ? [] : [{ limit: 'lost' as const, most: lost, verdict: ofLost(lost, found.lost) }]),
    ...(recovery == null ? [] : [{ limit: 'recovery' as const, most: recovery, verdict: found.neverBack > 0 ? 'fail' as const : within(recovery, found.recovery) }]),
    ...(bump == null ? [] : [{ limit: 'bump' as const, most: bump, verdict: within(bump, found.bump) }])
  ]
}

/** 0: that none was seen. No number of requests shows that none will ever be lost. */
function ofLost(most: number, { count, low, high }: Found['lost']): Verdict {
  if (most === 0) return count === 0 ? 'pass' : 'fail'
  if (high <= most) return 'pass'
  return low > most ? 'fail' : 'inconclusive'
}

function within(most: number, found: ReturnType<typeof overRounds>): Verdict {
  if (found === null) return 'inconclusive'
  if (found.interval[1] <= most) return 'pass'
  return found.interval[0] > most ? 'fail' : 'inconclusive'
}
