import { expect } from 'chai'
import { describe, it } from 'mocha'
import { trustSection } from '../../../plugin/report/page/trust-section.ts'
import { aCandidate, aClusterUse, aScenarioResult, aVariantUse, aWarning } from '../../support/results.ts'
import { aGenerator, aMachine, aRun } from '../../support/runs.ts'
import { aRunDetail, aView, textOf } from '../../support/pages.ts'
import type { Run } from '../../../plugin/concepts/run.ts'
import type { ScenarioResult, VariantUse } from '../../../plugin/concepts/comparison.ts'

/** @returns the rows of the table, as text */
function rowsOf(result?: Partial<ScenarioResult>, run?: Partial<Run>): string[] {
  const view = aView({ result: aScenarioResult([aCandidate()], result), runs: [aRunDetail({ run: aRun(run) })] })
  return String(trustSection(view)).split('<tr ').slice(2).map((row) => textOf(`<tr ${row}`))
}

describe('what is said about how far a result can be trusted', () => {
  it('is why the candidate is faster first, and then what was looked at', () => {
    const page = textOf(String(trustSection(aView({ result: aScenarioResult([aCandidate()]) }))))
    expect(page).to.match(/Can this result be trusted\?\s+Why: CPU-bound, so clustering helps\. cpu-bound/)
    expect(rowsOf()).to.eql([
      'OK Errors. All 1,200 requests were answered below 400.',
      'OK Load generator. Its event loop was at most 25 % busy: it was not the bottleneck.',
      'OK Saturation. The users wait for their answers before they ask again, so no queue can grow; throughput and latency say the same.',
      'OK Machine. Other programs took at most 0.01 of 2 cores during a run.',
      'OK App. No process of the app died, hung or had to be killed, and all of them told how busy they were.',
      'OK Distribution. The busiest of 2 workers of clustered served 50 % of the requests (fair share 50 %).',
      'OK Repeatability. The p95 speedups of clustered stayed within a factor of 1.13 over 4 rounds.'
    ])
  })

  it('tells by which client an idle load generator sent its requests', () => {
    const because = 'it uploads files (formData)'
    expect(rowsOf({ client: { name: 'lean', because: null } })).to.include(
      'OK Load generator. Its event loop was at most 25 % busy: it was not the bottleneck. Its requests were sent by the lean client.'
    )
    expect(rowsOf({ client: { name: 'artillery', because } }, { generator: aGenerator({ threads: 0 }) }).join()).to.match(
      /was not the bottleneck\. Its requests were sent by Artillery's client, .*: it uploads files \(formData\)\./
    )
  })

  it('is where the time of a response goes, in milliseconds and as shares, as far as it is known', () => {
    const responseTime = { latencyMs: 66, generatorMs: 0.33, queueMs: 60, waitingMs: 1.65, computingMs: 4.02 }
    const pageOf = (variants: VariantUse[]) => textOf(String(trustSection(aView({ result: aScenarioResult([aCandidate()], { variants }) }))))
    expect(pageOf([aVariantUse({ responseTime }), aClusterUse()])).to.include(
      'Where the time of a response goes: single: of 66 ms in the mean, computing 4.0 ms (6.1 %), waiting for its turn 60 ms (91 %), ' +
        'waiting inside 1.6 ms (2.5 %), load generator 0.33 ms (0.5 %). Waiting for its turn is '
    )
    expect(pageOf([aVariantUse(), aClusterUse()])).to.not.include('Where the time')
  })

  it('is worst first, and nothing is called well that was warned of', () => {
    const rows = rowsOf({
      warnings: [
        aWarning({ code: 'generator-saturated', severity: 'problem', message: 'It was busy.' }),
        aWarning({ code: 'too-few-requests', severity: 'warning', message: 'They are few.' }),
        aWarning()
      ]
    })
    expect(rows.slice(0, 3)).to.eql([
      'PROBLEM Load generator. It was busy. generator-saturated',
      'WARNING Repeatability. They are few. too-few-requests',
      'NOTE App. It did not leave. app-killed'
    ])
    expect(rows.slice(3).join()).to.not.match(/OK (Load generator|Repeatability|App)\./)
    expect(rows).to.have.length(7)
  })

  it('says nothing well of what could not be looked at', () => {
    const unknown = { generator: aGenerator({ utilization: null }), machine: null }
    const rows = rowsOf({ load: { model: 'unknown', saturated: [] } }, unknown).join()
    expect(rows).to.not.match(/Load generator|Saturation|Machine|The same answers/)
  })

  it('tells of answers that were compared, of failures that were few, and of stolen time', () => {
    const rows = rowsOf(
      { answers: [{ variant: 'clustered', requests: 3, different: [], unsteady: [] }], load: { model: 'open', saturated: [] } },
      { failures: 12, machine: aMachine({ others: 0.02, stolen: 0.1 }) }
    )
    expect(rows).to.include('OK The same answers. clustered answered exactly as single did (3 different requests compared).')
    expect(rows).to.include('NOTE Errors. single failed 1.0 % of its requests: no more than is allowed. They are left out of the latencies.')
    expect(rows).to.include('OK Saturation. Every variant kept up with the users who came, so latencies are compared at the same load.')
    expect(rows).to.include('OK Machine. Other programs took at most 0.12 of 2 cores during a run.')
  })

  it('says nothing of the processes of an app that runs elsewhere, but that nothing is known of them', () => {
    const planned = { single: { mode: 'single' as const, workers: 1 }, staging: { mode: 'url' as const, workers: null } }
    const appRow = (names: string[]) => {
      const view = aView({ planned, runs: names.map((variant) => aRunDetail({ run: aRun({ variant }) })) })
      return String(trustSection(view)).split('<tr ').map((row) => textOf(`<tr ${row}`)).find((row) => row.startsWith('OK App.'))
    }
    expect(appRow(['single', 'staging'])).to.equal(
      'OK App. No process of the app died, hung or had to be killed, and all of them told how busy they were. Nothing of the kind is ' +
        'known of staging, running elsewhere.'
    )
    expect(appRow(['staging'])).to.equal(undefined)
  })

  it('names the candidates where they are several, and escapes what they are called', () => {
    const hostile = aCandidate({ name: '<script>', diagnosis: { code: 'idle', message: '<b>idle</b>' } })
    const page = String(trustSection(aView({ result: aScenarioResult([aCandidate(), hostile]) })))
    expect(page).to.include('<strong>Why, <bdi>&lt;script&gt;</bdi>:</strong> &lt;b&gt;idle&lt;/b&gt;')
    expect(page).to.not.include('<script>')
  })

  it('is left out when nothing was concluded', () => expect(trustSection(aView({ result: null }))).to.equal(null))
})
