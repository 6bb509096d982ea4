import { expect } from 'chai'
import { describe, it } from 'mocha'
import { compareScenario } from '../../plugin/comparison/compare-scenario.ts'
import { countWorkers } from '../../plugin/comparison/variant-use.ts'
import { aRun, aWorker, runsWithSpeedups } from '../support/runs.ts'
import { aPlan, aVariant, someSettings } from '../support/settings.ts'
import type { Thresholds } from '../../plugin/concepts/options.ts'
import type { Variant } from '../../plugin/concepts/settings.ts'

describe('the number of workers', () => {
  it('is as it was asked for, whoever was seen', () => {
    const runs = [aRun({ workers: [aWorker('1'), aWorker('2'), aWorker('3')] })]
    expect(countWorkers([aVariant({ workers: 2 })], runs).map(({ workers }) => workers)).to.eql([2])
  })

  it('is counted for each variant by its own runs', () => {
    const runs = [aRun({ variant: 'go', workers: [aWorker('1'), aWorker('2')] }), aRun({ variant: 'staging', workers: [] })]
    const variants = ['go', 'staging'].map((name) => aVariant({ name, mode: 'url', workers: null }))
    expect(countWorkers(variants, runs)).to.eql([{ ...variants[0], workers: 2 }, { ...variants[1], workers: 1 }])
  })
})

describe('a variant whose number of workers is not known before', () => {
  /** @param seen workers in each of three runs */
  const workersOf = (seen: number[]) => {
    const { variants: [single, clustered] } = someSettings()
    const runs = runsWithSpeedups([1.98, 2, 2.02]).map((run) => (run.variant === 'single' ? run : { ...run, workers: Array.from({ length: seen[run.round - 1] }, (_, i) => aWorker(String(100 + i), { requests: 1200 / seen[run.round - 1] })) }))
    const settings = someSettings({ variants: [single, { ...clustered, mode: 'pm2', workers: null }] })
    return compareScenario({ runs, answers: [] }, aPlan(), settings)
  }

  it('has as many as were seen in one run, the most of all', () => {
    const { candidates: [{ workers, shares }], variants } = workersOf([2, 4, 3])
    expect(workers).to.equal(4)
    expect(shares).to.have.length(4)
    expect(variants.map((use) => use.workers)).to.eql([1, 4])
  })

  it('has one where none was seen', () => {
    const { candidates: [{ workers, shares }] } = workersOf([0, 0, 0])
    expect({ workers, shares }).to.eql({ workers: 1, shares: [0] })
  })
})

describe('the fairness of a variant of which only who answers is seen', () => {
  /** @param rest requests: of each worker that was seen */
  const compared = (variant: Partial<Variant>, { thresholds, requests = [1200] }: { thresholds?: Thresholds, requests?: number[] } = {}) => {
    const { variants: [single, clustered] } = someSettings()
    const workers = requests.map((count, i) => aWorker(String(100 + i), { requests: count }))
    const settings = someSettings({ variants: [single, { ...clustered, mode: 'url', workers: null, ...variant }] })
    const { candidates: [{ limits: [fairness], verdict }], warnings } = compareScenario({ runs: runsWithSpeedups([1.98, 2, 2.02], { clustered: { workers } }), answers: [] }, aPlan(thresholds), settings)
    return { fairness, verdict, told: warnings.filter(({ code }) => code === 'uneven-distribution') }
  }

  it('is no pass when one of them did all the work, and the way out is told', () => {
    for (const mode of ['url', 'command'] as const) {
      const { fairness, verdict, told } = compared({ mode }, { thresholds: { fairness: 0.9 } })
      expect({ ...fairness, whole: verdict }).to.include({ value: null, verdict: 'inconclusive', whole: 'inconclusive' })
      expect(told).to.eql([{
        code: 'uneven-distribution',
        severity: 'warning',
        variant: 'clustered',
        rounds: [],
        message:
          "clustered: 1 worker answered, all of the requests; idle ones can't be seen, so the fairness is unknown. " +
          'Tell how many there are: plugins.speedup.variants.clustered.workers.'
      }])
    }
  })

  it('is noted only where none is required, with the share of the busiest', () => {
    const { told: [{ severity, message }] } = compared({}, { requests: [900, 300] })
    expect(severity).to.equal('note')
    expect(message).to.match(/^clustered: 2 workers answered, the busiest 75 % of the requests; idle ones can't be seen/)
  })

  it('is known where somebody tells how many there are, us or our own files', () => {
    expect(compared({ workers: 4 }, { thresholds: { fairness: 0.9 } }).fairness).to.include({ value: 0.25, verdict: 'fail' })
    expect(compared({ mode: 'pm2' }).fairness.value).to.equal(1)
  })

  it('needs no advice where nobody answered by name', () => expect(compared({}, { requests: [] }).told).to.eql([]))
})
