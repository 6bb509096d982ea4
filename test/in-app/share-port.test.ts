import { execFileSync } from 'node:child_process'
import { Server } from 'node:net'
import { expect } from 'chai'
import { checkSharedPort } from '../../plugin/app/port.ts'
import { temporaryFolder } from '../support/folder.ts'
import { rejectionOf } from '../app/starting.ts'

const sharing = new URL('../../plugin/dist/in-app/share-port.js', import.meta.url).href

/**
 * @param forms the arguments of `listen`, but for the callback; `port` is free
 * @returns what became of two listeners with the same ones, in the same process
 */
function twice(forms: string[]): { port: number; addresses: any[] }[] {
  const code = `
    import { createServer } from 'node:http'
    import { createServer as createPlain } from 'node:net'
    const results = []
    for (const start of [${forms.map((args) => `(server, port, done) => server.listen(${args}, done)`)}]) {
      const { port } = await new Promise((resolve) => { const free = createPlain().listen(0, '127.0.0.1', () => resolve(free.address()) ?? free.close()) })
      const listen = () => new Promise((resolve) => {
        const server = createServer().once('error', ({ code }) => resolve(code))
        start(server, port, () => resolve(server.address()))
      })
      results.push({ port, addresses: [await listen(), await listen()] })
    }
    console.log(JSON.stringify(results))
    process.exit()`
  return JSON.parse(
    execFileSync(process.execPath, ['--import', sharing, '--input-type=module', '-e', code], { encoding: 'utf8' })
  )
}

describe('in a worker of mode reusePort', () => {
  const folder = temporaryFolder()

  it('every form of listen with a port shares it; with 0, it takes another each time; with a path, it stays as it is', () => {
    const sharing = [
      'port',
      'String(port)',
      `port, '127.0.0.1'`,
      `port, '127.0.0.1', 511`,
      'port, 511',
      '{ port }',
      `{ port, host: '127.0.0.1' }`
    ]
    const results = twice([...sharing, '0', JSON.stringify(folder.path('app.sock'))])
    for (const [i, form] of sharing.entries()) {
      const { port, addresses } = results[i]
      expect(
        addresses.map((address) => address.port),
        form
      ).to.eql([port, port])
      if (form.includes('127')) expect(addresses[1].address, form).to.equal('127.0.0.1')
    }
    const [
      {
        addresses: [first, second]
      },
      {
        addresses: [, atPath]
      }
    ] = results.slice(-2)
    expect(second.port).to.be.above(0).and.not.equal(first.port)
    expect(atPath).to.equal('EADDRINUSE')
  })
})

describe('mode reusePort', () => {
  it('is possible here, or says why not, and what to do', async () => {
    await checkSharedPort('shared').catch(({ code }) => expect(code).to.equal('UNSUPPORTED'))
    const { listen } = Server.prototype
    Server.prototype.listen = function refuse(this: Server) {
      process.nextTick(() => this.emit('error', Object.assign(new Error('listen ENOTSUP'), { code: 'ENOTSUP' })))
      return this
    }
    const refused = await rejectionOf(checkSharedPort('shared')).finally(() => (Server.prototype.listen = listen))
    const message =
      `Variant shared: processes can't share a port here (${process.platform}: ENOTSUP). Mode reusePort needs Linux, FreeBSD, or another system whose SO_REUSEPORT spreads connections; mode cluster works everywhere. ` +
      'Set mode: cluster for shared, or remove that variant.'
    expect(refused).to.eql({ code: 'UNSUPPORTED', message })
  })
})
