import { expect } from 'chai'
import { describe, it } from 'mocha'
import { workersSection } from '../../../plugin/report/page/workers-section.ts'
import { aView, rowsIn, textOf } from '../../support/pages.ts'
import { aCandidate, aScenarioResult } from '../../support/results.ts'
import { hardPlans, runsOverTime } from '../../support/runs-over-time.ts'
import { aUsage } from '../../support/runs.ts'
import type { RunDetail, WorkerDetail } from '../../../plugin/concepts/report-data.ts'
import type { ScenarioView } from '../../../plugin/report/page/section.ts'

const names = ['single', 'clustered', 'third', 'fourth', 'fifth']
const draw = (
  runs: RunDetail[], view: Partial<ScenarioView> = {}
) => String(workersSection(aView({ runs, names, result: null, lookOf: () => ({ colour: 'red', shape: 'disc', dash: null }), ...view })))

/** @returns rows of all tables */
const rowsOf = (html: string): string[][] => rowsIn(html.replaceAll('\u00ad', ''))

/** @returns of clustered */
function aClustered(workers: Partial<WorkerDetail>[]): RunDetail {
  const [, run] = runsOverTime({ seed: 1, rounds: 1, workers: [1, workers.length] })
  return { ...run, workers: run.workers.map((worker, i) => ({ ...worker, ...workers[i] })) }
}

