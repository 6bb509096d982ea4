import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { describe, it } from 'mocha'
import { findArtillery } from '../../plugin/kit/run-artillery.ts'

describe('the artillery command of a comparison in a suite', () => {
  const command = realpathSync(fileURLToPath(new URL('../../node_modules/artillery/bin/run', import.meta.url)))
  let folder: string
  beforeEach(() => (folder = realpathSync(mkdtempSync(join(tmpdir(), 'speedup-test-')))))
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  it('is that of the project in which the suite runs', () => {
    expect(realpathSync(findArtillery(join(folder, 'job.yml')))).to.equal(command)
  })

  it('is that beside the scenario file where the suite runs elsewhere, whichever way its package names it', () => {
    const cwd = process.cwd()
    const artillery = join(folder, 'node_modules', 'artillery')
    mkdirSync(artillery, { recursive: true })
    try {
      for (const more of [{ bin: './run' }, { bin: { artillery: './run' } }, { bin: './run', exports: { '.': './index.js' } }]) {
        writeFileSync(join(artillery, 'package.json'), JSON.stringify({ name: 'artillery', ...more }))
        process.chdir(tmpdir())
        expect(findArtillery(join(folder, 'job.yml'))).to.equal(join(artillery, 'run'))
      }
    } finally {
      process.chdir(cwd)
    }
  })
})
