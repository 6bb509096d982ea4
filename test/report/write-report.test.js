import { expect } from 'chai'
import { describe, it } from 'mocha'
import { readdirSync, readFileSync } from 'node:fs'
import { writeComparison, writeReport } from '../../plugin/report/write-report.js'
import { temporaryFolder } from '../support/folder.js'
import { aRunDetail } from '../support/pages.js'
import { aCandidate, aComparison, aScenarioResult } from '../support/results.js'

describe('the written report', () => {
  const folder = temporaryFolder()
  const comparison = aComparison([aScenarioResult([aCandidate()])])

  it('holds the whole comparison as JSON', () => {
    writeComparison(folder.path('.'), comparison)
    expect(JSON.parse(readFileSync(folder.path('comparison.json'), 'utf8'))).to.eql(comparison)
  })

  it('has a page for people and two files for CI, and leaves nothing unfinished', () => {
    writeReport(folder.path('.'), { comparison, runs: [aRunDetail()] })
    expect(readdirSync(folder.path('.')).sort()).to.eql(['comparison.json', 'index.html', 'junit.xml', 'summary.md'])
    expect(readFileSync(folder.path('index.html'), 'utf8')).to.match(/^<!doctype html>/)
    expect(readFileSync(folder.path('junit.xml'), 'utf8')).to.match(/^<\?xml /)
    expect(readFileSync(folder.path('summary.md'), 'utf8')).to.include('clustered')
  })
})
