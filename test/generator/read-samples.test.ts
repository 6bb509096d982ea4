import { expect } from 'chai'
import { describe, it } from 'mocha'
import { readSamples } from '../../plugin/generator/read-samples.ts'
import { samplesHeader } from '../../plugin/generator/run-order.ts'
import { temporaryFolder } from '../support/folder.ts'

describe('reading samples', () => {
  const folder = temporaryFolder()
  const read = (text: string) => readSamples(folder.write('samples.csv', text))

  it('finds nothing below the header alone', async () => {
    const { requests, failures, connections, workers, laterLatenciesMs } = await read(samplesHeader)
    expect({ requests, failures, connections, workers: workers.size, latencies: laterLatenciesMs.length }).to.eql({
      requests: 0, failures: 0, connections: 0, workers: 0, latencies: 0
    })
  })

  it('finds nothing in an empty file', async () => {
    expect((await read('')).requests).to.equal(0)
  })

  it('keeps the first requests of connections apart, each sorted', async () => {
    const samples = await read(`${samplesHeader}0,30,200,7,1\n5,9.5,200,7,0\n1,20,200,8,1\n6,100,304,8,0\n7,8,200,8,0\n`)
    expect([...samples.firstLatenciesMs]).to.eql([20, 30])
    expect([...samples.laterLatenciesMs]).to.eql([8, 9.5, 100])
    expect(samples.connections).to.equal(2)
  })

  it('spans from the first start to the last response, whatever the order of the lines', async () => {
    const { firstStartMs, lastEndMs } = await read(`${samplesHeader}50,10,200,7,0\n12.5,80,200,7,0\n20,30,200,7,0\n`)
    expect({ firstStartMs, lastEndMs }).to.eql({ firstStartMs: 12.5, lastEndMs: 92.5 })
  })

  it('counts requests and connections for each worker', async () => {
    const { workers } = await read(`${samplesHeader}0,1,200,7,1\n0,1,200,7,0\n0,1,200,8,1\n0,1,500,8,0\n`)
    expect(Object.fromEntries(workers)).to.eql({ 7: { requests: 2, connections: 1 }, 8: { requests: 2, connections: 1 } })
  })

  it('counts errors by their kind, and their latencies nowhere', async () => {
    const samples = await read(`${samplesHeader}0,1,500,7,1\n1,1,400,7,0\n2,1,500,7,0\n3,1,ECONNREFUSED,,0\n4,1,399,7,0\n`)
    expect(samples.failures).to.equal(4)
    expect(samples.failureKinds).to.eql({ 400: 1, 500: 2, ECONNREFUSED: 1 })
    expect([...samples.firstLatenciesMs, ...samples.laterLatenciesMs]).to.eql([1])
  })

  it('finds only responses unattributed, not errors without a response', async () => {
    const { unattributed } = await read(`${samplesHeader}0,1,200,,1\n1,1,500,,0\n2,1,ECONNRESET,,0\n3,1,200,7,0\n`)
    expect(unattributed).to.equal(2)
  })

  it('keeps apart what was under way at a given time, whatever became of it, sorted', async () => {
    const lines = `${samplesHeader}0,100,200,7,1\n0,101,200,7,0\n50,60,500,7,0\n90,1000,ECONNRESET,,0\n100,5,200,7,0\n101,7,200,7,0\n`
    const file = folder.write('under-way.csv', lines)
    expect([...(await readSamples(file, 100)).underWayLatenciesMs]).to.eql([5, 60, 101, 1000])
    expect([...(await readSamples(file)).underWayLatenciesMs]).to.eql([])
  })

  it('leaves out a last line that was cut off while it was written', async () => {
    const { requests, laterLatenciesMs } = await read(`${samplesHeader}0,10,200,7,0\n1,11,200,7,0\n2,1`)
    expect(requests).to.equal(2)
    expect([...laterLatenciesMs]).to.eql([10, 11])
  })

  it('reads a file of many pieces whole, whatever lines they cut', async () => {
    const rows = Array.from({ length: 20_000 }, (_, i) => `${i}.125,${20_000 - i}.5,200,${i % 3},${i < 5 ? 1 : 0}\n`)
    const text = samplesHeader + rows.join('')
    expect(text.length).to.be.above(4 * 65_536)
    const { requests, failures, laterLatenciesMs, firstLatenciesMs, workers } = await read(text)
    expect({ requests, failures, first: firstLatenciesMs.length }).to.eql({ requests: 20_000, failures: 0, first: 5 })
    expect(laterLatenciesMs.every((latency, i) => latency === i + 1.5)).to.equal(true)
    expect([...workers.values()].map((worker) => worker.requests)).to.eql([6667, 6667, 6666])
  })
})
