import { expect } from 'chai'
import { describe, it } from 'mocha'
import { beyondChance, workerShares } from '../../../plugin/report/charts/worker-shares.ts'
import { aRunDetail } from '../../support/pages.ts'
import { seededUniform } from '../../support/random.ts'
import { aUsage } from '../../support/runs.ts'
import type { WorkerDetail } from '../../../plugin/concepts/report-data.ts'

const aDetail = (pid: string, overrides?: Partial<WorkerDetail>): WorkerDetail => ({ pid, requests: 100, connections: 10, usage: aUsage(), utilization: [], ...overrides })

describe('what each worker did in all rounds', () => {
  it('is summed up by the order of start, whatever the PIDs', () => {
    const runs = [
      aRunDetail({ workers: [aDetail('7', { requests: 100 }), aDetail('8', { requests: 200 })] }),
      aRunDetail({ workers: [aDetail('17', { requests: 150 }), aDetail('18', { requests: 50 })] })
    ]
    const { workers, requests, connections, fair } = workerShares(runs, 2)
    expect({ requests, connections, fair }).to.eql({ requests: 500, connections: 40, fair: 0.5 })
    expect(workers.map(({ number, pids, requests: own, share }) => ({ number, pids, own, share }))).to.eql([
      { number: 1, pids: ['7', '17'], own: 250, share: 0.5 },
      { number: 2, pids: ['8', '18'], own: 250, share: 0.5 }
    ])
  })

  it('has means over the rounds that told, and nothing where none did', () => {
    const runs = [
      aRunDetail({ workers: [aDetail('1', { usage: aUsage({ cpu: 0.5, rssMegabytes: 80, utilization: 0.4 }) }), aDetail('2', { usage: null })] }),
      aRunDetail({ workers: [aDetail('3', { usage: aUsage({ cpu: 0.7, rssMegabytes: 100, utilization: 0.8 }) }), aDetail('4', { usage: null })] })
    ]
    const [first, second] = workerShares(runs, 2).workers
    expect(first.cpu).to.be.closeTo(0.6, 1e-9)
    expect(first.megabytes).to.equal(90)
    expect(first.utilization).to.be.closeTo(0.6, 1e-9)
    expect(second).to.include({ cpu: null, megabytes: null, utilization: null })
  })

  it('lists a worker that was forked anew on top, without changing the fair share', () => {
    const { workers, fair } = workerShares([aRunDetail({ workers: [aDetail('1'), aDetail('2'), aDetail('3')] }), aRunDetail({ workers: [aDetail('4'), aDetail('5')] })], 2)
    expect(workers).to.have.lengthOf(3)
    expect(fair).to.equal(0.5)
    expect(workers[2]).to.include({ requests: 100 }).and.to.deep.include({ pids: ['3'] })
  })

  it('lists idle workers', () => {
    const { workers } = workerShares([aRunDetail({ workers: [aDetail('1'), aDetail('2', { requests: 0, connections: 0 })] })], 2)
    expect(workers.map(({ share }) => share)).to.eql([1, 0])
  })

  it('is all zero where no response told its worker', () => {
    const idle = { requests: 0, connections: 0 }
    const shares = workerShares([aRunDetail({ workers: [aDetail('1', idle), aDetail('2', idle)] })], 2)
    expect(shares.workers.map(({ share }) => share)).to.eql([0, 0])
    expect(shares.zone).to.eql([0, 1])
    expect(shares.workers.map((worker) => beyondChance(worker, shares))).to.eql([null, null])
  })

  it('leaves a worker within the zone 99 times in 100 when chance deals out the connections', () => {
    const uniform = seededUniform(11)
    const trials = 2000
    let beyond = 0
    for (let trial = 0; trial < trials; trial++) {
      const dealt = [0, 0, 0, 0]
      for (let i = 0; i < 400; i++) dealt[Math.floor(4 * uniform())]++
      const shares = workerShares([aRunDetail({ workers: dealt.map((count, i) => aDetail(String(i), { requests: 3 * count, connections: count })) })], 4)
      if (beyondChance(shares.workers[0], shares) !== null) beyond++
    }
    // Three standard deviations of that count around 20.
    expect(beyond).to.be.within(7, 34)
  })

  it('tells more from less by the connections, which chance deals out, not by the requests', () => {
    const beyond = (...dealt: [requests: number, connections: number][]) => {
      const shares = workerShares([aRunDetail({ workers: dealt.map(([requests, connections], i) => aDetail(String(i), { requests, connections })) })], 2)
      return shares.workers.map((worker) => beyondChance(worker, shares))
    }
    expect(beyond([500, 900], [500, 100])).to.eql(['more', 'less'])
    expect(beyond([900, 500], [100, 500])).to.eql([null, null])
  })

  it('says nothing of a worker who was not in every round', () => {
    const shares = workerShares([aRunDetail({ workers: [aDetail('1'), aDetail('2'), aDetail('3', { connections: 1 })] }), aRunDetail({ workers: [aDetail('4'), aDetail('5')] }), aRunDetail()], 2)
    expect(shares.workers.map(({ wasAlways }) => wasAlways)).to.eql([true, true, false])
    expect(beyondChance(shares.workers[2], shares)).to.equal(null)
  })
})
