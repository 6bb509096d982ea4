import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'chai'
import { after, before, describe, it } from 'mocha'
import { tryConnection } from '../../plugin/app/port.ts'
import { watchTarget } from '../../plugin/app/modes/url.ts'
import { aVariant } from '../support/settings.ts'

/** Its queue has room for one, so that it is full as soon as it is stopped. */
const script = "require('node:net').createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 }, function () { console.log(this.address().port) })"

describe('a target that is too busy to answer', function () {
  this.timeout(30_000)
  let server: import('node:child_process').ChildProcess
  const waiting: import('node:net').Socket[] = []
  let port = 0
  before(async function () {
    if (process.platform !== 'linux') return this.skip()
    server = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
    port = Number((await once(server.stdout as import('node:stream').Readable, 'data'))[0])
    server.kill('SIGSTOP')
    for (let i = 0; i < 8; i++) waiting.push(connect(port, '127.0.0.1').on('error', () => {}))
  })
  after(() => {
    for (const socket of waiting) socket.destroy()
    server?.kill('SIGKILL')
  })

  it('is told from one that refuses, and is given more time', async () => {
    const target = { url: `http://127.0.0.1:${port}`, hostname: '127.0.0.1', port, protocol: 'http:' as const }
    expect(await tryConnection(target)).to.include({ code: 'ETIMEDOUT', message: 'no answer' })
    const end = new AbortController()
    const watched = watchTarget(aVariant(), target, end.signal)
    // More than one that refuses has.
    expect(await Promise.race([watched, delay(6000, 'watched')])).to.equal('watched')
    end.abort()
    expect(await watched).to.equal(null)
  })
})
