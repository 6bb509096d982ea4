import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gunzipSync, gzipSync } from 'node:zlib'
import { expect } from 'chai'
import { describe, it } from 'mocha'
import { samplesHeader } from '../../plugin/generator/run-order.ts'
import { compressSamples, findSamples, eachRow } from '../../plugin/generator/samples.ts'
import { temporaryFolder } from '../support/folder.ts'

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

  it('become a third of their size or less, and nothing else is left', async () => {
    const path = here('compressed')
    writeFileSync(`${path}/a.csv`, text)
    expect(await compressSamples(path, 'a.csv')).to.equal('a.csv.gz')
    expect(readdirSync(path)).to.eql(['a.csv.gz'])
    const compressed = readFileSync(`${path}/a.csv.gz`)
    expect(gunzipSync(compressed).toString()).to.equal(text)
    expect(compressed.length).to.be.below(text.length / 3)
  })

  it('have the same rows compressed', async () => {
    const path = here('same')
    writeFileSync(`${path}/a.csv`, text)
    const sum = await sumOf(`${path}/a.csv`)
    expect(sum).to.be.above(1e9)
    await compressSamples(path, 'a.csv')
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
    const names = ['a.csv', 'a.csv.gz', 'b.csv', 'b.csv.gz', 'both.csv', 'both.csv.gz', 'none.csv', 'none.csv.gz']
    expect(names.map((name) => findSamples(path, name))).to.eql(['a.csv', 'a.csv', 'b.csv.gz', 'b.csv.gz', 'both.csv', 'both.csv.gz', 'none.csv', 'none.csv.gz'])
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
