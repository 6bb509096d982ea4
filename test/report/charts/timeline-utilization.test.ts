import { expect } from 'chai'
import { describe, it } from 'mocha'
import { timelineUtilization } from '../../../plugin/report/charts/timeline-utilization.ts'
import { lookOf as lookOfVariant } from '../../../plugin/report/palette.ts'
import { hardPlans, runsOverTime } from '../../support/runs-over-time.ts'
import { expectGolden } from './drawing.ts'
import { expectSound as expectSoundChart, pointsOf, textsOf } from './drawing.ts'
import type { RunDetail, UtilizationPoint } from '../../../plugin/concepts/report-data.ts'

const candidates = ['clustered', 'third', 'fourth', 'fifth'].map((name) => ({ name }))
const lookOf = (name: string) => lookOfVariant(name, { baseline: 'single', candidates })
const draw = (runs: RunDetail[]) => timelineUtilization(runs, lookOf)

const linesOf = (marks: ReturnType<typeof expectSoundChart>) => marks.filter(({ attributes }) => attributes['stroke-linejoin'] === 'round')

/** @returns of 6 s */
function aRunWith(workers: number, points: (worker: number) => UtilizationPoint[]): RunDetail {
  const [run] = runsOverTime({ seed: 1, rounds: 1, workers: [workers] })
  return { ...run, workers: run.workers.map((worker, i) => ({ ...worker, utilization: points(i) })) }
}

describe('the event-loop utilization of all runs in their order', () => {
  it('is drawn as it was', () => {
    expectGolden('timeline-utilization', draw(runsOverTime({ seed: 1, requests: 60, rounds: 2 })))
    expectGolden('timeline-utilization-many', draw(runsOverTime({ seed: 2, requests: 60, rounds: 1, workers: [1, 16] })))
  })

  for (const [name, plan] of Object.entries(hardPlans)) {
    it(`stays within its frame with ${name}`, () => {
      for (let seed = 0; seed < 2; seed++) expectSoundChart(draw(runsOverTime({ seed, ...plan })))
    })
  }

  it('has a line for each of up to four workers and a dotted one for the load generator', () => {
    const lines = linesOf(expectSoundChart(draw([aRunWith(4, () => [{ seconds: 3, utilization: 0.5 }, { seconds: 6, utilization: 0.7 }])])))
    expect(lines).to.have.lengthOf(5)
    expect(lines.map(({ attributes }) => attributes['stroke-dasharray'] !== undefined)).to.eql([false, false, false, false, true])
  })

  it('has a band and a median of more workers', () => {
    const run = aRunWith(5, (worker) => [{ seconds: 6, utilization: [0, 0.1, 0.2, 0.9, 1][worker] }])
    const marks = expectSoundChart(draw([run]))
    expect(linesOf(marks)).to.have.lengthOf(2)
    const band = marks.find(({ attributes }) => attributes['fill-opacity'] === '0.3')
    const heights = pointsOf(String(band?.attributes.d)).map(({ y }) => y)
    // The plot goes from 6 px, 100 %, to 132 px, 0 %.
    expect([Math.min(...heights), Math.max(...heights)]).to.eql([6, 132])
    expect(pointsOf(linesOf(marks)[0].attributes.d)[0].y).to.be.closeTo(132 - 0.2 * 126, 0.1)
  })

  it('has a line for each of those that told, where these are few', () => {
    const marks = expectSoundChart(draw([aRunWith(6, (worker) => (worker < 3 ? [{ seconds: 6, utilization: 0.5 }] : []))]))
    expect(linesOf(marks)).to.have.lengthOf(4)
    expect(marks.filter(({ attributes }) => attributes['fill-opacity'] === '0.3')).to.eql([])
  })

  it('draws what is above 100 % or below 0 at the edge', () => {
    const marks = expectSoundChart(draw([aRunWith(1, () => [{ seconds: 3, utilization: 1.2 }, { seconds: 6, utilization: -0.1 }])]))
    expect(pointsOf(linesOf(marks)[0].attributes.d).map(({ y }) => y)).to.eql([6, 132])
  })

  it('puts a question mark where the workers told nothing, and says so', () => {
    const marks = expectSoundChart(draw(runsOverTime({ seed: 3, rounds: 1, isSilent: true })))
    expect(textsOf(marks, 'text').filter((text) => text === '?')).to.have.lengthOf(2)
    expect(textsOf(marks, 'title')).to.eql(['Round 1, single: its event loops told too little, load generator unknown', 'Round 1, clustered: its event loops told too little, load generator unknown'])
    expect(marks[0].attributes['aria-label']).to.include('single unknown and clustered unknown, load generator unknown')
  })

  it('has no question mark where it is known', () => {
    expect(textsOf(expectSoundChart(draw(runsOverTime({ seed: 3 }))), 'text')).to.not.include('?')
  })

  it('shows where there is no headroom', () => {
    const zone = expectSoundChart(draw(runsOverTime({ seed: 4 }))).find(({ attributes }) => attributes.fill?.includes('--fail-zone'))
    expect(zone?.attributes).to.include({ y: '6', height: '25.2', width: '100%' })
  })

  it('has ticks of seconds, and of minutes where it is long', () => {
    expect(textsOf(expectSoundChart(draw(runsOverTime({ seed: 5, rounds: 2, seconds: 6 }))), 'text')).to.include.members(['0 s', '15 s', '30 s'])
    expect(textsOf(expectSoundChart(draw(runsOverTime({ seed: 5, rounds: 2, seconds: 60 }))), 'text')).to.include.members(['0:00', '1:00', '4:00'])
  })
})
