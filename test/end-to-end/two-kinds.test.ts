import { expect } from 'chai'
import { eventually } from '../support/eventually.ts'
import { concludeFrom, measureOnce } from '../support/measure.ts'
import { shortScript, useProject } from '../support/project.ts'

describe('a slow request among nineteen quick ones', () => {
  const project = useProject()

  /** What is concluded of three rounds like the one that is measured. */
  async function conclude(flow: object[]) {
    const script = shortScript(project, {
      app: 'mix.js',
      config: { phases: undefined },
      options: { users: 6, duration: '4s', thresholds: { p50: 0.5, p95: 0.5 } },
      scenarios: [{ name: 'mix', flow }]
    })
    const measured = await measureOnce(project.write('job.json', script), project.folder, ['single'])
    const [single] = measured.runs
    const runs = [single, { ...single, variant: 'clustered' }]
    const { candidates, warnings } = concludeFrom({ runs, settings: measured.settings })
    const reasons = Object.fromEntries(candidates[0].estimates.map(({ metric, reason }) => [metric, reason]))
    return { reasons, messages: warnings.flatMap(({ code, message }) => (code === 'two-kinds' ? [message] : [])) }
  }
  const quick = { loop: [{ get: { url: '/?timer=10' } }], count: 19 }

  it('leaves p95 without a verdict, as it lies between the two, and says where they meet', () =>
    eventually(async () => {
      const { reasons, messages } = await conclude([quick, { get: { url: '/?timer=300' } }])
      expect(reasons, messages.join('\n')).to.include({ p50: null, p95: 'two-kinds' })
      expect(messages).to.have.lengthOf(2)
      for (const message of messages)
        expect(message).to.match(
          /kind of responses \(up to \d\d ms\) and a slow one \(from 3\d\d ms on\) meet at p95, so chance/
        )
    }, 5))

  it('is nothing of the kind where all are quick', () =>
    eventually(async () => expect((await conclude([quick])).reasons).to.include({ p50: null, p95: null }), 5))
})
