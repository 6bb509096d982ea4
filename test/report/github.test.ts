import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { expect } from 'chai'
import { describe, it } from 'mocha'
import { preliminary } from '../../plugin/comparison/conclude.ts'
import { annotations, tellGitHub } from '../../plugin/report/ci/github.ts'
import { summaryMarkdown } from '../../plugin/report/ci/summary-markdown.ts'
import { temporaryFolder } from '../support/folder.ts'
import { aCandidate, aCandidateWith, aComparison, aScenarioResult, aWarning } from '../support/results.ts'
import type { CandidateResult, ScenarioResult } from '../../plugin/concepts/comparison.ts'

const passed = aCandidateWith([{ metric: 'p95', required: 1.3, verdict: 'pass' }], { verdict: 'pass' })
const failed = aCandidateWith([{ metric: 'p95', required: 3, verdict: 'fail' }], { verdict: 'fail' })
const open = aCandidateWith([{ metric: 'p95', required: 1.5, verdict: 'inconclusive', roundsThatWouldDecide: 14 }], { verdict: 'inconclusive' })
const fell = { earlier: { speedup: 2.4, interval: [2.3, 2.5] as [number, number] }, regression: true }
const fallen = aCandidateWith([{ metric: 'p95', ...fell }], { againstEarlier: 'fail', verdict: 'fail' })
const notMeasured = { code: 'APP_DIED' as const, message: 'The app died.' }

const file = { path: 'scenarios/primes.yml', text: 'config:\n  plugins:\n    speedup:\n      app: a.js\nscenarios:\n  - name: primes\n' }

const linesOf = (candidates: CandidateResult[], rest?: Partial<ScenarioResult>) => annotations(aComparison([aScenarioResult(candidates, rest)]), file)

/** @returns what GitHub's own package prints */
function printedByGitHub(calls: { level: string, title: string, path: string, line: number, message: string }[]): Buffer {
  const script = `
    import * as core from '@actions/core'
    import { readFileSync } from 'node:fs'
    for (const { level, title, path, line, message } of JSON.parse(readFileSync(0))) core[level](message, { title, file: path, startLine: line })`
  return execFileSync(process.execPath, ['--input-type=module', '--eval', script], { input: JSON.stringify(calls), cwd: new URL('.', import.meta.url) })
}

const printed = (lines: string[]) => Buffer.from(lines.map((line) => `${line}\n`).join(''))

const hostile = [
  '100 % of %25, a: b', 'one\ntwo\r\n\r\nthree\n', '::error::x', 'title=a,file=b::c', '<script>"\'`', '👩‍🚀 שלום', '\u2028\u0000\u001b[31m',
  '\ud800', 'name '.repeat(40)
]

