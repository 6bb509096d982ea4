import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect } from 'chai'
import { describe, it } from 'mocha'
import { isFree, nextFreePort, uncommonPort } from '../../plugin/init/find-port.ts'

describe('a free port', () => {
  /** @returns a port that is taken until it is closed */
  async function take(port = 0): Promise<{ port: number, close: () => Promise<unknown> }> {
    const server = createServer().listen(port, '127.0.0.1')
    await once(server, 'listening')
    return { port: (server.address() as import('node:net').AddressInfo).port, close: () => new Promise((resolve) => server.close(resolve)) }
  }

  it('is the one that is wanted, as high as that may be', async () => {
    const { port, close } = await take()
    await close()
    // Where the system chooses, ports are high.
    expect(port).to.be.above(30_000)
    expect(await nextFreePort(port)).to.equal(port)
    if (await isFree(40_000)) expect(await nextFreePort(40_000)).to.equal(40_000)
  })

  it('is one behind it, else', async () => {
    const { port, close } = await take()
    try {
      expect(await isFree(port)).to.equal(false)
      expect(await nextFreePort(port)).to.be.above(port)
    } finally {
      await close()
    }
  })

  it('may be one that no app would choose', async () => {
    expect(await uncommonPort()).to.be.within(20_000, 32_000)
  })
})
