import { writeFileSync } from 'node:fs'
import { expect } from 'chai'
import { asSpeedupError } from '../../plugin/concepts/errors.ts'
import { openWorkbench } from '../../plugin/processes/guard.ts'
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
