import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { describe, it } from 'mocha'
import { samplesHeader } from '../../plugin/generator/run-order.ts'
import { eachRow, type SampleRow } from '../../plugin/generator/samples.ts'
import { temporaryFolder } from '../support/folder.ts'
import { seededUniform } from '../support/random.ts'

describe('the rows of a samples file', () => {
  const folder = temporaryFolder()

  const rowsOf = async (text: string): Promise<SampleRow[]> => {
    const rows: SampleRow[] = []
    await eachRow(folder.write('samples.csv', text), (row) => rows.push({ ...row }))
    return rows
  }

  it('have a status, a worker and whether they were the first on their connection', async () => {
    const [first, later] = await rowsOf(`${samplesHeader}1649.548,15.433,200,12648,1\n1672.465,7.810,404,web-1.a,0\n`)
    expect(first).to.eql({ startMs: 1649.548, latencyMs: 15.433, status: 200, outcome: '200', pid: '12648', isFirst: true })
    expect(later).to.eql({ startMs: 1672.465, latencyMs: 7.81, status: 404, outcome: '404', pid: 'web-1.a', isFirst: false })
  })

  it('have an error code in the place of a status when there was no response', async () => {
    const [row] = await rowsOf(`${samplesHeader}0.000,1.000,ECONNRESET,,0\n`)
    expect(row).to.eql({ startMs: 0, latencyMs: 1, status: NaN, outcome: 'ECONNRESET', pid: '', isFirst: false })
  })

  it('have exactly the numbers that were written', async () => {
    const written = ['0', '7', '0.1', '0.001', '.5', '5.', '123456.789', '-3.25', '-0.007', '99999999999.999', '12345678901234.567', '1e3', '4503599627370497.5']
    const rows = await rowsOf(samplesHeader + written.map((number) => `${number},${number},200,7,0\n`).join(''))
    expect(rows.map(({ startMs }) => startMs)).to.eql(written.map(Number))
    expect(rows.map(({ latencyMs }) => latencyMs)).to.eql(written.map(Number))
  })

  it('are told apart although their texts have the same hash', async () => {
    // 31 x 'A' + 'a' = 31 x 'B' + 'B'
    const pids = ['Aa', 'BB', 'Aa', 'BB', '\0', '\0\0', '']
    const rows = await rowsOf(samplesHeader + pids.map((pid) => `0,1,200,${pid},0\n`).join(''))
    expect(rows.map(({ pid }) => pid)).to.eql(pids)
  })

  it('end with a carriage return on some systems', async () => {
    const rows = await rowsOf(`${samplesHeader}0,1,200,7,1\n2,3,200,8,0\n`.replaceAll('\n', '\r\n'))
    expect(rows.map(({ startMs, pid, isFirst }) => [startMs, pid, isFirst])).to.eql([[0, '7', true], [2, '8', false]])
  })

  it('may lack fields or have more, which does not touch the next one', async () => {
    const rows = await rowsOf(`${samplesHeader}1,2,200\n3,4,200,7,0,new,1\n5,6\n\n7,8,200,9,1\n`)
    expect(rows.map(({ startMs, latencyMs, outcome, pid, isFirst }) => [startMs, latencyMs, outcome, pid, isFirst])).to.eql([
      [1, 2, '200', '', false],
      [3, 4, '200', '7', false],
      [5, 6, '', '', false],
      [7, 8, '200', '9', true]
    ])
  })

  it('are none without a number at their beginning', async () => {
    expect(await rowsOf(`${samplesHeader}${samplesHeader}what,1,200,7,0\n,1,200,7,0\n`)).to.eql([])
  })

  it('are the same as those found by splitting the text, wherever it is read in pieces', async () => {
    const uniform = seededUniform(7)
    const outcomes = ['200', '304', '500', 'ECONNREFUSED', 'ETIMEDOUT']
    const lines = Array.from({ length: 30_000 }, () => {
      const number = () => (10 ** (8 * uniform() - 3)).toFixed(3)
      return `${number()},${number()},${outcomes[Math.floor(5 * uniform())]},${Math.floor(1e5 * uniform() ** 9)},${uniform() < 0.1 ? 1 : 0}`
    })
    const text = `${samplesHeader}${lines.join('\n')}\n12,1`
    const rows = await rowsOf(text)
    expect(readFileSync(folder.path('samples.csv')).length).to.be.above(3 * 262_144)
    expect(rows).to.have.length(lines.length)
    const split = lines.map((line) => line.split(','))
    const differs = rows.findIndex((row, i) => {
      const [start, latency, outcome, pid, first] = split[i]
      return row.startMs !== Number(start) || row.latencyMs !== Number(latency) || row.outcome !== outcome || !Object.is(row.status, Number(outcome)) || row.pid !== pid || row.isFirst !== (first === '1')
    })
    expect(differs).to.equal(-1)
  })

  it('are none when the file is not there', async () => {
    const error = await eachRow(folder.path('nowhere.csv'), () => {}).catch((reason) => reason)
    expect(error).to.have.property('code', 'ENOENT')
  })
})
