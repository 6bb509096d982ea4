import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { expect } from 'chai'
import { describe, it } from 'mocha'
import { checkPortIsFree } from '../../plugin/app/port.ts'

describe('a port that is taken', () => {
  it('is named, with who may have it and the ways out', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const target = { url: `http://127.0.0.1:${port}`, hostname: '127.0.0.1', port, protocol: 'http:' as const }
    const error = await checkPortIsFree(target).then(() => expect.fail('It is free.'), (reason: unknown) => reason)
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
