import { setTimeout as delay } from 'node:timers/promises'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { makerOf } from '../../plugin/load/load-generator.ts'
import { openIn } from '../../plugin/load/recorded.ts'
import { runGenerator, type Generation, type HearStep } from '../../plugin/load/run-generator.ts'
import { temporaryFolder } from '../support/folder.ts'
import type { LoadStep } from '../../plugin/messages/load.ts'
import { aGeneration, refused, target } from './making-loads.ts'
import { ownOutput } from '../measure/some-output.ts'
import { metricsFileOf } from '../../plugin/concepts/run.ts'
import type { Generator } from '../../plugin/concepts/settings.ts'

const folder = temporaryFolder()

type Run = Generation &
  Generation['order'] &
  Generation['commandLine'] & { generator: Generator | null; signal: AbortSignal; heard: HearStep }

/** @param script stands for the `artillery` command */
async function run(
  script: string,
  {
    generator = null,
    loadSeconds = null,
    overrides = null,
    signal = new AbortController().signal,
    heard = () => {},
    ...more
  }: Partial<Run> = {}
) {
  const generation = aGeneration(folder, target, { command: folder.write('artillery.mjs', script) })
  const order = { ...generation.order, loadSeconds }
  // As of an earlier run.
  if (generator !== null) writeFileSync(metricsFileOf(order.samplesFile), ownOutput)
  const commandLine = { ...generation.commandLine, overrides }
  const made = await runGenerator(
    { ...generation, maker: makerOf(generator), order, commandLine, ...more },
    heard,
    signal
  )
  return made && made.outcomes[0]
}

describe('a response that has begun and not ended', () => {
  it('is found in what is long, wherever the piece that is read begins', () => {
    const report = `${JSON.stringify({ source: 'thread', thread: 1, open: { count: 1, last: 'GET /events' } })}\n`
    for (let more = 0; more < report.length; more++) {
      const last = `${JSON.stringify({ source: 'worker', pid: 'x'.repeat(more) })}\n`
      const file = folder.write('telemetry.ndjson', report.repeat(1000) + last)
      expect(openIn(file), `${more} bytes more`).to.equal('GET /events')
    }
    expect(openIn(folder.write('telemetry.ndjson', '{"source":"thread","thr'))).to.equal(null)
    expect(openIn('not-there.ndjson')).to.equal(null)
  })
})

