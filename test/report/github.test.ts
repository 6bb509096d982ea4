import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { expect } from 'chai'
import { preliminary } from '../../plugin/comparison/findings.ts'
import { annotations, tellGitHub } from '../../plugin/report/ci/github.ts'
import { summaryMarkdown } from '../../plugin/report/ci/summary-markdown.ts'
import { itChecks } from '../support/cases.ts'
import { expectGolden } from '../support/golden.ts'
import { temporaryFolder } from '../support/folder.ts'
import {
  aCandidate,
  aCandidateWith,
  aComparison,
  aScenarioResult,
  aVariantLimit,
  aWarning
} from '../support/results.ts'
import type { CandidateResult, ScenarioResult } from '../../plugin/concepts/comparison.ts'

const passed = aCandidateWith([{ metric: 'p95', required: 1.3, verdict: 'pass' }], { verdict: 'pass' })
const failed = aCandidateWith([{ metric: 'p95', required: 3, verdict: 'fail' }], { verdict: 'fail' })
const open = aCandidateWith([{ metric: 'p95', required: 1.5, verdict: 'inconclusive', roundsThatWouldDecide: 14 }], {
  verdict: 'inconclusive'
})
const fell = {
  metric: 'p95' as const,
  earlier: { speedup: 2.4, interval: [2.3, 2.5] as [number, number] },
  regression: true
}
const fallen = aCandidateWith([fell], { againstEarlier: 'fail', verdict: 'fail' })
const notMeasured = { code: 'APP_DIED' as const, message: 'The app died.' }

const file = {
  path: 'scenarios/primes.yml',
  text: 'config:\n  plugins:\n    speedup:\n      app: a.js\nscenarios:\n  - name: primes\n'
}
const at = 'file=scenarios/primes.yml,line=6::'

const linesOf = (candidates: CandidateResult[], rest?: Partial<ScenarioResult>) =>
  annotations(aComparison([aScenarioResult(candidates, rest)]), file)

