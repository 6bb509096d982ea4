import { setTimeout as delay } from 'node:timers/promises'
import { existsSync } from 'node:fs'
import { expect } from 'chai'
import { describe, it } from 'mocha'
import { runGenerator } from '../../plugin/generator/generators.ts'
import { temporaryFolder } from '../support/folder.ts'
import { ownOutput } from './some-output.ts'
import type { Generator } from '../../plugin/concepts/settings.ts'

const guard = { watch: () => {}, release: () => {}, watchFolder: () => {}, close: async () => {} }
const target = { url: 'http://127.0.0.1:3030', hostname: '127.0.0.1', port: 3030 }

/** As Artillery does with --output. */
const writeOutput = `import { writeFileSync } from 'node:fs'
  const argv = process.argv.slice(2)
  const valueOf = (flag) => argv[argv.indexOf(flag) + 1]
  writeFileSync(valueOf('--output'), ${JSON.stringify(ownOutput)})\n`

describe('a load generator that is known by its metrics', () => {
  const folder = temporaryFolder()
  const outputFile = () => folder.path('metrics.json')

  /** @param script that stands for the `artillery` command */
  const run = (script: string, { command = 'run-fargate', signal = new AbortController().signal, overrides = null }: { command?: Generator['command'], signal?: AbortSignal, overrides?: Record<string, unknown> | null } = {}) => {
    const artillery = folder.write('artillery.mjs', script)
    const files = { samplesFile: '/s.csv', telemetryFile: '/t.ndjson', answersFile: null }
    const order = { artillery, ...files, originMs: 1.5, targets: [target], pidHeader: 'x-worker-pid', client: 'artillery' as const }
    const metered = { generator: { command, args: ['--count', '2'] }, outputFile: outputFile() }
    const commandLine = { scriptFile: '/job.yml', flags: {}, targetUrl: target.url, only: null, overrides, metered }
    return runGenerator({ order, commandLine, logFile: folder.write('log', ''), guard, heard: () => expect.fail('It told something.') }, signal)
  }
  const refused = (running: Promise<unknown>) => running.then(() => expect.fail('It succeeded.'), (error) => error)

  it('has the outcome that its metrics tell', async () => {
    expect(await run(writeOutput)).to.deep.include({ users: 4, skippedUsers: 3, shortestSessionMs: 1775.3 })
  })

  it('gets its order in the script, beside other overrides, and nothing of ours in its environment', async () => {
    const script = `${writeOutput}writeFileSync(${JSON.stringify(folder.path('seen.json'))}, JSON.stringify({ argv, overrides: JSON.parse(valueOf('--overrides')), ours: Object.keys(process.env).filter((name) => name.startsWith('ARTILLERY_SPEEDUP')) }))`
    await run(script, { overrides: { config: { phases: [] } } })
    const { argv, overrides, ours } = JSON.parse((await import('node:fs')).readFileSync(folder.path('seen.json'), 'utf8'))
    expect(argv.slice(0, 4)).to.eql(['run-fargate', '/job.yml', '--count', '2'])
    expect(overrides).to.eql({ config: { phases: [], plugins: { speedup: { _metrics: { targets: [target], pidHeader: 'x-worker-pid', client: 'artillery' } } } } })
    // What guards against strays marks every process that we start.
    expect(ours.filter((name: string) => /RUN|CALL/.test(name))).to.eql([])
  })

  it('has failed when it leaves no metrics, not even with those of an earlier run', async () => {
    await run(writeOutput)
    expect(existsSync(outputFile())).to.equal(true)
    const { code, message } = await refused(run("console.log('All went well.')"))
    expect(code).to.equal('GENERATOR_FAILED')
    expect(message).to.equal('The load generator (artillery run-fargate) exited with code 0, but did not write the metrics that --output asks for. Its last lines:\n    All went well.')
  })

  it('has failed when its code says so, though it wrote the metrics of a part', async () => {
    const { message } = await refused(run(`${writeOutput}console.log('Worker exited with an error'); process.exitCode = 6`))
    expect(message).to.equal('The load generator (artillery run-fargate) exited with code 6. Its last lines:\n    Worker exited with an error')
  })

  it('has not failed when responses were not as expected, or, here, what the script ensures did not hold', async () => {
    expect(await run(`${writeOutput}process.exitCode = 21`)).to.include({ users: 4 })
    expect(await run(`${writeOutput}process.exitCode = 1`, { command: 'run' })).to.include({ users: 4 })
    expect((await refused(run('process.exitCode = 1', { command: 'run' }))).message).to.include('(artillery run) exited with code 1.')
  })

  it('has failed when something ended it', async () => {
    expect((await refused(run(`${writeOutput}process.kill(process.pid, 'SIGKILL')`))).message).to.include('(artillery run-fargate) was ended by SIGKILL')
  })

  it('says what is wrong with its command line, and not the end of the help that follows', async () => {
    const script = "console.error(' ›   Error: Nonexistent flag: --bogus\\n ›   See more help with --help\\n\\nUSAGE\\n  $ artillery run-fargate\\n')\nprocess.exitCode = 2"
    const { message } = await refused(run(script))
    expect(message).to.equal('The load generator (artillery run-fargate) exited with code 2. It said:\n     ›   Error: Nonexistent flag: --bogus\n     ›   See more help with --help')
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
