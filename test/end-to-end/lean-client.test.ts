import { fork } from 'node:child_process'
import { once } from 'node:events'
import { expect } from 'chai'
import { rejectionOf } from '../app/starting.ts'
import { apps } from '../support/project.ts'
import { runningAt, type App } from '../parity/app.ts'
import { runScript, type ParityScript } from '../parity/run-script.ts'

const hangUp = 'ECONNRESET: socket hang up'

/**
 * What Artillery's own client hangs at, dies of, or both fails and finishes, and what of it the lean client makes: the
 * error that is counted, or null, if the user goes on.
 */
const endings: Record<string, string | null> = {
  '/bad/upgrade': hangUp,
  '/bad/redirect-to-nowhere': null,
  '/status/302': null,
  '/status/304': null,
  '/status/305': null,
  '/bad/bad-gzip': 'Z_DATA_ERROR: incorrect header check',
  '/bad/more-than-told': null,
  '/bad/garbage': 'HPE_INVALID_CONSTANT: Parse Error: Expected HTTP/, RTSP/ or ICE/',
  '/close': null
}
const kinds = Object.keys(endings)

/** @param counters of a run */
const errorsOf = (counters: any) =>
  Object.fromEntries(Object.entries(counters).filter(([name]) => name.startsWith('errors.')))

describe('the lean client', () => {
  it('ends each request where Artillery’s own client hangs, dies or does two things, with async onError hooks, too', async () => {
    const outcome = await runScript(
      {
        name: 'one misbehaviour a user',
        rows: kinds,
        config: { http: { timeout: 20 } },
        scenario: {
          onError: 'noteErrorLater',
          afterResponse: 'noteResponse',
          flow: [{ get: { url: '{{ kind }}' } }, { get: { url: '/echo' } }, { function: 'noteVariables' }]
        }
      },
      'auto'
    )
    expect(outcome.telemetry.find(({ source }) => source === 'client')).to.include({ name: 'lean', because: null })
    expect(outcome.code, outcome.output).to.equal(0)
    const found = outcome.notes.flatMap(({ error, variables }) => {
      if (error !== undefined) return [[error.kind, `${error.code}: ${error.message}`]]
      return variables === undefined ? [] : [[variables.kind, null]]
    })
    // One ending for each user, not two.
    expect(found).to.have.deep.members(Object.entries(endings))
    const { counters } = outcome.metrics
    const failed = Object.values(endings).filter((ending) => ending !== null)
    expect(counters).to.include({
      'vusers.created': kinds.length,
      'vusers.failed': failed.length,
      'vusers.completed': kinds.length - failed.length
    })
    const expected = Map.groupBy(failed, (ending) => `errors.${ending?.split(':')[0]}`)
    expect(errorsOf(counters)).to.deep.equal(
      Object.fromEntries([...expected].map(([name, { length }]) => [name, length]))
    )
    expect(counters['http.requests']).to.equal(2 * kinds.length - failed.length)
  })

  describe('with many users at once', () => {
    let child: import('node:child_process').ChildProcess
    let app: App
    beforeEach(async () => {
      child = fork(`${apps}backlog.js`)
      const [{ port }] = await once(child, 'message')
      app = runningAt(port)
    })
    afterEach(() => child.disconnect())

    /** @param options besides of the script: users who come within a second and ask once */
    async function spike(users: number, url: string, options: Partial<ParityScript> = {}) {
      // Whoever waits for a busy machine shall not give up.
      const config = { phases: [{ duration: 1, arrivalCount: users }], http: { timeout: 50 } }
      const { code, metrics, output, ...written } = await runScript(
        {
          name: 'spike',
          users,
          anonymous: true,
          running: app,
          config,
          scenario: { flow: [{ get: { url } }] },
          ...options
        },
        'auto'
      )
      expect(code, output).to.equal(0)
      const samples = written.samples.filter(([, , , , , request]) => request !== 'pass')
      expect(samples).to.have.lengthOf(users)
      return { samples, counters: metrics.counters }
    }

    it('has a connection for each of 4,000, and loses none', async () => {
      const users = 4000
      const { counters, samples } = await spike(users, '/')
      expect(counters).to.include({
        'vusers.created': users,
        'vusers.completed': users,
        'vusers.failed': 0,
        'http.requests': users,
        'http.codes.200': users
      })
      expect(samples.every(([, , outcome, , isFirst]) => outcome === '200' && isFirst === '1')).to.equal(true)
    })

    it('counts as errors the connections for which the system has no descriptors left', async () => {
      const users = 400
      // They are all there before the first one leaves.
      const { counters } = await spike(users, '/?wait=2000', { prefix: ['sh', '-c', 'ulimit -n 200; exec "$@"', 'sh'] })
      expect(counters).to.include({ 'vusers.created': users, 'http.requests': users })
      expect(counters['errors.EMFILE']).to.be.above(0)
      expect(errorsOf(counters)).to.deep.equal({ 'errors.EMFILE': counters['vusers.failed'] })
      expect(counters['vusers.completed'] + counters['vusers.failed']).to.equal(users)
    })
  })

  // That one before a step's request is an error of the user is compared in test/parity.
  describe('ends the run, as Artillery’s own does, where a function of the script throws', () => {
    const get = { get: { url: '/echo' } }
    const scripts = [
      [
        'before a later request of a loop',
        { beforeRequest: 'breakDownTheSecondTime', flow: [{ loop: [get], count: 3 }] }
      ],
      ['after a response', { afterResponse: 'breakDown', flow: [get] }]
    ] as [string, Record<string, any>][]
    for (const [name, scenario] of scripts) {
      it(name, async () => {
        for (const client of ['auto', 'artillery'] as const) {
          const { message } = await rejectionOf(runScript({ name, scenario }, client))
          // It ends before there are any metrics.
          expect(message, client).to.include('The run ended with 11,').and.include('this function is broken')
        }
      })
    }
  })
})
