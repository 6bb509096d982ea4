import { mkdirSync } from 'node:fs'
import { expect } from 'chai'
import { unsentFrom, watchLinks, watchResent } from '../../plugin/machine/network.ts'
import { temporaryFolder } from '../support/folder.ts'

describe('the network, as the kernel counts it', () => {
  const folder = temporaryFolder()
  before(() =>
    ['proc/net', 'sys/class/net/lo', 'sys/class/net/eth0/device'].forEach((name) =>
      mkdirSync(folder.path(name), { recursive: true })
    )
  )

  const sent = (all: number, again: number) =>
    folder.write(
      'proc/net/snmp',
      `Ip: Forwarding\nIp: 1\nTcp: RtoAlgorithm InSegs OutSegs RetransSegs\nTcp: 1 7 ${all} ${again}\n`
    )
  const bytes = (lo: number, received: number, out: number) =>
    folder.write(
      'proc/net/dev',
      `Inter-|   Receive\n face |bytes\n    lo: ${lo} 1 0 0 0 0 0 0 ${lo} 1 0\n  eth0: ${received} 1 0 0 0 0 0 0 ${out} 1 0\n`
    )

  it('says which share of the segments was sent again since then', () => {
    sent(1_000_000, 4000)
    const share = watchResent(folder.path(''))
    expect(share()).to.equal(0)
    sent(1_002_000, 4005)
    expect(share()).to.equal(0.0025)
    expect(watchResent(folder.path('nowhere'))()).to.equal(null)
  })

  it('says how much waits to be sent from some ports, but for what may only be told late', () => {
    const row = (port: number, state: string, bytes: number) =>
      `   0: 0100007F:${port.toString(16).toUpperCase()} 0200007F:C001 ${state} ${bytes.toString(16).toUpperCase().padStart(8, '0')}:00000000 00:0 1`
    const table = (...rows: string[]) =>
      ['  sl  local_address rem_address   st tx_queue rx_queue', ...rows, ''].join('\n')
    folder.write('proc/net/tcp', table(row(3010, '0A', 9000), row(3010, '01', 30_000), row(3010, '01', 700)))
    folder.write('proc/net/tcp6', table(row(3020, '01', 5000), row(4000, '01', 60_000)))
    expect(unsentFrom([3010, 3020], folder.path(''))).to.equal(35_000)
    expect(unsentFrom([3010], folder.path('nowhere'))).to.equal(0)
  })

  it('says how full the fullest interface was since the last time, in the direction in which it was', () => {
    let nowMs = 0
    folder.write('sys/class/net/eth0/speed', '100\n')
    bytes(0, 0, 0)
    const share = watchLinks(folder.path(''), () => nowMs)
    nowMs = 1000
    bytes(1e9, 1_250_000, 11_250_000)
    expect(share()).to.equal(0.9)
    nowMs = 3000
    bytes(2e9, 6_250_000, 11_250_000)
    expect(share()).to.equal(0.2)
  })

  it('says nothing of interfaces without a speed', () => {
    let nowMs = 0
    folder.write('sys/class/net/eth0/speed', '-1\n')
    // A virtual one says 10,000, and moves more than that.
    folder.write('sys/class/net/lo/speed', '10000\n')
    bytes(0, 0, 0)
    const share = watchLinks(folder.path(''), () => nowMs)
    nowMs = 1000
    bytes(3e9, 0, 0)
    expect(share()).to.equal(null)
    expect(watchLinks(folder.path('nowhere'))()).to.equal(null)
  })
})
