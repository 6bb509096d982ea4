import { expect } from 'chai'
import { describe, it } from 'mocha'
import { heatExtent, workerHeat } from '../../../plugin/report/charts/workers.ts'
import { beyondChance, shareBars, workerShares } from '../../../plugin/report/charts/workers.ts'
import { numberedLook, shade } from '../../../plugin/report/palette.ts'
import { aRunDetail } from '../../support/pages.ts'
import { seededUniform } from '../../support/random.ts'
import { aUsage } from '../../support/runs.ts'
import { hardPlans, runsOverTime } from '../../support/runs-over-time.ts'
import { expectSound, itIsSoundWith, labelOf, named, pointsOf, textsOf } from './drawing.ts'
import type { Markup } from '../../../plugin/report/markup.ts'
import type { WorkerDetail } from '../../../plugin/concepts/report-data.ts'

const look = numberedLook(0)

describe('the p95 of each worker over time', () => {
  const [run] = runsOverTime({ seed: 1, rounds: 1, workers: [2], failing: 0 })
  const draw = (...workerP95Ms: (number | null)[][]) => workerHeat({ ...run, cloud: { dots: null, density: null, workerP95Ms } }, look) as Markup
  const drawn = (...rows: (number | null)[][]) => expectSound(draw(...rows))

  itIsSoundWith(hardPlans, (plan, seed) =>
    runsOverTime({ seed, ...plan }).flatMap((detail) => {
      const markup = workerHeat(detail, look)
      expect(markup === null).to.equal(heatExtent(detail) === null)
      return markup ?? []
    })
  )

  it('is nothing where nothing is known', () => {
    expect([draw([null], [null]), draw(), workerHeat({ ...run, cloud: null }, look)]).to.eql([null, null, null])
  })

  it('is the stronger, the slower, but does not make much of small differences', () => {
    const groups = named(drawn([10, 20, 40, 80, 160]), 'g')
    expect(groups.map(({ attributes }) => Number(attributes['stroke-opacity']))).to.eql([0.12, 0.28, 0.6, 0.76, 0.92])
    expect(groups.map(({ children }) => pointsOf(children[0].attributes.d)[0].x)).to.eql([0, 200, 400, 600, 800])
    expect(named(drawn([100, 110]), 'g').map(({ attributes }) => attributes['stroke-opacity'])).to.eql(['0.12'])
  })

  it('leaves blank where a worker gave no response, and numbers it all the same', () => {
    const elements = drawn([10, null], [null, null])
    expect(named(elements, 'path')).to.have.lengthOf(1)
    expect(textsOf(elements)).to.include.members(['1', '2'])
  })

  it('says the value of each cell of up to eight workers', () => {
    const titles = ['Worker 1 at 0 s: 10.0 ms', 'Worker 1 at 3.0 s: 20.0 ms', 'Worker 2 at 0 s: 30.0 ms', 'Worker 2 at 3.0 s: 40.0 ms']
    expect(textsOf(drawn([10, 20], [30, 40]), 'title')).to.have.members(titles)
  })

  it('stays small with many workers: neighbours in one, a title for each strength', () => {
    const [path, ...others] = named(drawn(...Array.from({ length: 9 }, () => [10, 10, 10])), 'path')
    expect(others).to.eql([])
    expect(pointsOf(path.attributes.d)).to.have.lengthOf(18)
    expect(path.children[0].text).to.equal('10.0 ms to 10.0 ms')
    const rows = Array.from({ length: 64 }, (_, i) => Array.from({ length: 20 }, (__, step) => 10 + ((i * 7 + step * 13) % 90)))
    expect(draw(...rows).text.length).to.be.below(25_000)
  })

  it('names the slowest worker to those who cannot see', () => {
    expect(labelOf(drawn([10, 20], [30, 400]))).to.equal('p95 of 2 workers over 6.0 s of single, round 1: from 10.0 ms to 400 ms (worker 2).')
  })
})

const aWorker = { pid: '1', requests: 100, connections: 10, usage: aUsage(), utilization: [] }
/** @param rounds what differs from that worker */
const sharesOf = (wanted: number, ...rounds: Partial<WorkerDetail>[][]) =>
  workerShares(rounds.map((workers) => aRunDetail({ workers: workers.map((worker) => ({ ...aWorker, ...worker })) })), wanted)
const dealt = (...workers: [requests: number, connections: number][]) =>
  sharesOf(workers.length, workers.map(([requests, connections]) => ({ requests, connections })))

