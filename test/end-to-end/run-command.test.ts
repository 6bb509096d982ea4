import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'chai'
import { describe, it } from 'mocha'
import { startMarked } from '../support/artillery.ts'
import { cli, speedup } from '../support/cli.ts'
import { certain, repository, shortScript, useProject } from '../support/project.ts'
import { livingProcesses, waitUntilGone } from '../support/strays.ts'

describe('artillery-speedup run, with a real Artillery', () => {
  const project = useProject()

  /** Far from this repository: Artillery is global, and the plugin is installed elsewhere. */
  function start(script: object, flags: string[] = []) {
    mkdirSync(join(project.folder, 'bin'))
    mkdirSync(join(project.folder, 'elsewhere/node_modules'), { recursive: true })
    symlinkSync(`${repository}node_modules/artillery/bin/run`, join(project.folder, 'bin/artillery'))
    const words = ['run', ...flags, project.write('job.json', script)]
    return startMarked([process.execPath, cli, ...words], {
      cwd: project.folder,
      env: { PATH: `${join(project.folder, 'bin')}:/usr/bin:/bin` }
    })
  }

  it('compares, passes flags on and exits with the code of artillery run; list, compare and open find what it kept', async () => {
    const { ended, mark } = start(shortScript(project, { options: { thresholds: { p50: certain.toFail } } }), [
      '--quiet'
    ])
    const { code, output } = await ended
    await waitUntilGone(mark)
    expect(code, output).to.equal(1)
    expect(output).to.include('FAIL').and.not.include('round  1')
    const listed = await speedup(['list'], { cwd: project.folder })
    expect(listed.stdout).to.match(/^reports\/\S+-job\tFAIL\thello\tclustered [\d.]+x p50\n$/)
    const [folder] = listed.stdout.split('\t')
    expect((await speedup(['compare', folder, folder], { cwd: project.folder })).stdout).to.match(
      /^None of \d speedups? fell\.|^These comparisons do not show/
    )
  })

  it('leaves nothing behind after Ctrl-C, and exits with 130', async () => {
    const { child, mark, printed, ended } = start(
      shortScript(project, { config: { phases: [{ duration: 20, arrivalRate: 5 }] } })
    )
    while (!livingProcesses(mark).some((line) => line.includes('hello.js')) && child.exitCode === null) await delay(50)
    expect(livingProcesses(mark), printed.output).to.have.lengthOf.above(1)
    child.kill('SIGINT')
    const { code, output } = await ended
    await waitUntilGone(mark)
    expect(code, output).to.equal(130)
    expect(output).to.include('INTERRUPTED')
  })
})