describe('the section of workers', () => {
  it('is nothing without a run', () => expect(workersSection(aView({ runs: [] }))).to.equal(null))

  it('says of which variants no worker is known, and how they are run', () => {
    const runs = runsOverTime({ seed: 1, rounds: 2, workers: [1, 2, 1], names: ['single', 'threads', 'staging'] })
    const staging = { mode: 'url' as const, workers: null }
    const planned = { single: { mode: 'single' as const, workers: 1 }, threads: { mode: 'command' as const, workers: null }, staging }
    const view = { planned, names: Object.keys(planned) }
    const anonymous = (names: string[]) => runs.map((run) => (names.includes(run.run.variant) ? { ...run, workers: [] } : run))
    const text = textOf(draw(anonymous(['threads', 'staging']), view))
    expect(text).to.include(
      'Nothing is known of the workers of threads (started by a command) and staging (running elsewhere): no response said by its ' +
        'header which process it came from.'
    )
    expect(text).to.include('single (baseline)')
    expect(textOf(draw(anonymous(view.names), view))).to.match(
      /^Workers Nothing is known of the workers of single, threads \(started by a command\) and staging/
    )
    expect(textOf(draw(runs, view))).to.not.match(/Nothing is known|unknown:/)
  })

  it('says of workers that are seen, but tell nothing, why they do not', () => {
    const runs = runsOverTime({ seed: 1, rounds: 2, names: ['single', 'threads'] }).map((run) => (
      run.run.variant === 'single' ? run : { ...run, workers: run.workers.map((worker) => ({ ...worker, usage: null, utilization: [] })) }
    ))
    const planned = { single: { mode: 'single' as const, workers: 1 }, threads: { mode: 'command' as const, workers: null } }
    expect(textOf(draw(runs, { planned, names: ['single', 'threads'] }))).to.include(
      'CPU, memory and event loops of the workers of threads (started by a command) are unknown: only Node processes that are started here tell them.'
    )
  })

  it('has all numbers of each worker in a table, sums and means of the rounds', () => {
    const usage = aUsage({ cpu: 0.5, rssMegabytes: 80, utilization: 0.61 })
    const [round1, round2] = [
      aClustered([{ pid: '7', requests: 3000, connections: 10, usage }, { pid: '8', requests: 0, connections: 0, usage: null }]),
      aClustered([
        { pid: '17', requests: 1000, connections: 11, usage: aUsage({ ...usage, cpu: 0.75 }) },
        { pid: '18', requests: 500, connections: 1, usage: null }
      ])
    ]
    const cloud = round1.cloud && { ...round1.cloud, workerP95Ms: [[31.5, null, 20, 25], [null, null]] }
    const html = draw([{ ...round1, cloud }, { ...round2, cloud: null }])
    expect(rowsOf(html)).to.eql([
      ['Worker', 'Share', 'Requests', 'Connections', 'CPU (cores)', 'Memory (MB)', 'Event loop', 'p95 (ms), round 1'],
      ['1', '88.9 %', '4,000', '21 ▲', '0.63', '80', '61 %', '20.0 to 31.5'],
      ['2', '11.1 %', '500', '1 ▼', 'unknown', 'unknown', 'unknown', 'none']
    ])
    expect(html).to.include('title="PID 7, 17"')
    expect(textOf(html)).to.include('4,500 requests on 22 connections in 2 rounds.')
  })

  it('has but a line in a table for a single process', () => {
    const html = draw(runsOverTime({ seed: 2, rounds: 2, workers: [1] }))
    expect(rowsOf(html)).to.have.lengthOf(2)
    expect(rowsOf(html)[1].slice(0, 2)).to.eql(['single (baseline)', '400'])
    expect(html).to.not.include('<svg').and.not.include('fair share')
  })

  it('shows shares beside the p95 of the round in detail', () => {
    const text = textOf(draw(runsOverTime({ seed: 3, workers: [1, 2] })))
    expect(text).to.match(/clustered: 2 workers Share of the requests .* p95 over time, round 1 [\d.]+ ms \(palest\) to [\d.]+ ms \(strongest\)/)
  })

  it('folds away long tables, and everything of very many workers', () => {
    const folds = (workers: number) => draw(runsOverTime({ seed: 4, rounds: 1, workers: [1, workers] })).split('<details>')
    expect(folds(8)).to.have.lengthOf(1)
    expect(folds(16)).to.have.lengthOf(2)
    expect(folds(16)[0]).to.include('class="chart shares"')
    expect(folds(17)).to.have.lengthOf(2)
    expect(folds(17)[0]).to.not.include('class="chart shares"')
    expect(textOf(folds(17)[1])).to.match(
      /^\d+\.\d % to \d+\.\d % of the requests for each, fair share 5\.9 %, (none|\d+) with connections beyond what chance allows/
    )
    expect(rowsOf(folds(64)[1])).to.have.lengthOf(65 + 2)
  })

  it('takes the fair share from the workers that were wanted, not from those forked anew', () => {
    const usual = aClustered([{ requests: 100 }, { requests: 100 }])
    const restarted = aClustered([{ requests: 100 }, { requests: 100 }, { requests: 10 }])
    const disturbed = { ...restarted, run: { ...restarted.run, restarts: 1 } }
    for (const html of [draw([usual, disturbed]), draw([disturbed, disturbed])]) {
      expect(html).to.include('fair share 50.0 %')
      expect(textOf(html)).to.include('clustered: 2 workers').and.include('1 more worker took the place of one that died.')
    }
  })

  it('marks nobody who was not in every round, as it could not get its share', () => {
    const restarted = aClustered([{ requests: 100, connections: 50 }, { requests: 100, connections: 50 }, { requests: 10, connections: 1 }])
    const usual = aClustered([{ requests: 100, connections: 50 }, { requests: 100, connections: 50 }])
    expect(draw([usual, { ...restarted, run: { ...restarted.run, restarts: 1 } }])).to.not.match(/[▲▼]<|than chance allows"/)
  })

  it('says beside the sums how much the busiest of each round served, which may be another one every time', () => {
    const runs = [[70, 30], [30, 70]].map((requests) => aClustered(requests.map((own) => ({ requests: own, connections: 5 }))))
    const text = textOf(draw(runs, { result: aScenarioResult([aCandidate({ shares: [0.7, 0.3] })]) }))
    expect(text).to.include('200 requests on 20 connections in 2 rounds. In the mean of the rounds, the busiest served 70 %.').and.include('50.0 %')
    expect(textOf(draw(runs))).to.not.include('the busiest served')
  })

  it('believes an app that has workers of its own', () => {
    const [run] = runsOverTime({ seed: 7, rounds: 1, workers: [4] })
    expect(textOf(draw([run]))).to.include('single: 4 workers').and.include('fair share 25.0 %')
  })

  it('says how many responses did not tell their worker', () => {
    const [, run] = runsOverTime({ seed: 5, rounds: 1 })
    expect(textOf(draw([{ ...run, run: { ...run.run, unattributed: 1 } }]))).to.include('1 response did not tell the worker and is left out.')
    expect(textOf(draw([{ ...run, run: { ...run.run, unattributed: 1500 } }]))).to.include('1,500 responses did not tell the worker and are left out.')
    expect(textOf(draw([run]))).to.not.include('left out')
  })

  it('has no bars where no response told its worker', () => {
    const html = draw([aClustered([{ requests: 0, connections: 0 }, { requests: 0, connections: 0 }])])
    expect(html).to.not.include('class="chart shares"')
    expect(rowsOf(html)).to.have.lengthOf(3)
  })

  it('stays small with five variants of sixteen workers', () => {
    const html = draw(runsOverTime({ seed: 6, ...hardPlans['five variants of sixteen workers'] }))
    expect(html.length).to.be.below(80_000)
  })
})
