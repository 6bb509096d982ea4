import { expect } from 'chai'
import { lookAt, probabilities, type Search, type Sighting } from '../../../plugin/questions/commits/comparison.ts'
import { mean } from '../../../plugin/statistics/descriptive.ts'
import { varianceByPairs } from '../../../plugin/statistics/pairs-rule.ts'
import { isHopeless, logInterval, tailAtLook, type Looks } from '../../../plugin/statistics/sequential-rule.ts'
import { seededNormal, seededUniform } from '../../support/random.ts'

/**
 * As measured: launches spread by 0.06, pairs by 0.13, both of a ratio, so that half of the variance is of each run.
 */
const [ofLaunch, ofSlice] = [0.06, 0.13].map((spread) => spread / Math.SQRT2)
const slices = 4
const looks: Looks = { min: 3, max: 30, confidence: 0.95 }

/**
 * A whole search, as the command makes it: good against bad, commits between in turns with both, then the one that is
 * found against the one before it.
 *
 * @param levels of each commit, good first: ln(throughput)
 * @param most commits that are measured between
 */
function simulate(levels: number[], normal: () => number, { skipped = [] as number[], most = 60 } = {}) {
  let runs = 0
  const run = (level: number) => {
    runs++
    const own = level + ofLaunch * normal()
    return Array.from({ length: slices }, () => own + ofSlice * normal())
  }
  const compare = (before: number, after: number) => {
    const pairs: { logs: number[]; seconds: number }[] = []
    for (;;) {
      const [first, second] = [run(before), run(after)]
      pairs.push({ logs: second.map((value, i) => value - first[i]), seconds: 0.5 })
      if (pairs.length < looks.min) continue
      const logs = pairs.map((round) => mean(round.logs))
      const found = logInterval(logs, tailAtLook(looks, logs.length), 0.01, varianceByPairs(pairs, 0.01))
      const isSlower = found.centre + found.halfWidth < 0
      const isTold = isSlower || found.centre > found.halfWidth
      if (isTold || logs.length === looks.max || isHopeless(found, 1, looks)) return { isSlower, logs }
    }
  }
  const [good, ...after] = levels
  const bad = after[after.length - 1]
  const ends = compare(good, bad)
  const sightings: Sighting[] = []
  const search: Search = { count: after.length, ofBad: ends.logs, sightings, skipped }
  if (!ends.isSlower) return { end: 'no difference' as const, runs }
  let look = lookAt(search)
  for (; look.next !== null && sightings.length < most; look = lookAt(search)) {
    const rounds = Array.from({ length: 3 }, () => [good, after[look.next! - 1], bad].map((level) => mean(run(level))))
    sightings.push({
      at: look.next,
      speedups: rounds.map(([of, own]) => own - of),
      ofBad: rounds.map(([of, , own]) => own - of)
    })
  }
  const { from, to, next } = look
  if (next !== null || (from < to && skipped.length === 0)) return { end: 'left' as const, from, to, runs }
  const { isSlower } = compare(levels[from - 1], levels[to])
  return { end: isSlower ? ('named' as const) : ('not confirmed' as const), from, to, runs }
}

/** Commits of which one, and all after it, take so many times as long. */
const withCulprit = (count: number, culprit: number, times: number) =>
  Array.from({ length: count + 1 }, (_, i) => (i < culprit ? 0 : -Math.log(times)))

function searches(times: number, trials: number, { count = 32, most = 60 } = {}) {
  const [normal, uniform] = [seededNormal(591), seededUniform(592)]
  const seen = { right: 0, wrong: 0, others: 0, runs: 0 }
  for (let i = 0; i < trials; i++) {
    const culprit = 1 + Math.floor(count * uniform())
    const { end, from, runs } = simulate(withCulprit(count, culprit, times), normal, { most })
    seen[end !== 'named' ? 'others' : from === culprit ? 'right' : 'wrong'] += 1 / trials
    seen.runs += runs / trials
  }
  return seen
}

