import { createServer } from 'node:http'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect } from 'chai'
import { runArtillery } from '../support/artillery.js'
import { apps, createProject, shortScript } from '../support/project.js'

describe('bad input', function () {
  this.timeout(60_000)
  /** @type {import('../support/project.js').Project} */
  let project
  beforeEach(async () => (project = await createProject()))
  afterEach(() => project.remove())

  /**
   * Runs it and expects exit code 3, one clear message, and nothing left running.
   *
   * @param {object} script
   * @param {RegExp} message
   */
  async function refuses(script, message) {
    const { code, output } = await runArtillery(project.write('job.json', script), { cwd: project.folder })
    expect(output).to.match(message)
    expect(output.split('NOT MEASURED')).to.have.lengthOf(2)
    expect(code, output).to.equal(3)
    return output
  }

  describe('in the settings is refused before anything is started', () => {
    /** @type {[string, object, RegExp][]} */
    const cases = [
      ['an unknown option', { treshold: { p95: 1 } }, /plugins\.speedup\.treshold is no option \(did you mean thresholds\?\)/],
      ['no app', { app: undefined }, /plugins\.speedup\.app is missing\. Give the file/],
      ['an app file that is not there', { app: 'nowhere.js' }, /plugins\.speedup\.app is "nowhere\.js", but there is no file .*nowhere\.js/],
      ['a baseline that is no variant', { baseline: 'singel' }, /baseline is "singel", which is no variant \(did you mean single\?\)\. Variants: single, clustered\./]
    ]
    for (const [what, options, message] of cases) {
      it(what, async () => {
        const output = await refuses(shortScript(project, { options }), message)
        expect(output).to.not.contain('warm-up').and.not.contain('    at ')
      })
    }

    it('a report directory that is not writable', async () => {
      project.write('file', '')
      const script = shortScript(project, { options: { report: join(project.folder, 'file', 'reports') } })
      await refuses(script, /plugins\.speedup\.report is .*file\/reports, but nothing can be written there \(ENOTDIR.*\)\. Choose another directory\./)
    })

    it('a script with no scenarios', async () => {
      await refuses(shortScript(project, { scenarios: [] }), /job\.json has no scenarios\. Add at least one/)
    })

    it('a broken before section is not what the message is about', async () => {
      const rest = { before: { flow: [{ get: { url: '/' } }] }, after: { flow: [{ get: { url: '/' } }] } }
      await refuses(shortScript(project, { options: { confidence: 0.8 }, rest }), /confidence is 0\.8\. It must be one of 0\.9, 0\.95, 0\.99/)
    })

    it('an empty `speedup:` ends Artillery itself, not with exit code 0', async () => {
      const script = shortScript(project)
      const plugins = { speedup: null }
      const { code } = await runArtillery(project.write('job.json', { ...script, config: { ...script.config, plugins } }), { cwd: project.folder })
      expect(code).to.equal(1)
    })
  })

  describe('in the app is told with what the app said', () => {
    it('an app that throws at the start', async () => {
      await refuses(shortScript(project, { app: 'throws.js' }), /Variant single: the app .*throws\.js exited with code 1 before it was ready\. Its last lines:\n[^]*no database at db\.example:5432/)
    })

    it('an app that leaves at once', async () => {
      await refuses(shortScript(project, { app: 'leaves.js' }), /leaves\.js exited with code 0 before it was ready, without having listened on a port\.[^]*nothing to do/)
    })

    it('an app that never listens', async () => {
      const app = { script: join(apps, 'never-listens.js'), readyTimeout: 1 }
      await refuses(shortScript(project, { options: { app } }), /never-listens\.js listened on no port within 1 s \(plugins\.speedup\.app\.readyTimeout\)/)
    })

    it('an app that listens on another port', async () => {
      const app = { script: join(apps, 'other-port.js'), readyTimeout: 3 }
      const message = new RegExp(`other-port\\.js listens on port ${project.port + 1}, but config\\.target names port ${project.port}\\.`)
      await refuses(shortScript(project, { options: { app } }), message)
    })

    it('an app that is never ready', async () => {
      const app = { script: join(apps, 'failing.js'), readyTimeout: 3, ready: '/health', env: { FAIL: 10 } }
      await refuses(shortScript(project, { options: { app } }), /failing\.js listens, but GET \/health answered 500 within 3 s/)
    })

    it('a worker that crashes again and again', async () => {
      const variants = { clustered: { mode: 'cluster', workers: 2 }, single: { mode: 'single' } }
      await refuses(shortScript(project, { app: 'crash-loop.js', options: { variants } }), /crash-loop\.js keeps crashing: \d+ of its workers died [^]*worker gave in/)
    })

    it('all requests answered with 500', async () => {
      const app = { script: join(apps, 'failing.js'), env: { FAIL: 10 } }
      await refuses(shortScript(project, { options: { app } }), /Variant single: all \d+ requests to http:\S+ failed while warming up: 500 \(\d+\)/)
    })

    it('no request answered at all', async () => {
      await refuses(shortScript(project, { app: 'resets.js' }), /Variant single: all \d+ requests to http:\S+ failed while warming up: ECONNRESET \(\d+\)/)
    })

    it('too many errors', async () => {
      const app = { script: join(apps, 'failing.js'), env: { FAIL: 3 } }
      await refuses(shortScript(project, { options: { app } }), /Variant single: [\d.]+ % of the requests in round 1 of hello failed: 500 \(1\d\)\. .* set plugins\.speedup\.thresholds\.errorRate/)
    })

    it('a scenario whose functions throw makes no request', async () => {
      const scenarios = [{ flow: [{ function: 'missing' }] }]
      await refuses(shortScript(project, { scenarios }), /no request reached http:\S+ while warming up\..*Artillery counted: Undefined function "missing" \(4\)/)
    })

    it('a fairness without anything to see it by', async () => {
      const script = shortScript(project, { app: 'strips-headers.js', options: { thresholds: { fairness: 0.5 } } })
      await refuses(script, /Variant clustered: a fairness is required, but 100 % of the responses in round 1 of hello carried no x-worker-pid header/)
    })
  })

  it('a port that somebody else has is not measured instead of the app', async () => {
    const other = createServer((_request, response) => response.end('me')).listen(project.port, '127.0.0.1')
    await once(other, 'listening')
    try {
      await refuses(shortScript(project), new RegExp(`Port ${project.port} on 127\\.0\\.0\\.1 is taken by another program`))
    } finally {
      other.close()
    }
  })
})
