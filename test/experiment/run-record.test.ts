import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect } from 'chai'
import { createRunRecord } from '../../plugin/record/run-record.ts'
import { temporaryFolder } from '../support/folder.ts'
import { aRun } from '../support/runs.ts'
import { refusal } from '../support/settings.ts'

describe('the record of a comparison', () => {
  const folder = temporaryFolder()
  const create = (reports: string, scriptFile = '/home/me/primes.yml') =>
    createRunRecord(folder.path(reports), scriptFile, new Date('2026-11-20T13:04:14.987Z'))
  const first = { scenario: 1, round: 1, turn: 1, variant: 'single' }

  it('has a folder of its own, named after the time and the scenario file, below directories that it makes', () => {
    const names = ['2026-11-20T13-04-14-primes', '2026-11-20T13-04-14-primes-2', '2026-11-20T13-04-14-primes-3']
    for (const name of names) expect(create('new/reports').folder).to.equal(folder.path(`new/reports/${name}`))
    expect(basename(create('odd', '/home/me/täglich & "neu".test.yml').folder)).to.equal(
      '2026-11-20T13-04-14-täglich_neu_.test'
    )
  })

  it('holds each run as a line, as soon as it is appended', async () => {
    const record = create('lines')
    const read = () =>
      readFileSync(join(record.folder, 'runs.ndjson'), 'utf8')
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line))
    expect(read()).to.eql([])
    for (const round of [1, 2]) {
      await record.append(aRun({ round }))
      expect(read()).to.have.length(round)
      expect(read().at(-1)).to.eql(aRun({ round }))
    }
  })

  it('holds files for the samples and the telemetry of each run, of which the first begins with the header', () => {
    const record = create('samples')
    const files = record.createFiles({ scenario: 1, round: 3, turn: 2, variant: 'two workers' })
    expect(files).to.eql({
      samples: 'samples/scenario-1-round-3-2-two_workers.csv',
      telemetry: 'samples/scenario-1-round-3-2-two_workers.telemetry.ndjson'
    })
    expect(readFileSync(join(record.folder, files.samples), 'utf8')).to.equal(
      'start_ms,latency_ms,status,worker_pid,first_on_connection,request,whole_ms,gap_ms\n'
    )
    expect(readFileSync(join(record.folder, files.telemetry), 'utf8')).to.equal('')
  })

  it('compresses the samples of a run before it names them, but for those that hold no request', async () => {
    const record = create('compressed')
    const files = record.createFiles(first)
    expect(await record.append(aRun(files))).to.eql(aRun(files))
    const text = `${readFileSync(join(record.folder, files.samples), 'utf8')}1.000,2.000,200,7,1\n`
    writeFileSync(join(record.folder, files.samples), text)
    const kept = await record.append(aRun(files))
    expect(kept).to.eql(aRun({ ...files, samples: `${files.samples}.gz` }))
    expect(readFileSync(join(record.folder, 'runs.ndjson'), 'utf8')).to.include(`\n${JSON.stringify(kept)}\n`)
    expect(gunzipSync(readFileSync(join(record.folder, kept.samples))).toString()).to.equal(text)
    expect(readdirSync(join(record.folder, 'samples')).sort()).to.eql(
      [kept.samples, kept.telemetry].map((name) => basename(name)).sort()
    )
  })

  it('lets no variant’s name lead out of the folder, and keeps the files of runs apart that differ in scenario, round or turn alone', () => {
    const record = create('apart')
    for (const name of Object.values(record.createFiles({ ...first, variant: '../../../escaped' }))) {
      expect(name.split('/')).to.have.length(2)
      expect(existsSync(join(record.folder, name)), name).to.equal(true)
    }
    const turns = [1, 11].flatMap((scenario) =>
      [1, 11].flatMap((round) => [1, 11].map((turn) => ({ scenario, round, turn })))
    )
    const files = turns.map((turn, i) => record.createFiles({ ...turn, variant: ['2 workers', '2/workers'][i % 2] }))
    expect(new Set(files.flatMap((names) => Object.values(names)))).to.have.length(2 * turns.length)
  })

  it('holds a profile of each variant, with the number of the scenario where there are several, and takes none for another', () => {
    const { folder: own, writeBeside } = create('profiles')
    const write = (variant: string, turn: number, scenario: number | null = null) =>
      writeBeside({ of: variant, scenario }, { scenario, turn, variant, in: 'profiles', as: '.cpuprofile' })
    expect([
      write('single', 1),
      write('../2 workers', 2),
      write('..-2-workers', 3),
      write('single', 1, 2),
      write('../2 workers/', 4),
      write('..:2:workers', 5)
    ]).to.eql([
      'profiles/single.cpuprofile',
      'profiles/.._2_workers.cpuprofile',
      'profiles/..-2-workers.cpuprofile',
      'profiles/scenario-2-single.cpuprofile',
      'profiles/.._2_workers_.cpuprofile',
      'profiles/.._2_workers-5.cpuprofile'
    ])
    expect(readdirSync(join(own, 'profiles'))).to.have.length(6)
    expect(readFileSync(join(own, 'profiles/.._2_workers.cpuprofile'), 'utf8')).to.equal(
      '{"of":"../2 workers","scenario":null}'
    )
  })

  it('refuses a directory that can’t be written to, before anything is measured', () => {
    const file = folder.write('file', '')
    const { code, message } = refusal(() => create('file'))
    expect(code).to.equal('NOT_WRITABLE')
    expect(message).to.match(
      new RegExp(
        `^plugins\\.speedup\\.report is ${file}, which is not writable \\(EEXIST.*\\)\\. Choose another directory\\.$`
      )
    )
  })
})
