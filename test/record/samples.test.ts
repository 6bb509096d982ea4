import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gunzipSync, gzipSync } from 'node:zlib'
import { expect } from 'chai'
import {
  samplesHeader,
  compressSamples,
  findSamples,
  eachRow,
  type PassRow,
  type SampleRow
} from '../../plugin/record/samples.ts'
import { temporaryFolder } from '../support/folder.ts'
import { seededUniform } from '../support/random.ts'

describe('the rows of a samples file', () => {
  const folder = temporaryFolder()

  const rowsOf = async (lines: string): Promise<SampleRow[]> => {
    const rows: SampleRow[] = []
    await eachRow(folder.write('samples.csv', samplesHeader + lines), (row) => rows.push({ ...row }))
    return rows
  }

  const row = {
    startMs: 0,
    latencyMs: 1,
    status: 200,
    outcome: '200',
    pid: '7',
    isFirst: false,
    request: 0,
    wholeMs: 1,
    gapMs: 0
  }
  const none = { status: NaN, outcome: '', pid: '' }
  const others = {
    startMs: 1672.465,
    latencyMs: 7.81,
    wholeMs: 9.5,
    request: 12,
    status: 404,
    outcome: '404',
    pid: 'web-1.a'
  }
  for (const [what, lines, expected] of [
    [
      'have a status, a worker and whether they were the first on their connection',
      '0,1,200,7,1,1,1.000\n1672.465,7.810,404,web-1.a,0,12,9.500\n',
      [{ isFirst: true, request: 1 }, others]
    ],
    [
      'have an error code in the place of a status when there was no response',
      '0.000,1.000,ECONNRESET,,0\n',
      [{ ...none, outcome: 'ECONNRESET' }]
    ],
    [
      'count a status that their step expects as good, with a mark',
      '0,1,404+,7,0,3,1.000\n',
      [{ status: 0, outcome: '404+', request: 3 }]
    ],
    [
      'have the longest time without a byte where that is long',
      '0,1,200,7,0,3,9.500,8.250\n0,1,200,7,0,3,9.500\n',
      [
        { request: 3, wholeMs: 9.5, gapMs: 8.25 },
        { request: 3, wholeMs: 9.5 }
      ]
    ],
    [
      'end with a carriage return on some systems',
      '0,1,200,7,1\r\n2,1,200,8,0\r\n',
      [{ isFirst: true }, { startMs: 2, pid: '8' }]
    ],
    [
      'may lack fields or have more, which does not touch the next one',
      '0,2,200\n0,4,200,7,0,new,4,1,5\n0,6\n\n0,8,200,9,1\n',
      [
        { latencyMs: 2, wholeMs: 2, pid: '' },
        { latencyMs: 4, wholeMs: 4, gapMs: 1 },
        { ...none, latencyMs: 6, wholeMs: 6 },
        { latencyMs: 8, wholeMs: 8, pid: '9', isFirst: true }
      ]
    ],
    ['are none without a number at their beginning', `${samplesHeader}what,1,200,7,0\n,1,200,7,0\n`, []]
  ] as [string, string, Partial<SampleRow>[]][]) {
    it(what, async () => expect(await rowsOf(lines)).to.eql(expected.map((differing) => ({ ...row, ...differing }))))
  }

  it('are passes of users, too, which are visited apart', async () => {
    const [requests, passes]: [number[], PassRow[]] = [[], []]
    const text = `${samplesHeader}0,1,200,7,1,1,1\n5,20.5,through,2,3,pass,0.250\n6,7,500,0,1,pass,0.000\n8,1,200,7,0,2,1\n`
    await eachRow(
      folder.write('samples.csv', text),
      ({ startMs }) => requests.push(startMs),
      (pass) => passes.push({ ...pass })
    )
    expect(requests).to.eql([0, 8])
    expect(passes).to.eql([
      { startMs: 5, ms: 20.5, outcome: 'through', served: 2, requests: 3, heldMs: 0.25 },
      { startMs: 6, ms: 7, outcome: '500', served: 0, requests: 1, heldMs: 0 }
    ])
  })

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
      return `${number()},${number()},${outcomes[Math.floor(5 * uniform())]},${Math.floor(1e5 * uniform() ** 9)},${uniform() < 0.1 ? 1 : 0},${Math.floor(9 * uniform())},${number()}${uniform() < 0.5 ? `,${number()}` : ''}`
    })
    const rows = await rowsOf(`${lines.join('\n')}\n12,1`)
    expect(readFileSync(folder.path('samples.csv')).length).to.be.above(3 * 262_144)
    expect(rows).to.have.length(lines.length)
    const split = lines.map((line) => {
      const [start, latency, outcome, pid, first, request, whole, gap = 0] = line.split(',')
      return {
        startMs: Number(start),
        latencyMs: Number(latency),
        status: Number(outcome),
        outcome,
        pid,
        isFirst: first === '1',
        request: Number(request),
        wholeMs: Number(whole),
        gapMs: Number(gap)
      }
    })
    expect(rows).to.eql(split)
  })
})

