import { expect } from 'chai'
import { describe, it } from 'mocha'
import { shareBars, workerShares } from '../../../plugin/report/charts/worker-shares.ts'
import { numberedLook } from '../../../plugin/report/palette.ts'
import { aRunDetail } from '../../support/pages.ts'
import { hardPlans, runsOverTime } from '../../support/runs-over-time.ts'
import { expectGolden } from './drawing.ts'
import { expectSound as expectSoundChart, textsOf } from './drawing.ts'

const variant = { name: 'clustered', look: numberedLook(0) }

function sharesOf(workers: [requests: number, connections: number][]) {
  const details = workers.map(([requests, connections], i) => ({ pid: String(i), requests, connections, usage: null, utilization: [] }))
  return workerShares([aRunDetail({ workers: details })], workers.length)
}

const barsOf = (marks: ReturnType<typeof expectSoundChart>) => marks.filter(({ name, attributes }) => name === 'rect' && attributes['fill-opacity'] !== undefined)

describe('the shares of the workers', () => {
  it('are drawn as they were', () => {
    expectGolden('share-bars', shareBars(sharesOf([[465, 40], [197, 20], [156, 20], [182, 20]]), variant))
    expectGolden('share-bars-many', shareBars(sharesOf(Array.from({ length: 16 }, (_, i) => [50 + i, 4])), variant))
  })

  for (const [name, plan] of Object.entries(hardPlans)) {
    it(`stay within their frame with ${name}`, () => {
      for (let seed = 0; seed < 2; seed++) {
        const byVariant = Map.groupBy(runsOverTime({ seed, ...plan }), ({ run }) => run.variant)
        for (const runs of byVariant.values()) {
          const marks = expectSoundChart(shareBars(workerShares(runs, runs[0].workers.length), variant))
          expect(barsOf(marks)).to.have.lengthOf(runs[0].workers.length)
        }
      }
    })
  }

  it('are as long as they are large', () => {
    const bars = barsOf(expectSoundChart(shareBars(sharesOf([[600, 100], [300, 100], [100, 100]]), variant)))
    expect(bars.map(({ attributes }) => attributes.width)).to.eql(['75%', '37.5%', '12.5%'])
  })

  it('stand against the fair share and the zone of chance', () => {
    const marks = expectSoundChart(shareBars(sharesOf([[500, 50], [500, 50]]), variant))
    // 2.576 times the square root of 0.5 x 0.5 / 100 around 0.5: from 37.1 % to 62.9 %, the end of the scale.
    const zone = marks.find(({ attributes }) => attributes.fill?.includes('--shade'))
    expect(zone?.attributes).to.include({ x: '44.27%', width: '30.73%' })
    const line = marks.findLast(({ name }) => name === 'line')
    expect(line?.attributes).to.include({ x1: '59.64%', x2: '59.64%' })
    expect(textsOf(marks, 'text')).to.include('fair share 50.0 %')
  })

  it('are marked by colour and shape where chance does not explain them', () => {
    const marks = expectSoundChart(shareBars(sharesOf([[700, 200], [100, 40], [200, 60]]), variant))
    expect(barsOf(marks).map(({ attributes }) => /--[a-z0-9]+/.exec(attributes.fill)?.[0])).to.eql(['--inconclusive', '--inconclusive', '--inconclusive'])
    expect(textsOf(marks, 'text')).to.include.members(['70.0 %', '▲', '▼'])
    expect(textsOf(marks, 'title')[0]).to.equal('Worker 1: 70.0 %, 700 requests on 200 connections (66.7 %, more than chance allows)')
    expect(marks[0].attributes['aria-label']).to.equal('Shares of 1,000 requests among 3 workers of clustered: from 10.0 % (worker 2) to 70.0 % (worker 1), fair share 33.3 %, 3 with connections beyond what chance allows.')
    const even = expectSoundChart(shareBars(sharesOf([[501, 100], [499, 100]]), variant))
    expect(textsOf(even, 'text').join()).to.not.match(/[▲▼]/)
    expect(even[0].attributes['aria-label']).to.include('none with connections beyond')
  })

  it('have a tick each at the share of the connections', () => {
    const ticks = expectSoundChart(shareBars(sharesOf([[600, 50], [400, 150]]), variant)).filter(({ name, attributes }) => name === 'line' && attributes['stroke-width'] === '2')
    expect(ticks.map(({ attributes }) => attributes.x1)).to.eql(['25%', '75%'])
  })

  it('have no zone where there were no connections', () => {
    const marks = expectSoundChart(shareBars(sharesOf([[0, 0], [0, 0]]), variant))
    expect(marks.some(({ attributes }) => attributes.fill?.includes('--shade'))).to.equal(false)
    expect(barsOf(marks).map(({ attributes }) => attributes.width)).to.eql(['0%', '0%'])
  })
})
