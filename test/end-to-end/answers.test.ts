import { expect } from 'chai'
import { runArtillery } from '../support/artillery.ts'
import { certain, shortScript, useProject } from '../support/project.ts'

describe('the answers of the variants', function () {
  this.timeout(90_000)
  const project = useProject()

  const flow = [{ loop: ['/counter', '/clock', '/process', '/same'].map((url) => ({ get: { url } })), count: 12 }]
  const scenarios = [{ name: 'pages', flow }]

  it('are compared: what clustering broke is a problem, and what differs by nature is not', async () => {
    const script = shortScript(project, { app: 'answers.js', scenarios, options: { thresholds: { p50: certain.toPass } } })
    const { code, output } = await runArtillery(project.write('job.json', script), { cwd: project.folder })
    expect(code, output).to.equal(2)
    expect(output).to.match(/INCONCLUSIVE {2}The measurement carries no verdict on p50 of clustered: it does not answer as single does\./)
    const [{ answers, warnings }] = project.comparison().scenarios
    expect(answers).to.deep.equal([{ variant: 'clustered', requests: 4, different: ['GET /counter'], unsteady: ['GET /clock', 'GET /process'] }])
    expect(warnings[0]).to.include({ code: 'different-answers', severity: 'problem', variant: 'clustered' })
    expect(output).to.contain('  problem: clustered answers GET /counter otherwise than single, which agrees with itself from start to start: clustering broke the app')
    expect(output).to.contain('  note: clustered: GET /clock, GET /process could not be compared')
    for (const { severity, message, code: name } of warnings) expect(output).to.contain(`\n  ${severity}: ${message} [${name}]\n`)
  })
})
