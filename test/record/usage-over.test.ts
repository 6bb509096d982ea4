import { expect } from 'chai'
import { describe, it } from 'mocha'
import { usageOver, type Reading } from '../../plugin/record/usage.ts'

type Rates = NonNullable<ReturnType<typeof usageOver>>

/** @param rows atMs, activeMs, idleMs, cpuMs, gcMs */
const readings = (...rows: [number, number, number, number?, number?][]): Reading[] => rows.map(([atMs, activeMs, idleMs, cpuMs = 0, gcMs = 0]) => ({ atMs, activeMs, idleMs, cpuMs, gcMs }))

/** A process that is idle until 10 s, then computes on two threads with a tenth of the time for garbage. */
const busyFromTen = readings([0, 50, 0, 60, 3], [10_000, 50, 10_000, 60, 3], [20_000, 10_050, 10_000, 20_060, 1003])

function expectRates(rates: Rates | null, expected: Rates) {
  if (rates === null) return expect.fail('It says nothing.')
  for (const [name, value] of Object.entries(expected)) expect(rates[name as keyof Rates], name).to.be.closeTo(value, 1e-9)
}

describe('how busy somebody was in a span of time', () => {
  const known: [string, fromMs: number, toMs: number, Rates][] = [
    ['is the difference between the readings at its ends', 10_000, 20_000, { utilization: 1, cpu: 2, gc: 0.1 }],
    ['is nothing while nothing was done', 0, 10_000, { utilization: 0, cpu: 0, gc: 0 }],
    ['is interpolated within a second', 12_000, 13_000, { utilization: 1, cpu: 2, gc: 0.1 }],
    ['is interpolated between readings', 5000, 15_000, { utilization: 0.5, cpu: 1, gc: 0.05 }],
    ['is interpolated at both ends', 9000, 19_000, { utilization: 0.9, cpu: 1.8, gc: 0.09 }],
    ['is that of the part which the readings cover, more than half of it', 12_000, 27_000, { utilization: 1, cpu: 2, gc: 0.1 }],
    ['is that of the part which they cover at the end', -5000, 10_000, { utilization: 0, cpu: 0, gc: 0 }],
    ['is that of the part which they cover in the middle', -9000, 29_000, { utilization: 0.5, cpu: 1, gc: 0.05 }]
  ]
  for (const [name, fromMs, toMs, rates] of known) it(name, () => expectRates(usageOver(busyFromTen, { fromMs, toMs }), rates))

  const unknown: [string, fromMs: number, toMs: number, readings?: Reading[]][] = [
    ['when the readings end too early', 12_000, 29_000],
    ['when they begin too late', -12_000, 10_000],
    ['when they cover too little in the middle', -50_000, 70_000],
    ['when all are earlier', 21_000, 30_000],
    ['when all are later', -10_000, -1000],
    ['for less than a second, in which everybody is busy with starting', 12_000, 12_999],
    ['without any reading', 0, 5000, []],
    ['with a single one', 0, 5000, busyFromTen.slice(0, 1)],
    ['for a run in which nothing was asked', Infinity, -Infinity]
  ]
  for (const [why, fromMs, toMs, told = busyFromTen] of unknown) {
    it(`is unknown ${why}`, () => expect(usageOver(told, { fromMs, toMs })).to.equal(null))
  }

  it('does not depend on how often it was read', () => {
    const often = readings(...Array.from({ length: 41 }, (_, i) => [i * 250, i * 100, i * 150, i * 50, i * 25] as [number, number, number, number, number]))
    for (const seldom of [often, often.filter((_, i) => i % 8 === 0), [often[0], often[40]]]) {
      expectRates(usageOver(seldom, { fromMs: 1100, toMs: 7777 }), { utilization: 0.4, cpu: 0.2, gc: 0.1 })
    }
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
