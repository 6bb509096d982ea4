import { expect } from 'chai'
import { concludeFrom, measureOnce } from '../support/measure.ts'
import { certain, shortScript, useProject } from '../support/project.ts'

describe('a load that comes whatever the app does', function () {
  this.timeout(120_000)
  const project = useProject()

  async function compare({ arrivalRate, flow, thresholds }: { arrivalRate: number, flow: object[], thresholds: object }) {
    const config = { phases: [{ duration: 3, arrivalRate }] }
    const script = shortScript(project, { app: 'queue.js', config, scenarios: [{ name: 'open', flow }], options: { thresholds } })
    return concludeFrom(await measureOnce(project.write('job.json', script), project.folder))
  }

  it('above the capacity of one process carries a verdict on throughput, and none on latencies', async () => {
    const thresholds = { p95: certain.toPass, throughput: 1.1 }
    const { load, candidates: [{ estimates, verdict }], warnings } = await compare({ arrivalRate: 150, flow: [{ get: { url: '/' } }], thresholds })
    expect(load).to.deep.equal({ model: 'open', saturated: ['single'] })
    expect(estimates.map((one) => one.verdict ?? one.reason)).to.deep.equal(['baseline-saturated', 'inconclusive', 'baseline-saturated', 'pass'])
    expect(verdict).to.equal('inconclusive')
    const saturated = warnings.find(({ code }) => code === 'baseline-saturated')
    expect(saturated).to.include({ severity: 'problem' })
    expect(saturated?.message).to.match(/^single could not keep up .* judge by throughput\. For latencies, lower the arrival rate, /)
  })

  it('below it, in sessions of several requests, carries one on latencies, and none on more throughput', async () => {
    const flow = [{ get: { url: '/' } }, { think: '300ms' }, { get: { url: '/' } }, { think: '300ms' }, { get: { url: '/' } }]
    const result = await compare({ arrivalRate: 16, flow, thresholds: { p50: certain.toPass, throughput: 1.1 } })
    expect(result.load).to.deep.equal({ model: 'open', saturated: [] })
    expect(result.candidates[0].estimates.map(({ verdict, reason }) => verdict ?? reason)).to.deep.equal(['pass', null, null, 'inconclusive'])
    const fixed = result.warnings.find(({ code }) => code === 'throughput-fixed')
    expect(fixed).to.deep.include({ severity: 'problem', variant: 'clustered' })
    expect(fixed?.message).to.match(/^clustered: a throughput above that of single is required, but .* Require a latency instead, /)
  })
})
