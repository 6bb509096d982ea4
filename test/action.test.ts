import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { expect } from 'chai'
import { parse } from 'yaml'
import { quietly } from './support/artillery.ts'
import { repository, shortScript, useProject } from './support/project.ts'

const action = parse(readFileSync(`${repository}action.yml`, 'utf8'))
const [compare, upload, comment, end] = action.runs.steps

describe('the GitHub Action', () => {
  const project = useProject()

  /** A step in a shell, as GitHub runs it, with what its expressions stand for. @returns what it has set as outputs */
  function runStep({ run }: { run: string }, env: Record<string, string>) {
    const output = join(project.folder, 'output')
    writeFileSync(output, '')
    const all = { ...process.env, ...quietly, GITHUB_OUTPUT: output, ...env }
    const words = ['--noprofile', '--norc', '-eo', 'pipefail', '-c', run]
    const { status, stdout, stderr } = spawnSync('bash', words, { cwd: project.folder, env: all, encoding: 'utf8' })
    return { status, printed: stdout + stderr, outputs: readFileSync(output, 'utf8') }
  }

  const pull = {
    PULL: 'https://a.example/pull/7',
    COMMENTS: 'repos/a/b/issues/7/comments',
    COMMENT: 'repos/a/b/issues/comments',
    LINK: 'https://a.example/1'
  }

  it('compares, hands on the exit code and the folder of the report, and ends with that code', () => {
    symlinkSync(`${repository}node_modules`, join(project.folder, 'node_modules'))
    // It ends soon, and leaves a report.
    project.write('job.json', shortScript(project, { app: 'throws.js' }))
    mkdirSync(join(project.folder, 'reports'))
    const { status, printed, outputs } = runStep(compare, { RUN: 'run --quiet job.json' })
    expect(status, printed).to.equal(0)
    const [, report] = /^code=3\nreport=(reports\/\S+-job)\n$/.exec(outputs) ?? expect.fail(outputs + printed)
    expect(join(project.folder, report)).to.equal(project.record())
    expect(project.read(`${report}/comment.md`)).to.match(/^\*\*NOT MEASURED\*\* [^]*\nFile: job\.json/)
    expect([runStep(end, { CODE: '0' }).status, runStep(end, { CODE: '2' }).status]).to.eql([0, 2])
    expect(upload.with.path).to.equal('${{ steps.compare.outputs.report }}')
  })

  it('splits its words as a shell does, and expands and executes nothing', () => {
    mkdirSync(join(project.folder, 'bin'))
    project.write('bin/npx', '#!/bin/sh\nshift 2\nprintf "<%s>" "$@" > words\n')
    execFileSync('chmod', ['+x', join(project.folder, 'bin/npx')])
    const env = { PATH: [join(project.folder, 'bin'), process.env.PATH].join(delimiter) }
    const wordsOf = (RUN: string) => {
      const { status, outputs, printed } = runStep(compare, { ...env, RUN })
      expect(status, printed).to.equal(0)
      return outputs.startsWith('code=0\n') ? project.read('words') : outputs
    }
    expect(wordsOf(`against main server.js --setup "npm run build" --path='/a b' x\\ y ''`)).to.equal(
      '<against><main><server.js><--setup><npm run build><--path=/a b><x y><>'
    )
    expect(wordsOf('run $(id) `id` ; * ~ $HOME {a,b} "$(id) \\"q\\"" > out\n  next')).to.equal(
      '<run><$(id)><`id`><;><*><~><$HOME><{a,b}><$(id) "q"><>><out><next>'
    )
    expect(wordsOf('run "half')).to.equal('code=3\nreport=\n')
  })

  it('hands on the exit code where nothing was run, without a report', () => {
    symlinkSync(`${repository}node_modules`, join(project.folder, 'node_modules'))
    const { status, printed, outputs } = runStep(compare, { RUN: 'run gone.yml' })
    expect([status, outputs], printed).to.eql([0, 'code=3\nreport=\n'])
  })

  it('says so where it may not comment', () => {
    mkdirSync(join(project.folder, 'report'))
    project.write('report/comment.md', 'PASS\n')
    mkdirSync(join(project.folder, 'bin'))
    // GitHub can't be asked here: what its program does where it is refused.
    project.write('bin/gh', '#!/bin/sh\nprintf "%s\\n" "$*" > asked\nexit 1\n')
    execFileSync('chmod', ['+x', join(project.folder, 'bin/gh')])
    const env = { PATH: [join(project.folder, 'bin'), process.env.PATH].join(delimiter) }
    const { status, printed } = runStep(comment, { ...env, REPORT: 'report', ...pull })
    expect([status, printed.split('\n')[0]]).to.eql([
      0,
      '::notice::The result could not be a comment: a pull request from a fork may not write one. The summary of this job has it.'
    ])
    expect(project.read('report/posted.md')).to.match(
      /^<!-- speedup \w{12} -->\nPASS\n\n\[The whole report\]\(https:\/\/a\.example\/1\) is an artifact of this run\.\n$/
    )
    expect(project.read('asked')).to.match(
      /^pr view https:\/\/a\.example\/pull\/7 --json comments --jq .*viewerDidAuthor/
    )
  })

  it('has a comment for each job and each call in it, and writes one that is there anew', () => {
    mkdirSync(join(project.folder, 'report'))
    project.write('report/comment.md', 'PASS\n')
    mkdirSync(join(project.folder, 'bin'))
    project.write(
      'bin/gh',
      '#!/bin/sh\nprintf "%s\\n" "$*" >> asked\n[ "$1" = api ] || printf "https://a.example/pull/7#issuecomment-42\\n"\n'
    )
    execFileSync('chmod', ['+x', join(project.folder, 'bin/gh')])
    const markOf = (JOB: string, RUN: string) => {
      const env = { PATH: [join(project.folder, 'bin'), process.env.PATH].join(delimiter), REPORT: 'report' }
      expect(runStep(comment, { ...env, ...pull, JOB, RUN }).status).to.equal(0)
      return project.read('report/posted.md').split('\n')[0]
    }
    const marks = [
      markOf('a', 'run x.yml'),
      markOf('a', 'run y.yml'),
      markOf('b', 'run x.yml'),
      markOf('a', 'run x.yml')
    ]
    expect(new Set(marks)).to.have.property('size', 3)
    expect(marks[3]).to.equal(marks[0])
    expect(project.read('asked')).to.include('\napi --silent --method PATCH repos/a/b/issues/comments/42 --field ')
  })

  it('has what the marketplace shows: a short description, an icon and a colour of GitHub', () => {
    expect(action.description).to.have.length.below(126)
    expect(action.branding).to.eql({ icon: 'trending-up', color: 'green' })
  })

  it('uses nothing of the event in the text of a script, where it would be run', () => {
    for (const { run = '' } of action.runs.steps) expect(run).to.not.include('${{')
  })
})
