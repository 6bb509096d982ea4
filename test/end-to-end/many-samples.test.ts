import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { expect } from 'chai'
import { samplesHeader } from '../../plugin/record/samples.ts'
import { temporaryFolder } from '../support/folder.ts'
import { writeSyntheticRecord } from '../support/synthetic-record.ts'

const script = fileURLToPath(new URL('../bench/report-process.js', import.meta.url))

describe('a comparison of 2,000,000 requests', () => {
  const folder = temporaryFolder()
  before(() => {
    const variants = [
      { name: 'single', mode: 'single' as const, workers: 1 },
      { name: 'clustered', mode: 'cluster' as const, workers: 2 }
    ]
    const plan = { variants, medianMs: 2, seed: 4 }
    const { comparison } = writeSyntheticRecord(folder.path('few'), { ...plan, rounds: 4, requests: 1000 })
    // To make them takes longest: those of one round are read as those of each.
    const { runs } = writeSyntheticRecord(folder.path('many'), { ...plan, rounds: 1, requests: 250_000 })
    folder.write('many/comparison.json', JSON.stringify(comparison))
    const fourTimes = (each: typeof runs) =>
      [1, 2, 3, 4].flatMap((round) => each.map((run) => `${JSON.stringify({ ...run, round })}\n`)).join('')
    folder.write('many/runs.ndjson', fourTimes(runs))
    mkdirSync(folder.path('flows'))
    const ofFlows = runs.map((run, i) => {
      const lines = gunzipSync(readFileSync(folder.path(`many/${run.samples}`)))
        .toString()
        .trimEnd()
        .split('\n')
      const rows = lines.slice(1).map((line, at) => `${line},${1 + (at % 3)},${line.split(',')[1]}\n`)
      folder.write(`flows/${i}.csv`, samplesHeader + rows.join(''))
      return { ...run, samples: `${i}.csv` }
    })
    folder.write('flows/runs.ndjson', fourTimes(ofFlows))
  })

  for (const [what, where] of [
    ['summaries', 'many'],
    ['flows', 'flows'],
    ['page', 'many']
  ]) {
    it(`has its ${what} made in at most 300 MB`, () => {
      const { requests, peakMegabytes } = JSON.parse(
        execFileSync(process.execPath, [script, what, folder.path(where)], { encoding: 'utf8' })
      )
      expect(requests).to.equal(2_000_000)
      expect(peakMegabytes).to.be.within(30, 300)
    })
  }
})
