import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gunzipSync, gzipSync } from 'node:zlib'
import { expect } from 'chai'
import { describe, it } from 'mocha'
import { samplesHeader } from '../../plugin/generator/run-order.ts'
import { compressSamples, findSamples, eachRow, type SampleRow } from '../../plugin/generator/samples.ts'
import { temporaryFolder } from '../support/folder.ts'
import { seededUniform } from '../support/random.ts'

describe('the rows of a samples file', () => {
  const folder = temporaryFolder()

  const rowsOf = async (lines: string): Promise<SampleRow[]> => {
    const rows: SampleRow[] = []
    await eachRow(folder.write('samples.csv', samplesHeader + lines), (row) => rows.push({ ...row }))
    return rows
  }

  const row = { startMs: 0, latencyMs: 1, status: 200, outcome: '200', pid: '7', isFirst: false }
  const none = { status: NaN, outcome: '', pid: '' }
  for (const [what, lines, expected] of [
    [
      'have a status, a worker and whether they were the first on their connection',
      '1649.548,15.433,200,12648,1\n1672.465,7.810,404,web-1.a,0\n',
      [
        { startMs: 1649.548, latencyMs: 15.433, status: 200, outcome: '200', pid: '12648', isFirst: true },
        { startMs: 1672.465, latencyMs: 7.81, status: 404, outcome: '404', pid: 'web-1.a', isFirst: false }
      ]
    ],
    [
      'have an error code in the place of a status when there was no response',
      '0.000,1.000,ECONNRESET,,0\n',
      [{ ...row, ...none, outcome: 'ECONNRESET' }]
    ],
    [
      'end with a carriage return on some systems',
      `${samplesHeader}0,1,200,7,1\n2,1,200,8,0\n`.replaceAll('\n', '\r\n'),
      [{ ...row, isFirst: true }, { ...row, startMs: 2, pid: '8' }]
    ],
    [
      'may lack fields or have more, which does not touch the next one',
      '1,2,200\n3,4,200,7,0,new,1\n5,6\n\n7,8,200,9,1\n',
      [
        { ...row, startMs: 1, latencyMs: 2, pid: '' },
        { ...row, startMs: 3, latencyMs: 4 },
        { ...row, ...none, startMs: 5, latencyMs: 6 },
        { ...row, startMs: 7, latencyMs: 8, pid: '9', isFirst: true }
      ]
    ],
    ['are none without a number at their beginning', `${samplesHeader}what,1,200,7,0\n,1,200,7,0\n`, []]
  ] as [string, string, SampleRow[]][]) {
    it(what, async () => expect(await rowsOf(lines)).to.eql(expected))
  }

  it('have exactly the numbers that were written', async () => {
    const small = ['0', '7', '0.1', '0.001', '.5', '5.', '123456.789', '-3.25', '-0.007']
    const written = [...small, '99999999999.999', '12345678901234.567', '1e3', '4503599627370497.5']
    const rows = await rowsOf(written.map((number) => `${number},${number},200,7,0\n`).join(''))
    expect(rows.map(({ startMs }) => startMs)).to.eql(written.map(Number))
    expect(rows.map(({ latencyMs }) => latencyMs)).to.eql(written.map(Number))
  })

  it('are told apart although their texts have the same hash', async () => {
    // 31 x 'A' + 'a' = 31 x 'B' + 'B'
    const pids = ['Aa', 'BB', 'Aa', 'BB', '\0', '\0\0', '']
    const rows = await rowsOf(pids.map((pid) => `0,1,200,${pid},0\n`).join(''))
    expect(rows.map(({ pid }) => pid)).to.eql(pids)
  })

  it('are the same as those found by splitting the text, wherever it is read in pieces', async () => {
    const uniform = seededUniform(7)
    const outcomes = ['200', '304', '500', 'ECONNREFUSED', 'ETIMEDOUT']
    const lines = Array.from({ length: 30_000 }, () => {
      const number = () => (10 ** (8 * uniform() - 3)).toFixed(3)
      return `${number()},${number()},${outcomes[Math.floor(5 * uniform())]},${Math.floor(1e5 * uniform() ** 9)},${uniform() < 0.1 ? 1 : 0}`
    })
    const rows = await rowsOf(`${lines.join('\n')}\n12,1`)
    expect(readFileSync(folder.path('samples.csv')).length).to.be.above(3 * 262_144)
    expect(rows).to.have.length(lines.length)
    const split = lines.map((line) => {
      const [start, latency, outcome, pid, first] = line.split(',')
      return { startMs: Number(start), latencyMs: Number(latency), status: Number(outcome), outcome, pid, isFirst: first === '1' }
    })
    expect(rows).to.eql(split)
  })

  it('are none when the file is not there', async () => {
    const error = await eachRow(folder.path('nowhere.csv'), () => {}).catch((reason) => reason)
    expect(error).to.have.property('code', 'ENOENT')
  })
})

