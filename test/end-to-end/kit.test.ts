import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { compare, SpeedupError, type Options, type ProgressEvent } from 'artillery-plugin-speedup/compare'
import { expect } from 'chai'
import { quietly, startSuite } from '../support/artillery.ts'
import { apps, createProject, repository, shortScript } from '../support/project.ts'
import { waitUntilGone } from '../support/strays.ts'

describe('the kit in a suite', () => {
  let project: import('../support/project.ts').Project
  const { env } = process
  const reason = new Error('enough')
  beforeEach(async () => {
    project = await createProject()
    // What compare() starts in this process has this process's environment; a suite of its own has its own mark.
    process.env = { ...env, ...quietly, SPEEDUP_TEST_MARK: project.folder }
  })
  afterEach(async () => {
    process.env = env
    try {
      await waitUntilGone(project.folder)
    } finally {
      project.remove()
    }
  })

  it('makes one comparison for all tests of a block, of a definition too, prints its runs, leaves no file but its record, and tells a miss in the words of the report', async () => {
    const report = join(project.folder, 'reports')
    const suite = startSuite('hello.js', { cwd: repository, env: { ...surroundings(), REPORT: report } })
    const { code, stdout, stderr } = await suite.ended
    await waitUntilGone(suite.mark)
    expect(code, stdout + stderr).to.equal(1)
    expect(stdout).to.include('5 passing').and.include('1 failing').and.include('1) misses one')
    expect(stderr.match(/^ {4}round {2}\d {2}(single|clustered) +[\d.]+\/s /gm), stderr).to.have.lengthOf(6)
    expect(stdout).to.match(/FAIL {2}clustered [^]*p50[^]*\[\d+\.\d+, \d+\.\d+\]/)
    const made = project.comparison()
    expect(made).to.include({ verdict: 'pass', file: 'hello', error: null })
    expect(made.settings.command).to.equal(
      'compare({ app, users, duration, flow, rounds, report, thresholds, limits })'
    )
    expect(made.environment.commit).to.match(/^[0-9a-f]{40}$/)
    expect(made.scenarios.map(({ scenario }: { scenario: string }) => scenario)).to.eql(['hello'])
    expect(project.runs().map(({ variant, failures }) => [variant, failures])).to.eql(
      ['single', 'clustered', 'clustered', 'single', 'single', 'clustered'].map((variant) => [variant, 0])
    )
    expect(project.record()).to.match(/-hello$/)
    expect(existsSync(join(project.record(), 'index.html'))).to.equal(true)
    expect(leftScripts()).to.eql([])

    const again = startSuite('kept.js', { cwd: project.folder, runner: 'node', env: { FOLDER: project.record() } })
    const told = await again.ended
    expect(told.code, told.stdout).to.equal(1)
    for (const line of ['\nok 1 - sees that thresholds are met', '\nnot ok 2 - misses a speedup', 'FAIL  clustered '])
      expect(told.stdout).to.include(line)
  })

  it('says of each wrong input what is wrong and what to do', async () => {
    project.write('hello.json', shortScript(project))
    project.write('long.json', shortScript(project, { config: { phases: [{ duration: 600, arrivalRate: 1 }] } }))
    project.write('broken.yml', 'config: [')
    const suite = startSuite('wrong.js', { cwd: project.folder })
    const { code, stdout } = await suite.ended
    await waitUntilGone(suite.mark)
    expect(code, stdout).to.be.above(0)
    const problem = problemsByTitle(stdout)
    expect(problem('an app that is not there')).to.include('plugins.speedup.app is "no-app.js", but there is no file')
    expect(problem('a file that is no script')).to.match(
      /Artillery exited \(exit code \d+\) before the comparison began\. Its last lines:\n +\S/
    )
    expect(problem('a timeout that is too short')).to.include(
      'The timeout of this suite is 1 min, but the comparison of long.json takes at least '
    )
    expect(problem('a comparison that is used too early')).to.include(
      'The comparison of hallo.json has not run yet. Use what compareBeforeAll returns only inside `it`'
    )
    expect(problem('a comparison that could not be made')).to.include(
      'The comparison of hallo.json failed: There is no scenario file'
    )
    expect(project.comparison().verdict).to.equal('not measured')
  })

  // Ctrl-C is what mocha hears, too; of a comparison that is defined in code, there is a file.
  for (const [signal, name, files] of [
    ['SIGINT', 'long.js', 0],
    ['SIGKILL', 'code.js', 1]
  ] as const) {
    it(`leaves nothing behind when it gets ${signal}`, async () => {
      project.write('hello.json', shortScript(project, { config: { phases: [{ duration: 20, arrivalRate: 5 }] } }))
      const suite = startSuite(name, { cwd: project.folder, env: surroundings() })
      while (!suite.living().some((line) => line.includes('--quiet'))) await delay(50)
      await delay(500)
      expect(leftScripts()).to.have.lengthOf(files)
      suite.child.kill(signal)
      expect((await suite.ended).signal).to.equal(signal)
      await waitUntilGone(suite.mark)
      expect(project.comparison().error).to.include({ code: 'INTERRUPTED' })
      expect(leftScripts()).to.eql([])
    })
  }

  it('tells a function each step, ends with the reason when its signal is aborted, and keeps what was measured', async () => {
    const stop = new AbortController()
    const heard: ProgressEvent[] = []
    const onProgress = (event: ProgressEvent) => {
      heard.push(event)
      if (event.event === 'run') stop.abort(reason)
    }
    expect(await rejected({ rounds: 3, onProgress, signal: stop.signal })).to.equal(reason)
    const [first, ...others] = heard
    expect(first)
      .to.have.property('plan')
      .that.deep.includes({ scenarios: 1, variants: 2, rounds: { min: 3, max: 3 } })
    const runs = others.filter((event) => event.event === 'run')
    expect(runs.map(({ run }) => run)).to.eql([
      { scenario: 'hello', variant: 'single', round: 1, level: null, requests: 32, failures: 0 }
    ])
    const [least, most] = runs[0].progress.secondsLeft
    expect(least).to.be.above(0).and.at.most(most)
    expect(others.filter(({ event }) => event === 'line')).to.not.be.empty
    expect(project.runs()).to.have.lengthOf(1)
    expect(project.comparison().error).to.include({ code: 'INTERRUPTED' })
  })

  it('ends with what the function throws, and at once when its signal is aborted before Artillery has read the script', async () => {
    const stop = new AbortController()
    const early = rejected({ signal: stop.signal })
    stop.abort(reason)
    expect(await early).to.equal(reason)
    expect(await rejected({ signal: stop.signal })).to.equal(reason)
    expect(existsSync(join(project.folder, 'reports'))).to.equal(false)
    const onProgress = () => {
      throw reason
    }
    expect(await rejected({ onProgress })).to.equal(reason)
  })

  it('rejects with what the app said when it could not be measured, and leaves no file of a definition', async () => {
    Object.assign(process.env, surroundings())
    const definition = { app: join(apps, 'throws.js'), users: 4, duration: '1s', url: '/' }
    const thrown = await compare({ ...definition, report: join(project.folder, 'reports') }).catch((error) => error)
    expect(thrown).to.be.instanceOf(SpeedupError).and.include({ code: 'APP_NOT_READY' })
    expect(thrown.message).to.match(/no database at db\.example:5432[^]*\nWhat was measured is kept in /)
    expect(leftScripts()).to.eql([])
  })

  it('rejects with what could not be written, as `artillery run` ends with 3', async () => {
    // Whatever becomes of the comparison: this one ends as soon as it may.
    const app = project.write(
      'waits.js',
      "setInterval(() => { if (require('node:fs').existsSync(__dirname + '/go')) process.exit() }, 20)"
    )
    const ended = rejected({ app })
    while (recordFolder() === null) await delay(50)
    // A folder in its place: no disk needs to be full for that.
    mkdirSync(join(project.record(), 'comparison.json'))
    project.write('go', '')
    expect(await ended)
      .to.be.instanceOf(SpeedupError)
      .and.include({ code: 'NOT_WRITABLE' })
    // What can be written is written all the same.
    expect(existsSync(join(project.folder, 'reports', 'index.html'))).to.equal(true)
  })

  it('says what to do where there is no mocha', async () => {
    const { code, stderr } = await startSuite('long.js', { cwd: project.folder, runner: 'none' }).ended
    expect(code).to.equal(1)
    expect(stderr).to.include(
      'SpeedupError: compareBeforeAll needs mocha’s `before` (or suiteSetup), which does not exist here. In another test runner, call compare() of artillery-plugin-speedup/compare in one of its hooks.'
    )
  })

  /** For a suite that compares hello.js, with a folder of its own for temporary files. */
  function surroundings() {
    mkdirSync(temporary(), { recursive: true })
    return { TMPDIR: temporary(), APP: join(apps, 'hello.js') }
  }

  const temporary = () => join(project.folder, 'tmp')

  /** @returns the folders that hold a script of ours */
  const leftScripts = () =>
    readdirSync(temporary()).filter((name) => existsSync(join(temporary(), name, 'script.json')))

  /** @returns what ends a comparison of a file, which otherwise takes longer than anybody waits */
  function rejected(options: Options & { signal?: AbortSignal; onProgress?: (event: ProgressEvent) => void }) {
    const report = join(project.folder, 'reports')
    const file = project.write('hello.json', shortScript(project, { options: { report } }))
    return compare(file, { rounds: 30, ...options }).then(
      () => null,
      (error) => error
    )
  }

  /** @returns null: there is none yet */
  function recordFolder(): string | null {
    const reports = join(project.folder, 'reports')
    return existsSync(reports) && readdirSync(reports).length > 0 ? project.record() : null
  }
})

/** @returns what the hooks of the suite of that title said when they failed, from the output of mocha */
function problemsByTitle(output: string): (title: string) => string {
  const failures = output
    .slice(output.indexOf(' failing'))
    .split(/^ {2}\d+\) /m)
    .slice(1)
  return (title) => failures.filter((failure) => failure.startsWith(title)).join('\n')
}
