import { expect } from 'chai'
import { unknownPace } from '../../../plugin/experiment/warm-up.ts'
import { firstLevel, VariantSearch } from '../../../plugin/questions/capacity/experiment/search-capacity.ts'
import { mostSearchSeconds } from '../../../plugin/questions/concepts.ts'
import { boundsOf } from '../../../plugin/questions/capacity/statistics/replay-search.ts'
import { loadOfQueue } from '../../support/simulated-search.ts'
import { aPlan, someSettings } from '../../support/settings.ts'
import { itFinds } from '../../support/cases.ts'

const plan = { ...aPlan(), loop: null, arrivals: { seconds: null, isLeast: false } }
const limitMs = 2000
const betweenSeconds = 1.5
const rounds = 6

interface Forecast {
  isSearch: boolean // before the rounds
  leftSeconds: number
  passedSeconds: number // when it was made
}

const searchFrom = (start: number) =>
  new VariantSearch(boundsOf(start, null), { p95: limitMs, errorRate: 0 }, { seconds: null, longerSeconds: 0 })

/** One variant's whole search of a queue whose loads end when the last user has left. */
function searched({ serviceMs, servers, start, seed }: Record<'serviceMs' | 'servers' | 'start' | 'seed', number>) {
  const load = loadOfQueue({ serviceMs, servers, isExponential: false }, limitMs, { seed })
  const search = searchFrom(start)
  const carries = (1000 * servers) / serviceMs
  const forecasts: Forecast[] = []
  let passedSeconds = 0
  for (let [turn, round] = [0, 0]; round < rounds && !('end' in search.replay.state);) {
    if (search.next === null) round++
    else turn++
    const next = search.next ?? search.besideLimit
    const step = { round, asked: next.level, insideMs: null, void: null, ...load(next.level, next.seconds) }
    search.add(step, step.answered ?? 0)
    passedSeconds += next.seconds * Math.max(1, next.level / carries) + betweenSeconds
    const leftSeconds = search.secondsLeft({ turns: Math.max(1, 10 - turn), rounds, between: betweenSeconds })
    forecasts.push({ isSearch: search.next !== null, leftSeconds, passedSeconds })
  }
  return { forecasts: forecasts.slice(0, -1), seconds: passedSeconds }
}

const queues = [
  { serviceMs: 50, servers: 1 },
  { serviceMs: 50, servers: 2 },
  { serviceMs: 10, servers: 2 },
  { serviceMs: 200, servers: 1 }
]
const searches = queues.flatMap((queue) =>
  [0.2, 1, 20].flatMap((share) =>
    [1, 2, 3].map((seed) => searched({ ...queue, start: (share * 1000 * queue.servers) / queue.serviceMs, seed }))
  )
)

describe('a search for the capacity', () => {
  itFinds({
    'begins with what one user could ask for who waits for the slowest answer each time, or below what a few users got':
      [
        // As of users of whom some ask for what takes a millisecond, and others for what takes 50: an app does 20/s of
        // those.
        [firstLevel({ ...plan, cycle: null }, { ...unknownPace, responsesPerSecond: 1115, slowestSeconds: 0.1 }), 10],
        [firstLevel({ ...plan, cycle: 1 }, { ...unknownPace, responsesPerSecond: 100, slowestSeconds: 0.01 }), 40],
        [firstLevel({ ...plan, cycle: 2 }, { ...unknownPace, responsesPerSecond: 100, slowestSeconds: 0.01 }), 20],
        [firstLevel({ ...plan, cycle: 4 }, { ...unknownPace, responsesPerSecond: 1000, slowestSeconds: 0.05 }), 5],
        // Nobody was answered in time to tell.
        [firstLevel({ ...plan, cycle: 1 }, { ...unknownPace, responsesPerSecond: 100, slowestSeconds: 0 }), 40]
      ],
    'is said to take at most as long as its longest loads, of all variants': [
      [mostSearchSeconds(plan, someSettings({ rounds: { min: 3, max: 10 } })), 750],
      [mostSearchSeconds(plan, someSettings({ rounds: { min: 3, max: 3 } })), 498],
      [
        mostSearchSeconds(
          { ...plan, arrivals: { seconds: 30, isLeast: false } },
          someSettings({ rounds: { min: 3, max: 3 } })
        ),
        588
      ]
    ]
  })

  it('waits for those who queue at the end of a load above what was answered at most', () => {
    const search = searchFrom(10)
    const seen = { round: 0, seconds: 3, busy: 0.5, leastQueue: 0, insideMs: null, void: null }
    search.add({ ...seen, asked: 10, level: 10, room: 40, answered: 10 }, 10)
    expect(search.secondsOf({ level: 100, seconds: 3 }), 'where it is unknown').to.equal(3)
    search.add({ ...seen, asked: 40, level: 40, room: 0.5, answered: 20 }, 20)
    expect([10, 20, 100].map((level) => search.secondsOf({ level, seconds: 3 }))).to.eql([3, 3, 15])
  })

  it('knows, simulated, how long its rounds still take within a third, and its first part within a factor of 2.1, wherever it began', () => {
    const parts = searches.flatMap(({ forecasts, seconds }) =>
      forecasts.map(({ isSearch, leftSeconds, passedSeconds }) => ({
        isSearch,
        part: leftSeconds / (seconds - passedSeconds)
      }))
    )
    const [first, later] = [true, false].map((wanted) =>
      parts.filter(({ isSearch }) => isSearch === wanted).map(({ part }) => part)
    )
    expect(later.length).to.be.above(5 * queues.length)
    expect(Math.min(...later)).to.be.above(0.75)
    expect(Math.max(...later)).to.be.below(1.34)
    expect(Math.min(...first)).to.be.above(1 / 2.1)
    expect(Math.max(...first)).to.be.below(2.1)
  })

  it('ends, simulated, in the time that is said before it begins, unless it began twenty times too high', () => {
    const variants = someSettings().variants.slice(0, 1)
    const most = mostSearchSeconds(plan, { variants, rounds: { max: rounds } })
    const usual = searches.filter((_, i) => Math.floor(i / 3) % 3 < 2)
    expect(Math.max(...usual.map(({ seconds }) => seconds))).to.be.below(most)
  })
})