describe('annotations', () => {
  it('are none where all is well', () => expect(linesOf([passed, aCandidate()], { warnings: [aWarning({ severity: 'note' })] })).to.eql([]))

  it('are an error for a candidate that fails, at the scenario, with its numbers and the reason why', () => {
    const message = 'clustered misses the required speedup at p95.%0Aclustered needs 3x at p95, its interval is [1.34, 1.92].%0ACPU-bound, so clustering helps.'
    expect(linesOf([failed, passed])).to.eql([`::error title=FAIL%3A primes,file=scenarios/primes.yml,line=6::${message}`])
  })

  it('are an error for a speedup that fell, which may be all that is wrong', () => {
    const [only, ...more] = linesOf([fallen])
    expect(only).to.match(/^::error title=REGRESSION%3A primes,file=scenarios\/primes.yml,line=6::/)
      .and.include('line=6::clustered fell at p95: 2.40x [2.30, 2.50] in the earlier result, 1.60x [1.34, 1.92] now.')
    expect(more).to.eql([])
    const [both] = linesOf([aCandidateWith([{ metric: 'p95', ...fell, required: 3, verdict: 'fail' }], { againstEarlier: 'fail', verdict: 'fail' })])
    expect(both).to.match(/^::error title=FAIL%3A primes,.*misses the required speedup at p95\. clustered fell at p95/)
  })

  it('are a warning for what is inconclusive, with what would decide it', () => {
    const [only, ...more] = linesOf([open])
    expect(only).to.match(/^::warning title=INCONCLUSIVE%3A primes,file=scenarios\/primes.yml,line=6::/)
      .and.match(/line=6::Not enough evidence yet: .*%0Aclustered: p95 speedup 1.60 .* rounds.max 14 would decide/)
    expect(more).to.eql([])
  })

  it('are an error at the plugin’s options where nothing was measured', () => {
    const lines = annotations(aComparison([], { error: notMeasured }), file)
    expect(lines).to.eql(['::error title=NOT MEASURED,file=scenarios/primes.yml,line=3::The app died.'])
  })

  it('say nothing of a scenario that was ended before its time, but why it was', () => {
    const ended = preliminary(aScenarioResult([open, failed], { decided: false, rounds: 3, warnings: [aWarning({ severity: 'problem' })] }))
    const whole = aScenarioResult([failed], { scenario: 'hello' })
    const lines = annotations(aComparison([whole, ended], { error: notMeasured }), file)
    expect(lines.map((line) => line.split(',')[0])).to.eql(['::error title=NOT MEASURED', '::error title=FAIL%3A hello'])
  })

  it('are a warning for each problem and each warning, but not for a note', () => {
    const severities = ['warning', 'note', 'problem'] as const
    const warnings = severities.map((severity) => aWarning({ severity, message: `A ${severity}.` }))
    expect(linesOf([passed], { warnings })).to.eql([
      '::warning title=problem%3A primes,file=scenarios/primes.yml,line=6::A problem.',
      '::warning title=warning%3A primes,file=scenarios/primes.yml,line=6::A warning.'
    ])
  })

  it('come gravest first, whichever scenario they are of', () => {
    const warned = (candidate: CandidateResult) => aScenarioResult(
      [candidate], { warnings: [aWarning({ severity: 'problem' }), aWarning({ severity: 'warning' })] }
    )
    const lines = annotations(aComparison([warned(open), warned(failed)], { error: notMeasured }), file)
    const titles = lines.map((line) => /^::(\w+) title=([\w ]+)/.exec(line)?.slice(1).join(' '))
    expect(titles).to.eql([
      'error NOT MEASURED', 'error FAIL', 'warning INCONCLUSIVE', ...Array(2).fill('warning problem'), ...Array(2).fill('warning warning')
    ])
  })

  it('are ten of each level at most, since GitHub shows no more, and the last one holds the rest', () => {
    const warnings = Array.from({ length: 12 }, (_, i) => aWarning({ severity: 'warning', message: `Number ${i + 1}.` }))
    const lines = linesOf(Array(11).fill(failed), { warnings })
    expect(lines.map((line) => line.split(' ')[0])).to.eql([...Array(10).fill('::error'), ...Array(10).fill('::warning')])
    expect(lines[9]).to.match(/^::error title=2 more,/)
    expect(lines[19]).to.equal(
      '::warning title=3 more,file=scenarios/primes.yml,line=6::warning: primes: Number 10.%0Awarning: primes: Number 11.%0Awarning: primes: Number 12.'
    )
    const ten = linesOf(Array(10).fill(failed), { warnings: warnings.slice(0, 10) })
    expect(ten.filter((line) => line.includes(' more,'))).to.eql([])
    expect(ten).to.have.length(20)
  })

  it('stand beside the scenario as it was written, also under a load that has another name', () => {
    const level = { of: 'primes', factor: 0.5 }
    const lines = linesOf([failed], { scenario: 'primes at 0.5x load', level, warnings: [aWarning({ severity: 'warning' })] })
    expect(lines).to.have.length(2)
    for (const line of lines) expect(line).to.include('line=6::').and.include('primes at 0.5x load')
  })

  it('are printed as GitHub’s own package does it, whatever the names and messages', () => {
    const comparisons = hostile.map((text) => {
      const result = aScenarioResult([passed], { scenario: text, warnings: [aWarning({ severity: 'problem', message: text })] })
      return { text, comparison: aComparison([result], { error: { code: 'APP_DIED', message: text } }) }
    })
    const lines = comparisons.flatMap(({ text, comparison }) => annotations(comparison, { path: `${text}.yml`, text: '' }))
    const calls = hostile.flatMap((text) => [
      { level: 'error', title: 'NOT MEASURED', path: `${text}.yml`, line: 1, message: text },
      { level: 'warning', title: `problem: ${text}`, path: `${text}.yml`, line: 1, message: text }
    ])
    expect(lines.filter((line) => /[\r\n]/.test(line))).to.eql([])
    expect(printed(lines).equals(printedByGitHub(calls))).to.equal(true)
  })
})

const failedComparison = aComparison([
  aScenarioResult([aCandidateWith([{ metric: 'p95', required: 3, verdict: 'fail' }], { verdict: 'fail' })], { verdict: 'fail' })
], { verdict: 'fail', exitCode: 1 })

describe('what GitHub is told', () => {
  const folder = temporaryFolder()

  /** @returns what was printed */
  function told(env: NodeJS.ProcessEnv): string[] {
    const scriptFile = folder.write('job.yml', 'config:\n  plugins:\n    speedup:\nscenarios:\n  - name: primes\n')
    const lines: string[] = []
    tellGitHub(failedComparison, { env, scriptFile, print: (line) => lines.push(line) })
    return lines
  }

  it('is nothing elsewhere', () => {
    expect(told({})).to.eql([])
    expect(told({ GITHUB_ACTIONS: '', GITHUB_STEP_SUMMARY: '' })).to.eql([])
  })

  it('is the summary, after what other steps said, and annotations from the workspace', () => {
    const file = folder.write('summary', 'Before.\n')
    const lines = told({ GITHUB_ACTIONS: 'true', GITHUB_WORKSPACE: dirname(folder.path('.')), GITHUB_STEP_SUMMARY: file })
    expect(readFileSync(file, 'utf8')).to.equal(`Before.\n${summaryMarkdown(failedComparison)}\n`)
    expect(lines).to.have.length(1)
    expect(lines[0]).to.match(/^::error title=FAIL%3A primes,file=[^/,]+\/job\.yml,line=5::clustered misses/)
  })

  it('is told although a part of it can’t be, and nothing is thrown', () => {
    const lines = told({ GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: folder.path('not/there') })
    expect(lines[0]).to.match(/^GitHub could not be told \(ENOENT.*\)\.$/)
    expect(lines[1]).to.match(/^::error /)
  })
})