describe('the search for the commit that made it slower, simulated', () => {
  it('names the one of 32 that takes a tenth more in more than 90 of 100 searches, another one in less than 1', () => {
    const { right, wrong, runs } = searches(1.1, 300)
    expect(right).to.be.above(0.93)
    expect(wrong).to.be.below(0.01)
    expect(runs, 'runs of a search').to.be.below(170)
  })

  it('names one that takes a fifth more, or twice as long, nearly always, and with a third of the runs', () => {
    for (const times of [1.2, 2]) {
      const { right, wrong, runs } = searches(times, 100)
      expect(right, String(times)).to.be.above(0.98)
      expect(wrong).to.be.below(0.01)
      expect(runs).to.be.below(85)
    }
  })

  it('names a commit where none is slower in at most 1 of 100 searches', () => {
    expect(searches(1, 100, { most: 20 })).to.deep.include({ right: 0, wrong: 0 })
  })

  it('rather names none than a wrong one where the slower one is lost in the noise', () => {
    const { right, wrong } = searches(1.04, 100, { most: 20 })
    expect(right).to.be.below(0.5)
    expect(wrong).to.be.below(0.05)
  })

  it('names none in 85 of 100 searches where each of 32 commits is a little slower than the one before', () => {
    const normal = seededNormal(593)
    const levels = Array.from({ length: 33 }, (_, i) => (-Math.log(1.4) * i) / 32)
    const ends = Array.from({ length: 60 }, () => simulate(levels, normal, { most: 30 }).end)
    expect(ends.filter((end) => end === 'named').length / ends.length).to.be.below(0.15)
  })

  it('ends with those that can’t be told apart, and holds the right one, where commits can’t be measured', () => {
    const normal = seededNormal(594)
    const skipped = [10, 11, 12, 13]
    const ends = Array.from({ length: 100 }, () => simulate(withCulprit(32, 12, 1.2), normal, { skipped }))
    expect(ends.filter(({ end, from, to }) => end === 'named' && from === 10 && to === 14)).to.have.length.above(95)
  })

  it('leaves a range that holds the right one where the time is over', () => {
    const normal = seededNormal(595)
    const ends = Array.from({ length: 200 }, () => simulate(withCulprit(32, 20, 1.1), normal, { most: 5 }))
    const left = ends.filter(({ end }) => end === 'left')
    expect(left).to.have.length.above(100)
    const holding = left.filter(({ from = 0, to = 0 }) => from <= 20 && to >= 20)
    expect(holding.length / left.length).to.be.above(0.93)
  })
})

describe('the next commit to measure', () => {
  const [fast, slow] = [
    [0.01, -0.01, 0],
    [-0.7, -0.69, -0.71]
  ]
  const searchOf = (count: number, seen: Record<number, number[]>, skipped: number[] = []): Search => ({
    count,
    ofBad: slow,
    skipped,
    sightings: Object.entries(seen).map(([at, speedups]) => ({ at: Number(at), speedups, ofBad: slow }))
  })

  it('is the one in the middle, then that of the half that is left', () => {
    expect(lookAt(searchOf(8, {})).next).to.equal(4)
    expect(lookAt(searchOf(8, { 4: fast }))).to.deep.include({ from: 5, to: 8, next: 6 })
    expect(lookAt(searchOf(8, { 4: slow }))).to.deep.include({ from: 1, to: 4, next: 2 })
    const { slow: ofEach, ...found } = lookAt(searchOf(8, { 4: slow, 2: fast, 3: fast }))
    expect(found).to.eql({ from: 4, to: 4, next: null })
    expect([ofEach[2] < 0.01, ofEach[3] > 0.99, ofEach.length]).to.eql([true, true, 8])
  })

  it('is none of two neighbours, or where no commit between can be measured', () => {
    expect(lookAt(searchOf(1, {}))).to.deep.include({ from: 1, to: 1, next: null })
    expect(lookAt(searchOf(3, {}, [1, 2]))).to.deep.include({ from: 1, to: 3, next: null })
  })

  it('is a neighbour of one that is skipped', () => {
    expect(lookAt(searchOf(8, {}, [4])).next).to.be.oneOf([3, 5])
  })

  it('is one that was measured before, where that told too little', () => {
    const between = [-0.35, -0.1, -0.6]
    expect(lookAt(searchOf(2, { 1: between })).next).to.equal(1)
  })

  it('comes from probabilities that add up to one, and turn where what was measured later speaks against it', () => {
    const once = probabilities(searchOf(4, { 2: [-0.45, -0.4, -0.5] }))
    expect(once.reduce((all, share) => all + share)).to.be.closeTo(1, 1e-9)
    expect(once[0]).to.be.above(once[3])
    const wrong = searchOf(4, { 2: [-0.45, -0.4, -0.5] })
    const later = {
      ...wrong,
      sightings: [...wrong.sightings, { at: 2, speedups: fast.concat(fast), ofBad: slow.concat(slow) }]
    }
    const turned = probabilities(later)
    expect(turned[3]).to.be.above(turned[0])
  })
})
