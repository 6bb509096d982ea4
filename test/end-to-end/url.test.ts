import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer as createHttpsServer } from 'node:https'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { runArtillery, startArtillery } from '../support/artillery.ts'
import { concludeFrom, measureOnce } from '../support/measure.ts'
import { freePort, steadyScript, useProject } from '../support/project.ts'
import { selfSigned } from '../support/self-signed.ts'
import { waitUntilGone } from '../support/strays.ts'

const repository = fileURLToPath(new URL('../..', import.meta.url))

/** A cluster of two, as somebody deployed it; it ends when it is told to over HTTP. */
const deployed = `
  const cluster = require('node:cluster')
  if (cluster.isPrimary) {
    for (let i = 0; i < 2; i++) cluster.fork()
    cluster.on('listening', () => console.log('up'))
    cluster.on('message', () => process.exit())
  } else {
    let answered = 0
    require('node:http').createServer((request, response) => {
      response.end('hello')
      if (++answered === Number(process.env.ANSWERS)) process.send('enough')
    }).listen(process.env.PORT, '127.0.0.1')
  }`

describe('an app that runs already', function () {
  this.timeout(90_000)
  const project = useProject()
  const started: import('node:child_process').ChildProcess[] = []
  afterEach(() => Promise.all(started.splice(0).map(async (child) => {
    if (child.exitCode === null && child.kill('SIGKILL')) await once(child, 'exit')
  })))

  /** @returns its URL */
  async function deploy(env: Record<string, string> = {}): Promise<string> {
    const port = await freePort()
    const argv = ['--import', 'artillery-plugin-speedup/preload', project.write('deployed.cjs', deployed)]
    const child = spawn(process.execPath, argv, { cwd: repository, env: { ...process.env, ...env, PORT: String(port) }, stdio: ['ignore', 'pipe', 'inherit'] })
    started.push(child)
    for (let up = 0; up < 2; up += String((await once(child.stdout, 'data'))[0]).trim().split('\n').length);
    return `http://127.0.0.1:${port}`
  }

  /** @param urls by the names of variants */
  const scriptOf = (urls: Record<string, string | string[]>, given = {}) => {
    const variants = Object.fromEntries(Object.entries(urls).map(([name, url]) => [name, { mode: 'url', url }]))
    return project.write('job.json', steadyScript(project, { options: { app: undefined, variants }, ...given }))
  }

  it('is measured as it is, with the header that its preload sends, and goes on', async () => {
    const [first, second] = [await deploy(), await deploy()]
    const measured = await measureOnce(scriptOf({ one: first, two: [first, second] }), project.folder)
    const [one, two] = measured.runs
    expect(one).to.deep.include({ failures: 0, unattributed: 0, machine: null, restarts: 0, killed: false })
    expect(one.workers.map(({ usage }) => usage)).to.eql([null, null])
    expect(two.failures).to.equal(0)
    expect(two.workers).to.have.length(4)
    expect(one.readySeconds).to.be.above(0)
    expect(concludeFrom(measured).candidates[0].name).to.equal('two')
    for (const url of [first, second]) expect(await (await fetch(url)).text()).to.equal('hello')
  })

  it('is no longer measured when it accepts no connection any more', async () => {
    const script = scriptOf({ one: await deploy({ ANSWERS: '100' }), other: await deploy() }, { config: { phases: [{ duration: 60, arrivalRate: 20 }] } })
    const error = await measureOnce(script, project.folder).then(() => expect.fail('It was measured.'), (error) => error)
    expect(error.code).to.equal('APP_DIED')
    expect(error.message).to.match(/^Variant one: http:\S+ has accepted no connection since [\d:]{8} UTC, for \d s \(connect ECONNREFUSED .*\), while it was measured\./)
  })

  describe('with a certificate that nobody known has signed', () => {
    let server: import('node:https').Server
    const certificate = selfSigned()
    let script = ''
    beforeEach(async () => {
      server = createHttpsServer(certificate, (_request, response) => response.end('hello'))
      await once(server.listen(0, 'localhost'), 'listening')
      const { port } = server.address() as import('node:net').AddressInfo
      script = scriptOf({ one: `https://localhost:${port}`, other: `https://localhost:${port}` })
    })
    afterEach(() => {
      server.close()
      server.closeAllConnections()
    })

    it('is refused before any load', async () => {
      const { code, output } = await runArtillery(script, { cwd: project.folder })
      expect(code, output).to.equal(3)
      expect(output).to.match(/NOT MEASURED {2}Variant one: https:\/\/localhost:\d+ has a certificate that nobody known here has signed \(DEPTH_ZERO_SELF_SIGNED_CERT: self-signed certificate\)\. If you trust it, let the environment variable NODE_EXTRA_CA_CERTS name a file/)
    })

    const ways: Record<string, () => Parameters<typeof startArtillery>[1]> = {
      'NODE_EXTRA_CA_CERTS names it': () => ({ env: { NODE_EXTRA_CA_CERTS: project.write('ca.pem', certificate.cert) } }),
      'Artillery takes any': () => ({ flags: ['--insecure'] })
    }
    for (const [where, how] of Object.entries(ways)) {
      it(`is loaded where ${where}`, async () => {
        const { child, mark, ended } = startArtillery(script, { cwd: project.folder, ...how() })
        const asked = new Promise((resolve) => server.on('request', ({ url }) => url === '/hello' && resolve('loaded')))
        expect(await Promise.race([asked, ended.then(({ output }) => output)])).to.equal('loaded')
        child.kill('SIGINT')
        expect((await ended).output).to.include('INTERRUPTED')
        await waitUntilGone(mark)
      })
    }
  })
})