describe('a child artillery run', () => {
  const tell = (event: object) => `process.send({ 'artillery-plugin-speedup': ${JSON.stringify(event)} })\n`
  const step = (name: LoadStep, cpuMs: number) => tell({ event: 'step', step: name, load: 0, cpuMs })
  const outcome = { errors: {}, users: 20, skippedUsers: 0, shortestSessionMs: 5, beganMs: 1, lastArrivalMs: 2 }
  const finished = step('rests', 9) + tell({ event: 'round', outcomes: [outcome], slices: [] })
  /** With what the script knows as errors. */
  const failing = "process.send({ 'artillery-plugin-speedup': { event: 'round', outcomes: [{ errors }], slices: [] } })"
  const loading = step('opens', 4)
  const staying = 'setInterval(() => {}, 1000)\n'

  it('has its outcome, however it ends then, and is heard as it goes, but for messages that are not ours', async () => {
    const heard: string[] = []
    const strange = "for (const message of ['hello', 7, null, {}]) process.send(message)\n"
    const script = `${strange}${loading}${finished}process.exitCode = 1`
    expect(await run(script, { heard: ({ step: name, cpuMs }) => heard.push(`${name} ${cpuMs}`) })).to.eql(outcome)
    expect(heard).to.eql(['opens 4', 'rests 9'])
  })

  it('is told its order and its command line', async () => {
    const script = `const errors = { order: process.env.ARTILLERY_SPEEDUP_RUN, argv: process.argv.slice(2).join(' ') }
      ${loading}
      ${failing}`
    const { errors } = (await run(script)) as { errors: any }
    const { telemetryFile, ...order } = JSON.parse(errors.order)
    expect(telemetryFile.replace(/[\d.]+(?=\.ndjson$)/, '')).to.equal(folder.path('telemetry-.ndjson'))
    expect(order).to.deep.include({ answersFile: null, pidHeader: 'x-worker-pid', targets: [target] })
    expect(errors.argv).to.equal(`run ${folder.path('job.json')} --quiet --target ${target.url}`)
  })

  it('has failed when it ends before its last user has finished, with what it said last', async () => {
    const error = await refused(run(`${loading}console.error('no such file'); process.exitCode = 3`))
    const message = 'exited with code 3 before its last user had finished. Its last lines:\n    no such file'
    expect(error).to.include({
      code: 'GENERATOR_FAILED',
      message: `The load generator (a child artillery run) ${message}`
    })
    expect((await refused(run("process.kill(process.pid, 'SIGKILL')"))).message).to.include(
      'was killed by SIGKILL before'
    )
  })

  it('has failed for want of room where its log can’t be written either, and says so', async function () {
    const full = folder.path('full')
    mkdirSync(full)
    if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=8k', 'none', full]).status !== 0) this.skip()
    try {
      writeFileSync(join(full, 'fill'), Buffer.alloc(8192))
      const { code, message } = await refused(
        run("console.error('no room'); process.exitCode = 1", { logFile: join(full, 'log') })
      )
      expect(code).to.equal('NOT_WRITABLE')
      expect(message).to.match(
        /^A file can't be written \(ENOSPC: no space left on device, write\)\. Make room there, or choose other folders: .* \(environment variable TMPDIR\)\.$/
      )
      expect(readdirSync(full).sort()).to.eql(['fill', 'log'])
    } finally {
      spawnSync('umount', [full])
    }
  })

  it('is ended when it has loaded for as long as it may, and that is no error', async () => {
    const heard: string[] = []
    const answered = `;(await import('node:fs')).appendFileSync(JSON.parse(process.env.ARTILLERY_SPEEDUP_RUN).samplesFile, '1,2,200,3,1\\n')\n`
    expect(
      await run(loading + answered + staying, { atMostSeconds: 0.2, heard: ({ step: name }) => heard.push(name) })
    ).to.equal(null)
    expect(heard).to.eql(['opens'])
  })

  for (const [what, script] of [
    [
      'before the app has answered at all, however long that takes',
      `${loading}setTimeout(() => { ${finished} process.disconnect() }, 600)`
    ],
    ['before it has begun to load', `setTimeout(() => { ${loading}; ${finished} }, 600)`]
  ]) {
    it(`is not ended ${what}`, async () => expect(await run(script, { atMostSeconds: 0.2 })).to.include({ users: 20 }))
  }

  it('rejects with what whoever hears that it is warm throws', async () => {
    const heard: HearStep = ({ step: name }) => {
      if (name === 'counts') throw new Error('no space left')
    }
    const running = run(loading + step('counts', 5) + staying, { heard })
    expect((await refused(running)).message).to.equal('no space left')
  })

  it('goes past proxies where it should, and else as Artillery goes: through them', async () => {
    const proxies = { HTTP_PROXY: 'http://127.0.0.1:1', HTTPS_PROXY: 'http://127.0.0.1:1' }
    const script = `const errors = { proxies: [process.env.HTTP_PROXY, process.env.HTTPS_PROXY] }
      ${loading}
      ${failing}`
    Object.assign(process.env, proxies)
    try {
      const found = [await run(script, { goesDirect: true }), await run(script)] as { errors: any }[]
      expect(found.map(({ errors }) => errors.proxies)).to.eql([['', ''], Object.values(proxies)])
    } finally {
      for (const name of Object.keys(proxies)) delete process.env[name]
    }
  })

  it('is killed when it is given up, for the reason of that', async () => {
    const [reason, giveUp] = [new Error('no longer wanted'), new AbortController()]
    expect(
      await refused(run(loading + staying, { signal: giveUp.signal, heard: () => giveUp.abort(reason) }))
    ).to.equal(reason)
  })
})

