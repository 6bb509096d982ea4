import { execFileSync } from 'node:child_process'
import { Server } from 'node:net'
import { expect } from 'chai'
import { describe, it } from 'mocha'
import { checkSharedPort } from '../../plugin/app/port.ts'
import { temporaryFolder } from '../support/folder.ts'
import { rejectionOf } from './starting.ts'

const sharing = new URL('../../plugin/dist/app/share-port.js', import.meta.url).href

/**
 * @param listen the arguments of `listen`, but for the callback; `port` is free
 * @returns what became of a second listener with the same ones, in the same process
 */
function twice(listen: string): { port: number, addresses: any[] } {
  const code = `
    import { createServer } from 'node:http'
    import { createServer as createPlain } from 'node:net'
    const first = await new Promise((resolve) => { const s = createPlain().listen(0, '127.0.0.1', () => resolve(s)) })
    const { port } = first.address()
    await new Promise((resolve) => first.close(resolve))
    const listen = () => new Promise((resolve, reject) => {
      const server = createServer()
      server.once('error', reject)
      server.listen(${listen}, () => resolve(server.address()))
    })
    const addresses = [await listen(), await listen().catch((error) => error.code)]
    console.log(JSON.stringify({ port, addresses }))
    process.exit()`
  return JSON.parse(execFileSync(process.execPath, ['--import', sharing, '--input-type=module', '-e', code], { encoding: 'utf8' }))
}

describe('in a worker of mode reuse-port', () => {
  const folder = temporaryFolder()

  it('every form of listen with a port shares it; with 0, it takes another each time; with a path, it stays as it is', () => {
    for (const listen of ['port', 'String(port)', `port, '127.0.0.1'`, `port, '127.0.0.1', 511`, 'port, 511', '{ port }', `{ port, host: '127.0.0.1' }`]) {
      const { port, addresses } = twice(listen)
      expect(addresses.map((address) => address.port), listen).to.eql([port, port])
      if (listen.includes('127')) expect(addresses[1].address, listen).to.equal('127.0.0.1')
    }
    const { addresses: [first, second] } = twice('0')
    expect(second.port).to.be.above(0).and.not.equal(first.port)
    expect(twice(JSON.stringify(folder.path('app.sock'))).addresses[1]).to.equal('EADDRINUSE')
  })
})

describe('mode reuse-port', () => {
  it('is possible here, or says why not', async () => {
    await checkSharedPort('shared').catch(({ code }) => expect(code).to.equal('UNSUPPORTED'))
  })

  it('says what to do where the platform can’t', async () => {
    const { listen } = Server.prototype
    Server.prototype.listen = function refuse(this: Server) {
      process.nextTick(() => this.emit('error', Object.assign(new Error('listen ENOTSUP'), { code: 'ENOTSUP' })))
      return this
    }
    const { code, message } = await rejectionOf(checkSharedPort('shared')).finally(() => (Server.prototype.listen = listen))
    expect(code).to.equal('UNSUPPORTED')
    expect(message).to.equal(
      `Variant shared: processes can't share a port here (${process.platform}: ENOTSUP). Mode reuse-port needs Linux, FreeBSD, ` +
        'or another system with a SO_REUSEPORT that spreads connections; mode cluster works everywhere. ' +
        'Set mode: cluster for shared, or leave it out.'
    )
  })
})
