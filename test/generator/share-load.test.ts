import { expect } from 'chai'
import { addOutcomes, shareOf } from '../../plugin/generator/share-load.ts'
import type { LoadOutcome } from '../../plugin/messages/load.ts'

describe('a load that several machines share', () => {
  const shares = (given: Parameters<typeof shareOf>[0], of: number) =>
    Array.from({ length: of }, (_, place) => shareOf(given, { of, place }))

  it('has each user once, and as many of them an hour', () => {
    for (const users of [1, 2, 5, 20])
      for (const machines of [2, 3, 7]) {
        const phases = shares({ phases: [{ duration: 1, arrivalCount: users }] }, machines).map(
          (share) => share.phases?.[0]
        )
        const counts = phases.map((phase: any) => phase.arrivalCount ?? 0)
        expect(counts.reduce((sum, count) => sum + count)).to.equal(users)
        expect(Math.max(...counts) - Math.min(...counts)).to.be.at.most(1)
        // Artillery takes no phase of nobody.
        for (const phase of phases) expect(phase).to.have.any.keys('arrivalCount', 'pause')
      }
    expect(
      shareOf({ phases: [{ duration: 9, arrivalRate: 10, rampTo: 25, maxVusers: 5 }] }, { of: 2, place: 1 })
    ).to.eql({ phases: [{ duration: 9, arrivalRate: 5, rampTo: 12.5, maxVusers: 3 }], payload: undefined })
    expect(shareOf({ phases: [{ pause: 3 }] }, { of: 2, place: 1 }).phases).to.eql([{ pause: 3 }])
  })

  it('rounds ramps as so many more threads do', () => {
    const of = 2
    const numbers = [1, 2].flatMap((worker) =>
      shares({ phases: [{ arrivalRate: 1, rampTo: 5, worker, totalWorkers: 2 }] }, of).map(({ phases }) => phases?.[0])
    )
    expect(numbers.map((phase: any) => [phase.worker, phase.totalWorkers])).to.eql([
      [1, 4],
      [2, 4],
      [3, 4],
      [4, 4]
    ])
  })

  it('has each row of a payload on one machine, or all on each where they are fewer', () => {
    const rows = (data: unknown[], of: number) =>
      shares({ payload: [{ path: 'a.csv', data }, { path: 'b.csv' }] }, of).map(({ payload }) => payload?.[0].data)
    expect(rows([1, 2, 3, 4, 5], 2)).to.eql([
      [1, 3, 5],
      [2, 4]
    ])
    expect(rows([1], 3)).to.eql([[1], [1], [1]])
  })

  it('is told as one', () => {
    const outcome = (own: Partial<LoadOutcome>): LoadOutcome => ({
      errors: {},
      responses: { byStatus: { 200: 10 }, bytes: 100 },
      users: 2,
      skippedUsers: 1,
      shortestSessionMs: null,
      beganMs: 1000,
      lastArrivalMs: 2000,
      endedMs: 5000,
      ...own
    })
    expect(
      addOutcomes([
        outcome({ errors: { EPIPE: 1 }, shortestSessionMs: 30, beganMs: 990 }),
        outcome({ errors: { EPIPE: 2, ETIMEDOUT: 1 }, shortestSessionMs: 20, endedMs: 5500 }),
        outcome({ responses: { byStatus: { 200: 1, 503: 4 }, bytes: 5 }, lastArrivalMs: 2300 })
      ])
    ).to.eql({
      errors: { EPIPE: 3, ETIMEDOUT: 1 },
      responses: { byStatus: { 200: 21, 503: 4 }, bytes: 205 },
      users: 6,
      skippedUsers: 3,
      shortestSessionMs: 20,
      beganMs: 990,
      lastArrivalMs: 2300,
      endedMs: 5500
    })
    expect(addOutcomes([outcome({})])).to.eql(outcome({}))
  })
})
