import { mkdirSync, rmSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'
import { expect } from 'chai'
import { callSpeedup as speedup, onTerminal } from '../support/cli.ts'
import { temporaryFolder } from '../support/folder.ts'
import { aDisturbedResult } from '../support/losses.ts'
import { aCandidate, aCandidateWith, aComparison, aScenarioResult } from '../support/results.ts'
import type { Comparison } from '../../plugin/concepts/comparison.ts'

describe('artillery-speedup list', () => {
  const folder = temporaryFolder()
  const keep = (name: string, comparison: Comparison | string, within = 'reports') => {
    mkdirSync(folder.path(`${within}/${name}`), { recursive: true })
    folder.write(
      `${within}/${name}/comparison.json`,
      typeof comparison === 'string' ? comparison : JSON.stringify(comparison)
    )
  }
  const required = aCandidateWith([{ metric: 'throughput', required: 1.2, verdict: 'pass' }], { verdict: 'pass' })
  before(() => {
    keep('2026-11-20T12-00-00-shop', {
      ...aComparison([
        aScenarioResult([required], { verdict: 'pass' }),
        aScenarioResult([aCandidate({ name: 'pm2' }), aCandidate()], { scenario: 'ca\tr\nt', verdict: 'fail' })
      ]),
      startedAt: '2026-11-20T12:00:00.000Z'
    })
    keep('2026-11-22T12-00-00-shop', {
      ...aComparison([], { error: { code: 'PORT_TAKEN', message: 'Taken.' }, verdict: 'not measured' }),
      startedAt: '2026-11-22T12:00:00.000Z'
    })
    keep('2026-11-21T12-00-00-shop', { ...aComparison([aDisturbedResult()]), startedAt: '2026-11-21T12:00:00.000Z' })
  })

  it('has a line for each scenario, the newest first, separated by tabs in a pipe, whatever a name has', async () => {
    const { code, stdout, stderr } = await speedup(['list'], { cwd: folder.path('.') })
    expect([code, stderr]).to.eql([0, ''])
    const rows = stdout
      .trimEnd()
      .split('\n')
      .map((line) => line.split('\t'))
    expect(rows.map(([place, result, scenario]) => [place, result, scenario])).to.eql([
      ['reports/2026-11-22T12-00-00-shop', 'NOT MEASURED', aComparison([]).file],
      ['reports/2026-11-21T12-00-00-shop', rows[1][1], 'primes'],
      ['reports/2026-11-20T12-00-00-shop', 'PASS', 'primes'],
      ['reports/2026-11-20T12-00-00-shop', 'FAIL', 'ca r t']
    ])
    expect(rows[1][3]).to.match(/lost/)
    expect(rows.slice(2).map((cells) => cells[3])).to.eql([
      'Yes: clustered (2 workers) serves 1.66 times as much as single.',
      'Both ran faster than single at p95, by 1.60x; which ran fastest is undecided. No threshold is set.'
    ])
  })

  it('lists a comparison without its answer where no more than the list shows of it can be read', async () => {
    keep('today', aComparison([aScenarioResult([required], { verdict: 'pass', leaders: 7 as never })]), 'odd')
    const { stdout } = await speedup(['list', folder.path('odd')])
    expect(stdout).to.equal(`${folder.path('odd/today')}\tPASS\tprimes\t\n`)
  })

  it('has the answer below each, in lines that fit on a terminal, also on one that does not know its size', async () => {
    const [lines, others] = await Promise.all(
      [70, 0].map(async (columns) =>
        stripVTControlCharacters(await onTerminal(['list', folder.path('reports')], columns))
          .trimEnd()
          .split('\n')
      )
    )
    expect(lines.at(-4)).to.equal('  Yes: clustered (2 workers) serves 1.66 times as much as single.')
    for (const [i, each] of [lines, others].entries())
      expect(Math.max(...each.map((line) => line.length))).to.be.at.most([70, 80][i])
  })

  it('says on a terminal, and to programs, when the level of a speedup changed, and at which commits', async () => {
    for (const [i, speedup] of [1.9, 1.92, 1.88, 1.91, 1.41, 1.39, 1.4].entries()) {
      const candidate = aCandidateWith([
        { metric: 'throughput', speedup, interval: [0.95 * speedup, 1.05 * speedup], required: 1.2, verdict: 'pass' }
      ])
      const comparison = aComparison([aScenarioResult([candidate], { verdict: 'pass' })])
      const environment = { ...comparison.environment, commit: `${i}bcdef0123` }
      const kept = { ...comparison, environment, startedAt: `2026-11-1${i}T12:00:00.000Z` }
      mkdirSync(folder.path(`history/${i}`), { recursive: true })
      folder.write(`history/${i}/comparison.json`, JSON.stringify(kept))
    }
    const told = stripVTControlCharacters(await onTerminal(['list', folder.path('history')], 200))
    expect(told.trimEnd().split('\n').at(-1)).to.equal(
      'primes: Throughput of clustered fell from 1.90x to 1.40x between 2026-11-13 and 2026-11-14 (3bcdef0..4bcdef0)'
    )
    const piped = await speedup(['list', folder.path('history')])
    expect(piped.stdout).not.to.include('fell')
    expect(piped.stderr).to.match(/^primes: Throughput of clustered fell .*\n$/)
    const { stdout } = await speedup(['list', folder.path('history'), '--json'])
    const [change, ...others] = JSON.parse(stdout).changes
    expect(others).to.eql([])
    expect(change).to.include({ scenario: 'primes', candidate: 'clustered', metric: 'throughput' })
  })

  it('says what it could not read, and lists the rest', async () => {
    keep('2026-11-19T12-00-00-broken', '{')
    const { code, stdout, stderr } = await speedup(['list', folder.path('reports')])
    expect([code, stderr]).to.eql([
      0,
      '1 comparison cannot be read: killed before the end, kept by another version, or changed since.\n'
    ])
    expect(stdout).to.not.include('broken')
    rmSync(folder.path('reports/2026-11-19T12-00-00-broken'), { recursive: true })
  })

  it('says with exit code 1 that a folder holds no comparison, is none, or is not there', async () => {
    mkdirSync(folder.path('empty'))
    const file = folder.write('file', '')
    const advice =
      'Give the folder in which comparisons are kept (reports by default), or run one: artillery-speedup run <scenario file>\n'
    const problems = { [folder.path('empty')]: 'holds no comparison.', [file]: 'is a file, not a folder.' }
    for (const [place, problem] of Object.entries(problems))
      expect(await speedup(['list', place])).to.eql({ code: 3, stdout: '', stderr: `${place} ${problem} ${advice}` })
    for (const command of ['list', 'open']) {
      expect(await speedup([command], { cwd: folder.path('empty') })).to.eql({
        code: 3,
        stdout: '',
        stderr: `No such folder: reports. ${advice}`
      })
    }
  })
})
