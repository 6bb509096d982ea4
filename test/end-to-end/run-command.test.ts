import { existsSync, mkdirSync, symlinkSync } from 'node:fs'
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
    expect(listed.stdout).to.match(/^reports\/\S+-job\tFAIL\thello\tclustered [\d.]+x p50\n$/)
    const [folder] = listed.stdout.split('\t')
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
      .and.match(/\nNothing was started: ARTILLERY_SPEEDUP_DRY_RUN is true\./)
      .and.not.match(/round {2}1/)
    expect(existsSync(join(project.folder, 'reports'))).to.equal(false)
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
