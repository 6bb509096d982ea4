import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readlinkSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect } from 'chai'
import { asSpeedupError } from '../../plugin/concepts/errors.ts'
import { makeTemporaryFolder, openWorkbench } from '../../plugin/processes/guard.ts'
import { temporaryFolder } from '../support/folder.ts'
import { refusal } from '../support/settings.ts'

describe('temporary files', () => {
  const folder = temporaryFolder()
  const { TMPDIR } = process.env
  afterEach(() => (TMPDIR === undefined ? delete process.env.TMPDIR : void (process.env.TMPDIR = TMPDIR)))

  it('are refused a folder that does not exist, which is no bug', () => {
    process.env.TMPDIR = folder.path('nowhere')
    const { code, message } = refusal(() => openWorkbench())
    expect(code).to.equal('NOT_WRITABLE')
    expect(message)
      .to.include(`The folder for temporary files, ${process.env.TMPDIR}, is not writable (ENOENT: `)
      .and.match(/Set the environment variable TMPDIR to a folder that is\.$/)
  })

  it('of a run that is gone with all that would have removed them are removed by the next one, and no others', () => {
    const own = folder.path('tmp')
    mkdirSync(own)
    process.env.TMPDIR = own
    const [space] = /\d+/.exec(readlinkSync('/proc/self/ns/pid')) ?? []
    const { pid: gone } = spawnSync('true')
    const dead = ['speedup-', 'pm2-'].map((prefix) => `${prefix}${space}-${gone}-Ab3dEf`)
    const others = [
      `speedup-${space}-${process.ppid}-Ab3dEf`, // lives
      `speedup-1-${gone}-Ab3dEf`, // in another container
      `speedup-${space}-${gone}-Ab3dEf-mine`,
      `speedup-${gone}`,
      `my-speedup-${space}-${gone}-Ab3dEf`
    ]
    for (const name of [...dead, ...others]) {
      mkdirSync(join(own, name))
      writeFileSync(join(own, name, 'log'), '')
    }
    const [first, second] = [makeTemporaryFolder('speedup-'), makeTemporaryFolder('speedup-')]
    const left = [dead[1], ...others, ...[first, second].map((path) => basename(path))]
    expect(readdirSync(own).sort()).to.eql(left.sort())
    expect(basename(first)).to.match(RegExp(`^speedup-${space}-${process.pid}-\\w{6}$`))
    makeTemporaryFolder('pm2-')
    expect(readdirSync(own)).to.not.include(dead[1])
  })

  it('that find the disk full are told as that, whoever writes them', () => {
    let thrown
    try {
      writeFileSync('/dev/full', 'x')
    } catch (error) {
      thrown = error
    }
    expect(thrown).to.be.an('error')
    process.env.TMPDIR = folder.path('')
    const { code, message } = asSpeedupError(thrown)
    expect(code).to.equal('NOT_WRITABLE')
    expect(message).to.equal(
      `A file can't be written (ENOSPC: no space left on device, write). Make room there, or choose other folders: ` +
        `reports are written to the one that plugins.speedup.report names, temporary files to ${folder.path('')} (environment variable TMPDIR).`
    )
  })
})
