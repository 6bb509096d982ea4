import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { describe, it } from 'mocha'
import { checkChai, checkMocha } from '../../plugin/kit/check-versions.ts'

const { peerDependencies } = (await import('../../plugin/package.json', { with: { type: 'json' } })).default

describe('the versions of mocha and chai', () => {
  let folder: string
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'speedup-test-'))))
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  /** @returns a script of that package */
  function aProgram(name: string, version: string): string {
    mkdirSync(join(folder, 'bin'))
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ name, version }))
    writeFileSync(join(folder, 'bin', 'mocha.js'), '')
    return join(folder, 'bin', 'mocha.js')
  }

  it('are refused before those of package.json', () => {
    expect(peerDependencies).to.include({ mocha: '>=10', chai: '>=4' })
    expect(() => checkChai('3.5.0'))
      .to.throw('This is chai 3.5.0, but artillery-plugin-speedup needs chai 4 or later. Update it: npm install --save-dev chai@latest.')
      .with.property('code', 'UNSUPPORTED')
    const program = aProgram('mocha', '9.2.2')
    symlinkSync(program, join(folder, 'mocha'))
    for (const given of [program, join(folder, 'mocha')]) {
      expect(() => checkMocha(given)).to.throw('This is mocha 9.2.2, but artillery-plugin-speedup needs mocha 10 or later.')
    }
  })

  it('are accepted from those on', () => {
    checkChai('4.0.0')
    checkChai('12.1.0')
    checkMocha(aProgram('mocha', '10.0.0'))
    for (const name of ['.bin/mocha', 'mocha/bin/mocha.js', 'mocha/lib/cli/cli.js']) checkMocha(fileURLToPath(new URL(`../../node_modules/${name}`, import.meta.url)))
  })

  it('are not asked of what tells none, and of other programs', () => {
    checkChai(undefined)
    checkMocha(undefined)
    checkMocha(join(folder, 'no such file'))
    checkMocha(aProgram('some-runner', '1.0.0'))
  })
})
