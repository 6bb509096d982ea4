import { expect } from 'chai'
import { compareOneRound } from '../support/measure.ts'
import { certain, shortScript, useProject } from '../support/project.ts'

describe('the answers of the variants', function () {
  this.timeout(90_000)
  const project = useProject()

  const flow = [{ loop: ['/counter', '/clock', '/process', '/same'].map((url) => ({ get: { url } })), count: 12 }]
  const scenarios = [{ name: 'pages', flow }]

  it('are compared: what clustering broke is a problem, and what differs by nature is not', async () => {
    const script = shortScript(project, { app: 'answers.js', scenarios, options: { thresholds: { p50: certain.toPass } } })
    const [{ answers, warnings, verdict, candidates: [{ estimates }] }] = (await compareOneRound(script, project.folder)).scenarios
    expect(answers).to.deep.equal([{ variant: 'clustered', requests: 4, different: ['GET /counter'], unsteady: ['GET /clock', 'GET /process'] }])
    expect(verdict).to.equal('inconclusive')
    expect(estimates[0]).to.include({ metric: 'p50', reason: 'different-answers' })
    const [broken, unsteady] = warnings.filter(({ code }) => ['different-answers', 'unsteady-answers'].includes(code))
    expect(broken).to.include({ severity: 'problem', variant: 'clustered' })
    expect(broken.message).to.match(/^clustered answers GET \/counter otherwise than single, which agrees with itself from start to start: clustering broke the app/)
    expect(unsteady).to.include({ severity: 'note' })
    expect(unsteady.message).to.match(/^clustered: GET \/clock, GET \/process could not be compared/)
  })
})
