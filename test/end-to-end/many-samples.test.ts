import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { before, describe, it } from 'mocha'
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
    writeSyntheticRecord(folder.path('many'), { variants, rounds: 4, requests: 250_000, medianMs: 2, seed: 4 })
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
