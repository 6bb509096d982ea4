import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import type { Foot } from '../../../plugin/questions/growth/concepts.ts'
import { growthsOf, judgeGrowths, moreOf, slopeOf } from '../../../plugin/questions/growth/comparison.ts'
import { seededNormal } from '../../support/random.ts'
import { moreWords } from '../../../plugin/questions/growth/report/console.ts'
import { aFoot, requestsOfCycle, someRounds } from '../../support/growth.ts'

/**
 * What V8 leaves as it compiles ever less, as was seen of a bare server: some 150 kB in all, half of it in three
 * cycles.
 */
const compiled = (cycle: number) => 150_000 * (1 - 2 ** (-cycle / 3))

/** Comparisons of five starts. noise: bytes, of a foot; spread: of what a request leaves, between starts */
function simulate(count: number, bytesOf: (cycle: number, normal: () => number) => number) {
  const normal = seededNormal(59)
  return Array.from({ length: count }, () => {
    const rounds = someRounds(5, (cycle) => ({ heapBytes: 8e6 + bytesOf(cycle, normal) }))
    return growthsOf(rounds)[0]
  })
}

const share = <Item>(items: Item[], fits: (item: Item) => boolean) => items.filter(fits).length / items.length

describe('what a request leaves in memory', () => {
  it('is held by its interval, beside code that is compiled, and with a table of 16 B for each that doubles', () => {
    const table = (cycle: number) => 16 * 2 ** Math.ceil(Math.log2((5 + cycle) * requestsOfCycle))
    const alike = simulate(500, (cycle, normal) => 300 * requestsOfCycle * cycle + 20_000 * normal())
    const inTable = simulate(
      500,
      (cycle, normal) => 300 * requestsOfCycle * cycle + table(cycle) + compiled(cycle) + 20_000 * normal()
    )
    const holding = (found: typeof alike, bytes: number) =>
      share(found, ({ slope: { interval } }) => interval[0] <= bytes && interval[1] >= bytes)
    expect(holding(alike, 300)).to.be.at.least(0.95)
    expect(holding(inTable, 300 + 16 / Math.LN2)).to.be.at.least(0.95)
    expect(share([...alike, ...inTable], ({ state }) => state === 'grows')).to.equal(1)
  })

  it('is nothing where only code is compiled, whatever the noise of a foot', () => {
    for (const noise of [1000, 10_000, 50_000]) {
      const found = simulate(300, (cycle, normal) => compiled(cycle) + noise * normal())
      expect(
        share(found, ({ state }) => state !== 'steady'),
        `${noise}`
      ).to.be.at.most(0.02)
    }
  })

  it('is found from 100 B on, beside what is compiled', () => {
    const found = simulate(300, (cycle, normal) => 100 * requestsOfCycle * cycle + compiled(cycle) + 5000 * normal())
    expect(share(found, ({ state }) => state === 'grows')).to.be.at.least(0.95)
  })

  it('is not what filled up once', () => {
    const found = simulate(100, (cycle, normal) => 2000 * requestsOfCycle * Math.min(cycle, 3) + 5000 * normal())
    expect(share(found, ({ state, early }) => state === 'steady' && early !== null)).to.equal(1)
    for (const { slope } of found) expect(slope.interval[1]).to.be.below(100)
  })

  it('can’t be told while it fills up ever more slowly', () => {
    const found = simulate(100, (cycle, normal) => 1e7 * (1 - 2 ** (-cycle / 5)) + 5000 * normal())
    expect(share(found, ({ state }) => state === 'unknown')).to.equal(1)
    expect(judgeGrowths(found.slice(0, 1), null)).to.equal('inconclusive')
  })

  /** V8's of a Map, whose slots double in the first half of what is watched. */
  const slots = (count: number) => 28 * 2 ** Math.ceil(Math.log2(count))

  it('can’t be told of a cache of 20,000 keys that come at random, nor is it told as a leak', () => {
    const keys = (cycle: number) => 20_000 * (1 - Math.exp(-((5 + cycle) * requestsOfCycle) / 20_000))
    const found = simulate(
      100,
      (cycle, normal) => 1000 * keys(cycle) + slots(keys(cycle)) + compiled(cycle) + 5000 * normal()
    )
    expect(share(found, ({ state }) => state === 'unknown')).to.equal(1)
  })

  it('is a leak all the same where a table doubles in the first half alone, beside code that is compiled', () => {
    for (const bytes of [60, 150, 1000]) {
      const left = (cycle: number) => (5 + cycle) * requestsOfCycle
      const found = simulate(
        100,
        (cycle, normal) => bytes * left(cycle) + slots(left(cycle)) + compiled(cycle) + 5000 * normal()
      )
      expect(
        share(found, ({ state }) => state === 'grows'),
        `${bytes}`
      ).to.be.at.least(0.95)
    }
  })

  it('is none where a cache of 5,000 keys that come at random has its last ones', () => {
    const keys = (cycle: number) => 5000 * (1 - Math.exp(-((10 + 2 * cycle) * requestsOfCycle) / 5000))
    const found = simulate(100, (cycle, normal) => 400 * keys(cycle) + compiled(cycle) + 5000 * normal())
    expect(share(found, ({ state }) => state === 'steady')).to.equal(1)
  })

  it('is hardly moved by a table that doubles', () => {
    const table = (cycle: number) => (cycle < 4 ? 0 : 500_000)
    const feet = someRounds(1, (cycle) => ({ heapBytes: 1000 * requestsOfCycle * cycle + table(cycle) }))[0].feet
    expect(slopeOf(feet, ({ heapBytes }) => heapBytes)).to.be.within(1000, 1100)
  })

  it('is judged by where its interval lies', () => {
    const normal = seededNormal(1)
    const growths = growthsOf(
      someRounds(5, (cycle) => ({ heapBytes: cycle * requestsOfCycle * (500 + 20 * normal()) }))
    )
    const [low, high] = growths[0].slope.interval
    expect([null, low - 1, (low + high) / 2, high + 1].map((limit) => judgeGrowths(growths, limit))).to.eql([
      'fail',
      'fail',
      'inconclusive',
      'pass'
    ])
  })
})