describe('a load generator that is known by its metrics', () => {
  /** As Artillery does with --output. */
  const writeOutput = `import { writeFileSync } from 'node:fs'
    const argv = process.argv.slice(2)
    const valueOf = (flag) => argv[argv.indexOf(flag) + 1]
    writeFileSync(valueOf('--output'), ${JSON.stringify(ownOutput)})\n`
  const runMetered = (script: string, options: Partial<Run> = {}, command: Generator['command'] = 'run-fargate') => {
    const generator = { command, args: ['--count', '2'] }
    return run(script, { generator, heard: () => expect.fail('It told something.'), ...options })
  }

  it('has the outcome that its metrics tell, its order in the script, beside other overrides, and nothing of ours in its environment', async () => {
    const script = `${writeOutput}
      const ours = Object.keys(process.env).filter((name) => /^ARTILLERY_SPEEDUP.*(RUN|CALL)/.test(name))
      writeFileSync(${JSON.stringify(folder.path('seen.json'))}, JSON.stringify({ argv, overrides: JSON.parse(valueOf('--overrides')), ours }))`
    // It can't be cut short, so that users go through the flow once where it is to be short.
    const short = { loadSeconds: 5, atMostSeconds: 1, overrides: { config: { phases: [] } } }
    expect(await runMetered(script, short)).to.deep.include({ users: 4, skippedUsers: 3, shortestSessionMs: 1775.3 })
    const { argv, overrides, ours } = JSON.parse(readFileSync(folder.path('seen.json'), 'utf8'))
    expect(argv.slice(0, 4)).to.eql(['run-fargate', folder.path('job.json'), '--count', '2'])
    const _metrics = { targets: [target], pidHeader: 'x-worker-pid', client: 'auto', loadSeconds: null, isMix: false }
    expect(overrides).to.eql({ config: { phases: [], plugins: { speedup: { _metrics } } } })
    expect(ours).to.eql([])
  })

  const help =
    ' ›   Error: Nonexistent flag: --bogus\\n ›   See more help with --help\\n\\nUSAGE\\n  $ artillery run-fargate\\n'
  const complaints = ' ›   Error: Nonexistent flag: --bogus\n     ›   See more help with --help'
  const noMetrics = 'exited with code 0, but wrote no metrics to its --output file'
  const failingPart = `${writeOutput}console.log('A worker failed'); process.exitCode = 6`
  for (const [what, script, message] of [
    [
      'leaves no metrics, not even with those of an earlier run',
      "console.log('All went well.')",
      `${noMetrics}. Its last lines:\n    All went well.`
    ],
    [
      'says so by its code, though it wrote the metrics of a part',
      failingPart,
      'exited with code 6. Its last lines:\n    A worker failed'
    ],
    [
      'has a mistake in its command line, and says what, and not the end of the help that follows',
      `console.error('${help}')\nprocess.exitCode = 2`,
      `exited with code 2. It printed:\n    ${complaints}`
    ],
    ['was killed by something', `${writeOutput}process.kill(process.pid, 'SIGKILL')`, 'was killed by SIGKILL.']
  ]) {
    it(`has failed when it ${what}`, async () => {
      expect(await refused(runMetered(script))).to.include({
        code: 'GENERATOR_FAILED',
        message: `The load generator (artillery run-fargate) ${message}`
      })
    })
  }

  it('has not failed when responses were not as expected, or, here, what the script ensures did not hold', async () => {
    expect(await runMetered(`${writeOutput}process.exitCode = 21`)).to.include({ users: 4 })
    expect(await runMetered(`${writeOutput}process.exitCode = 1`, {}, 'run')).to.include({ users: 4 })
    expect((await refused(runMetered('process.exitCode = 1', {}, 'run'))).message).to.include(
      '(artillery run) exited with code 1.'
    )
  })

  it('has the time to end what it has started elsewhere when it is given up', async () => {
    const [reason, giveUp] = [new Error('no longer wanted'), new AbortController()]
    const [started, cleaned] = ['started', 'cleaned'].map((name) => folder.path(name))
    const script = `import { writeFileSync } from 'node:fs'
      process.once('SIGTERM', () => setTimeout(() => { writeFileSync(${JSON.stringify(cleaned)}, ''); process.exit(1) }, 200))
      setInterval(() => {}, 1000)
      writeFileSync(${JSON.stringify(started)}, '')`
    const running = refused(runMetered(script, { signal: giveUp.signal }))
    while (!existsSync(started)) await delay(10)
    giveUp.abort(reason)
    expect(await running).to.equal(reason)
    expect(existsSync(cleaned)).to.equal(true)
  })
})
