import { expect } from 'chai'
import { describe, it } from 'mocha'
import { readFileSync } from 'node:fs'
import { writeReport } from '../../plugin/report/write-report.js'
import { temporaryFolder } from '../support/folder.js'
import { aCandidate, aComparison, aScenarioResult } from '../support/results.js'

describe('the written report', () => {
  const folder = temporaryFolder()

  it('holds the whole comparison as JSON', () => {
    const comparison = aComparison([aScenarioResult([aCandidate()])])
    writeReport(folder.path('.'), comparison)
    expect(JSON.parse(readFileSync(folder.path('comparison.json'), 'utf8'))).to.eql(comparison)
  })
})
