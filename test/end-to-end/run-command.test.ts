import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'chai'
import { startMarked, startOnTerminal } from '../support/artillery.ts'
import { cli, speedup } from '../support/cli.ts'
import { certain, repository, shortScript, useProject } from '../support/project.ts'
import { screenAfter } from '../support/screen.ts'
import { livingProcesses, waitUntilGone } from '../support/strays.ts'

describe('artillery-speedup run, with a real Artillery', () => {
  const project = useProject()

  /** Far from this repository: Artillery is global, and the plugin is installed elsewhere. */
  function prepare(script: object) {
    mkdirSync(join(project.folder, 'bin'))
    mkdirSync(join(project.folder, 'elsewhere/node_modules'), { recursive: true })
    symlinkSync(`${repository}node_modules/artillery/bin/run`, join(project.folder, 'bin/artillery'))
    return {
      file: project.write('job.json', script),
      options: { cwd: project.folder, env: { PATH: `${join(project.folder, 'bin')}:/usr/bin:/bin`, NO_COLOR: '1' } }
    }
  }

  it('compares, exits with the code of artillery run, and keeps what list and compare find', async () => {
    const { file, options } = prepare(shortScript(project, { options: { thresholds: { p50: certain.toFail } } }))
    const columns = 40
    const command = `'${process.execPath}' '${cli}' run --quiet '${file}'`
    const { ended, mark } = startOnTerminal(command, columns, options)
    const { code, stdout } = await ended
    await waitUntilGone(mark)
    expect(code, stdout).to.equal(1)
    expectNothingThatMoves(stdout, columns)
    const listed = await speedup(['list'], { cwd: project.folder })
    // What is answered goes by how fast it was, not by the threshold alone.
    const [folder, word, name, answer, ...more] = listed.stdout.trimEnd().split('\t')
    expect([word, name, ...more]).to.eql(['FAIL', 'hello'])
    expect(folder).to.match(/^reports\/\S+-job$/)
    const kept = readFileSync(join(project.folder, folder, 'verdict.json'), 'utf8')
    expect(answer, kept).to.match(/\w/)
    expect(kept).to.include(JSON.stringify(answer))
    expect((await speedup(['compare', folder, folder], { cwd: project.folder })).stdout).to.match(
      /^None of \d speedups? fell\.|^These comparisons do not show/
    )
  })

  /** --quiet: of all lines, the verdict; NO_COLOR: none of them in colours; as narrow as the terminal. */
  function expectNothingThatMoves(stdout: string, columns: number) {
    const screen = screenAfter(stdout).map((line) => line.trimEnd())
    const verdict = screen.findIndex((line) => line.startsWith('FAIL  '))
    expect(verdict, stdout).to.be.above(-1)
    expect(screen.slice(verdict).filter((line) => line.length > columns && !/explain|^Report/.test(line))).to.eql([])
    expect(stdout).to.not.match(/round {2}1|[█░]|\x1b\[(?:1|2|3[1-3])m/)
  }

  it('tells what would be done and how long it would take, and does nothing of it, with --dry-run', async () => {
    const { file, options } = prepare(shortScript(project, { config: { phases: [{ duration: 600, arrivalRate: 5 }] } }))
    const { ended, mark } = startMarked([process.execPath, cli, 'run', '--dry-run', file], options)
    const { code, output } = await ended
    await waitUntilGone(mark)
    expect(code, output).to.equal(0)
    expect(output)
      .to.match(/\nplan {5}about \d+ min: 2 variants, 3 rounds of about 20 min\. Shorter: shorter phases, or /)
      .and.match(/\nspeedup {2}hello: clustered \(2 workers\) against single, /)
      .and.match(/\nNothing was started: --dry-run was given\./)
      .and.not.match(/round {2}1/)
    expect(existsSync(join(project.folder, 'reports'))).to.equal(false)
  })

  it('prints one document with --json: the verdict, a plan, or why nothing was measured; words go to stderr', async () => {
    const { file, options } = prepare(shortScript(project, { options: { thresholds: { p50: certain.toFail } } }))
    const call = async (...words: string[]) => {
      const { code, stdout, stderr } = await speedup(['run', ...words, '--json'], options)
      return { code, document: JSON.parse(stdout), stderr }
    }
    const failed = await call(file)
    expect([failed.code, failed.document.exitCode, failed.document.verdict], failed.stderr).to.eql([1, 1, 'fail'])
    expect(failed.document.candidates[0]).to.include({ candidate: 'clustered', verdict: 'fail' })
    expect(failed.stderr).to.include('\nFAIL  ')
    const { folder, ...rest } = failed.document
    const kept = JSON.parse(readFileSync(join(project.folder, folder, 'verdict.json'), 'utf8'))
    expect(rest).to.eql(kept)

    const planned = await call(file, '--dry-run')
    expect([planned.code, planned.document.exitCode, planned.document.plan.variants]).to.eql([0, 0, 2])
    expect(planned.stderr).to.include('Nothing was started')

    const endings = { 'no-such-app.js': 'INVALID_SETTINGS', 'exits.js': 'APP_NOT_READY' }
    writeFileSync(join(project.folder, 'exits.js'), 'process.exit(7)')
    for (const [app, expected] of Object.entries(endings)) {
      const script = project.write('ends.json', shortScript(project, { options: { app: join(project.folder, app) } }))
      const { code, document, stderr } = await call(script)
      expect([code, document.exitCode, document.error.code], stderr).to.eql([3, 3, expected])
      expect(stderr.replaceAll(/\s+/g, ' ')).to.include(document.error.message.split('\n')[0].replaceAll(/\s+/g, ' '))
    }
    writeFileSync(join(project.folder, 'broken.yml'), 'config: { plugins: { speedup: { app: a.js } }')
    const broken = await call('broken.yml')
    expect(broken.document).to.deep.include({ exitCode: broken.code })
    expect([broken.code > 0, broken.document.error.code]).to.eql([true, 'ARTILLERY_FAILED'])
  })

  it('leaves nothing behind after Ctrl-C, and exits with 130', async () => {
    const { file, options } = prepare(shortScript(project, { config: { phases: [{ duration: 20, arrivalRate: 5 }] } }))
    const { child, mark, printed, ended } = startMarked([process.execPath, cli, 'run', file], options)
    while (!livingProcesses(mark).some((line) => line.includes('hello.js')) && child.exitCode === null) await delay(50)
    expect(livingProcesses(mark), printed.output).to.have.lengthOf.above(1)
    child.kill('SIGINT')
    const { code, output } = await ended
    await waitUntilGone(mark)
    expect(code, output).to.equal(130)
    expect(output).to.include('INTERRUPTED')
  })
})
