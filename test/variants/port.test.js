import { expect } from 'chai'
import { describe, it } from 'mocha'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { checkPortIsFree } from '../../plugin/variants/port.js'
/** @import { AddressInfo } from 'node:net' */

describe('a port that is taken', () => {
  it('is named, with who may have it and the ways out', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = /** @type {AddressInfo} */ (server.address())
    const target = { url: `http://127.0.0.1:${port}`, hostname: '127.0.0.1', port, protocol: /** @type {const} */ ('http:') }
    const error = await checkPortIsFree(target).then(() => expect.fail('It is free.'), (/** @type {unknown} */ reason) => reason)
    expect(error).to.include({
      code: 'PORT_TAKEN',
      message:
        `Port ${port} on 127.0.0.1 is taken by another program, which would be measured instead of your app. ` +
        'Stop that program, or give config.target another port. ' +
        'It may be what an earlier variant has left: a container goes on without the command that started it (docker ps).'
    })
    await once(server.close(), 'close')
    await checkPortIsFree(target)
  })
})
