import { expect } from 'chai'
import { jobs } from '../../../plugin/questions/doctor/app/checks/jobs.ts'
import type { Caller, Note } from '../../../plugin/questions/doctor/messages.ts'
import { findingsIn, type Started } from '../../../plugin/questions/doctor/app/started.ts'

const by = (line: number, packages: string[] = []): Caller => ({
  own: { file: '/srv/a.js', line, column: 1 },
  packages
})
const timer = (line: number, repeats = true, packages: string[] = []): Note => ({
  note: 'timer',
  everyMs: 5000,
  repeats,
  caller: by(line, packages)
})

describe('the check of jobs', () => {
  const seen = async (...ofWorkers: Note[][]) => {
    const app = { workers: ['0', '1'], notes: (worker: string) => ofWorkers[Number(worker)], reach: async () => {} }
    const clustered = await jobs.look(app as Partial<Started> as Started)
    const said = jobs.conclude({ single: clustered, clustered, workers: 4 })
    return findingsIn(said).map(({ code, sentence, place }) => [code, place?.line, sentence])
  }

  it('tells what each worker repeats, how often, and how many of it', async () => {
    const all = [timer(3), timer(3), timer(4), timer(5, false)]
    expect(await seen(all, all.slice(0, 2))).to.eql([
      ['repeated-timer', 3, 'each worker repeats 2 things every 5 s: with 4 workers, 4 times as often']
    ])
  })

  it('takes for a job what was seen to reach outside', async () => {
    const reached: Note = { note: 'reached', how: 'writes to 10.0.0.7:5432', caller: by(3) }
    expect(await seen([timer(3), reached], [timer(3)])).to.eql([
      ['repeated-job', 3, 'each worker writes to 10.0.0.7:5432 every 5 s: with 4 workers, 4 times as often']
    ])
  })

  it('tells when a job runs, if the timer repeats by itself', async () => {
    const job: Note = { note: 'job', library: 'toad-scheduler', everyMs: 20_000, caller: by(3) }
    expect(await seen([job], [job])).to.eql([
      ['repeated-job', 3, 'each worker schedules a job of toad-scheduler (every 20 s): with 4 workers it runs 4 times']
    ])
  })

  it('knows a scheduling library of a bundle by its map, and leaves alone what another package repeats', async () => {
    const all = [timer(3, false, ['croner']), timer(4, true, ['pg-pool'])]
    expect(await seen(all, all)).to.eql([
      ['repeated-job', 3, 'each worker schedules a job of croner (it alone knows when): with 4 workers it runs 4 times']
    ])
  })
})
