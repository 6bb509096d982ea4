import { expect } from 'chai'
import { eventually } from '../support/eventually.ts'
import { concludeFrom, measureOnce } from '../support/measure.ts'
import { fixtures, shortScript, useProject } from '../support/project.ts'

/**
 * Loads whose mix is known, and the least share of each part of the time that they must show. Others compute on the
 * same machine meanwhile, which makes every part longer, but none out of nothing. So the parts take far longer than
 * what that adds to a request; and where it is more for once, it is measured again.
 */
const mixes: {
  title: string
  url: string
  users: number
  think?: string
  isSlow?: boolean
  least: Partial<Record<Part, number>>
  most?: Partial<Record<Part, number>>
  told: RegExp
}[] = [
  {
    title: 'computing',
    url: '/?compute=20',
    users: 4,
    least: { computing: 0.15, outside: 0.5 },
    most: { waiting: 0.1 },
    told: /^(?!waiting|idle)/
  },
  {
    title: 'computing, with thinking',
    url: '/?compute=25',
    users: 2,
    think: '175ms',
    least: { computing: 0.5 },
    most: { waiting: 0.1 },
    told: /^idle: .* busy at [\d.]+ requests\/s and would be full at about \d+;/
  },
  {
    title: 'a timer and computing',
    url: '/?timer=100&compute=25',
    users: 2,
    least: { waiting: 0.55, computing: 0.12 },
    most: { outside: 0.25 },
    told: /^waiting: .* waits for something other than the CPU .*: \d+ of the \d+ ms/
  },
  {
    title: 'a queue in front of one connection',
    url: '/?timer=25&queued=1',
    users: 4,
    least: { waiting: 0.6 },
    told: /^waiting:/
  },
  {
    title: 'slow users',
    url: '/',
    users: 4,
    isSlow: true,
    least: { outside: 0.8 },
    most: { waiting: 0.15, computing: 0.2 },
    told: /^(?!waiting|contention)/
  }
]

/** outside: the load generator's own delay and waiting for its turn */
type Part = 'computing' | 'waiting' | 'outside'

describe('where the time of a response goes', () => {
  const project = useProject()

  for (const { title, url, users, think, isSlow = false, least, most = {}, told } of mixes) {
    it(`is told of ${title}, and what that means for more workers that gained nothing`, () =>
      eventually(async () => {
        const steps = [
          { get: { url, ...(isSlow ? { afterResponse: 'computeLong' } : {}) } },
          ...(think === undefined ? [] : [{ think }])
        ]
        const config = { processor: `${fixtures}slow-users.js`, phases: undefined }
        const script = shortScript(project, {
          app: 'mix.js',
          config,
          options: { users, duration: '2s' },
          scenarios: [{ name: 'mix', flow: steps }]
        })
        const {
          runs: [single],
          settings
        } = await measureOnce(project.write('job.json', script), project.folder, ['single'])
        // As if two workers had been just as fast.
        const {
          variants: [{ responseTime }],
          candidates: [{ diagnosis }]
        } = concludeFrom({ runs: [single, { ...single, variant: 'clustered' }], settings })
        if (responseTime === null) return expect.fail('It is unknown.')
        const { latencyMs, generatorMs, queueMs, waitingMs, computingMs } = responseTime
        const shares = {
          computing: computingMs / latencyMs,
          waiting: waitingMs / latencyMs,
          outside: (Number(generatorMs) + queueMs) / latencyMs
        }
        const seen = JSON.stringify({ responseTime, diagnosis })
        for (const [part, share] of Object.entries(least))
          expect(shares[part as Part], `${part} of ${seen}`).to.be.at.least(share)
        for (const [part, share] of Object.entries(most))
          expect(shares[part as Part], `${part} of ${seen}`).to.be.at.most(share)
        expect(`${diagnosis.code}: ${diagnosis.message}`).to.match(told)
      }, 5))
  }
})
