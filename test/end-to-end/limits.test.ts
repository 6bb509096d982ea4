import { expect } from 'chai'
import { runArtillery } from '../support/artillery.ts'
import { certain, shortScript, useProject } from '../support/project.ts'

describe('limits', () => {
  const project = useProject()

  /** @returns what became of a comparison without any threshold */
  async function compare(options: object, config?: object) {
    const script = shortScript(project, { options, ...(config && { config }) })
    const { code, output } = await runArtillery(project.write('job.json', script), { cwd: project.folder })
    const {
      scenarios: [{ limits, candidates }],
      verdict,
      exitCode
    } = project.comparison()
    return { code, output, limits, candidates, verdict, exitCode }
  }

  it('that every variant meets pass without any threshold, and ensure reads the milliseconds of each', async () => {
    const conditions = [
      'single.p95_ms < 60000',
      'clustered.p95_ms > 0',
      'clustered.p95_low >= 0',
      'clustered.throughput_per_second > 1',
      'single.errorRate < 0.5'
    ].map((condition) => ({ expression: `plugins.speedup.hello.${condition}` }))
    const config = { ensure: { conditions } }
    const plugins = { speedup: shortScript(project).config.plugins.speedup, ensure: {} }
    Object.assign(plugins.speedup, { limits: { p95: '60s', throughput: '1/s', errorRate: '50%' } })
    const { code, output, limits, candidates, verdict, exitCode } = await compare({}, { ...config, plugins })
    expect(code, output).to.equal(0)
    expect({ verdict, exitCode, own: candidates[0].verdict }).to.eql({ verdict: 'pass', exitCode: 0, own: null })
    expect(limits.map(({ variant, metric, verdict: each }: any) => `${variant} ${metric} ${each}`)).to.eql(
      ['single', 'clustered'].flatMap((variant) =>
        ['p95', 'throughput', 'errorRate'].map((metric) => `${variant} ${metric} pass`)
      )
    )
    expect(output)
      .to.include('All 6 limits are met.')
      .and.match(/single +p95 +[\d.]+ ms +[\d.,]+ - [\d.,]+ +<= 60,000 ms +pass/)
    for (const { expression } of conditions) expect(output).to.include(`ok: ${expression}`)
  })

  it('that one variant misses fail, with the value that it has, whatever the speedup', async () => {
    const variants = { single: { limits: { p50: '0.001ms' } }, clustered: { mode: 'cluster', workers: 2 } }
    const { code, output, verdict } = await compare({
      variants,
      limits: { p95: '60s' },
      thresholds: { p95: certain.toPass }
    })
    expect([code, verdict], output).to.eql([1, 'fail'])
    expect(output).to.match(/FAIL {2}(?:.* )?single misses p50 <= 0\.001 ms: [\d.]+ ms \[[\d., ]+\]\./)
  })
})