describe('annotations', () => {
  const both = aCandidateWith([{ ...fell, required: 3, verdict: 'fail' }], { againstEarlier: 'fail', verdict: 'fail' })
  const warnings = (['warning', 'note', 'problem'] as const).map((severity) =>
    aWarning({ severity, message: `A ${severity}.` })
  )
  const ended = preliminary(aScenarioResult([open, failed], { decided: false, rounds: 3, warnings }))
  const halfLoad = { scenario: 'primes at 0.5x load', level: { of: 'primes', factor: 0.5 } }

  const cases: Record<string, string[]> = {
    'none where all is well': linesOf([passed, aCandidate()], { warnings: [aWarning({ severity: 'note' })] }),
    'an error for a candidate that fails, at the scenario, with its numbers and the reason why': linesOf([
      failed,
      passed
    ]),
    'an error for a speedup that fell': linesOf([fallen]),
    'one error for a speedup that fell and misses its threshold': linesOf([both]),
    'a warning for what is inconclusive, with what would decide it': linesOf([open]),
    'an error at the options where nothing was measured, and nothing of a scenario that was ended early': annotations(
      aComparison([ended], { error: notMeasured }),
      file
    ),
    'an error for a limit that is missed, a warning for one that is undecided': linesOf([passed], {
      limits: (['fail', 'pass', 'inconclusive'] as const).map((verdict) => aVariantLimit({ verdict }))
    }),
    'a warning for each problem and each warning, but not for a note': linesOf([passed], { warnings }),
    'beside the scenario as it was written, also under a load that has another name': linesOf([passed], {
      ...halfLoad,
      warnings: warnings.slice(0, 1)
    })
  }
  it('are as golden/annotations.txt has them', () => {
    const told = Object.entries(cases).map(([title, lines]) => [`# ${title}`, ...lines, ''].join('\n'))
    expectGolden('annotations.txt', told.join('\n'))
  })

  it('come gravest first, whichever scenario they are of', () => {
    const results = [open, failed].map((candidate) => aScenarioResult([candidate], { warnings }))
    const titles = annotations(aComparison(results, { error: notMeasured }), file).map(
      (line) => /^::(\w+ title=[\w ]+)/.exec(line)?.[1]
    )
    const others = ['INCONCLUSIVE', 'problem', 'problem', 'warning', 'warning'].map((title) => `warning title=${title}`)
    expect(titles).to.eql(['error title=NOT MEASURED', 'error title=FAIL', ...others])
  })

  it('are ten of each level at most, since GitHub shows no more, and the last one holds the rest', () => {
    const twelve = Array.from({ length: 12 }, (_, i) => aWarning({ severity: 'warning', message: `Number ${i + 1}.` }))
    const lines = linesOf(Array(11).fill(failed), { warnings: twelve })
    expect(lines.map((line) => line.split(' ')[0])).to.eql([
      ...Array(10).fill('::error'),
      ...Array(10).fill('::warning')
    ])
    expect(lines[9]).to.match(/^::error title=2 more,/)
    expect(lines[19]).to.equal(
      `::warning title=3 more,${at}${[10, 11, 12].map((number) => `warning: primes: Number ${number}.`).join('%0A')}`
    )
    const ten = linesOf(Array(10).fill(failed), { warnings: twelve.slice(0, 10) })
    expect(ten.filter((line) => !line.includes(' more,'))).to.have.length(20)
  })

  it('are printed as GitHub’s own package does it, whatever the names and messages', () => {
    const hostile = [
      '100 % of %25, a: b',
      'one\ntwo\r\n\r\nthree\n',
      '::error::x',
      'title=a,file=b::c',
      '<script>"\'`',
      '👩‍🚀 שלום',
      '\u2028\u0000\u001b[31m',
      '\ud800',
      'name '.repeat(40)
    ]
    const lines = hostile.flatMap((text) => {
      const result = aScenarioResult([passed], {
        scenario: text,
        warnings: [aWarning({ severity: 'problem', message: text })]
      })
      return annotations(aComparison([result], { error: { code: 'APP_DIED', message: text } }), {
        path: `${text}.yml`,
        text: ''
      })
    })
    const calls = hostile.flatMap((text) => [
      { level: 'error', title: 'NOT MEASURED', path: `${text}.yml`, line: 1, message: text },
      { level: 'warning', title: `problem: ${text}`, path: `${text}.yml`, line: 1, message: text }
    ])
    const script = `
      import * as core from '@actions/core'
      import { readFileSync } from 'node:fs'
      for (const { level, title, path, line, message } of JSON.parse(readFileSync(0))) core[level](message, { title, file: path, startLine: line })`
    const node = ['--input-type=module', '--eval', script]
    const printedByGitHub = execFileSync(process.execPath, node, {
      input: JSON.stringify(calls),
      cwd: new URL('.', import.meta.url)
    })
    expect(lines.filter((line) => /[\r\n]/.test(line))).to.eql([])
    expect(Buffer.from(lines.map((line) => `${line}\n`).join('')).equals(printedByGitHub)).to.equal(true)
  })
})

describe('what GitHub is told', () => {
  const folder = temporaryFolder()
  const comparison = aComparison([aScenarioResult([failed], { verdict: 'fail' })], { verdict: 'fail', exitCode: 1 })

  /** @returns what was printed */
  function told(env: NodeJS.ProcessEnv): string[] {
    const lines: string[] = []
    tellGitHub(comparison, { env, scriptFile: folder.write('job.yml', file.text), print: (line) => lines.push(line) })
    return lines
  }

  it('is nothing elsewhere', () =>
    expect([...told({}), ...told({ GITHUB_ACTIONS: '', GITHUB_STEP_SUMMARY: '' })]).to.eql([]))

  it('is the summary, after what other steps said, and annotations from the workspace', () => {
    const summary = folder.write('summary', 'Before.\n')
    const lines = told({
      GITHUB_ACTIONS: 'true',
      GITHUB_WORKSPACE: dirname(folder.path('.')),
      GITHUB_STEP_SUMMARY: summary
    })
    expect(readFileSync(summary, 'utf8')).to.equal(`Before.\n${summaryMarkdown(comparison)}\n`)
    expect(lines.join('\n')).to.match(/^::error title=FAIL%3A primes,file=[^/,]+\/job\.yml,line=6::clustered misses.*$/)
  })

  it('is told although a part of it can’t be, and nothing is thrown', () => {
    const lines = told({ GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: folder.path('not/there') })
    expect(lines.join('\n')).to.match(/^The report to GitHub failed \(ENOENT.*\)\.\n::error /)
  })
})

