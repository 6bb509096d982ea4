import { expect } from 'chai'
import { seededUniform } from '../../support/random.ts'
import { boundsOf, replaySearch } from '../../../plugin/questions/capacity/statistics/replay-search.ts'
import { itFinds } from '../../support/cases.ts'
import { isKept, type SeenStep } from '../../../plugin/questions/capacity/statistics/seen-step.ts'

const open = boundsOf(100, null)
const step = (asked: number, room: number, others: Partial<SeenStep> = {}): SeenStep => ({
  round: 0,
  asked,
  level: asked,
  seconds: 2,
  room,
  busy: null,
  answered: null,
  leastQueue: 0,
  insideMs: null,
  void: null,
  ...others
})
const stateAfter = (steps: SeenStep[], bounds = open) => replaySearch(steps, bounds).state
const late = (asked: number, others: Partial<SeenStep> = {}) => step(asked, 0.9, { void: 'late', ...others })

describe('what a search knows', () => {
  const [kept, missed] = [step(100, 2), step(200, 0.2)]
  itFinds({
    'is tried again where the load generator was late, and lower from the second time on, also below what was missed': [
      [stateAfter([kept, missed]), { next: 141.4, isLong: false }],
      [stateAfter([kept, missed, late(141.4)]), { next: 141.4, isLong: false }],
      [stateAfter([kept, missed, late(141.4), late(141.4)]), { next: 106.4, isLong: false }],
      [stateAfter([kept, missed, late(141.4), late(141.4), late(106.4), late(106.4)]), { end: 'not exhausted' }]
    ],
    'is at least a step below what was kept, where late loads are above it': [
      [replaySearch([kept, missed, late(141.4), late(141.4)], open).atLeast, 80]
    ],
    'is nothing where no load says anything': [
      [
        stateAfter([late(0.5), late(0.5), late(0.4), late(0.4), late(0.3), late(0.3)], boundsOf(0.5, null)),
        { next: 0.24, isLong: false }
      ],
      [
        stateAfter(
          Array.from({ length: 20 }, (_, i) => late(0.5 / 1.25 ** Math.floor(i / 2))),
          boundsOf(0.5, null)
        ),
        { end: 'void' }
      ]
    ],
    'has the time that users spend in the app below all that it tries: 25 of 500 ms meet in a second at 0.1/s, whatever a quick request takes':
      [
        [stateAfter([step(125, 0.1, { insideMs: 500 })]), { next: 62.5, isLong: false }],
        [
          stateAfter([step(8, 2, { insideMs: 500 }), step(125, 0.1, { insideMs: 900 })]),
          { next: 31.62, isLong: false }
        ],
        [stateAfter([step(125, 0.1, { insideMs: 0.4 })]), { end: 'not reached' }]
      ],
    'is longer where nobody arrived, and no lower': [
      [stateAfter([step(0.5, 0, { void: 'empty' })], boundsOf(0.5, null)), { next: 0.5, isLong: false }],
      [
        [0, 1, 2, 5].map(
          (times) => replaySearch(Array(times).fill(step(0.5, 0, { void: 'empty' })), boundsOf(0.5, null)).timesLonger
        ),
        [1, 2, 4, 8]
      ]
    ]
  })

  it('is that a variant carries more than the load generator can generate, where most loads of its rounds were late', () => {
    const before = [kept, step(120, 0.5)]
    const rounds = (lates: number) =>
      Array.from({ length: 5 }, (_, i) => (i < lates ? late(112, { round: i + 1 }) : step(108, 1.1, { round: i + 1 })))
    expect([2, 3].map((lates) => stateAfter([...before, ...rounds(lates)]))).to.eql([
      { found: true },
      { end: 'not exhausted' }
    ])
    expect(replaySearch([...before, ...rounds(3)], open).atLeast).to.be.within(80, 108)
  })
})

describe('a search, whatever its loads say', () => {
  /** At random: what came, how it was, who was late; with a limit somewhere, or none at all. */
  const search = (seed: number) => {
    const uniform = seededUniform(seed)
    const users = uniform() < 0.2 ? 1 + Math.floor(50 * uniform()) : null
    const bounds = boundsOf(10 ** (4 * uniform() - 1), users)
    const [limit, contrary, lateShare, emptyShare] = [
      10 ** (5 * uniform() - 1),
      uniform() < 0.3 ? uniform() : 0,
      uniform() ** 2,
      uniform() < 0.2 ? uniform() : 0
    ]
    const inside = 10 ** (4 * uniform())
    const load = (asked: number): SeenStep => {
      const level = users === null ? asked * (0.8 + 0.4 * uniform()) : asked
      const room = uniform() < contrary ? 3 * uniform() : limit / level
      const isLate = users === null && room < 1 && uniform() < lateShare
      const answered = users === null ? Math.min(level, limit * (1 + uniform())) : null
      const isEmpty = users === null && uniform() < emptyShare
      return step(asked, room, {
        level,
        answered,
        busy: uniform(),
        insideMs: inside * (1 + uniform()),
        seconds: 1 + 10 * uniform(),
        void: isEmpty ? 'empty' : isLate ? 'late' : null
      })
    }
    return { bounds, load }
  }

  it('ends, and keeps to its order: kept below missed, within its bounds, each turn between the two', () => {
    for (let seed = 1; seed <= 3000; seed++) {
      const { bounds, load } = search(seed)
      const steps: SeenStep[] = []
      for (let replay = replaySearch(steps, bounds); 'next' in replay.state; replay = replaySearch(steps, bounds)) {
        const {
          before,
          state: { next, isLong },
          bounds: { least, most }
        } = replay
        const at = `seed ${seed}, turn ${steps.length}`
        const low = Math.max(0, ...before.filter(isKept).map(({ level }) => level))
        const high = Math.min(Infinity, ...before.filter((each) => !isKept(each)).map(({ level }) => level))
        expect(steps.length, at).below(30)
        // Levels have four digits.
        expect(next, at).within(low > 0 ? 0 : 0.999 * least, 1.001 * most)
        if (!isLong) {
          expect(low, at).below(high)
          expect(next, at).above(low).and.below(high)
        }
        steps.push(load(next))
      }
      const { state, before, atLeast } = replaySearch(steps, bounds)
      if ('found' in state) expect(before.some(isKept) && !before.every(isKept), `seed ${seed}`).to.equal(true)
      else expect(Number.isFinite(atLeast), `seed ${seed}`).to.equal(true)
    }
  })
})
