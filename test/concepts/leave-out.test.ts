import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect } from 'chai'
import { conclude, withFaults } from '../../plugin/comparison/conclude-all.ts'
import { leaveOutOfComparison, leaveOutOfRun } from '../../plugin/concepts/leave-out.ts'
import { readRuns } from '../../plugin/record/read-record.ts'
import { flawIn } from '../../plugin/record/parse-comparison.ts'
import { createRunRecord } from '../../plugin/record/run-record.ts'
import { junitXml } from '../../plugin/report/ci/junit.ts'
import { formatComparison } from '../../plugin/report/console/result.ts'
import { makeReport, writersOf, type PlannedComparison } from '../../plugin/speedup.ts'
import { itFinds } from '../support/cases.ts'
import { temporaryFolder } from '../support/folder.ts'
import { textOf } from '../support/pages.ts'
import { aCandidateWith, aComparison, aScenarioResult, aVariantLimit, someLimits } from '../support/results.ts'
import { aMachine, anInstanceUse, aRun, aWorker } from '../support/runs.ts'
import { someSettings } from '../support/settings.ts'
import { writeSyntheticRecord } from '../support/synthetic-record.ts'
import type { CandidateResult, Estimate, LeftOut, ScenarioResult } from '../../plugin/concepts/comparison.ts'

const bound = { atMost: Infinity, cores: 2, generator: 0.2, others: 0.1, loop: null }

/** @returns what is left of a result, and what is not */
function leftOf(candidate: Partial<CandidateResult>, p95: Partial<Estimate> = {}, rest: Partial<ScenarioResult> = {}) {
  const result = aScenarioResult([aCandidateWith([{ metric: 'p95', ...p95 }], candidate)], { decision: null, ...rest })
  const {
    kept: {
      scenarios: [kept]
    },
    leftOut
  } = leaveOutOfComparison({ scenarios: [result] })
  return { kept, leftOut }
}

const saidOf = ({ part, figure, value, isDemanded }: LeftOut) =>
  `${part} ${figure} ${value}${isDemanded ? ' demanded' : ''}`
const verdictsOf = ({ verdict, candidates: [candidate] }: ScenarioResult) => [verdict, candidate.verdict]

describe('a figure that is no number', () => {
  const demanded = { required: 1.3, verdict: 'pass' as const }
  const infinite = leftOf({ bound })
  const lost = leftOf({ verdict: 'pass' }, { ...demanded, interval: [1.4, Infinity] }, { verdict: 'pass' })
  const failed = leftOf(
    { verdict: 'fail', limits: someLimits({ required: 0.9, value: 0.5, verdict: 'fail' }) },
    { ...demanded, speedup: NaN },
    { verdict: 'fail' }
  )
  const fairness = leftOf(
    { verdict: 'pass', limits: someLimits({ required: 0.9, value: NaN, verdict: 'fail' }) },
    {},
    { verdict: 'fail' }
  )
  const limited = leftOf(
    {},
    {},
    {
      verdict: 'pass',
      limits: [aVariantLimit({ value: NaN, verdict: 'pass' }), aVariantLimit({ metric: 'p99', verdict: 'pass' })]
    }
  )
  itFinds({
    'takes the smallest part with it that may be missing, and nothing else': [
      [infinite.kept.candidates[0].bound, null],
      [infinite.leftOut.map(saidOf), ['scenarios[primes].candidates[clustered].bound atMost Infinity']],
      [infinite.kept, leftOf({ bound: null }).kept],
      [leftOf({ bound: { ...bound, atMost: 2 } }).leftOut, []]
    ],
    'leaves no verdict on what was demanded of it, nor on what contains it': [
      [
        lost.leftOut.map(saidOf),
        ['scenarios[primes].candidates[clustered].estimates[p95] interval[1] Infinity demanded']
      ],
      [lost.kept.candidates[0].estimates.map(({ metric }) => metric), ['p50', 'p99', 'throughput']],
      [verdictsOf(lost.kept), ['inconclusive', 'inconclusive']],
      [limited.leftOut.map(saidOf), ['scenarios[primes].limits[p95] value NaN demanded']],
      [
        [limited.kept.limits.length, limited.kept.verdict],
        [1, 'inconclusive']
      ]
    ],
    'takes no failure of anything else away': [[verdictsOf(failed.kept), ['fail', 'fail']]],
    'may be the value of a limit, which is unknown then': [
      [
        fairness.kept.candidates[0].limits[0],
        { metric: 'fairness', value: null, interval: null, required: 0.9, verdict: 'inconclusive' }
      ],
      [verdictsOf(fairness.kept), ['inconclusive', 'inconclusive']]
    ]
  })

  it('in a run makes the machine unknown, or leaves out the run where nothing can be compared without it', () => {
    const run = aRun({ machine: aMachine({ app: NaN }) })
    const left = leaveOutOfRun(run)
    expect(left.kept).to.eql({ ...run, machine: null })
    expect(left.leftOut.map(saidOf)).to.eql(['scenarios[primes].runs[single, round 1].machine app NaN'])
    const slow = aWorker('100', {}, { loopDelayMs: { p50: NaN, p99: 1, max: 1 } })
    const { kept: ofWorker } = leaveOutOfRun(aRun({ workers: [slow] }))
    expect(ofWorker?.workers).to.eql([{ ...slow, usage: { ...slow.usage, loopDelayMs: null } }])
    const instances = [anInstanceUse({ cpu: Infinity }), anInstanceUse()]
    const lastReport = { rssMegabytes: 90, heapMegabytes: NaN }
    expect(leaveOutOfRun(aRun({ instances, lastReport })).kept).to.deep.include({
      instances: [anInstanceUse()],
      lastReport: null
    })
    const { kept, leftOut } = leaveOutOfRun(aRun({ throughputPerSecond: Infinity, variant: 'clustered', round: 2 }))
    expect([kept, leftOut.map(saidOf)]).to.eql([
      null,
      ['scenarios[primes].runs[clustered, round 2] throughputPerSecond Infinity']
    ])
  })

  it('is told on the console and to CI, which both say that there is no verdict', () => {
    const comparison = aComparison([lost.kept], conclude([lost.kept], null, { onInconclusive: 'fail' }))
    const told = withFaults(comparison, lost.leftOut, flawIn(comparison))
    const said = formatComparison(told, null).replace(/\s+/g, ' ')
    expect(said).to.include(' INCONCLUSIVE No verdict on clustered: a figure that is required of it could not be ')
    expect(said).to.include(
      'problem scenarios[primes].candidates[clustered].estimates[p95] is left out, since its interval[1] came out as ' +
        'Infinity, so there is no verdict on it. The rest holds. '
    )
    expect([told.exitCode, flawIn(told)]).to.eql([2, null])
    expect(junitXml(told)).to.include('<failure type="inconclusive"')
    const [ofLimit] = [aComparison([limited.kept], conclude([limited.kept], null, { onInconclusive: 'fail' }))]
    expect(formatComparison(ofLimit, null).replace(/\s+/g, ' ')).to.include(
      ' INCONCLUSIVE A figure that is required could not be computed. '
    )
    expect(junitXml(ofLimit)).to.include('<failure type="inconclusive"')
  })
})

