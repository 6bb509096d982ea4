import { expect } from 'chai'
import { after, describe, it } from 'mocha'
import { freePort } from '../support/project.ts'
import { endAllServers, runNode, serverFile, startServer } from './server-process.ts'

describe('fixtures app as a process', function () {
  this.timeout(20_000)
  after(endAllServers)

  it('prints one line when it listens, and ends with 1 where its port is taken', async () => {
    const { url, printed, port } = await startServer()
    expect(printed.stdout).to.equal(`fixtures-app listens on ${url}\n`)
    expect((await fetch(`${url}/hello`)).status).to.equal(200)
    const stderr = `fixtures-app: port ${port} on 127.0.0.1 is already taken; stop what listens there or set PORT to another.\n`
    expect(await runNode([serverFile], { PORT: String(port) }).ended).to.include({ code: 1, stdout: '', stderr })
  })

  it('says what is wrong with PORT, or that HOST is not its own, and ends with 1', async () => {
    await Promise.all(['abc', '', '-1', '30.5', '65536'].map(async (PORT) => {
      const stderr = `fixtures-app: PORT must be a whole number from 0 to 65535, not "${PORT}".\n`
      expect(await runNode([serverFile], { PORT }).ended).to.include({ code: 1, stdout: '', stderr })
    }))
    // An address of the block that RFC 5737 reserves for documentation.
    const { code, stderr } = await runNode([serverFile], { PORT: String(await freePort()), HOST: '192.0.2.1' }).ended
    expect(code).to.equal(1)
    expect(stderr).to.match(/^fixtures-app: cannot listen on port \d+ of 192\.0\.2\.1: .*\n$/)
  })
})
