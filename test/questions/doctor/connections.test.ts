import { expect } from 'chai'
import { connections } from '../../../plugin/questions/doctor/app/checks/connections.ts'
import type { Caller, Note } from '../../../plugin/questions/doctor/messages.ts'
import { findingsIn, type Started } from '../../../plugin/questions/doctor/app/started.ts'

const own = { file: '/srv/shop/db.js', line: 3, column: 1 }
const byPg: Caller = { own, packages: ['pg', 'pg-pool'] }
const opened = (count: number, to: string, caller: Caller = byPg): Note => ({ note: 'connected', count, to, caller })

describe('the check of connections', () => {
  const seen = async (ofOne: Note[], workers = 8, ofOther: Note[] = []) => {
    const ask = () => Promise.reject(new Error('not needed'))
    const requests = () => Promise.resolve([{ method: 'GET', path: '/', headers: {}, body: null }])
    const notes = (worker: string) => (worker === '0' ? ofOne : ofOther)
    const app = { workers: ['0', '1'], notes, ask, reach: async () => {}, requests } as Partial<Started> as Started
    const look = await connections.look(app)
    const said = connections.conclude({ single: [], clustered: look, workers })
    return { findings: findingsIn(said), fine: said.at(-1) }
  }

  it('tells what all workers open at once against the default of the server, by its driver or its port', async () => {
    const pool = Array.from({ length: 10 }, (_, before) => opened(before + 1, '10.0.0.7:6000'))
    const { findings } = await seen(pool)
    expect(findings).to.eql([
      {
        code: 'pool-times-workers',
        place: own,
        sentence:
          'PostgreSQL 10.0.0.7:6000: at least 10 connections of a worker (0 at rest), 80 with 8 workers; its default is 100 for all'
      }
    ])
    const byPort = pool.map((_, before) => opened(before + 1, '10.0.0.7:3306', { own: null, packages: [] }))
    expect((await seen(byPort)).findings[0].sentence).to.match(/^MySQL .* 80 with 8 workers; its default is 151 /)
  })

  it('takes the most of one worker, at any time', async () => {
    const [one, other] = [
      [1, 2, 1],
      [1, 3, 4, 2]
    ].map((all) => all.map((count) => opened(count, '10.0.0.7:5432')))
    expect(await seen(one, 8, other)).to.eql({
      findings: [],
      fine: 'PostgreSQL 10.0.0.7:5432: at least 4 connections of a worker (0 at rest), 32 with 8 workers; its default is 100 for all'
    })
  })

  it('worries neither about few, nor about what is no database', async () => {
    const few = Array.from({ length: 10 }, (_, before) => opened(before + 1, '10.0.0.7:5432'))
    expect((await seen(few, 2)).findings).to.eql([])
    const others = few.map((_, before) => opened(before + 1, '10.0.0.7:8080', { own, packages: ['undici'] }))
    expect(await seen(others, 64)).to.eql({
      findings: [],
      fine: '10.0.0.7:8080: at least 10 connections of a worker (0 at rest), 640 with 64 workers'
    })
    expect((await seen([])).fine).to.equal('no connections to other servers')
  })
})
