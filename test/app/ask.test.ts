import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'chai'
import { afterEach, beforeEach, describe, it } from 'mocha'
import { ask } from '../../plugin/app/ask.ts'

describe('a question', () => {
  const server = createServer(({ url }, response) => {
    if (url === '/') response.writeHead(204).end()
  })
  beforeEach(() => once(server.listen(0, '127.0.0.1'), 'listening'))
  afterEach(() => {
    server.closeAllConnections()
    return once(server.close(), 'close')
  })

  function askFor(path: string, patienceMs: number) {
    const { port } = server.address() as AddressInfo
    return ask(new URL(path, `http://127.0.0.1:${port}`), { anyCertificate: false, patienceMs })
  }

  it('may be as patient as is left of a longer wait, which is no whole number', async () => {
    // 2.01 * 1000, as of an option in seconds.
    expect(await askFor('/', 2.01 * 1000)).to.eql({ status: 204, location: null, error: null })
    expect(await askFor('/', 60_000.4)).to.include({ status: 204 })
  })

  it('is given up when nothing is left of it', async () => {
    for (const patienceMs of [40.5, 0.2, 0, -3.7]) {
      const { status, error } = await askFor('/never', patienceMs)
      expect({ status, message: error?.message }).to.eql({ status: null, message: 'no answer within 0 s' })
    }
  })
})
