import type { Foot, Round } from '../../plugin/questions/growth/concepts.ts'

/** What an app held after some requests. */
export const aFoot = (foot: Partial<Foot>): Foot => ({
  requests: 0,
  processes: 1,
  heapBytes: 8_000_000,
  externalBytes: 4_000_000,
  rssBytes: 60_000_000,
  descriptors: 30,
  handles: 10,
  ...foot
})

export const requestsOfCycle = 1000

/** @param held after so many of ten cycles, by which start of the app */
export const someRounds = (count: number, held: (cycle: number, round: number) => Partial<Foot>): Round[] =>
  Array.from({ length: count }, (_, round) => ({
    feet: Array.from({ length: 11 }, (_, cycle) =>
      aFoot({ requests: (5 + cycle) * requestsOfCycle, ...held(cycle, round) })
    )
  }))
