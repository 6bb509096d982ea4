import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'chai'
import { evenly, lengthOf, placeIn } from '../../plugin/concepts/spans.ts'
import { inALine, planSlices } from '../../plugin/experiment/alternation.ts'
import { timeSlices } from '../../plugin/experiment/measure-round.ts'
import type { Slice } from '../../plugin/messages/load.ts'

const plan = (own: Partial<Parameters<typeof planSlices>[0]> = {}) =>
  planSlices({ loads: 2, seconds: 4, warmUpSeconds: 1.5, latencySeconds: 0.01, ...own })
const orderOf = (slices: Slice[] | null) =>
  (slices ?? [])
    .filter(({ counts }) => counts)
    .map(({ load }) => 'ABCDEF'[load])
    .join('')

/** @returns seconds that a load rests at most between two of its slices */
function longestRestOf(slices: Slice[]): number {
  const rests = slices.map(({ load }, i) => {
    const next = slices.findIndex((slice, j) => j > i && slice.load === load)
    return next < 0 ? 0 : slices.slice(i + 1, next).reduce((sum, { seconds }) => sum + seconds, 0)
  })
  return Math.max(...rests)
}

describe('spans of time', () => {
  it('are as long as all of them together, and have their start out of them, and their end in them', () => {
    const spans = evenly({ fromMs: 10, toMs: 40 }, 3)
    expect(spans).to.eql([
      { fromMs: 10, toMs: 20 },
      { fromMs: 20, toMs: 30 },
      { fromMs: 30, toMs: 40 }
    ])
    expect(lengthOf(spans)).to.equal(30)
    expect([10, 20, 20.1, 40, 40.1].map((ms) => placeIn(spans, ms))).to.eql([-1, 0, 1, 2, -1])
  })
})

describe('the slices of a round', () => {
  it('are four pairs of two variants, each after a warm-up, in an order that a drift does not favour', () => {
    expect(orderOf(plan())).to.equal('ABBAABBA')
    expect(plan()?.slice(0, 3)).to.eql([
      { load: 0, seconds: 1.5, counts: false },
      { load: 1, seconds: 1.5, counts: false },
      { load: 0, seconds: 1, counts: true }
    ])
  })

  it('are at least half a second long, and ten times as long as requests take', () => {
    expect(plan({ seconds: 1 })?.at(-1)?.seconds).to.equal(0.5)
    expect(orderOf(plan({ seconds: 1 }))).to.equal('ABBA')
    expect(plan({ latencySeconds: 0.13 })?.at(-1)?.seconds).to.be.at.least(1.3)
  })

  it('are three times as long as slow requests take, and go back and forth, so that each rests for one slice alone', () => {
    const slices = plan({ seconds: 6, latencySeconds: 0.4 })
    expect(orderOf(slices)).to.equal('ABABAB')
    expect(slices?.at(-1)?.seconds).to.equal(2)
    expect(plan({ seconds: 4, latencySeconds: 0.5 })?.at(-1)?.seconds).to.equal(1.5)
  })

  for (const loads of [2, 3, 4, 5]) {
    it(`let none of ${loads} variants rest for so long that its connections would be closed`, () => {
      for (const seconds of [1, 4, 8, 30]) {
        const slices = plan({ loads, seconds }) ?? []
        expect(longestRestOf(slices), `${seconds} s`).to.be.within(0.1, 3.5)
        const counted = slices.filter(({ counts }) => counts)
        for (let load = 0; load < loads; load++) {
          const own = counted.filter((slice) => slice.load === load)
          expect(own.length * own[0].seconds).to.be.at.least(seconds - 1e-9)
        }
      }
    })
  }

  it('are in the same order each time for more than two', () =>
    expect(orderOf(plan({ loads: 3 }))).to.equal('ABCABCABCABC'))

  it('are none where requests take too long for them, or too many would rest meanwhile', () => {
    expect(plan({ latencySeconds: 0.6 })).to.equal(null)
    expect(plan({ latencySeconds: 0.3, loads: 3 })).to.equal(null)
    expect(plan({ loads: 8 })).to.equal(null)
  })
})

describe('a slice that takes too long', () => {
  it('is told while it waits, with its load; one that rests in time is not', async () => {
    const late: number[] = []
    const hear = timeSlices([{ seconds: 0 }, { seconds: 0.01 }, { seconds: 3600 }], 0.01, (load) => late.push(load))
    hear({ step: 'opens', load: 0 })
    hear({ step: 'rests', load: 0 })
    hear({ step: 'opens', load: 1 })
    await delay(100)
    expect(late).to.eql([1])
    hear({ step: 'rests', load: 1 })
    hear({ step: 'opens', load: 0 })
    hear({ step: 'counted', load: 0 })
    await delay(50)
    expect(late).to.eql([1])
  })
})

describe('why they do not work together, in a line', () => {
  const died = 'Variant a: the app a.js exited with code 1 before it was ready'

  it('is what happened and what the app printed of its error, without advice between them, which would hide it', () =>
    expect(
      inALine(
        `${died}. If it works alone, look for a lock. Its last lines:\n    at a.js:1\n    Error: bind EADDRINUSE 127.0.0.1:9464`
      )
    ).to.equal(`${died}: Error: bind EADDRINUSE 127.0.0.1:9464`))

  it('is the whole message where the app printed nothing of an error', () =>
    expect(inALine(`${died}. See to it. Its last lines:\n    hello`)).to.equal(`${died}. See to it`))
})