describe('a comparison that its own schema forbids', () => {
  const folder = temporaryFolder()
  const both = [
    { name: 'single', mode: 'single' as const, workers: 1 },
    { name: 'clustered', mode: 'cluster' as const, workers: 2 }
  ]

  it('is written as it is, with its page, and says what is wrong in it', async () => {
    const { comparison } = writeSyntheticRecord(folder.path('reports/one'), {
      variants: both,
      rounds: 3,
      requests: 60,
      seed: 1
    })
    comparison.scenarios[0].variants[0].utilization = 1.5
    const told = withFaults(comparison, [], flawIn(comparison))
    const plan = {
      settings: { ...someSettings(), reportDirectory: folder.path('reports') },
      record: { folder: folder.path('reports/one') }
    } as PlannedComparison
    for (const write of writersOf(plan, told)) await write()
    const read = (name: string) => readFileSync(folder.path(`reports/one/${name}`), 'utf8')
    const sentence = 'scenarios[0].variants[0].utilization is 1.5, which the schema of comparison.json forbids'
    expect(JSON.parse(read('comparison.json')).scenarios[0].warnings[0].message).to.include(sentence)
    for (const text of [textOf(read('index.html')), formatComparison(told, null).replace(/\s+/g, ' ')])
      expect(text).to.include(sentence)
    for (const name of ['summary.md', 'junit.xml']) expect(read(name), name).to.include('broken-figure')
    expect(told.exitCode).to.equal(comparison.exitCode)
  })

  it('has its page although figures of its runs are no numbers, as do the files that are read for it', async () => {
    const { comparison, runs } = writeSyntheticRecord(folder.path('reports/two'), {
      variants: both,
      rounds: 3,
      requests: 60,
      seed: 1
    })
    const record = createRunRecord(folder.path('measured'), 'primes.yml', new Date(0))
    const withoutMachine = { ...runs[0], machine: aMachine({ others: NaN }) }
    const lost = { ...runs[1], round: 4, throughputPerSecond: Infinity }
    for (const run of [withoutMachine, ...runs.slice(1), lost]) {
      const samples = run.samples.replace(/\.gz$/, '')
      writeFileSync(join(record.folder, samples), gunzipSync(readFileSync(folder.path(`reports/two/${run.samples}`))))
      writeFileSync(join(record.folder, run.telemetry), readFileSync(folder.path(`reports/two/${run.telemetry}`)))
      const { machine, throughputPerSecond } = await record.append({ ...run, samples })
      expect([machine, throughputPerSecond], 'whoever concludes has all of it').to.eql([
        run.machine,
        run.throughputPerSecond
      ])
    }
    const plan = {
      settings: { ...someSettings(), reportDirectory: folder.path('measured') },
      record
    } as PlannedComparison
    for (const write of writersOf(plan, comparison)) await write()
    await makeReport(record.folder)
    const kept = readRuns(readFileSync(join(record.folder, 'runs.ndjson'), 'utf8'), 'runs.ndjson')
    expect(kept.map(({ round, machine }) => [round, machine === null])).to.eql(
      runs.map(({ round }, i) => [round, i === 0])
    )
  })

  it('is told of in place of what ended it, where no scenario was measured', () => {
    const { error, exitCode } = withFaults(aComparison([], { exitCode: 0 }), [], {
      place: ['settings', 'time'],
      words: 'settings.time is -1'
    })
    expect([error?.code, exitCode]).to.eql(['UNEXPECTED', 3])
    expect(error?.message).to.include('settings.time is -1, which the schema of comparison.json forbids')
  })
})
