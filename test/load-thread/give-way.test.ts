import { execFileSync } from 'node:child_process'
import { expect } from 'chai'
import { giveWay } from '../../plugin/load-thread/record-load.ts'
import { postedBy } from './in-thread.ts'

describe('a load thread', () => {
  it('takes no core from a process in the middle of its work, where the system has chrt', async () => {
    expect(await postedBy('thread-that-gives-way', { path: process.env.PATH })).to.include('SCHED_BATCH')
    expect(await postedBy('thread-that-gives-way', { path: '/nowhere' })).to.include('SCHED_OTHER')
  })

  it('is never the main thread, which conducts the load and starts processes', () => {
    giveWay()
    expect(String(execFileSync('chrt', ['-p', String(process.pid)]))).to.include('SCHED_OTHER')
  })
})
