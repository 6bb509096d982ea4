import { lossesOf, type Round } from '../../plugin/questions/losses/comparison/losses.ts'
import {
  lossKinds,
  type Aftermath,
  type ByConnection,
  type Disturbance
} from '../../plugin/questions/losses/concepts/disturbances.ts'
import { aCandidate, aScenarioResult } from './results.ts'
import type { AnswerComparison, ScenarioResult } from '../../plugin/concepts/comparison.ts'
import type { Run } from '../../plugin/concepts/run.ts'
import type { Losses, LossThresholds } from '../../plugin/questions/losses/concepts/losses.ts'

export const kill: Disturbance = { kind: 'kill', of: 'worker', seconds: null, at: 4 }
export const reload: Disturbance = { kind: 'reload', of: 'all', seconds: null, at: 10 }

/** @returns so many, by kind and connection */
export const someLost = (lost: Partial<Aftermath['lost']> = {}): Aftermath['lost'] => ({
  ...(Object.fromEntries(lossKinds.map((kind) => [kind, { fresh: 0, kept: 0 }])) as Record<
    keyof Aftermath['lost'],
    ByConnection
  >),
  ...lost
})

/** A round in which a thousand requests were answered or reset. */
export function aRound({ reset = 0, ...rest }: Partial<Round> & { reset?: number } = {}): Round {
  const before = { seconds: 2.5, answered: 500, lost: 0, perSecond: 200, p95Ms: 10 }
  return {
    ...kill,
    pids: [7],
    beganMs: 4000,
    doneMs: 4000,
    told: [],
    migrates: null,
    problem: null,
    before,
    answered: { fresh: 100, kept: 900 - reset },
    lost: someLost(reset === 0 ? {} : { reset: { fresh: 1, kept: reset - 1 } }),
    causes: reset === 0 ? {} : { killed: reset },
    outageSeconds: 0,
    leaving: null,
    workers: { before: 2, after: 2 },
    newcomers: 0.5,
    stuck: 0,
    bump: { factor: 3, seconds: 0.4 },
    dip: 0.5,
    recoverySeconds: 0.5,
    ...rest
  }
}

type Wanted = {
  required?: LossThresholds
  disturbance?: Disturbance
  againstBaseline?: Losses['againstBaseline']
  answers?: AnswerComparison
  loads?: Parameters<typeof lossesOf>[1]['loads']
}

/** What rounds come to, by the code that is used. */
export function someLosses(
  rounds: Round[],
  { required = {}, disturbance = kill, againstBaseline = null, answers, loads = [] }: Wanted = {}
): Losses {
  const rule = { rounds: { min: 3, max: 10 }, confidence: 0.95 as const, generator: null }
  return { ...lossesOf(rounds, { disturbance, loads, required, answers, baseline: 'single' }, rule), againstBaseline }
}

/**
 * A kill and a reload: clustered loses seven requests of a killed worker and none in a reload; single is away for 1.5 s
 * each time.
 */
export function aDisturbedResult(
  required: LossThresholds = { lost: 0.02, recovery: 2 },
  overrides?: Partial<ScenarioResult>
): ScenarioResult {
  const away: Partial<Round> = {
    answered: { fresh: 70, kept: 800 },
    lost: someLost({ refused: { fresh: 30, kept: 80 }, reset: { fresh: 0, kept: 20 } }),
    causes: { 'no-listener': 110, killed: 20 },
    outageSeconds: 1.5,
    dip: 0,
    recoverySeconds: 1.6,
    bump: { factor: 6, seconds: 1.8 },
    workers: { before: 1, after: 1 },
    newcomers: 1
  }
  const told = { told: [{ pid: 7, atMs: 10_000 }], leaving: { seconds: 0.3, requests: { fresh: 0, kept: 4 } } }
  const none = [{ reset: 0 }, { reset: 0, recoverySeconds: 0.1 }, { reset: 0, recoverySeconds: 0.2 }].map((own) =>
    aRound({ ...reload, ...told, ...own })
  )
  const clustered = [
    someLosses([aRound({ reset: 3 }), aRound({ reset: 4 }), aRound()], {
      required,
      againstBaseline: { value: 3.2, interval: [2.1, 4.9] }
    }),
    someLosses(none, { required, disturbance: reload, againstBaseline: { value: 8, interval: [4, 16] } })
  ]
  const single = [kill, reload].map((disturbance) =>
    someLosses(
      [1, 2, 3].map(() => aRound({ ...disturbance, ...away })),
      { disturbance }
    )
  )
  const verdicts = clustered.flatMap(({ limits }) => limits.map(({ verdict }) => verdict))
  const verdict = verdicts.includes('fail')
    ? 'fail'
    : verdicts.includes('inconclusive')
      ? 'inconclusive'
      : verdicts.length === 0
        ? null
        : 'pass'
  const diagnosis = {
    code: 'disturbed' as const,
    message: 'The app was disturbed, so that its speed is not compared.',
    spentOn: null
  }
  return aScenarioResult([aCandidate({ estimates: [], limits: [], verdict, diagnosis })], {
    rounds: 3,
    verdict,
    losses: [
      { variant: 'single', losses: single },
      { variant: 'clustered', losses: clustered }
    ],
    ...overrides
  })
}

/**
 * A run as it would be if a worker had been killed a second after its load began, all reloaded two seconds later, and
 * one frozen after two more.
 */
export function withDisturbances(run: Run, loadBeganMs: number): Run {
  const at = (seconds: number) => loadBeganMs + 1000 * seconds
  const alive = { bySignal: false, toMs: null }
  const freeze: Partial<Round> = {
    kind: 'freeze',
    of: 'worker',
    seconds: 0.5,
    at: 5,
    pids: [4],
    beganMs: at(5),
    doneMs: at(5.5)
  }
  return {
    ...run,
    disturbances: [
      aRound({ at: 1, pids: [1], beganMs: at(1), doneMs: at(1), reset: 2 }),
      aRound({
        ...reload,
        at: 3,
        pids: [2, 3],
        beganMs: at(3),
        doneMs: at(3.5),
        told: [
          { pid: 2, atMs: at(3.2) },
          { pid: 1, atMs: at(3) }
        ]
      }),
      aRound(freeze)
    ],
    lives: [
      { pid: 1, fromMs: at(-1), toMs: at(1), bySignal: true },
      { pid: 2, fromMs: at(-1), toMs: at(3.4), bySignal: false },
      { pid: 3, fromMs: at(1.4), toMs: at(3.6), bySignal: false },
      { pid: 4, fromMs: at(3.1), ...alive },
      { pid: 5, fromMs: at(3.5), ...alive }
    ]
  }
}
