import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync } from 'node:fs'
import { expect } from 'chai'
import { describe, it } from 'mocha'
import { parse } from 'yaml'
import { temporaryFolder } from '../support/folder.ts'
import { blocksOf } from '../support/readme.ts'

/** The workflow that docs/ci.md shows for a comment on the pull request. */
const workflow = parse(String(blocksOf('yaml').find((block) => block.includes('pull-requests: write'))))
const steps: any[] = workflow.jobs.speedup.steps
const step = steps.find(({ name }) => name === 'Comment on the pull request')

/**
 * In the place of GitHub's own: prints the ids that it is given when it is asked for comments, and keeps what it sends.
 */
const gh = `#!/bin/sh
case "$*" in
  *--paginate*) printf '%s' "$IDS";;
  *) echo "$*" >calls;;
esac`

describe('the workflow of docs/ci.md with a comment on the pull request', () => {
  const folder = temporaryFolder()

  /** @returns how gh was called to write, and what the comment says */
  function comment(name: string, ids: string) {
    mkdirSync(folder.path(`${name}/reports/one`), { recursive: true })
    folder.write(`${name}/reports/one/summary.md`, '**PASS** clustered beats single\n')
    chmodSync(folder.write(`${name}/gh`, gh), 0o755)
    const [cwd, repository] = [folder.path(name), 'repos/me/shop/issues']
    const env = {
      ...process.env,
      PATH: `${cwd}:${process.env.PATH}`,
      IDS: ids,
      COMMENTS: `${repository}/7/comments`,
      COMMENT: `${repository}/comments`
    }
    const { status, stderr } = spawnSync('bash', ['-e', '-c', step.run], { cwd, env, encoding: 'utf8' })
    expect(status, stderr).to.equal(0)
    return { call: readFileSync(`${cwd}/calls`, 'utf8').trim(), body: readFileSync(`${cwd}/comment.md`, 'utf8') }
  }

  it('writes a comment, with a mark by which it is found again', () => {
    const { call, body } = comment('new', '')
    expect(call).to.equal('api --silent repos/me/shop/issues/7/comments --field body=@comment.md')
    expect(body).to.equal('<!-- speedup -->\n**PASS** clustered beats single\n')
    expect(step.run).to.include('startswith("<!-- speedup -->")')
  })

  it('updates the comment that is there', () => {
    expect(comment('old', '41\n42\n').call).to.equal(
      'api --silent --method PATCH repos/me/shop/issues/comments/41 --field body=@comment.md'
    )
  })

  it('may write it, also after a failed comparison, but not for a fork', () => {
    expect(workflow.permissions).to.eql({ contents: 'read', 'pull-requests': 'write' })
    expect(step.if).to.include('!cancelled()').and.include('head.repo.full_name == github.repository')
    expect(steps.findIndex((each) => each === step)).to.be.above(
      steps.findIndex(({ run }) => run === 'npx artillery run scenarios/speedup.yml')
    )
  })
})
