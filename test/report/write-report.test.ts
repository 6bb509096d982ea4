import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { writeComparison, writeHistory, writeReport } from '../../plugin/report/write-report.ts'
import { temporaryFolder } from '../support/folder.ts'
import { aRunDetail } from '../support/pages.ts'
import { aCandidate, aComparison, aScenarioResult, aWarning } from '../support/results.ts'
import { refusal } from '../support/settings.ts'

describe('the written report', () => {
  const folder = temporaryFolder()
  const comparison = aComparison([aScenarioResult([aCandidate()])])
  const make = (name: string) => String(mkdirSync(folder.path(name), { recursive: true }))
  const read = (path: string, name: string) => readFileSync(join(path, name), 'utf8')

  it('holds the comparison as JSON, and what CI reads, before any page is made; then a page, and nothing unfinished', () => {
    const path = make('first')
    writeComparison(path, comparison)
    expect(JSON.parse(read(path, 'comparison.json'))).to.eql(comparison)
    expect(readdirSync(path).sort()).to.eql([
      'badge.svg',
      'comment.md',
      'comparison.json',
      'junit.xml',
      'summary.md',
      'verdict.json'
    ])
    const again = make('second')
    writeReport(again, { comparison, runs: [aRunDetail()] })
    expect(readdirSync(again).sort()).to.eql([
      'badge.svg',
      'comment.md',
      'index.html',
      'junit.xml',
      'summary.md',
      'verdict.json'
    ])
    expect(['index.html', 'junit.xml', 'summary.md'].map((name) => read(again, name).slice(0, 3))).to.eql([
      '<!d',
      '<?x',
      '## '
    ])
  })

  it('says which file can’t be written, and leaves no half of it', () => {
    mkdirSync(join(make('blocked'), 'comparison.json'))
    const { code, message } = refusal(() => writeComparison(folder.path('blocked'), comparison))
    expect(code).to.equal('NOT_WRITABLE')
    const advice = 'Make room there, or choose another directory with plugins\\.speedup\\.report\\.'
    expect(message).to.match(new RegExp(`blocked/comparison\\.json cannot be written \\(EISDIR.*\\)\\. ${advice}$`))
    expect(readdirSync(folder.path('blocked'))).to.eql(['comparison.json'])
  })

  it('lists all comparisons, again and again, but never over a page of somebody else', () => {
    const [path, other] = [make('history'), make('other')]
    for (const ignored of [0, 7]) writeHistory(path, { entries: [], ignored })
    expect(read(path, 'index.html')).to.include('Made by artillery-plugin-speedup').and.include('7')
    writeFileSync(join(other, 'index.html'), '<h1>My coverage</h1>')
    writeHistory(other, { entries: [], ignored: 0 })
    expect(read(other, 'index.html')).to.equal('<h1>My coverage</h1>')
    const piped = make('piped')
    execFileSync('mkfifo', [join(piped, 'index.html')])
    writeHistory(piped, { entries: [], ignored: 0 })
    expect(statSync(join(piped, 'index.html')).isFIFO(), 'which would wait for ever').to.equal(true)
  })

  it('has no character in any file that turns a text round, or that a terminal obeys, whatever a name has', () => {
    const name = 'a\u202eb\u2066c\u200dd\u0007e'
    const comparison = aComparison([
      aScenarioResult(
        [aCandidate({ name, diagnosis: { ...aCandidate().diagnosis, spentOn: `own code: f\u202e (a\u202e.js:1)` } })],
        { scenario: name, baseline: name, warnings: [aWarning({ message: `${name}: see ${name}` })] }
      )
    ])
    const path = make('visible')
    writeReport(path, { comparison, runs: [] })
    for (const file of ['summary.md', 'comment.md', 'junit.xml', 'index.html'])
      expect(read(path, file), file).to.not.match(/[\u202e\u2066\u0007]/)
    for (const file of ['summary.md', 'comment.md', 'junit.xml'])
      expect(read(path, file), file).to.include('a\ufffdb\ufffdc\u200dd\ufffde')
  })
})
