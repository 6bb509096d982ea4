import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'chai'
import { after, describe, it } from 'mocha'
import { freePort } from '../support/project.ts'
import { endAllServers, runNode, serverFile, startServer } from './server-process.ts'

describe('fixtures app as a process', function () {
  this.timeout(20_000)
  after(endAllServers)

  it('prints one line when it listens, and ends with 1 where its port is taken', async () => {
    const { url, output, port } = await startServer()
    expect(output()).to.equal(`fixtures-app listens on ${url}\n`)
    expect((await fetch(`${url}/hello`)).status).to.equal(200)
    const stderr = `fixtures-app: port ${port} on 127.0.0.1 is already taken; stop what listens there or set PORT to another.\n`
    expect(await runNode([serverFile], { PORT: String(port) }).ended).to.include({ code: 1, stdout: '', stderr })
  })

  it('says what is wrong with PORT, or that HOST is not its own, and ends with 1', async () => {
    for (const PORT of ['abc', '', '-1', '30.5', '65536']) {
      const stderr = `fixtures-app: PORT must be a whole number from 0 to 65535, not "${PORT}".\n`
      expect(await runNode([serverFile], { PORT }).ended).to.include({ code: 1, stdout: '', stderr })
    }
    // An address of the block that RFC 5737 reserves for documentation.
    const { code, stderr } = await runNode([serverFile], { PORT: String(await freePort()), HOST: '192.0.2.1' }).ended
    expect(code).to.equal(1)
    expect(stderr).to.match(/^fixtures-app: cannot listen on port \d+ of 192\.0\.2\.1: .*\n$/)
  })

  it('serves unchanged as two cluster workers, and each ends with 0', async () => {
    const primary = `
      import cluster from 'node:cluster'
      cluster.setupPrimary({ exec: ${JSON.stringify(serverFile)}, execArgv: [] })
      const workers = [cluster.fork(), cluster.fork()]
      process.on('SIGTERM', () => { for (const { process } of workers) process.kill('SIGTERM'); })
      cluster.on('exit', (worker, code, signal) => console.log('exit', code, signal));`
    const { url, child, output, ended } = await startServer(['--input-type=module', '--eval', primary])
    while (output().match(/listens on/g)?.length !== 2) await delay(10)
    expect(await (await fetch(`${url}/?max=10`)).json()).to.include({ count: 4 })
    child.kill('SIGTERM')
    const { code, stdout, stderr } = await ended
    expect({ code, stderr }).to.eql({ code: 0, stderr: '' })
    expect(stdout.match(/exit 0 /g)).to.have.length(2)
  })
})
