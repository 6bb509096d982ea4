import { writeFileSync } from 'node:fs'
import { expect } from 'chai'
import { afterEach, describe, it } from 'mocha'
import { asSpeedupError } from '../../plugin/concepts/errors.ts'
import { openWorkbench } from '../../plugin/processes/guard.ts'
import { temporaryFolder } from '../support/folder.ts'
import { refusal } from '../support/settings.ts'

describe('temporary files', () => {
  const folder = temporaryFolder()
  const { TMPDIR } = process.env
  afterEach(() => (TMPDIR === undefined ? delete process.env.TMPDIR : void (process.env.TMPDIR = TMPDIR)))

  const unusable: Record<string, [place: () => string, why: RegExp]> = {
    'does not exist': [() => folder.path('nowhere'), /ENOENT: no such file or directory/],
    'is a file': [() => folder.write('file', ''), /ENOTDIR: not a directory/]
  }
  for (const [what, [place, why]] of Object.entries(unusable)) {
    it(`are refused a folder that ${what}, which is no bug`, () => {
      process.env.TMPDIR = place()
      const { code, message } = refusal(() => openWorkbench())
      expect(code).to.equal('NOT_WRITABLE')
      expect(message)
        .to.match(why)
        .and.include(`The folder for temporary files, ${process.env.TMPDIR}, is not writable (`)
        .and.match(/Set the environment variable TMPDIR to a folder that is\.$/)
    })
  }

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