/** @returns the line that an annotation is put beside, from 1; of the whole file where there is no scenario */
function lineOfScenario(text: string, scenario: string | null): number {
  const comparison = scenario === null ? aComparison([], { error: notMeasured }) : aComparison([aScenarioResult([failed], { scenario })])
  const [annotation] = annotations(comparison, { path: 'a.yml', text })
  return Number(/,line=(\d+)::/.exec(annotation)?.[1])
}

/** @returns the text of that line */
const found = (text: string, scenario: string | null = 'primes'): string => text.split('\n')[lineOfScenario(text, scenario) - 1]

describe('the line of a scenario', () => {
  for (const name of ['primes', '"primes"', "'primes'"]) {
    for (const ending of ['', '   ', '   # the first one']) {
      it(`is that of its name: ${name}${ending}`, () => {
        const line = `  - name: ${name}${ending}`
        expect(found(`config:\nscenarios:\n  - name: primes again\n${line}\n    flow: []`)).to.equal(line)
      })
    }
  }

  it('is found with the line endings of Windows, and in JSON, however it is set', () => {
    expect(lineOfScenario('scenarios:\r\n  - name: primes\r\n', 'primes')).to.equal(2)
    const script = { config: { plugins: { speedup: {} } }, scenarios: [{ name: 'hello' }, { name: 'primes', flow: [] }] }
    expect(found(JSON.stringify(script, null, 2))).to.equal('      "name": "primes",')
    expect(found(JSON.stringify(script, null, 1).replaceAll('": ', '":'))).to.equal('   "name":"primes",')
    expect(lineOfScenario(JSON.stringify(script), 'primes')).to.equal(1)
  })

  it('is found in braces', () => {
    expect(found('scenarios:\n  - { name: hello, flow: [] }\n  - { flow: [], name: primes }')).to.equal('  - { flow: [], name: primes }')
    expect(found('scenarios:\n  - {name: primes}')).to.equal('  - {name: primes}')
    expect(found('scenarios:\n  - { flow: [], name: primes, weight: 2 }')).to.equal('  - { flow: [], name: primes, weight: 2 }')
  })

  it('is not that of a phase, of a request or of a comment', () => {
    const text = `
config:
  phases:
    - duration: 1
      name: primes
  # name: primes
scenarios: # - name: primes
  - flow:
      - get: { url: "/", name: primes }
    name: primes # this one`
    expect(found(text)).to.equal('    name: primes # this one')
  })

  it('is not that of a phase of the same name, however deep each stands, and wherever the scenarios are', () => {
    const config = 'config:\n  scenarios: none of ours\n  phases:\n  - name: primes\n    duration: 1\n'
    const scenarios = 'scenarios:\n    - weight: 1\n      name: primes # this one\n'
    for (const text of [config + scenarios, scenarios + config.replace('  - name', '        - name')]) expect(found(text)).to.equal(
      '      name: primes # this one'
    )
  })

  const odd = {
    [`it's "so"`]: ["'it''s \"so\"'", '"it\'s \\"so\\""'], 'a: b, {c} # d': ['"a: b, {c} # d"'], 'a.*(b': ['a.*(b'], 'שלום': ['שלום', '"שלום"']
  }
  for (const [name, spellings] of Object.entries(odd)) {
    it(`is that of an odd name: ${name}`, () => {
      for (const spelling of spellings) expect(found(`scenarios:\n  - name: hello\n  - name: ${spelling}`, name)).to.equal(`  - name: ${spelling}`)
    })
  }

  it('is that of the plugin’s options where the name is not to be found', () => {
    const text = 'config:\n  plugins:\n    # speedup: {}\n    speedup: { app: a.js }\nscenarios:\n  - flow: []'
    for (const scenario of ['primes', null]) expect(found(text, scenario)).to.equal('    speedup: { app: a.js }')
    expect(found('config: { plugins: { speedup: {} } }\n', null)).to.equal('config: { plugins: { speedup: {} } }')
  })

  it('is the first where there is nothing', () => {
    for (const text of ['', 'scenarios:\n  - flow: []', 'config:\n  variables:\n    speedups: 1\n']) expect(lineOfScenario(text, 'primes')).to.equal(1)
  })

  for (const name of ['primes', 'self-check', 'hello']) {
    it(`is found in our own scenarios/${name}.yml`, () => {
      const text = readFileSync(new URL(`../../scenarios/${name}.yml`, import.meta.url), 'utf8')
      expect(found(text, name)).to.equal(`  - name: ${name}`)
      expect(found(text, null)).to.equal('    speedup:')
    })
  }
})