describe('the line of a scenario', () => {
  /** @returns from 1; of the whole file where there is no scenario */
  function lineOf(text: string, scenario: string | null): number {
    const comparison =
      scenario === null
        ? aComparison([], { error: notMeasured })
        : aComparison([aScenarioResult([failed], { scenario })])
    return Number(/,line=(\d+)::/.exec(annotations(comparison, { path: 'a.yml', text })[0])?.[1])
  }

  /** @param marked a file, in which > is before the line that is meant */
  function expectLine(marked: string, scenario: string | null) {
    const line = 1 + marked.split('\n').findIndex((text) => text.startsWith('>'))
    expect(line, 'the mark').to.be.above(0)
    expect(lineOf(marked.replace(/^>/m, ''), scenario)).to.equal(line)
  }

  const script = { config: { plugins: { speedup: {} } }, scenarios: [{ name: 'hello' }, { name: 'primes', flow: [] }] }
  const hello = 'scenarios:\n  - name: hello\n'
  const phase = 'config:\n  scenarios: none of ours\n  phases:\n  - name: primes\n    duration: 1\n'
  const deep = 'scenarios:\n    - weight: 1\n>      name: primes # this one\n'
  const nameless = 'config:\n  plugins:\n    # speedup: {}\n>    speedup: { app: a.js }\nscenarios:\n  - flow: []'
  const itself = ['primes', '"primes"', "'primes'"].flatMap((name) =>
    ['', '   ', '   # the first one'].map(
      (ending) => `config:\nscenarios:\n  - name: primes again\n>  - name: ${name}${ending}\n    flow: []`
    )
  )
  const braces = ['{ flow: [], name: primes }', '{name: primes}', '{ flow: [], name: primes, weight: 2 }']
  const odd: [spelling: string, name: string][] = [
    ["'it''s \"so\"'", `it's "so"`],
    ['"it\'s \\"so\\""', `it's "so"`],
    ['"a: b, {c} # d"', 'a: b, {c} # d'],
    ['a.*(b', 'a.*(b'],
    ['שלום', 'שלום'],
    ['"שלום"', 'שלום']
  ]
  const ofOurs = ['primes', 'self-check', 'hello'].map((name): [text: string, name: string] => [
    readFileSync(new URL(`../../scenarios/${name}.yml`, import.meta.url), 'utf8'),
    name
  ])
  const cases: Record<string, [marked: string, scenario?: string | null][]> = {
    'is that of its name': itself.map((text) => [text]),
    'is found with the line endings of Windows': [['scenarios:\r\n>  - name: primes\r\n']],
    'is found in JSON, of many lines, without spaces, of one line': [
      [JSON.stringify(script, null, 2).replace('      "name": "primes"', '>$&')],
      [JSON.stringify(script, null, 1).replaceAll('": ', '":').replace('   "name":"primes"', '>$&')],
      [`>${JSON.stringify(script)}`]
    ],
    'is found in braces': braces.map((flow) => [`${hello}>  - ${flow}`]),
    'is not that of a phase, of a request or of a comment': [
      [
        `
config:
  phases:
    - duration: 1
      name: primes
  # name: primes
scenarios: # - name: primes
  - flow:
      - get: { url: "/", name: primes }
>    name: primes # this one`
      ]
    ],
    'is not that of a phase of the same name that stands before, or deeper and after': [
      [phase + deep],
      [deep + phase.replace('  - name', '        - name')]
    ],
    'is that of an odd name': odd.map(([spelling, name]) => [`${hello}>  - name: ${spelling}`, name]),
    'is that of the plugin’s options where the name is not to be found, or no scenario is meant': [
      [nameless],
      [nameless, null],
      ['>config: { plugins: { speedup: {} } }\n', null]
    ],
    'is the first where there is nothing': [
      '',
      'scenarios:\n  - flow: []',
      'config:\n  variables:\n    speedups: 1\n'
    ].map((text) => [`>${text}`]),
    'is found in our own scenarios': ofOurs.map(([text, name]) => [text.replace(`  - name: ${name}`, '>$&'), name]),
    'is that of the plugin’s options in our own scenarios': ofOurs.map(([text]) => [
      text.replace('    speedup:', '>$&'),
      null
    ])
  }
  itChecks(cases, ([marked, scenario = 'primes']) => expectLine(marked, scenario))
})
