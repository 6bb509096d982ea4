import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { connect } from 'node:net'
import { spawn } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { watchDrops } from '../../plugin/machine/watch-machine.ts'
import { temporaryFolder } from '../support/folder.ts'

const netstat = (overflows: number, drops: number) => `TcpExt: TW ListenOverflows ListenDrops Other
TcpExt: 5 ${overflows} ${drops} 9
IpExt: ListenDrops
IpExt: 999
`

const listener = fileURLToPath(new URL('fixtures/blocked-listener.ts', import.meta.url))

describe('connection attempts that the kernel drops', () => {
  const folder = temporaryFolder()
  before(() => ['net', 'sys/net/core'].forEach((name) => mkdirSync(folder.path(name), { recursive: true })))
  const watched = (atFirst: string, atLast: string) => {
    folder.write('net/netstat', atFirst)
    const end = watchDrops(folder.path('.'))
    folder.write('net/netstat', atLast)
    return end()
  }

  it('are what its counters have grown by, with the queue that Node’s listeners have here', () => {
    expect(watched(netstat(10, 20), netstat(110, 150))).to.eql({ attempts: 130, overflows: 100, queue: 511 })
    folder.write('sys/net/core/somaxconn', '128\n')
    expect(watched(netstat(0, 0), netstat(0, 0))).to.eql({ attempts: 0, overflows: 0, queue: 128 })
  })

  it('are unknown where the system does not tell', () => {
    const others = ['', 'TcpExt: TW\nTcpExt: 5\n', 'IpExt: ListenDrops\nIpExt: 1\n']
    for (const text of others) expect(watched(text, text)).to.equal(null)
  })

  it('are counted of a listener that is too busy to accept', async () => {
    const server = spawn(process.execPath, [listener], { stdio: ['ignore', 'pipe', 'inherit'] })
    const sockets: ReturnType<typeof connect>[] = []
    try {
      const [port] = await once(server.stdout, 'data')
      const end = watchDrops()
      for (let i = 0; i < 8; i++) sockets.push(connect(Number(port), '127.0.0.1').on('error', () => {}))
      for (let i = 0; i < 100 && Number(end()?.overflows) === 0; i++) await delay(50)
      expect(end()).to.deep.include({ queue: 511 })
      expect(end()?.overflows).to.be.above(0)
      expect(end()?.attempts).to.be.at.least(Number(end()?.overflows))
    } finally {
      for (const socket of sockets) socket.destroy()
      server.kill('SIGKILL')
      await once(server, 'exit')
    }
  })
})
