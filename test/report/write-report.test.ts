import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { describe, it } from 'mocha'
import { writeComparison, writeHistory, writeReport } from '../../plugin/report/write-report.ts'
import { temporaryFolder } from '../support/folder.ts'
import { aRunDetail } from '../support/pages.ts'
import { aCandidate, aComparison, aScenarioResult } from '../support/results.ts'
import { refusal } from '../support/settings.ts'

describe('the written report', () => {
  const folder = temporaryFolder()
  const comparison = aComparison([aScenarioResult([aCandidate()])])
  const make = (name: string) => {
    mkdirSync(folder.path(name))
    return folder.path(name)
  }

  it('holds the whole comparison as JSON, and what CI reads, before any page is made', () => {
    const path = make('first')
    writeComparison(path, comparison)
    expect(JSON.parse(readFileSync(join(path, 'comparison.json'), 'utf8'))).to.eql(comparison)
    expect(readFileSync(join(path, 'junit.xml'), 'utf8')).to.match(/^<\?xml /)
    expect(readFileSync(join(path, 'summary.md'), 'utf8')).to.include('clustered')
    expect(readdirSync(path)).to.have.length(3)
  })

  it('has a page for people and two files for CI, and leaves nothing unfinished', () => {
    const path = make('second')
    writeReport(path, { comparison, runs: [aRunDetail()] })
    expect(readdirSync(path).sort()).to.eql(['index.html', 'junit.xml', 'summary.md'])
    expect(readFileSync(join(path, 'index.html'), 'utf8')).to.match(/^<!doctype html>/)
  })

  it('says which file can’t be written, and leaves no half of it', () => {
    const path = make('blocked')
    mkdirSync(join(path, 'comparison.json'))
    const { code, message } = refusal(() => writeComparison(path, comparison))
    expect(code).to.equal('NOT_WRITABLE')
    expect(message).to.match(
      /blocked\/comparison\.json cannot be written \(EISDIR.*\)\. Make room there, or choose another directory by plugins\.speedup\.report\.$/
    )
    expect(readdirSync(path)).to.eql(['comparison.json'])
  })

  it('lists all comparisons, again and again, but never over a page of somebody else', () => {
    const path = make('history')
    writeHistory(path, { entries: [], ignored: 0 })
    writeHistory(path, { entries: [], ignored: 7 })
    expect(readFileSync(join(path, 'index.html'), 'utf8')).to.include('Made by artillery-plugin-speedup').and.include('7')
    const other = make('other')
    writeFileSync(join(other, 'index.html'), '<h1>My coverage</h1>')
    writeHistory(other, { entries: [], ignored: 0 })
    expect(readFileSync(join(other, 'index.html'), 'utf8')).to.equal('<h1>My coverage</h1>')
  })
})