describe('what each worker did in all rounds', () => {
  it('is summed up by the order of start, whatever the PIDs', () => {
    const rounds = [[{ pid: '7', requests: 100 }, { pid: '8', requests: 200 }], [{ pid: '17', requests: 150 }, { pid: '18', requests: 50 }]]
    const { workers, requests, connections, fair } = sharesOf(2, ...rounds)
    expect({ requests, connections, fair }).to.eql({ requests: 500, connections: 40, fair: 0.5 })
    expect(workers.map(({ number, pids, requests: own, share }) => ({ number, pids, own, share }))).to.eql([
      { number: 1, pids: ['7', '17'], own: 250, share: 0.5 },
      { number: 2, pids: ['8', '18'], own: 250, share: 0.5 }
    ])
  })

  it('has means over the rounds that told, and nothing where none did', () => {
    const usages = [aUsage({ cpu: 0.5, rssMegabytes: 80, utilization: 0.4 }), aUsage({ cpu: 0.7, rssMegabytes: 100, utilization: 0.8 })]
    const [first, second] = sharesOf(2, ...usages.map((usage) => [{ usage }, { usage: null }])).workers
    expect(first.cpu).to.be.closeTo(0.6, 1e-9)
    expect(first.megabytes).to.equal(90)
    expect(first.utilization).to.be.closeTo(0.6, 1e-9)
    expect(second).to.include({ cpu: null, megabytes: null, utilization: null })
  })

  it('lists a worker that was forked anew on top, without changing the fair share, and idle workers', () => {
    const { workers, fair } = sharesOf(2, [{}, {}, { pid: '9' }], [{}, {}])
    expect([workers.length, fair, workers[2].pids, workers[2].requests]).to.eql([3, 0.5, ['9'], 100])
    expect(sharesOf(2, [{}, { requests: 0, connections: 0 }]).workers.map(({ share }) => share)).to.eql([1, 0])
  })

  it('is all zero where no response told its worker', () => {
    const shares = dealt([0, 0], [0, 0])
    expect(shares.workers.map(({ share }) => share)).to.eql([0, 0])
    expect(shares.zone).to.eql([0, 1])
    expect(shares.workers.map((worker) => beyondChance(worker, shares))).to.eql([null, null])
  })

  it('leaves a worker within the zone 99 times in 100 when chance deals out the connections', () => {
    const uniform = seededUniform(11)
    const beyond = Array.from({ length: 2000 }, () => {
      const counts = [0, 0, 0, 0]
      for (let i = 0; i < 400; i++) counts[Math.floor(4 * uniform())]++
      const shares = dealt(...counts.map((count): [number, number] => [3 * count, count]))
      return beyondChance(shares.workers[0], shares)
    })
    // Three standard deviations of that count around 20.
    expect(beyond.filter((found) => found !== null).length).to.be.within(7, 34)
  })

  it('tells more from less by the connections, which chance deals out, not by the requests', () => {
    const beyond = (...shares: [number, number][]) => dealt(...shares).workers.map((worker) => beyondChance(worker, dealt(...shares)))
    expect(beyond([500, 900], [500, 100])).to.eql(['more', 'less'])
    expect(beyond([900, 500], [100, 500])).to.eql([null, null])
  })

  it('says nothing of a worker who was not in every round', () => {
    const shares = sharesOf(2, [{}, {}, { connections: 1 }], [{}, {}], [])
    expect(shares.workers.map(({ wasAlways }) => wasAlways)).to.eql([true, true, false])
    expect(beyondChance(shares.workers[2], shares)).to.equal(null)
  })
})

describe('the shares of the workers', () => {
  const draw = (shares: ReturnType<typeof workerShares>) => expectSound(shareBars(shares, { name: 'clustered', look }))
  const barsIn = (elements: ReturnType<typeof draw>) => named(elements, 'rect', { 'fill-opacity': true }).map(({ attributes }) => attributes)

  for (const [name, plan] of Object.entries(hardPlans)) {
    it(`have a bar each, and are sound with ${name}`, () => {
      for (const runs of Map.groupBy(runsOverTime({ seed: 1, ...plan }), ({ run }) => run.variant).values()) {
        const { length } = runs[0].workers
        expect(barsIn(draw(workerShares(runs, length)))).to.have.lengthOf(length)
      }
    })
  }

  it('are as long as they are large', () => {
    expect(barsIn(draw(dealt([600, 100], [300, 100], [100, 100]))).map(({ width }) => width)).to.eql(['75%', '37.5%', '12.5%'])
  })

  it('stand against the fair share and the zone of chance', () => {
    const elements = draw(dealt([500, 50], [500, 50]))
    // 2.576 times the square root of 0.5 x 0.5 / 100 around 0.5: from 37.1 % to 62.9 %, the end of the scale.
    expect(named(elements, 'rect', { fill: shade })[0].attributes).to.include({ x: '44.27%', width: '30.73%' })
    expect(named(elements, 'line').at(-1)?.attributes).to.include({ x1: '59.64%', x2: '59.64%' })
    expect(textsOf(elements)).to.include('fair share 50.0 %')
  })

  it('are marked by colour and shape where chance does not explain them', () => {
    const elements = draw(dealt([700, 200], [100, 40], [200, 60]))
    expect(barsIn(elements).map(({ fill }) => /--[a-z0-9]+/.exec(fill)?.[0])).to.eql(['--inconclusive', '--inconclusive', '--inconclusive'])
    expect(textsOf(elements)).to.include.members(['70.0 %', '▲', '▼'])
    expect(textsOf(elements, 'title')[0]).to.equal('Worker 1: 70.0 %, 700 requests on 200 connections (66.7 %, more than chance allows)')
    const range = 'from 10.0 % (worker 2) to 70.0 % (worker 1), fair share 33.3 %, 3 with connections beyond what chance allows'
    expect(labelOf(elements)).to.equal(`Shares of 1,000 requests among 3 workers of clustered: ${range}.`)
    const even = draw(dealt([501, 100], [499, 100]))
    expect(textsOf(even).join()).to.not.match(/[▲▼]/)
    expect(labelOf(even)).to.include('none with connections beyond')
  })

  it('have a tick each at the share of the connections', () => {
    const ticks = named(draw(dealt([600, 50], [400, 150])), 'line', { 'stroke-width': '2' })
    expect(ticks.map(({ attributes }) => attributes.x1)).to.eql(['25%', '75%'])
  })

  it('have no zone where there were no connections', () => {
    const elements = draw(dealt([0, 0], [0, 0]))
    expect(named(elements, 'rect', { fill: shade })).to.eql([])
    expect(barsIn(elements).map(({ width }) => width)).to.eql(['0%', '0%'])
  })
})
