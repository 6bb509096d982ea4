import { expect } from 'chai'
import { describe, it } from 'mocha'
import { listeningPorts } from '../../plugin/app/readiness.ts'
import { temporaryFolder } from '../support/folder.ts'
import { madeUpProc } from './made-up-proc.ts'
import { startingOwned } from './starting-owned.ts'

const header = '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n'

const table = (rows: [local: string, state: string, inode: number][]) => header + rows.map(([local, state, inode], i) =>
  `   ${i}: ${local} 00000000:0000 ${state} 00000000:00000000 00:00000000 00000000     0        0 ${inode} 1 000000005bdf2f47 100 0 0 10 0\n`).join('')

describe('the ports on which a process and its children listen', () => {
  const folder = temporaryFolder()
  const kin = { group: 7, mark: 'none' }

  it('are those whose socket one of them has open, each once, lowest first', () => {
    const proc = madeUpProc(folder, { 7: { group: 7, open: ['/dev/null', 'socket:[12]'] }, 8: { group: 7, open: ['socket:[11]', 'socket:[14]'] }, 9: { group: 9, open: ['socket:[13]'] } })
    folder.write(`${proc.split('/').pop()}/net/tcp`, table([['0100007F:1F90', '0A', 12], ['00000000:1F91', '0A', 13], ['0100007F:C350', '01', 14]]))
    folder.write(`${proc.split('/').pop()}/net/tcp6`, table([['00000000000000000000000000000000:0BD6', '0A', 11], ['00000000000000000000000000000000:1F90', '0A', 12]]))
    expect(listeningPorts(kin, proc)).to.eql([3030, 8080])
  })

  it('are none where the system does not tell', () => {
    expect(listeningPorts(kin, folder.path('nowhere'))).to.eql([])
    expect(listeningPorts(kin, madeUpProc(folder, { 7: { group: 7, open: ['socket:[12]'] } }))).to.eql([])
  })

  describe('as they are', () => {
    const starting = startingOwned()

    it('are known of a program that tells nothing, and of what it started', async () => {
      const serve = "require('node:net').createServer().listen(0, '127.0.0.1', function () { console.log(this.address().port) })"
      const { owned, printed } = starting.start({ file: process.execPath, argv: ['-e', `${serve}; require('node:child_process').spawn(process.execPath, ['-e', \`${serve}\`], { detached: true, stdio: 'inherit' })`] })
      const lines = await printed(/\d+\n\d+\n/)
      expect(listeningPorts(owned.kin)).to.eql(lines.trim().split('\n').map(Number).sort((a, b) => a - b))
      await owned.kill()
      expect(listeningPorts(owned.kin)).to.eql([])
    })
  })
})
