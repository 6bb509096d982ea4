import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { readSettings } from '../../plugin/settings/read-settings.ts'
import { concludeFrom, measureWith } from '../support/measure.ts'
import { certain, createProject, fixtures, type Project } from '../support/project.ts'
import { serving } from '../support/serving.ts'
import type { Generator, Settings } from '../../plugin/concepts/settings.ts'
import type { Run } from '../../plugin/concepts/run.ts'

const standIn = `${fixtures}stand-in-artillery.js`
const users = 4
const loops = 30
const thinkMs = 30

const ways: { what: string; generator: Generator | null; command?: string }[] = [
  { what: 'recorded request by request', generator: null },
  {
    what: 'told by the metrics of a platform',
    generator: { command: 'run-fargate', args: ['--region', 'eu-west-1'] },
    command: standIn
  }
]

describe('deployed apps', () => {
  const serve = serving(after)
  let asked: Record<string, string[]> = {} // paths
  /** @param name under which it answers, as if it were its PID */
  const serveAs = async (name: string) => {
    const { target } = await serve(({ url }, response) => {
      asked[name] = [...(asked[name] ?? []), String(url)]
      response.setHeader('x-worker-pid', name).end('hello')
    })
    return target.url
  }
  let project: Project
  let settings: Settings
  before(async () => {
    project = await createProject()
    const [one, two, three, elsewhere] = await Promise.all(['before', 'after-1', 'after-2', 'elsewhere'].map(serveAs))
    const variants = { before: { mode: 'url', url: one }, after: { mode: 'url', url: [two, three] } }
    // Far longer than it takes until all have come: a closed load, in which nobody can fail to keep up.
    const flow = [
      { get: { url: `${elsewhere}/hello` } },
      {
        loop: [{ get: { url: '/hello' } }, { get: { url: '{{ target }}/named' } }, { think: `${thinkMs}ms` }],
        count: loops
      }
    ]
    const config = {
      target: one,
      phases: [{ duration: '100ms', arrivalCount: users }],
      plugins: { speedup: { variants, rounds: 3 } }
    }
    const script = { config, scenarios: [{ name: 'hello', flow }] }
    const scriptFile = project.write('job.json', script)
    settings = readSettings({ script, scriptFile, configFile: scriptFile, workingDirectory: project.folder })
  })
  after(() => project.remove())

  for (const { what, generator, command } of ways) {
    describe(`under a load that is ${what}`, () => {
      let runs: Run[]
      const folder = () => join(project.folder, what)
      before(async () => {
        asked = {}
        runs = await measureWith({ ...settings, generator }, { folder: folder(), command })
      })

      it('have every request counted, and those to elsewhere not', () => {
        const counted = runs.map(({ requests, failures, unattributed, firstRequests: { apart } }) => ({
          requests,
          failures,
          unattributed,
          apart
        }))
        expect(counted).to.eql(
          Array(2).fill({ requests: 2 * users * loops, failures: 0, unattributed: 0, apart: true })
        )
        // Recorded, they may be part of the warm-up; Artillery's metrics know no time.
        for (const {
          firstRequests: { count }
        } of runs)
          expect(count).to.be.within(generator === null ? 0 : users, users)
      })

      it('have users sent to several targets in turn, with all that they ask for but what is meant for elsewhere', () => {
        expect(
          runs.map(({ workers }) =>
            workers.map(({ pid, requests, connections }) => [pid, requests, connections]).sort()
          )
        ).to.eql([
          [['before', 2 * users * loops, users]],
          [
            ['after-1', users * loops, users / 2],
            ['after-2', users * loops, users / 2]
          ]
        ])
        expect(asked['after-1'].filter((path) => path === '/named')).to.have.length((users * loops) / 2)
        expect(asked.elsewhere).to.eql(Array(2 * users).fill('/hello'))
      })

      it('have users who got through the flow, and where else they asked', () => {
        const seen = runs.map(({ passes, elsewhere }) => [
          passes?.through,
          passes?.failed,
          Object.values(elsewhere ?? {})
        ])
        expect(seen).to.eql(Array(2).fill([users, 0, [users]]))
      })

      it('have users who came, and stayed', () => {
        for (const { generator: use, wallSeconds, latencyMs } of runs) {
          expect(use).to.include({ users, skippedUsers: 0 })
          expect(use.shortestSessionMs).to.be.at.least(0.9 * thinkMs * loops)
          expect(use.arrivalSeconds).to.be.above(0)
          expect(use.drainSeconds).to.be.within(0, wallSeconds)
          expect(latencyMs?.p50).to.be.within(latencyMs?.min ?? NaN, latencyMs?.max ?? NaN)
        }
      })

      for (const [verdict, required] of [
        ['pass', certain.toPass],
        ['fail', certain.toFail]
      ] as const) {
        it(`${verdict}, whoever tells`, () => {
          const thresholds = { after: { p50: required, throughput: required } }
          const scenarios = settings.scenarios.map((scenario) => ({ ...scenario, thresholds }))
          // How busy the machine of this test is, is another matter: it takes time of some answers, which makes two
          // kinds.
          const calm = runs.map((run) => ({
            ...run,
            generator: { ...run.generator, utilization: null },
            latencyMs: run.latencyMs && { ...run.latencyMs, around: undefined }
          }))
          const {
            candidates: [after]
          } = concludeFrom({ runs: calm, settings: { ...settings, generator, scenarios } })
          const ofAll = after.estimates
            .filter((estimate) => estimate.required !== null)
            .map((estimate) => [estimate.metric, estimate.verdict, estimate.reason])
          expect([after.verdict, ...ofAll]).to.eql([verdict, ['p50', verdict, null], ['throughput', verdict, null]])
        })
      }

      if (generator !== null) {
        it('leave no single requests behind, but what Artillery wrote', () => {
          const [{ samples }] = runs
          const inRecord = (file: string) => readFileSync(join(folder(), readdirSync(folder())[0], file), 'utf8')
          expect(inRecord(samples).split('\n')).to.have.length(2)
          expect(JSON.parse(inRecord(samples.replace('.csv', '.metrics.json')))).to.include.keys(
            'aggregate',
            'intermediate'
          )
        })
      }
    })
  }
})
