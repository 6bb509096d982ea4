import { expect } from 'chai'
import { describe, it } from 'mocha'
import { compareScenario } from '../../plugin/comparison/compare-scenario.ts'
import { variantUse } from '../../plugin/comparison/variant-use.ts'
import { itFinds } from '../support/cases.ts'
import { aGenerator, aMachine, aRun, aWorker, runsWithSpeedups } from '../support/runs.ts'
import { aPlan, aVariant, someSettings } from '../support/settings.ts'
import { itWarns } from '../support/warnings.ts'
import type { WorkerUsage } from '../../plugin/concepts/run.ts'
import type { Thresholds } from '../../plugin/concepts/options.ts'
import type { Variant } from '../../plugin/concepts/settings.ts'

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

  const gcOf = (...usages: Partial<WorkerUsage>[]) => variantUse(variant, [aRun(workers(...usages))]).gc?.toFixed(9)
  const partly = variantUse(variant, [aRun({ workers: [aWorker('0', {}, { utilization: 0.4, cpu: 0.3 }), aWorker('1', { usage: null })] }), aRun(silent)])
  const none = variantUse(variant, [aRun(silent)])

  itFinds({
    'takes garbage collection as a share of the busy time': [
      [gcOf({ utilization: 0.5, gc: 0.2 }, { utilization: 0.3, gc: 0.12 }), '0.400000000'], [gcOf({ utilization: 0, gc: 0 }), '0.000000000']
    ],
    'takes workers that told nothing for like the others, and is unknown where all are silent': [
      [[partly.utilization, partly.busiest, partly.cpu], [0.4, 0.4, 0.6]],
      [[none.utilization, none.busiest, none.cpu, none.gc, none.workerMegabytes], [null, null, null, null, null]]
    ]
  })

  it('takes the mean of the machine and of the load generator, as far as they told, without digits that come from binary numbers', () => {
    const machines = [aMachine({ cores: 0.8, app: 1, others: 0 }), null, aMachine({ cores: 0.8, app: 1.4, others: 0.5 }), aMachine({ cores: 0.8, app: 1.2, others: 0.1 })]
    const runs = [0.2, null, 0.4, 0.3].map((utilization, i) => aRun({ machine: machines[i], generator: aGenerator({ utilization }) }))
    expect(variantUse(variant, runs)).to.deep.include({ machine: aMachine({ cores: 0.8, app: 1.2, others: 0.2 }), generatorUtilization: 0.3 })
    expect(variantUse(variant, [runs[1]])).to.include({ machine: null, generatorUtilization: null })
  })

  it('counts errors over all requests, and connections in the median round', () => {
    const runs = [12, 14, 40].map((connections, i) =>
      aRun({ workers: [aWorker('0', { connections: connections - 2 }), aWorker('1', { connections: 2 })], requests: 100, failures: 3 * i }))
    expect(variantUse(variant, runs)).to.include({ errorRate: 0.03, connections: 14 })
  })
})

const [single, clustered] = someSettings().variants

describe('a variant whose number of workers is not known before', () => {
  /** @param requests of each worker, in each of three rounds */
  const compared = (requests: number[][], other: Partial<Variant>, thresholds?: Thresholds) => {
    const runs = runsWithSpeedups([1.98, 2, 2.02]).map((run) =>
      (run.variant === 'single' ? run : { ...run, workers: requests[run.round - 1].map((count, i) => aWorker(String(100 + i), { requests: count })) }))
    const settings = someSettings({ variants: [single, { ...clustered, workers: null, ...other }] })
    const { candidates: [{ workers: count, shares, limits: [fairness], verdict }], variants, warnings } = compareScenario({ runs, answers: [] }, aPlan(thresholds), settings)
    return {
      seen: { workers: count, shares: shares.length, uses: variants.map((use) => use.workers) },
      fairness: { value: fairness.value, verdict: fairness.verdict, whole: verdict },
      told: warnings.filter(({ code }) => code === 'uneven-distribution')
    }
  }
  const even = (counts: number[]) => counts.map((count) => Array(count).fill(1200 / count))
  const alike = (...requests: number[]) => [requests, requests, requests]
  const outside = (['url', 'command'] as const).map((mode) => compared(alike(1200), { mode }, { fairness: 0.9 }))
  const wayOut = 'warning uneven-distribution clustered: ' +
    "clustered: 1 worker answered, all of the requests; idle ones can't be seen, so the fairness is unknown. " +
    'Tell how many there are: plugins.speedup.variants.clustered.workers.'

  itFinds({
    'has as many as were asked for, whoever was seen': [[variantUse(aVariant({ workers: 2 }), [aRun(workers({}, {}, {}))]).workers, 2]],
    'has the most that were seen in one run, one where none was seen': [
      [compared(even([2, 4, 3]), { mode: 'pm2' }).seen, { workers: 4, shares: 4, uses: [1, 4] }],
      [compared(even([0, 0, 0]), { mode: 'pm2' }).seen, { workers: 1, shares: 1, uses: [1, 1] }]
    ],
    'has no fairness when only those who answer are seen': outside.map(({ fairness }) => [fairness, { value: null, verdict: 'inconclusive', whole: 'inconclusive' }]),
    'has a fairness where somebody tells how many there are, us or our own files': [
      [compared(alike(1200), { mode: 'url', workers: 4 }, { fairness: 0.9 }).fairness, { value: 0.25, verdict: 'fail', whole: 'fail' }],
      [compared(alike(1200), { mode: 'pm2' }).fairness.value, 1]
    ]
  })

  itWarns({
    'is told with the way out; only noted where no fairness is required; not at all where nobody answered by name': [
      ...outside.map(({ told }): [typeof told, string] => [told, wayOut]),
      [compared(alike(900, 300), { mode: 'url' }).told, /^note .*: clustered: 2 workers answered, the busiest 75 % of the requests; idle ones can't be seen/],
      [compared(alike(), { mode: 'url' }).told]
    ]
  })
})
