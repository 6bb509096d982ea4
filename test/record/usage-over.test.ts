import { expect } from 'chai'
import { describe, it } from 'mocha'
import { usageOver, type Rates, type Reading } from '../../plugin/record/usage-over.ts'

/** @param rows atMs, activeMs, idleMs, cpuMs, gcMs */
const readings = (...rows: [number, number, number, number?, number?][]): Reading[] => rows.map(([atMs, activeMs, idleMs, cpuMs = 0, gcMs = 0]) => ({ atMs, activeMs, idleMs, cpuMs, gcMs }))

/** A process that is idle until 10 s, then computes on two threads with a tenth of the time for garbage. */
const busyFromTen = readings([0, 50, 0, 60, 3], [10_000, 50, 10_000, 60, 3], [20_000, 10_050, 10_000, 20_060, 1003])

function expectRates(rates: Rates | null, expected: Rates) {
  if (rates === null) return expect.fail('It says nothing.')
  for (const [name, value] of Object.entries(expected)) expect(rates[name as keyof Rates], name).to.be.closeTo(value, 1e-9)
}

describe('how busy somebody was in a span of time', () => {
  it('is the difference between the readings at its ends', () => {
    expectRates(usageOver(busyFromTen, { fromMs: 10_000, toMs: 20_000 }), { utilization: 1, cpu: 2, gc: 0.1 })
    expectRates(usageOver(busyFromTen, { fromMs: 0, toMs: 10_000 }), { utilization: 0, cpu: 0, gc: 0 })
  })

  it('is interpolated between readings', () => {
    expectRates(usageOver(busyFromTen, { fromMs: 12_000, toMs: 13_000 }), { utilization: 1, cpu: 2, gc: 0.1 })
    expectRates(usageOver(busyFromTen, { fromMs: 5000, toMs: 15_000 }), { utilization: 0.5, cpu: 1, gc: 0.05 })
    expectRates(usageOver(busyFromTen, { fromMs: 9000, toMs: 19_000 }), { utilization: 0.9, cpu: 1.8, gc: 0.09 })
  })

  it('does not depend on how often it was read', () => {
    const often = readings(...Array.from({ length: 41 }, (_, i) => [i * 250, i * 100, i * 150, i * 50, i * 25] as [number, number, number, number, number]))
    for (const seldom of [often, often.filter((_, i) => i % 8 === 0), [often[0], often[40]]]) {
      expectRates(usageOver(seldom, { fromMs: 1100, toMs: 7777 }), { utilization: 0.4, cpu: 0.2, gc: 0.1 })
    }
  })

  it('is that of the part which the readings cover, from half of the span on', () => {
    expectRates(usageOver(busyFromTen, { fromMs: 12_000, toMs: 27_000 }), { utilization: 1, cpu: 2, gc: 0.1 })
    expectRates(usageOver(busyFromTen, { fromMs: -5000, toMs: 10_000 }), { utilization: 0, cpu: 0, gc: 0 })
    expectRates(usageOver(busyFromTen, { fromMs: -9000, toMs: 29_000 }), { utilization: 0.5, cpu: 1, gc: 0.05 })
  })

  it('is unknown when the readings cover less than half of the span, or nothing of it', () => {
    for (const [fromMs, toMs] of [[12_000, 29_000], [-12_000, 10_000], [-50_000, 70_000], [21_000, 30_000], [-10_000, -1000]]) {
      expect(usageOver(busyFromTen, { fromMs, toMs }), `${fromMs} to ${toMs}`).to.equal(null)
    }
  })

  it('is unknown for less than a second, in which everybody is busy with starting', () => {
    expect(usageOver(busyFromTen, { fromMs: 12_000, toMs: 12_999 })).to.equal(null)
    expect(usageOver(busyFromTen, { fromMs: 12_000, toMs: 13_000 })).not.to.equal(null)
  })

  it('is unknown without two readings', () => {
    expect(usageOver([], { fromMs: 0, toMs: 5000 })).to.equal(null)
    expect(usageOver(busyFromTen.slice(0, 1), { fromMs: 0, toMs: 5000 })).to.equal(null)
  })

  it('is unknown for a run in which nothing was asked', () => {
    expect(usageOver(busyFromTen, { fromMs: Infinity, toMs: -Infinity })).to.equal(null)
  })

  it('is known of an event loop alone, which counts no CPU time', () => {
    const loop = [{ atMs: 0, activeMs: 10, idleMs: 90 }, { atMs: 2000, activeMs: 510, idleMs: 1590 }]
    expectRates(usageOver(loop, { fromMs: 0, toMs: 2000 }), { utilization: 0.25, cpu: 0, gc: 0 })
  })

  it('is no utilization, and not NaN, of a loop that did not turn', () => {
    expectRates(usageOver(readings([0, 5, 5, 0], [2000, 5, 5, 100]), { fromMs: 0, toMs: 2000 }), { utilization: 0, cpu: 0.05, gc: 0 })
  })

  it('takes readings of the same moment', () => {
    const twice = readings([0, 0, 0], [1000, 500, 500], [1000, 500, 500], [2000, 1000, 1000])
    expectRates(usageOver(twice, { fromMs: 1000, toMs: 2000 }), { utilization: 0.5, cpu: 0, gc: 0 })
    expectRates(usageOver(twice, { fromMs: 0, toMs: 1000 }), { utilization: 0.5, cpu: 0, gc: 0 })
  })
})