describe('files of samples', function () {
  this.timeout(20_000)
  const folder = temporaryFolder()
  const rows = 50_000
  const text = samplesHeader + Array.from({ length: rows }, (_, i) => `${i}.125,${(i * 7919) % 50}.250,200,${4000 + (i % 2)},0\n`).join('')
  const here = (name: string) => {
    mkdirSync(folder.path(name))
    return folder.path(name)
  }

  const sumOf = async (file: string) => {
    let sum = 0
    await eachRow(file, ({ startMs, latencyMs, pid }) => (sum += startMs + latencyMs * Number(pid)))
    return sum
  }

  const countRows = async (file: string) => {
    let count = 0
    const code = await eachRow(file, () => count++).then(() => null, (error) => error.code)
    return { count, code }
  }

  it('become a third of their size or less, with the same rows, and nothing else is left', async () => {
    const path = here('compressed')
    writeFileSync(`${path}/a.csv`, text)
    const sum = await sumOf(`${path}/a.csv`)
    expect(sum).to.be.above(1e9)
    expect(await compressSamples(path, 'a.csv')).to.equal('a.csv.gz')
    expect(readdirSync(path)).to.eql(['a.csv.gz'])
    const compressed = readFileSync(`${path}/a.csv.gz`)
    expect(gunzipSync(compressed).toString()).to.equal(text)
    expect(compressed.length).to.be.below(text.length / 3)
    expect(await sumOf(`${path}/a.csv.gz`)).to.equal(sum)
  })

  it('stay as they are where they can’t be compressed', async () => {
    const path = here('kept')
    writeFileSync(`${path}/a.csv`, text)
    // Something else has the name that the compressed file needs.
    mkdirSync(`${path}/a.csv.gz/inside`, { recursive: true })
    expect(await compressSamples(path, 'a.csv')).to.equal('a.csv')
    expect(readFileSync(`${path}/a.csv`, 'utf8')).to.equal(text)
    expect(readdirSync(path).sort()).to.eql(['a.csv', 'a.csv.gz'])
  })

  it('are whole under one of their names at any moment', async () => {
    const path = here('moments')
    writeFileSync(`${path}/a.csv`, text.repeat(20))
    const whole = rows * 20
    let ended = false
    const compressing = compressSamples(path, 'a.csv').finally(() => (ended = true))
    let looks = 0
    while (!ended) {
      const name = findSamples(path, 'a.csv.gz')
      const { count, code } = await countRows(`${path}/${name}`)
      // It was compressed between the two.
      if (code === 'ENOENT' && name === 'a.csv') continue
      expect({ name, count, code }).to.eql({ name, count: whole, code: null })
      looks++
    }
    expect(await compressing).to.equal('a.csv.gz')
    expect(looks).to.be.above(0)
  })

  it('are whole under one of their names when we are killed', async () => {
    const path = here('killed')
    const script = fileURLToPath(new URL('./fixtures/compressing-process.ts', import.meta.url))
    const [file, whole] = [`${path}/a.csv`, text.repeat(20)]
    const left: string[] = []
    for (const ms of [0, 20, 60, 5000]) {
      rmSync(`${file}.gz`, { force: true })
      writeFileSync(file, whole)
      const child = spawn(process.execPath, [script, path, 'a.csv'], { stdio: ['ignore', 'pipe', 'inherit'] })
      const exited = once(child, 'exit')
      await once(child.stdout, 'data')
      const timer = setTimeout(() => child.kill('SIGKILL'), ms)
      await exited
      clearTimeout(timer)
      left.push(findSamples(path, 'a.csv.gz'))
      expect(await countRows(`${path}/${left[left.length - 1]}`)).to.eql({ count: 20 * rows, code: null })
    }
    expect(left).to.include('a.csv').and.satisfy(() => left.at(-1) === 'a.csv.gz')
  })

  it('are found by the other name, when they were decompressed or compressed by hand', () => {
    const path = here('names')
    writeFileSync(`${path}/a.csv`, text)
    writeFileSync(`${path}/b.csv.gz`, gzipSync(text))
    for (const name of ['both.csv', 'both.csv.gz']) writeFileSync(`${path}/${name}`, '')
    const found = { a: ['a.csv', 'a.csv'], b: ['b.csv.gz', 'b.csv.gz'], both: ['both.csv', 'both.csv.gz'], none: ['none.csv', 'none.csv.gz'] }
    for (const [name, names] of Object.entries(found)) {
      expect([`${name}.csv`, `${name}.csv.gz`].map((asked) => findSamples(path, asked))).to.eql(names)
    }
    expect(existsSync(`${path}/none.csv`)).to.equal(false)
  })

  it('are an error when they are missing, cut off or broken', async () => {
    const path = here('broken')
    const compressed = gzipSync(text)
    writeFileSync(`${path}/cut.csv.gz`, compressed.subarray(0, -5))
    writeFileSync(`${path}/broken.csv.gz`, text)
    const found = await Promise.all(['missing', 'cut', 'broken'].map((name) => countRows(`${path}/${name}.csv.gz`)))
    expect(found.map(({ code }) => code)).to.eql(['ENOENT', 'Z_BUF_ERROR', 'Z_DATA_ERROR'])
  })
})
