import { setTimeout as delay } from 'node:timers/promises'
import { existsSync, readFileSync } from 'node:fs'
import { expect } from 'chai'
import { describe, it } from 'mocha'
import { temporaryFolder } from '../support/folder.ts'
import { ownOutput } from './some-output.ts'
import { refused, standIn, target } from './stand-in.ts'
import type { GeneratorCommand } from '../../plugin/concepts/generators.ts'

/** As Artillery does with --output. */
const writeOutput = `import { writeFileSync } from 'node:fs'
  const argv = process.argv.slice(2)
  const valueOf = (flag) => argv[argv.indexOf(flag) + 1]
  writeFileSync(valueOf('--output'), ${JSON.stringify(ownOutput)})\n`

describe('a load generator that is known by its metrics', () => {
  const folder = temporaryFolder()
  const outputFile = () => folder.path('metrics.json')

  const standing = standIn(folder)
  const run = (script: string, { command = 'run-fargate', ...more }: { command?: GeneratorCommand } & Parameters<typeof standing>[1] = {}) =>
    standing(script, {
      metered: { generator: { command, args: ['--count', '2'] }, outputFile: outputFile() },
      heard: () => expect.fail('It told something.'),
      ...more
    })

  it('has the outcome that its metrics tell, its order in the script, beside other overrides, and nothing of ours in its environment', async () => {
    const script = `${writeOutput}
      const ours = Object.keys(process.env).filter((name) => /^ARTILLERY_SPEEDUP.*(RUN|CALL)/.test(name))
      writeFileSync(${JSON.stringify(folder.path('seen.json'))}, JSON.stringify({ argv, overrides: JSON.parse(valueOf('--overrides')), ours }))`
    expect(await run(script, { overrides: { config: { phases: [] } } })).to.deep.include({ users: 4, skippedUsers: 3, shortestSessionMs: 1775.3 })
    const { argv, overrides, ours } = JSON.parse(readFileSync(folder.path('seen.json'), 'utf8'))
    expect(argv.slice(0, 4)).to.eql(['run-fargate', '/job.yml', '--count', '2'])
    const _metrics = { targets: [target], pidHeader: 'x-worker-pid', client: 'artillery' }
    expect(overrides).to.eql({ config: { phases: [], plugins: { speedup: { _metrics } } } })
    expect(ours).to.eql([])
  })

  const ended = 'The load generator (artillery run-fargate) '
  const help = ' ›   Error: Nonexistent flag: --bogus\\n ›   See more help with --help\\n\\nUSAGE\\n  $ artillery run-fargate\\n'
  for (const [what, script, message] of [
    [
      'leaves no metrics, not even with those of an earlier run',
      "console.log('All went well.')",
      'exited with code 0, but did not write the metrics that --output asks for. Its last lines:\n    All went well.'
    ],
    [
      'says so by its code, though it wrote the metrics of a part',
      `${writeOutput}console.log('Worker exited with an error'); process.exitCode = 6`,
      'exited with code 6. Its last lines:\n    Worker exited with an error'
    ],
    [
      'has a mistake in its command line, and says what, and not the end of the help that follows',
      `console.error('${help}')\nprocess.exitCode = 2`,
      'exited with code 2. It said:\n     ›   Error: Nonexistent flag: --bogus\n     ›   See more help with --help'
    ],
    ['was ended by something', `${writeOutput}process.kill(process.pid, 'SIGKILL')`, 'was ended by SIGKILL.']
  ]) {
    it(`has failed when it ${what}`, async () => {
      await run(writeOutput)
      expect(existsSync(outputFile())).to.equal(true)
      expect(await refused(run(script))).to.include({ code: 'GENERATOR_FAILED', message: ended + message })
    })
  }

  it('has not failed when responses were not as expected, or, here, what the script ensures did not hold', async () => {
    expect(await run(`${writeOutput}process.exitCode = 21`)).to.include({ users: 4 })
    expect(await run(`${writeOutput}process.exitCode = 1`, { command: 'run' })).to.include({ users: 4 })
    expect((await refused(run('process.exitCode = 1', { command: 'run' }))).message).to.include('(artillery run) exited with code 1.')
  })

  it('has the time to end what it has started elsewhere when it is given up', async () => {
    const reason = new Error('no longer wanted')
    const giveUp = new AbortController()
    const [started, cleaned] = ['started', 'cleaned'].map((name) => folder.path(name))
    const script = `import { writeFileSync } from 'node:fs'
      process.once('SIGTERM', () => setTimeout(() => { writeFileSync(${JSON.stringify(cleaned)}, ''); process.exit(1) }, 200))
      setInterval(() => {}, 1000)
      writeFileSync(${JSON.stringify(started)}, '')`
    const running = refused(run(script, { signal: giveUp.signal }))
    while (!existsSync(started)) await delay(10)
    giveUp.abort(reason)
    expect(await running).to.equal(reason)
    expect(existsSync(cleaned)).to.equal(true)
  })
})
