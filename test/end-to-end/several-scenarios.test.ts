// One comparison for all tests: it is looked at from several sides.
import { readFileSync } from 'node:fs'
import { availableParallelism, cpus } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { expect } from 'chai'
import { XMLParser } from 'fast-xml-parser'
import { describeLoad } from '../../plugin/settings/describe-load.ts'
import { runArtillery } from '../support/artillery.ts'
import { apps, certain, createProject, pausingFlow, shortScript } from '../support/project.ts'
import { aCandidateWith, aComparison, aScenarioResult } from '../support/results.ts'

describe('artillery run with several scenarios, in GitHub Actions, with --quiet', () => {
  let project: import('../support/project.ts').Project
  let ended: { code: number | null; output: string }
  before(async () => {
    project = await createProject()
    const scenarios = [
      { name: 'one (1)', weight: 9, flow: pausingFlow('/one') },
      {
        name: 'two',
        weight: 1,
        flow: pausingFlow('/two'),
        speedup: { thresholds: { p50: certain.toFail }, limits: { p50: '0.000000000000001ms' } }
      }
    ]
    const app = { script: join(apps, 'diary.js'), env: { DIARY: join(project.folder, 'diary') } }
    const options = {
      app,
      thresholds: { p50: certain.toPass },
      compareWith: 'earlier.json',
      rounds: { min: 3, max: 10 }
    }
    const env = {
      GITHUB_ACTIONS: 'true',
      GITHUB_WORKSPACE: dirname(project.folder),
      GITHUB_STEP_SUMMARY: join(project.folder, 'summary')
    }
    const content = shortScript(project, { options, scenarios })
    const script = project.write('job.json', content)
    writeEarlierResult(content)
    ended = await runArtillery(script, { cwd: project.folder, flags: ['--quiet', '--output', 'out.json'], env })
  })
  after(() => project.remove())

  /**
   * Of the first scenario alone, on this machine and of the same load: its p50 fell since then, and nothing else; so
   * far that three rounds tell it, however noisy.
   */
  function writeEarlierResult(script: Record<string, any>) {
    const low = (['p95', 'p99', 'throughput'] as const).map((metric) => ({
      metric,
      speedup: 1e-20,
      interval: [1e-21, 1e-19] as [number, number]
    }))
    const earlier = aCandidateWith([{ metric: 'p50', speedup: 1e20, interval: [1e19, 1e21] }, ...low], {
      workers: availableParallelism()
    })
    const { environment, settings } = aComparison([])
    project.write(
      'earlier.json',
      aComparison([aScenarioResult([earlier], { scenario: 'one (1)', client: { name: 'lean', because: null } })], {
        environment: { ...environment, cpu: cpus()[0].model, cores: availableParallelism() },
        settings: { ...settings, load: describeLoad(script, script.scenarios, { fileName: 'job', isMix: false }) }
      })
    )
  }
  const resultOf = (scenario: number) => project.comparison().scenarios[scenario]

  it('compares them one after the other, each alone, by its own thresholds', () => {
    expect(
      project.comparison().scenarios.map((one: any) => [one.scenario, one.candidates[0].estimates[0].verdict])
    ).to.deep.equal([
      ['one (1)', 'pass'],
      ['two', 'fail']
    ])
    const paths = project
      .read('diary')
      .trimEnd()
      .split('\n')
      .map((line) => line.split(' ')[2])
    expect(new Set(paths)).to.deep.equal(new Set(['/one', '/two']))
    expect(paths.indexOf('/two')).to.be.above(paths.lastIndexOf('/one'))
    const { aggregate } = JSON.parse(project.read('out.json'))
    expect(aggregate.counters).to.include.keys(
      'plugins.speedup.one_1_.clustered.p50',
      'plugins.speedup.two.clustered.p50'
    )
  })

  it('exits with 1 as soon as the rounds show a miss, and still says so', () => {
    const { code, output } = ended
    expect(code, output).to.equal(1)
    expect(output)
      .to.match(
        /FAIL {2}two: [^]*clustered misses its threshold: p50 .* single misses p50 ≤ \S+ ms: [\d.]+ ms \[[\d., ]+\]\./
      )
      .and.not.contain('round  1')
    expect(project.comparison()).to.include({ verdict: 'fail', exitCode: 1 })
    expect(project.runs()).to.have.lengthOf(12)
  })

  it('fails for a speedup that fell below that of an earlier result, though all thresholds are met', () => {
    expect(ended.output).to.match(/FAIL {2}one \(1\): [^]*clustered fell at p50: /)
    expect(resultOf(0)).to.include({ verdict: 'fail' })
    expect(
      resultOf(0).candidates[0].estimates.map((one: any) => [one.metric, one.verdict, one.regression])
    ).to.deep.equal([
      ['p50', 'pass', true],
      ['p95', null, false],
      ['p99', null, false],
      ['throughput', null, false]
    ])
    expect(resultOf(1).candidates[0]).to.include({ againstEarlier: null, verdict: 'fail' })
    expect(readFileSync(join(project.record(), 'index.html'), 'utf8')).to.include('fell')
  })

  it('tells it to the page of the pull request, to the summary of the job and to readers of JUnit files', () => {
    const place = `file=${basename(project.folder)}/job.json,line=1`
    const annotations = [
      `::error title=REGRESSION%3A one (1),${place}::clustered fell at p50: `,
      `::error title=FAIL%3A two,${place}::clustered misses its threshold: p50 `,
      `::error title=FAIL%3A two,${place}::single misses p50 ≤ `
    ]
    for (const annotation of annotations) {
      expect(
        ended.output.split('\n').filter((line) => line.startsWith(annotation)),
        ended.output
      ).to.have.lengthOf(1)
    }
    expect(project.read('summary').trim()).to.equal(readFileSync(join(project.record(), 'summary.md'), 'utf8').trim())
    const { testsuites } = new XMLParser({ ignoreAttributes: false }).parse(
      readFileSync(join(project.record(), 'junit.xml'), 'utf8')
    )
    const failures = testsuites.testsuite.map((suite: any) =>
      [suite.testcase].flat().flatMap(({ failure }) => failure?.['@_type'] ?? [])
    )
    expect(failures).to.deep.equal([['regression'], ['fail', 'fail', 'fail']])
  })
})
