import { expect } from 'chai'
import { describe, it } from 'mocha'
import { samplesHeader } from '../../plugin/generator/run-order.ts'
import { readRequests } from '../../plugin/record/read-requests.ts'
import { temporaryFolder } from '../support/folder.ts'

describe('the requests of a run', () => {
  const folder = temporaryFolder()

  const read = async (lines: string[], { apart = true, pids = ['7', '8'], requests = lines.length }: { apart?: boolean, pids?: string[], requests?: number } = {}) => {
    const file = folder.write('samples.csv', samplesHeader + lines.map((line) => `${line}\n`).join(''))
    const { startMs, latencyUs, failed, worker, counting, byLatency, ...rest } = await readRequests(file, { requests, firstRequests: { apart, count: 0, latencyMs: null } }, pids)
    return { startMs: [...startMs], latencyUs: [...latencyUs], failed: [...failed], worker: [...worker], counting: [...counting], byLatency: [[...byLatency.requests], [...byLatency.latencyUs]], ...rest }
  }
  const lines = ['5.5,10,200,8,1', '2,20.25,399,7,0', '30,1,400,7,0', '31,2,ECONNRESET,,0', '4,1,304,8,0']

  it('count when they were answered below 400 and are not the first on their connection', async () => {
    expect(await read(lines)).to.eql({
      count: 5,
      startMs: [5.5, 2, 30, 31, 4],
      latencyUs: [10_000, 20_250, 1000, 2000, 1000],
      failed: [0, 0, 1, 1, 0],
      worker: [1, 0, 0, -1, 1],
      counting: [1, 4],
      byLatency: [[4, 1], [1000, 20_250]],
      firstStartMs: 2,
      lastEndMs: 33
    })
  })

  it('count although they are the first where those are not apart', async () => {
    expect((await read(lines, { apart: false })).counting).to.eql([0, 1, 4])
  })

  it('belong to no worker when they tell none, or none that is known', async () => {
    expect((await read(['1,2,200,,0', '1,2,200,9,0', '1,2,200,77,0'])).worker).to.eql([-1, -1, -1])
  })

  it('are counted as they are found, as far as they are expected', async () => {
    expect((await read(lines, { requests: 4 })).count).to.equal(4)
    expect((await read(lines, { requests: 6 })).count).to.equal(5)
    expect(await read([])).to.include({ count: 0, firstStartMs: 0, lastEndMs: 0 })
  })
})
