import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
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
    const lines = [1, 2, 3, 4].flatMap((round) => runs.map((run) => `${JSON.stringify({ ...run, round })}\n`))
    folder.write('many/runs.ndjson', lines.join(''))
  })

  for (const what of ['summaries', 'page']) {
    it(`has its ${what} made in at most 300 MB`, () => {
      const { requests, peakMegabytes } = JSON.parse(
        execFileSync(process.execPath, [script, what, folder.path('many')], { encoding: 'utf8' })
      )
      expect(requests).to.equal(2_000_000)
      expect(peakMegabytes).to.be.within(30, 300)
    })
  }
})
