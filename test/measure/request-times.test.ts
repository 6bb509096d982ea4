import { expect } from 'chai'
import { readSamples, summariseSamples } from '../../plugin/measure/read-samples.ts'
import { samplesHeader } from '../../plugin/record/samples.ts'
import { temporaryFolder } from '../support/folder.ts'

describe('what each request of a flow did', () => {
  const folder = temporaryFolder()
  const names = { 1: 'POST /login', 2: 'GET /items', 3: 'GET /items', 4: 'GET /never' }
  const slices = [
    { fromMs: -1, toMs: 1000 },
    { fromMs: 1000, toMs: 2000 }
  ]
  const flowOf = async (lines: string[], { all = names as Record<number, string>, apart = false } = {}) => {
    const file = folder.write('samples.csv', samplesHeader + lines.map((line) => `${line}\n`).join(''))
    const samples = await readSamples(file, { fromMs: -1, toMs: 2000, lastArrivalMs: -Infinity, slices })
    return summariseSamples(samples, { firstRequestsApart: apart, workerPids: [], usageOf: () => null }, all).flow
  }
  const usual = ['0,100,200,7,1,1,120', '120,10,200,7,0,2,10', '130,20,200,7,0,3,20', '1500,30,200,7,0,2,30']

  it('stands under its name, those of the same name together, with how many steps have it', async () => {
    const [login, items, ...others] = (await flowOf(usual)) ?? []
    expect(others).to.eql([])
    expect(login).to.deep.include({ name: 'POST /login', steps: 1, requests: 1, latencies: 1, waitedMs: 120 })
    expect(items).to.deep.include({ name: 'GET /items', steps: 2, requests: 3, latencies: 3, waitedMs: 60 })
  })

  it('is told to the first byte and to the last', async () => {
    const [login] = (await flowOf(usual)) ?? []
    expect([login.latencyMs?.p95, login.wholeMs?.p95]).to.eql([100, 120])
  })

  it('is told with the longest gaps in its bodies, the least of which is a millisecond', async () => {
    const [login, items] = (await flowOf([...usual, '1600,10,200,7,0,1,300,250.5'])) ?? []
    expect([login.gapMs?.min, login.gapMs?.max, items.gapMs?.max]).to.eql([1, 250.5, 1])
  })

  it('is told of all together to the first byte, where latencies go to the last', async () => {
    const file = folder.write('whole.csv', samplesHeader + usual.map((line) => `${line}\n`).join(''))
    const times = { fromMs: -1, toMs: 2000, lastArrivalMs: -Infinity, slices }
    const summary = async (byWhole: boolean) =>
      summariseSamples(await readSamples(file, { ...times, byWhole }), {
        firstRequestsApart: false,
        workerPids: [],
        usageOf: () => null
      })
    const whole = await summary(true)
    expect([whole.latencyMs?.max, whole.inSlices?.p50]).to.eql([120, [20, 30]])
    expect([whole.firstByte?.latencyMs?.max, whole.firstByte?.inSlices?.p50]).to.eql([100, [20, 30]])
    expect(whole.gapMs?.max).to.equal(1)
    expect(await summary(false)).not.to.have.any.keys('firstByte', 'gapMs')
    expect((await readSamples(file, times)).ofRequests.bodyShare).to.be.closeTo(20 / 180, 1e-9)
    // What a client takes to hear of the end is no body.
    const quick = folder.write('quick.csv', `${samplesHeader}0,1,200,7,1,1,1.9\n10,1,200,7,0,1,2\n`)
    expect((await readSamples(quick, times)).ofRequests.bodyShare).to.equal(0)
  })

  it('is known in each slice, unless it was not answered in one of them', async () => {
    const [login, items] = (await flowOf(usual)) ?? []
    expect(login).not.to.have.property('inSlices')
    expect(items.inSlices?.latencyMs.p50).to.eql([15, 30])
  })

  it('counts what failed, of which it has no latency', async () => {
    const [login] = (await flowOf([...usual.slice(1), '0,1,500,7,0,1,1', '5,1,ECONNRESET,,0,1,1'])) ?? []
    expect(login).to.deep.include({ requests: 2, failures: 2, latencies: 0, latencyMs: null, wholeMs: null })
  })

  it('leaves out the first response on a connection where the run does', async () => {
    const more = Array.from({ length: 20 }, (_, i) => `${200 + i},10,200,7,0,2,10`)
    const [login] = (await flowOf([...usual, ...more], { apart: true })) ?? []
    expect(login).to.deep.include({ requests: 1, latencies: 0, latencyMs: null })
  })

  it('is told together with others where there are too many names, or none', async () => {
    const many = Object.fromEntries(Array.from({ length: 60 }, (_, i) => [i + 1, `GET /${i}`]))
    const flow = await flowOf(['0,10,200,7,1,1,10', '10,10,200,7,0,55,10', '20,10,200,7,0,60,10', '30,9,200,7,0,0,9'], {
      all: many
    })
    expect(flow?.map(({ name, steps, requests }) => [name, steps, requests])).to.eql([
      ['GET /0', 1, 1],
      ['other', 10, 3]
    ])
  })

  it('is not told where the flow has one request, or names are unknown', async () => {
    expect(await flowOf(usual, { all: {} })).to.equal(undefined)
    expect(await flowOf(['0,10,200,7,1,1,10'], { all: { 1: 'GET /' } })).to.equal(undefined)
  })
})
