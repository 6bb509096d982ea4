import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { expect } from 'chai'
import { callSpeedup, onTerminal, speedup } from '../support/cli.ts'
import { temporaryFolder } from '../support/folder.ts'
import { aCandidate, aComparison, aScenarioResult } from '../support/results.ts'
import { writeSyntheticRecord, type SyntheticPlan } from '../support/synthetic-record.ts'
import { seededUniform } from '../support/random.ts'

const inOneLine = (text: string) => text.replaceAll(/\s+/g, ' ')

const variants: SyntheticPlan['variants'] = [
  { name: 'single', mode: 'single', workers: 1 },
  { name: 'clustered', mode: 'cluster', workers: 2 }
]

// Whatever hangs would not be ended from within this process: what may wait for a pipe is called as a command.
describe('what others have put into reports/', () => {
  const folder = temporaryFolder()
  let count = 0
  /** @returns the path of a record in a folder with another one */
  function aRecord() {
    const reports = `reports-${++count}`
    for (const name of ['good', 'odd']) mkdirSync(folder.path(`${reports}/${name}`), { recursive: true })
    if (count === 1) writeSyntheticRecord(folder.path('whole'), { variants, rounds: 3, requests: 40, seed: 1 })
    for (const name of ['good', 'odd'])
      cpSync(folder.path('whole'), folder.path(`${reports}/${name}`), { recursive: true })
    return { reports: folder.path(reports), odd: folder.path(`${reports}/odd`), good: folder.path(`${reports}/good`) }
  }
  const pipe = (path: string) => {
    rmSync(path, { force: true })
    execFileSync('mkfifo', [path])
  }
  const runsIn = (record: string): any[] =>
    readFileSync(join(record, 'runs.ndjson'), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
  const writeRuns = (record: string, runs: unknown[]) =>
    writeFileSync(join(record, 'runs.ndjson'), runs.map((run) => `${JSON.stringify(run)}\n`).join(''))

  describe('where a comparison’s conclusions are a pipe', () => {
    it('list shows the others, and says that one can’t be read', async () => {
      const { reports, odd } = aRecord()
      pipe(join(odd, 'comparison.json'))
      const { code, stdout, stderr } = await speedup(['list', reports])
      expect([code, stdout.trimEnd().split('\n').length]).to.eql([0, 1])
      expect(stdout).to.include(join(reports, 'good'))
      expect(stderr).to.equal(
        '1 comparison cannot be read: killed before the end, kept by another version, or changed since.\n'
      )
    })

    it('the other commands refuse it in a sentence', async () => {
      const { odd, good } = aRecord()
      pipe(join(odd, 'comparison.json'))
      for (const [words, exitCode] of [
        [['open', odd], 3],
        [['report', odd], 3],
        [['compare', good, odd], 3],
        [['compare', join(odd, 'comparison.json'), good], 3]
      ] as const) {
        const { code, stdout, stderr } = await speedup([...words])
        expect([code, stdout], stderr).to.eql([exitCode, ''])
        const file = words[1].endsWith('.json')
          ? `${words[1]} is a file`
          : `${join(odd, 'comparison.json')} cannot be read (it is no file)`
        expect(inOneLine(stderr)).to.equal(
          `${file}; name a comparison folder, such as reports/2026-11-20T12-00-00-primes. `
        )
      }
    })
  })

  for (const name of ['runs.ndjson', 'samples'] as const) {
    it(`report refuses a record in a sentence whose ${name} are a pipe`, async () => {
      const { odd } = aRecord()
      const [run] = runsIn(odd)
      const file = join(odd, name === 'runs.ndjson' ? name : run[name])
      pipe(file)
      const { code, stdout, stderr } = await speedup(['report', odd])
      expect([code, stdout]).to.eql([3, ''])
      expect(stderr.split('\n')).to.have.length(2)
      expect(stderr).to.include(`${file} cannot be read (it is no file); `)
    })
  }

  it('report refuses runs whose files are not in its folder', async () => {
    for (const path of ['../good/samples/x.csv', '/etc/passwd', 'samples/../../x', '..']) {
      for (const key of ['samples', 'telemetry']) {
        const { odd } = aRecord()
        writeRuns(odd, runsIn(odd).with(1, { ...runsIn(odd)[1], [key]: path }))
        const { code, stdout, stderr } = await callSpeedup(['report', odd])
        expect([code, stdout]).to.eql([3, ''])
        expect(stderr).to.equal(
          `${odd}/runs.ndjson is broken: line 2 names ${path}, which is outside of its folder; copy the whole comparison folder again.\n`
        )
      }
    }
    const { odd } = aRecord()
    const runs = runsIn(odd)
    renameSync(join(odd, runs[0].samples), join(odd, '..own.csv.gz'))
    writeRuns(odd, runs.with(0, { ...runs[0], samples: 'samples/../..own.csv.gz' }))
    expect((await callSpeedup(['report', odd])).code, 'a name that only begins with dots').to.equal(0)
  })

  it('report makes a page of runs that were changed by hand, or refuses them in a sentence: never is that a bug of ours', async () => {
    const { odd } = aRecord()
    const whole = runsIn(odd)
    const random = seededUniform(7)
    const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)]
    const strange = [true, 'x', -1, 1e15, null, [], {}, [1], [null], { a: 1 }]
    /** Changes something at any depth. */
    const spoil = (value: any): any => {
      if (typeof value !== 'object' || value === null || random() < 0.2) return pick(strange)
      const keys = Object.keys(value)
      if (keys.length === 0) return pick(strange)
      const key = pick(keys)
      const changed = Array.isArray(value) ? [...value] : { ...value }
      if (random() < 0.2) delete changed[key]
      else changed[key] = spoil(value[key])
      return changed
    }
    let refused = 0
    for (let i = 0; i < 60; i++) {
      const at = Math.floor(random() * whole.length)
      const key = pick(Object.keys(whole[at]))
      writeRuns(odd, whole.with(at, { ...whole[at], [key]: spoil(whole[at][key]) }))
      const { code, stdout, stderr } = await callSpeedup(['report', odd])
      if (code === 0) {
        expect([stdout, stderr]).to.eql([`Report: ${odd}/index.html\n`, ''])
        continue
      }
      refused++
      expect([code, stdout]).to.eql([3, ''])
      expect(stderr, JSON.stringify(runsIn(odd)[at][key]))
        .to.match(/^\S.*\.\n$/)
        .and.not.match(/bug in|\n {4}at /)
    }
    expect(refused).to.be.within(8, 55)
  })

  it('report refuses a record that was cut off, in a sentence that says what to do', async () => {
    const files = ['comparison.json', 'runs.ndjson', runsIn(aRecord().odd)[0].samples]
    for (const name of files) {
      for (const part of [0, 0.3, 0.9]) {
        const { odd } = aRecord()
        const bytes = readFileSync(join(odd, name))
        writeFileSync(join(odd, name), bytes.subarray(0, bytes.length * part))
        const { code, stdout, stderr } = await callSpeedup(['report', odd])
        expect([code, stdout], `${part} of ${name}`).to.eql([3, ''])
        expect(stderr).to.match(/^\S.*(?:copy|measure) .*again\S*\.\n$|; copy the whole comparison folder/)
      }
    }
  })

  describe('whose names steer a terminal, or turn a text round', () => {
    const evil = 'sh\u001b]0;title\u0007op\u001b[2J\r\u202e\u0085\u200bx\n'
    const read = 'shop\n\ufffd\ufffd\ufffdx\n'
    const keep = (name: string) => {
      mkdirSync(folder.path(`evil/${name}`), { recursive: true })
      const comparison = aComparison([
        aScenarioResult([aCandidate({ name: evil })], { scenario: evil, baseline: evil })
      ])
      writeFileSync(folder.path(`evil/${name}/comparison.json`), JSON.stringify(comparison))
      return folder.path(`evil/${name}`)
    }
    /** In a pipe, and on a terminal without the colours that are ours. */
    const shown = async (words: string[]) => [
      (await callSpeedup(words)).stdout,
      stripVTControlCharacters((await onTerminal(words, 200)).replaceAll('\u001b]', '<title>')).replaceAll('\r\n', '\n')
    ]

    it('list shows them without that, and the names of folders, too', async () => {
      keep('one')
      keep('t\u001b[2Jwo\u202e')
      for (const text of await shown(['list', folder.path('evil')])) {
        expect(text)
          .to.match(/evil\/one/)
          .and.match(/evil\/two\ufffd/)
        expect(text).to.include(read.replaceAll('\n', ' ').trim())
        expect(text).to.not.match(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b\u202e]|<title>/)
      }
    })

    it('report does, of its folder', async () => {
      const at = aRecord().odd
      const evilFolder = `${at}\u001b[2J\u202e`
      renameSync(at, evilFolder)
      const { code, stdout } = await callSpeedup(['report', evilFolder])
      expect([code, stdout]).to.eql([0, `Report: ${at}\ufffd/index.html\n`])
    })

    it('compare does, too', async () => {
      const [first, second] = [keep('one'), keep('other')]
      for (const text of await shown(['compare', first, second])) {
        expect(text).to.include('\ufffd\ufffd\ufffdx')
        expect(text).to.not.match(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b\u202e]|<title>/)
      }
    })
  })
})
