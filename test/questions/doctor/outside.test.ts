import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { expect } from 'chai'
import { ports } from '../../../plugin/questions/doctor/app/checks/shared.ts'
import { sigterm } from '../../../plugin/questions/doctor/app/checks/sigterm.ts'
import { findingsIn, type Started } from '../../../plugin/questions/doctor/app/started.ts'
import { statFields } from '../../../plugin/processes/proc.ts'

const kin = { group: Number(statFields('/proc/self')[3]), mark: 'of nobody' }

describe('an app that is seen from outside alone', () => {
  it('has ports that are of one worker, of all, or of the process that keeps them, by who accepts there', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const seen = async (accepting: string[]) => {
      let turn = 0
      const acceptor = async (at: number) => (at === port ? accepting[turn++ % accepting.length] : '')
      const app = { workers: ['1', '2'], port: 1, running: { kin }, outside: 'a command', acceptor }
      const clustered = await ports.look(app as Partial<Started> as Started)
      return findingsIn(ports.conclude({ single: { ofWorkers: [], native: [] }, clustered, workers: 2 }))
    }
    expect((await seen(['1'])).map(({ code }) => code)).to.eql(['port-of-one'])
    const [shared] = await seen(['1', '2'])
    expect([shared.code, shared.sentence]).to.eql([
      'shared-port',
      `all workers listen on port ${port}, too: what comes there reaches any of them, and tells of that worker alone`
    ])
    expect(await seen(['0'])).to.eql([])
    server.close()
  })

  /** @returns the codes of what is found, or what is fine */
  const told = async (answersAfterMs: number, isAnswered = true) => {
    let asked = 0
    const app = {
      workers: ['7'],
      isAlone: true,
      outside: 'a command',
      reach: async () => {},
      requests: async () => [{ method: 'GET', path: '/', headers: {}, body: null }],
      ask: async () => {
        if (++asked === 2 && !isAnswered) throw new Error('ECONNRESET')
        await new Promise((resolve) => setTimeout(resolve, answersAfterMs))
        return { status: 200, headers: {}, body: '' }
      },
      running: { stop: async () => false }
    }
    const single = await sigterm.look(app as unknown as Started)
    const said = sigterm.conclude({ single, clustered: null, workers: 2 })
    return (
      findingsIn(said)
        .map(({ code }) => code)
        .join() || said.at(-1)
    )
  }

  it('is seen to finish requests, or not, if these take long enough', async () => {
    expect(await told(0)).to.equal('not-seen')
    expect(await told(120)).to.match(/^on SIGTERM, requests in progress are answered, without connection: close,/)
    expect(await told(120, false)).to.equal('sigterm-cuts')
  })
})
