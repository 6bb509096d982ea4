import { expect } from 'chai'
import { connections } from '../../../plugin/questions/doctor/app/checks/connections.ts'
import type { Caller, Note } from '../../../plugin/questions/doctor/messages.ts'
import { findingsIn, type Started } from '../../../plugin/questions/doctor/app/started.ts'

const own = { file: '/srv/shop/db.js', line: 3, column: 1 }
const byPg: Caller = { own, packages: ['pg', 'pg-pool'] }
const opened = (count: number, to: string, caller = byPg): Note => ({ note: 'connected', count, to, caller })
const ten = (to: string, caller = byPg) => Array.from({ length: 10 }, (_, before) => opened(before + 1, to, caller))

describe('the check of connections', () => {
  const seen = async (ofOne: Note[], workers = 8, ofOther: Note[] = []) => {
    const ask = () => Promise.reject(new Error('not needed'))
    const requests = () => Promise.resolve([{ method: 'GET', path: '/', headers: {}, body: null }])
    const notes = (worker: string) => (worker === '0' ? ofOne : ofOther)
    const app = { workers: ['0', '1'], notes, ask, reach: async () => {}, requests } as Partial<Started> as Started
    const look = await connections.look(app)
    return connections.conclude({ single: [], clustered: look, workers })
  }

  it('tells what all workers open at once against the default of the server, by its driver or its port', async () => {
    expect(findingsIn(await seen(ten('10.0.0.7:6000')))).to.eql([
      {
        code: 'pool-times-workers',
        place: own,
        sentence:
          'PostgreSQL 10.0.0.7:6000: at least 10 connections of a worker (0 at rest), 80 with 8 workers; its default is 100 for all'
      }
    ])
    const [byPort] = findingsIn(await seen(ten('10.0.0.7:3306', { own: null, packages: [] })))
    expect(byPort.sentence).to.match(/^MySQL .* 80 with 8 workers; its default is 151 /)
  })

  it('takes the most of one worker, at any time', async () => {
    const [one, other] = [
      [1, 2, 1],
      [1, 3, 4, 2]
    ].map((all) => all.map((count) => opened(count, '10.0.0.7:5432')))
    expect(await seen(one, 8, other)).to.eql([
      'PostgreSQL 10.0.0.7:5432: at least 4 connections of a worker (0 at rest), 32 with 8 workers; its default is 100 for all'
    ])
  })

  it('worries neither about few, nor about what is no database', async () => {
    expect(findingsIn(await seen(ten('10.0.0.7:5432'), 2))).to.eql([])
    expect(await seen(ten('10.0.0.7:8080', { own, packages: ['undici'] }), 64)).to.eql([
      '10.0.0.7:8080: at least 10 connections of a worker (0 at rest), 640 with 64 workers'
    ])
    expect(await seen([])).to.eql(['no connections to other servers'])
  })
})
