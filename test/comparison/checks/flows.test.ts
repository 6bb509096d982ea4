import { expect } from 'chai'
import { checkFlows } from '../../../plugin/comparison/warnings/flows.ts'
import { reasonIn } from '../../../plugin/comparison/warnings/warning-of.ts'
import { itFinds } from '../../support/cases.ts'
import { seededUniform } from '../../support/random.ts'
import { aRun } from '../../support/runs.ts'
import type { Run } from '../../../plugin/concepts/run.ts'

type Counts = Record<number, number>

const variants = ['single', 'clustered']
const byTurns = <T>(rounds: number, make: (variant: string, round: number) => T): T[] =>
  Array.from({ length: rounds }, (_, i) => variants.map((variant) => make(variant, i + 1))).flat()

/** Of ten users, whose flow has a single request or one of several. */
const counting = (variant: string, round: number, byRequest: Counts, passes?: number): Run => {
  const all = Object.values(byRequest).reduce((total, count) => total + count, 0)
  const counted = { ...aRun().counted, byRequest, passes: passes ?? all }
  return aRun({ variant, round, counted, generator: { users: 10, meanUsers: 10 } })
}

/** Three rounds of the same counts. */
const reasonOf = (single: Counts, clustered: Counts) =>
  reasonIn(
    checkFlows(byTurns(3, (variant, round) => counting(variant, round, variant === 'single' ? single : clustered)))
  )

describe('shares of the requests of a flow', () => {
  itFinds({
    'differ by more than two points, or by more than a tenth where users and chance can’t be why': [
      [reasonOf({ 1: 900, 2: 100 }, { 1: 1600, 2: 400 }), 'different-mix'],
      [reasonOf({ 1: 1960, 2: 40 }, { 1: 3960, 2: 40 }), null],
      [reasonOf({ 1: 9600, 2: 400 }, { 1: 19_600, 2: 400 }), 'different-mix'],
      [reasonOf({ 1: 9900, 2: 100 }, { 1: 10_000 }), 'different-mix'],
      [reasonOf({ 1: 9600, 2: 400 }, { 1: 19_240, 2: 760 }), null]
    ]
  })

  it('are found to differ in fewer than one of a hundred comparisons where chance alone draws them', () => {
    const uniform = seededUniform(7)
    const drawn = (share: number, count: number): Counts => {
      let second = 0
      for (let i = 0; i < count; i++) second += Number(uniform() < share)
      return { 1: count - second, 2: second }
    }
    const trials = 300
    for (const share of [0.01, 0.1, 0.4]) {
      for (const [slow, fast] of [
        [100, 300],
        [1000, 2000]
      ]) {
        for (const rounds of [3, 6]) {
          let found = 0
          for (let i = 0; i < trials; i++) {
            const runs = byTurns(rounds, (variant, round) =>
              counting(variant, round, drawn(share, variant === 'single' ? slow : fast))
            )
            found += Number(reasonIn(checkFlows(runs)) !== null)
          }
          expect(found, `${share} of ${slow} and ${fast}, ${rounds} rounds`).to.be.at.most(trials / 100)
        }
      }
    }
  })

  it('do not differ by where a run cuts the passes of users who all begin at once', () => {
    const steps = 20
    /**
     * How often each of ten users gets to each step in so many passes of what counts, after a warm-up of one and a bit.
     */
    const cut = (passes: number): Counts =>
      Object.fromEntries(
        Array.from({ length: steps }, (_, i) => {
          const ends = (time: number) => Math.floor(time - (i + 1) / steps + 1)
          return [i + 1, 10 * (ends(1.3 * passes) - ends(0.3 * passes))]
        })
      )
    for (let slow = 2; slow < 6; slow += 0.37) {
      for (let factor = 1; factor < 3; factor += 0.23) {
        const runs = byTurns(3, (variant, round) => {
          const passes = variant === 'single' ? slow : slow * factor
          return counting(variant, round, cut(passes), 10 * passes)
        })
        expect(reasonIn(checkFlows(runs)), `${slow} and ${slow * factor} passes`).to.equal(null)
      }
    }
  })
})

describe('requests of the script that no user sent', () => {
  const unasked = (names: Counts | Record<number, string>, of: number) => ({
    names: names as Record<number, string>,
    of
  })
  const seen = (single: Run['unasked'], clustered: Run['unasked']) => {
    const runs = byTurns(3, (variant, round) =>
      aRun({ variant, round, unasked: variant === 'single' ? single : clustered })
    )
    const found = checkFlows(runs)
    return [reasonIn(found), ...found.map(({ severity, message }) => `${severity}: ${message}`)]
  }
  const report = unasked({ 2: 'GET /report' }, 2)
  const most = unasked({ 2: 'GET /a', 3: 'GET /b' }, 3)
  const where = 'single, rounds 1 to 3; clustered, rounds 1 to 3:'
  const why =
    'a condition (ifTrue, probability) or a failed step before it keeps all users from it, or the runs end before they come to it.'
  itFinds({
    'are named, and are no verdict where they are most of it': [
      [seen(report, report), [null, `warning: ${where} no user sent request 2 of the script (GET /report): ${why}`]],
      [
        seen(most, most),
        [
          'never-asked',
          `problem: ${where} no user sent request 2 of the script (GET /a) and request 3 of the script (GET /b): ${why}`
        ]
      ]
    ],
    'are none where any run sent them, or nothing is known': [
      [seen(report, undefined), [null]],
      [seen(undefined, report), [null]],
      [seen(most, report).slice(0, 1), [null]]
    ]
  })
})
