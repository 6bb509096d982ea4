import { expect } from 'chai'
import { runArtillery } from '../support/artillery.js'
import { concludeFrom, measureOnce } from '../support/measure.js'
import { certain, createProject, shortScript } from '../support/project.js'

describe('a load that comes whatever the app does', function () {
  this.timeout(120_000)
  /** @type {import('../support/project.js').Project} */
  let project
  beforeEach(async () => (project = await createProject()))
  afterEach(() => project.remove())

  /**
   * @param {{ arrivalRate: number, flow: object[], thresholds: object }} given
   * @returns {Promise<{ code: number | null, output: string, result: any }>} result: the one scenario's
   */
  async function compare({ arrivalRate, flow, thresholds }) {
    const config = { phases: [{ duration: 4, arrivalRate }] }
    const script = shortScript(project, { app: 'queue.js', config, scenarios: [{ name: 'open', flow }], options: { thresholds } })
    const { code, output } = await runArtillery(project.write('job.json', script), { cwd: project.folder })
    return { code, output, result: project.comparison().scenarios[0] }
  }

  it('above the capacity of one process carries a verdict on throughput, and none on latencies', async () => {
    const thresholds = { p95: certain.toPass, throughput: 1.1 }
    const { code, output, result } = await compare({ arrivalRate: 150, flow: [{ get: { url: '/' } }], thresholds })
    expect(code, output).to.equal(2)
    expect(result.load).to.deep.equal({ model: 'open', saturated: ['single'] })
    expect(output).to.match(/throughput .* >= 1\.1 +pass\n/)
    expect(output).to.contain('INCONCLUSIVE  The measurement carries no verdict on p95 of clustered: single could not keep up with the users who came.')
    expect(output).to.match(/problem: single could not keep up .* judge by throughput\. For latencies, lower the arrival rate, .* \[baseline-saturated\]/)
  })

  it('below it, in sessions of several requests, carries one on latencies, and none on more throughput', async () => {
    const flow = [{ get: { url: '/' } }, { think: '300ms' }, { get: { url: '/' } }, { think: '300ms' }, { get: { url: '/' } }]
    const config = { phases: [{ duration: 4, arrivalRate: 16 }] }
    const options = { thresholds: { p50: certain.toPass, throughput: 1.1 } }
    const script = shortScript(project, { app: 'queue.js', config, scenarios: [{ name: 'open', flow }], options })
    const result = concludeFrom(await measureOnce(project.write('job.json', script), project.folder))
    expect(result.load).to.deep.equal({ model: 'open', saturated: [] })
    expect(result.candidates[0].estimates.map(({ verdict, reason }) => verdict ?? reason)).to.deep.equal(['pass', null, null, 'inconclusive'])
    const fixed = result.warnings.find(({ code }) => code === 'throughput-fixed')
    expect(fixed).to.deep.include({ severity: 'problem', variant: 'clustered' })
    expect(fixed?.message).to.match(/^clustered: a throughput above that of single is required, but .* Require a latency instead, /)
  })
})
