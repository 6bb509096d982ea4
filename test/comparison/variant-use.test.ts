import { expect } from 'chai'
import { describe, it } from 'mocha'
import { variantUse } from '../../plugin/comparison/variant-use.ts'
import { aGenerator, aMachine, aRun, aWorker } from '../support/runs.ts'
import type { WorkerUsage } from '../../plugin/concepts/run.ts'

const variant = { name: 'clustered', workers: 2 }

/** @param usages of the workers of a run */
const workers = (...usages: Partial<WorkerUsage>[]) => ({ workers: usages.map((usage, i) => aWorker(`${i}`, {}, usage)) })
const silent = { workers: [aWorker('0', { usage: null })] }

describe('the use of a variant', () => {
  it('is the mean over its workers and rounds', () => {
    const runs = [
      aRun(workers({ utilization: 0.6, cpu: 0.5, rssMegabytes: 80 }, { utilization: 0.2, cpu: 0.1, rssMegabytes: 60 })),
      aRun(workers({ utilization: 0.8, cpu: 0.7, rssMegabytes: 100 }, { utilization: 0.4, cpu: 0.3, rssMegabytes: 80 }))
    ]
    const { name, workers: count, utilization, busiest, cpu, workerMegabytes } = variantUse(variant, runs)
    expect({ name, workers: count }).to.eql(variant)
    expect([utilization, busiest, cpu, workerMegabytes].map((value) => Number(value).toFixed(3))).to.eql(['0.500', '0.700', '0.800', '80.000'])
  })

  it('takes garbage collection as a share of the busy time', () =>
    expect(variantUse(variant, [aRun(workers({ utilization: 0.5, gc: 0.2 }, { utilization: 0.3, gc: 0.12 }))]).gc).to.be.closeTo(0.4, 1e-12))
  it('finds no garbage collection in workers that did nothing', () =>
    expect(variantUse(variant, [aRun(workers({ utilization: 0, gc: 0 }))]).gc).to.equal(0))

  it('leaves out workers that told nothing, and is unknown where all are silent', () => {
    const partly = { workers: [aWorker('0', {}, { utilization: 0.4 }), aWorker('1', { usage: null })] }
    expect(variantUse(variant, [aRun(partly), aRun(silent)])).to.include({ utilization: 0.4, busiest: 0.4 })
    expect(variantUse(variant, [aRun(silent)])).to.include({ utilization: null, busiest: null, cpu: null, gc: null, workerMegabytes: null })
  })

  it('takes the mean of the machine, as far as the system told', () => {
    const runs = [aRun({ machine: aMachine({ app: 1, others: 0 }) }), aRun({ machine: null }), aRun({ machine: aMachine({ app: 1.5, others: 0.5 }) })]
    expect(variantUse(variant, runs).machine).to.eql(aMachine({ app: 1.25, others: 0.25 }))
    expect(variantUse(variant, [aRun({ machine: null })]).machine).to.equal(null)
  })

  it('has no digits that come from computing with binary numbers', () => {
    const runs = [1, 2, 3].map((round) => aRun({ round, machine: aMachine({ cores: 0.8 }), generator: aGenerator({ utilization: 0.1 }) }))
    const { machine, generatorUtilization } = variantUse(variant, runs)
    expect([machine?.cores, generatorUtilization]).to.eql([0.8, 0.1])
  })

  it('takes the mean of the load generator, as far as it told', () => {
    const runs = [0.2, null, 0.4].map((utilization) => aRun({ generator: aGenerator({ utilization }) }))
    expect(variantUse(variant, runs).generatorUtilization).to.be.closeTo(0.3, 1e-12)
    expect(variantUse(variant, [runs[1]]).generatorUtilization).to.equal(null)
  })

  it('counts errors over all requests, and connections in the median round', () => {
    const connections = [12, 14, 40].map((count) => ({ workers: [aWorker('0', { connections: count - 2 }), aWorker('1', { connections: 2 })] }))
    const runs = connections.map((of, i) => aRun({ ...of, requests: 100, failures: 3 * i }))
    expect(variantUse(variant, runs)).to.include({ errorRate: 0.03, connections: 14 })
  })
})
