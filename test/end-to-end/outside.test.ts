import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect } from 'chai'
import { startArtillery } from '../support/artillery.ts'
import { compareHere, concludeFrom, measureOnce } from '../support/measure.ts'
import { apps, freePort, repository, steadyScript, useProject } from '../support/project.ts'
import { selfSigned } from '../support/self-signed.ts'
import { serving } from '../support/serving.ts'

/** A cluster of two, as somebody deployed it. */
const deployed = `
  const cluster = require('node:cluster')
  if (cluster.isPrimary) {
    for (let i = 0; i < 2; i++) cluster.fork()
    cluster.on('listening', () => console.log('up'))
  } else require('node:http').createServer((request, response) => response.end('hello')).listen(process.env.PORT, '127.0.0.1')`

describe('an app that runs already', () => {
  const project = useProject()
  const started: import('node:child_process').ChildProcess[] = []
  afterEach(() =>
    Promise.all(
      started.splice(0).map(async (child) => {
        if (child.exitCode === null && child.kill('SIGKILL')) await once(child, 'exit')
      })
    )
  )

  /** @returns its URL */
  async function deploy(): Promise<string> {
    const port = await freePort()
    const argv = ['--import', 'artillery-plugin-speedup/preload', project.write('deployed.cjs', deployed)]
    const child = spawn(process.execPath, argv, {
      cwd: repository,
      env: { ...process.env, PORT: String(port) },
      stdio: ['ignore', 'pipe', 'inherit']
    })
    started.push(child)
    for (
      let up = 0;
      up < 2;
      up += String((await once(child.stdout, 'data'))[0])
        .trim()
        .split('\n').length
    );
    return `http://127.0.0.1:${port}`
  }

  /** @param urls by the names of variants */
  const scriptOf = (urls: Record<string, string | string[]>) => {
    const variants = Object.fromEntries(Object.entries(urls).map(([name, url]) => [name, { mode: 'url', url }]))
    return project.write('job.json', steadyScript(project, { options: { app: undefined, variants } }))
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

  describe('with a certificate that nobody known has signed', () => {
    const serve = serving()
    let server: Awaited<ReturnType<typeof serve>>['server']
    const tls = selfSigned()
    let script = ''
    beforeEach(async () => {
      const served = await serve((_request, response) => response.end('hello'), { tls, name: 'localhost' })
      server = served.server
      script = scriptOf({ one: served.target.url, other: served.target.url })
    })

    it('is refused before any load', async () => {
      const asked: (string | undefined)[] = []
      server.on('request', ({ url }) => asked.push(url))
      const { error, exitCode } = await compareHere(script, project.folder)
      expect(exitCode).to.equal(3)
      expect(asked).to.eql([])
      expect(error?.message).to.match(
        /^Variant one: https:\/\/localhost:\d+ has a certificate whose issuer is not trusted here /
      )
    })

    const ways: Record<string, () => Parameters<typeof startArtillery>[1]> = {
      'NODE_EXTRA_CA_CERTS names it': () => ({ env: { NODE_EXTRA_CA_CERTS: project.write('ca.pem', tls.cert) } }),
      'Artillery takes any': () => ({ flags: ['--insecure'] })
    }
    for (const [where, optionsOf] of Object.entries(ways)) {
      it(`is loaded where ${where}`, async () => {
        const { ended, interrupt } = startArtillery(script, { cwd: project.folder, ...optionsOf() })
        const asked = new Promise((resolve) => server.on('request', ({ url }) => url === '/hello' && resolve('loaded')))
        expect(await Promise.race([asked, ended.then(({ output }) => output)])).to.equal('loaded')
        expect(await interrupt()).to.include('INTERRUPTED')
      })
    }
  })
})

// What ends it is tested in test/app, and that the comparison ends with it in bad-input.test.ts.
describe('any command', () => {
  const project = useProject()

  it('is measured, with what its grandchildren use, the header where it sends it, and that it had to be killed', async () => {
    const variants = {
      deaf: {
        mode: 'command',
        command: `trap '' TERM; '${process.execPath}' ${apps}forks.js & while :; do sleep 1; done`
      },
      tagged: {
        mode: 'command',
        command: [process.execPath, '--import', 'artillery-plugin-speedup/preload', `${apps}hello.js`]
      }
    }
    const script = steadyScript(project, { options: { app: { cwd: repository, stopTimeout: '2s' }, variants } })
    const measured = await measureOnce(project.write('job.json', script), project.folder)
    const [deaf, tagged] = measured.runs
    expect(deaf).to.deep.include({ failures: 0, workers: [], unattributed: deaf.requests, restarts: 0 })
    // Of the whole load, as the machine is watched: one part of it may have been slower than another.
    const computed = (deaf.requests * 0.005) / (deaf.generator.arrivalSeconds + deaf.generator.drainSeconds)
    // Artillery may be late to say that the load is over. Without the grandchildren, which compute, there would be
    // hardly anything.
    expect(deaf.machine?.app).to.be.within(0.2 * computed, Number(deaf.machine?.cores) + 0.4)
    expect(deaf.machine?.appMegabytes).to.be.above(60)
    expect(tagged.workers).to.have.length(1)
    expect(tagged).to.deep.include({ failures: 0, unattributed: 0 })
    expect([deaf.killed, tagged.killed]).to.eql([true, false])
    expect(concludeFrom(measured).candidates.map(({ name }) => name)).to.eql(['tagged'])
  })
})