describe('what a request leaves more than one of another version', () => {
  const normal = seededNormal(7)
  const leaving = (bytes: number) =>
    someRounds(5, (cycle) => ({ heapBytes: compiled(cycle) + cycle * requestsOfCycle * bytes + 5000 * normal() }))

  it('is the difference of both, and fails where it is more than can be told from none', () => {
    const { more, verdict } = moreOf(leaving(400), leaving(100))
    expect(more.value).to.be.within(290, 310)
    expect(verdict).to.equal('fail')
  })

  /**
   * Of docs/growth.md: a Map by paths, and by an object for each request. Of each foot: requests, heap, outside of it.
   */
  it('is what was recorded of two commits, and nothing the other way round', () => {
    const file = new URL('../../fixtures/growth/recorded.json', import.meta.url)
    const recorded: Record<string, number[][][]> = JSON.parse(readFileSync(file, 'utf8'))
    const [before, now] = [recorded.before, recorded.now].map((rounds) =>
      rounds.map((feet) => ({
        feet: feet.map(([requests, heapBytes, externalBytes]) => aFoot({ requests, heapBytes, externalBytes }))
      }))
    )
    const { more, verdict } = moreOf(now, before)
    expect([verdict, growthsOf(now)[0].state, growthsOf(before)[0].state]).to.eql(['fail', 'grows', 'steady'])
    expect(moreWords(more, 'main', growthsOf(before)[0].slope.value)).to.equal(
      'a request leaves 56 B [45 B, 67 B] more in memory than one of main, which leaves 3.4 B'
    )
    expect([moreOf(before, now).verdict, moreOf(before, before).verdict]).to.eql(['pass', 'pass'])
  })

  it('is none between versions that leave alike, and where there is less', () => {
    expect(moreOf(leaving(100), leaving(100)).verdict).to.equal('pass')
    expect(moreOf(leaving(100), leaving(400)).verdict).to.equal('pass')
  })
})

describe('what else a request leaves', () => {
  const stateOf = (held: (cycle: number) => Partial<Foot>) =>
    Object.fromEntries(
      growthsOf(someRounds(3, (cycle) => held(cycle)))
        .filter(({ state }) => state !== 'steady')
        .map(({ what, slope: { value } }) => [what, value])
    )

  it('is open files, handles, and what is outside of the heap, each by itself', () => {
    expect(stateOf((cycle) => ({ descriptors: 30 + 20 * cycle }))).to.eql({ descriptors: 0.02 })
    expect(stateOf((cycle) => ({ handles: 30 + 1000 * cycle }))).to.eql({ handles: 1 })
    expect(stateOf((cycle) => ({ externalBytes: 1e6 * cycle }))).to.eql({ memory: 1000, outside: 1000 })
    expect(stateOf(() => ({}))).to.eql({})
  })

  it('is native memory, which only the system sees, where it is more than an allocator keeps', () => {
    expect(stateOf((cycle) => ({ rssBytes: 50e6 + 5e6 * cycle }))).to.eql({ resident: 5000 })
    expect(stateOf((cycle) => ({ rssBytes: 50e6 + 0.5e6 * cycle }))).to.eql({})
  })
})
