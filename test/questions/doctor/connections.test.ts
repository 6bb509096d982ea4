import { expect } from 'chai'
import { connections } from '../../../plugin/questions/doctor/app/checks/connections.ts'
import type { Caller, Note } from '../../../plugin/questions/doctor/messages.ts'
import type { Started } from '../../../plugin/questions/doctor/app/started.ts'

const own = { file: '/srv/shop/db.js', line: 3, column: 1 }
const byPg: Caller = { own, packages: ['pg', 'pg-pool'] }
const opened = (id: number, to: string, caller: Caller = byPg): Note => ({ note: 'connected', id, to, caller })

describe('the check of connections', () => {
  const seen = async (notes: Note[], workers = 8) => {
    const ask = () => Promise.reject(new Error('not needed'))
    const requests = () => Promise.resolve([{ method: 'GET', path: '/', headers: {}, body: null }])
    const app = { workers: ['0'], notes: () => notes, ask, requests } as Partial<Started> as Started
    const look = await connections.look(app)
    return connections.conclude({ single: [], clustered: look, workers })
  }

  it('tells what all workers open at once against the default of the server, by its driver or its port', async () => {
    const pool = Array.from({ length: 10 }, (_, id) => opened(id, '10.0.0.7:6000'))
    const { findings } = await seen(pool)
    expect(findings).to.eql([
      {
        code: 'pool-times-workers',
        place: own,
        sentence:
          'PostgreSQL 10.0.0.7:6000: at least 10 connections of a worker (0 at rest), 80 with 8 workers; its default is 100 for all'
      }
    ])
    const byPort = pool.map((_, id) => opened(id, '10.0.0.7:3306', { own: null, packages: [] }))
    expect((await seen(byPort)).findings[0].sentence).to.match(/^MySQL .* 80 with 8 workers; its default is 151 /)
  })

  it('counts what was open at the same time, and not what was closed before', async () => {
    const inTurn = Array.from({ length: 40 }, (_, id): Note[] => [
      opened(id, '10.0.0.7:5432'),
      { note: 'closed', id }
    ]).flat()
    expect(await seen(inTurn)).to.eql({
      findings: [],
      fine: 'PostgreSQL 10.0.0.7:5432: at least 1 connection of a worker (0 at rest), 8 with 8 workers; its default is 100 for all'
    })
  })

  it('worries neither about few, nor about what is no database', async () => {
    const few = Array.from({ length: 10 }, (_, id) => opened(id, '10.0.0.7:5432'))
    expect((await seen(few, 2)).findings).to.eql([])
    const others = few.map((_, id) => opened(id, '10.0.0.7:8080', { own, packages: ['undici'] }))
    expect(await seen(others, 64)).to.eql({
      findings: [],
      fine: '10.0.0.7:8080: at least 10 connections of a worker (0 at rest), 640 with 64 workers'
    })
    expect((await seen([])).fine).to.equal('no connections to other servers')
  })
})
