import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { expect } from 'chai'
import { describe, it } from 'mocha'
import { summaryMarkdown } from '../../plugin/report/ci/summary-markdown.ts'
import { tellGitHub } from '../../plugin/report/ci/github.ts'
import { temporaryFolder } from '../support/folder.ts'
import { aCandidateWith, aComparison, aScenarioResult } from '../support/results.ts'

const failed = aComparison([aScenarioResult([aCandidateWith([{ metric: 'p95', required: 3, verdict: 'fail' }], { verdict: 'fail' })], { verdict: 'fail' })], { verdict: 'fail', exitCode: 1 })

describe('what GitHub is told', () => {
  const folder = temporaryFolder()

  /** @returns what was printed */
  function told(env: NodeJS.ProcessEnv): string[] {
    const scriptFile = folder.write('job.yml', 'config:\n  plugins:\n    speedup:\nscenarios:\n  - name: primes\n')
    const lines: string[] = []
    tellGitHub(failed, { env, scriptFile, print: (line) => lines.push(line) })
    return lines
  }

  it('is nothing elsewhere', () => {
    expect(told({})).to.eql([])
    expect(told({ GITHUB_ACTIONS: '', GITHUB_STEP_SUMMARY: '' })).to.eql([])
  })

  it('is the summary, after what other steps said, and annotations from the workspace', () => {
    const file = folder.write('summary', 'Before.\n')
    const lines = told({ GITHUB_ACTIONS: 'true', GITHUB_WORKSPACE: dirname(folder.path('.')), GITHUB_STEP_SUMMARY: file })
    expect(readFileSync(file, 'utf8')).to.equal(`Before.\n${summaryMarkdown(failed)}\n`)
    expect(lines).to.have.length(1)
    expect(lines[0]).to.match(/^::error title=FAIL%3A primes,file=[^/,]+\/job\.yml,line=5::clustered misses/)
  })

  it('is told although a part of it can’t be, and nothing is thrown', () => {
    const lines = told({ GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: folder.path('not/there') })
    expect(lines[0]).to.match(/^GitHub could not be told \(ENOENT.*\)\.$/)
    expect(lines[1]).to.match(/^::error /)
  })
})