describe('files of samples', () => {
  const folder = temporaryFolder()
  const rows = 50_000
  const text =
    samplesHeader +
    Array.from({ length: rows }, (_, i) => `${i}.125,${(i * 7919) % 50}.250,200,${4000 + (i % 2)},0\n`).join('')
  /** @returns a folder with the file a.csv */
  const here = (name: string) => {
    mkdirSync(folder.path(name))
    folder.write(`${name}/a.csv`, text)
    return folder.path(name)
  }

  const read = async (file: string) => {
    const found = { sum: 0, count: 0 }
    const code = await eachRow(file, ({ startMs, latencyMs, pid }) => {
      found.sum += startMs + latencyMs * Number(pid)
      found.count++
    }).then(
      () => null,
      (error) => error.code
    )
    return { ...found, code }
  }

  it('become a third of their size or less, with the same rows, and nothing else is left', async () => {
    const path = here('compressed')
    const before = await read(`${path}/a.csv`)
    expect(before).to.include({ count: rows, code: null }).and.property('sum').above(1e9)
    expect(await compressSamples(path, 'a.csv')).to.equal('a.csv.gz')
    expect(readdirSync(path)).to.eql(['a.csv.gz'])
    const compressed = readFileSync(`${path}/a.csv.gz`)
    expect(gunzipSync(compressed).toString()).to.equal(text)
    expect(compressed.length).to.be.below(text.length / 3)
    expect(await read(`${path}/a.csv.gz`)).to.eql(before)
  })

  it('stay as they are where they can’t be compressed', async () => {
    const path = here('kept')
    // Something else has the name that the compressed file needs.
    mkdirSync(`${path}/a.csv.gz/inside`, { recursive: true })
    expect(await compressSamples(path, 'a.csv')).to.equal('a.csv')
    expect(readFileSync(`${path}/a.csv`, 'utf8')).to.equal(text)
    expect(readdirSync(path).sort()).to.eql(['a.csv', 'a.csv.gz'])
  })

  it('are whole under one of their names at any moment, also that at which we are killed', async () => {
    const whole = text.repeat(8)
    const path = here('killed')
    const script = fileURLToPath(new URL('./fixtures/compressing-process.ts', import.meta.url))
    const left: string[] = []
    // By itself, as we might be late. The last one is left alone, however long it takes.
    for (const ms of [['0'], ['20'], []]) {
      rmSync(`${path}/a.csv.gz`, { force: true })
      folder.write('killed/a.csv', whole)
      spawnSync(process.execPath, [script, path, 'a.csv', ...ms], { stdio: 'inherit' })
      left.push(findSamples(path, 'a.csv.gz'))
      expect(await read(`${path}/${left.at(-1)}`)).to.include({ count: 8 * rows, code: null })
    }
    expect(left)
      .to.include('a.csv')
      .and.satisfy(() => left.at(-1) === 'a.csv.gz')
  })

  it('are found by the other name, when they were decompressed or compressed by hand', () => {
    const path = here('names')
    for (const name of ['b.csv.gz', 'both.csv', 'both.csv.gz']) folder.write(`names/${name}`, '')
    const found = {
      a: ['a.csv', 'a.csv'],
      b: ['b.csv.gz', 'b.csv.gz'],
      both: ['both.csv', 'both.csv.gz'],
      none: ['none.csv', 'none.csv.gz']
    }
    for (const [name, names] of Object.entries(found)) {
      expect([`${name}.csv`, `${name}.csv.gz`].map((asked) => findSamples(path, asked))).to.eql(names)
    }
  })

  it('are an error when they are missing, cut off or broken', async () => {
    folder.write('cut.csv.gz', gzipSync(text).subarray(0, -5))
    folder.write('broken.csv.gz', text)
    const found = await Promise.all(
      ['missing.csv', 'missing.csv.gz', 'cut.csv.gz', 'broken.csv.gz'].map((name) => read(folder.path(name)))
    )
    expect(found.map(({ code }) => code)).to.eql(['ENOENT', 'ENOENT', 'Z_BUF_ERROR', 'Z_DATA_ERROR'])
  })
})
