import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { concludeFrom, measureOnce, shortenLoads } from '../support/measure.ts'
import { certain, createProject, shortScript } from '../support/project.ts'

const processor = fileURLToPath(new URL('../../scenarios/closed-loop.js', import.meta.url))

describe('a load generator that is the bottleneck', function () {
  this.timeout(60_000)
  let project: import('../support/project.ts').Project
  beforeEach(async () => (project = await createProject()))
  afterEach(() => project.remove())
  shortenLoads()

  for (const [what, p50] of [['would pass', certain.toPass], ['would fail', certain.toFail]] as [string, number][]) {
    it(`gets no verdict, though the numbers ${what}`, async () => {
      const scenarios = [{ name: 'hello', flow: [{ loop: [{ get: { url: '/' } }], whileTrue: 'untilTimeIsUp' }] }]
      // A request costs Artillery's own client more than this app.
      const options = { thresholds: { p50 }, client: 'artillery' }
      const script = shortScript(project, { config: { processor }, scenarios, options })
      const { candidates: [candidate], warnings } = concludeFrom(await measureOnce(project.write('job.json', script), project.folder))
      expect(candidate.verdict).to.equal('inconclusive')
      expect(candidate.estimates[0]).to.include({ verdict: 'inconclusive', reason: 'generator-saturated' })
      expect(candidate.diagnosis).to.deep.include({ code: 'generator-bound' })
      expect(candidate.diagnosis.message).to.match(/^The responses are too fast for the load generator: it was (8|9|10)\d % busy, the event loop of single \d/)
      const named = warnings.find(({ code }) => code === 'generator-saturated')
      expect(named).to.include({ severity: 'problem', variant: null })
      expect(named?.message).to.match(/^single, rounds 1 to 3; clustered, rounds 1 to 3: the load generator was (8|9|10)\d % busy, so the latencies include its own delay/)
    })
  }
})
