import { expect } from 'chai'
import { describe, it } from 'mocha'
import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { createRunRecord } from '../../plugin/experiment/run-record.js'
import { temporaryFolder } from '../support/folder.js'
import { aRun } from '../support/runs.js'
import { refusal } from '../support/settings.js'

const now = new Date('2026-11-20T13:04:14.987Z')

describe('the record of a comparison', () => {
  const folder = temporaryFolder()
  const create = (/** @type {string} */ reports, scriptFile = '/home/me/primes.yml') => createRunRecord(folder.path(reports), scriptFile, now)

  it('has a folder named after the time and the scenario file, below directories that it makes', () => {
    expect(create('new/reports').folder).to.equal(folder.path('new/reports/2026-11-20T13-04-14-primes'))
  })

  it('has a folder of its own when another began in the same second', () => {
    expect([1, 2, 3].map(() => basename(create('twice').folder))).to.eql([
      '2026-11-20T13-04-14-primes',
      '2026-11-20T13-04-14-primes-2',
      '2026-11-20T13-04-14-primes-3'
    ])
  })

  it('makes a name for the folder from any file name', () => {
    expect(basename(create('odd', '/home/me/täglich & "neu".test.yml').folder)).to.equal('2026-11-20T13-04-14-täglich_neu_.test')
  })

  it('holds each run as a line, as soon as it is appended', () => {
    const record = create('lines')
    const file = join(record.folder, 'runs.ndjson')
    expect(readFileSync(file, 'utf8')).to.equal('')
    for (const round of [1, 2]) {
      record.append(aRun({ round }))
      const lines = readFileSync(file, 'utf8').split('\n')
      expect(lines).to.have.length(round + 1)
      expect(JSON.parse(lines[round - 1])).to.eql(aRun({ round }))
    }
  })

  it('holds a file for the samples of each run, which begins with the header', () => {
    const record = create('samples')
    const name = record.createSamples({ scenario: 1, round: 3, turn: 2, variant: 'two workers' })
    expect(name).to.equal('samples/scenario-1-round-3-2-two_workers.csv')
    expect(readFileSync(join(record.folder, name), 'utf8')).to.equal('start_ms,latency_ms,status,worker_pid,first_on_connection\n')
  })

  it('lets no variant’s name lead out of the folder', () => {
    const record = create('safe')
    const name = record.createSamples({ scenario: 1, round: 1, turn: 1, variant: '../../../escaped' })
    expect(name.split('/')).to.have.length(2)
    expect(existsSync(join(record.folder, name))).to.equal(true)
  })

  it('keeps the samples of variants apart whose names look the same in a file system', () => {
    const record = create('apart')
    const [a, b] = ['2 workers', '2/workers'].map((variant, i) => record.createSamples({ scenario: 1, round: 1, turn: i + 1, variant }))
    expect(a).not.to.equal(b)
  })

  it('refuses a directory that can’t be written to, before anything is measured', () => {
    const file = folder.write('file', '')
    const { code, message } = refusal(() => create('file'))
    expect(code).to.equal('NOT_WRITABLE')
    expect(message).to.match(new RegExp(`^plugins\\.speedup\\.report is ${file}, but nothing can be written there \\(EEXIST.*\\)\\. Choose another directory\\.$`))
  })
})
