import { mkdirSync, symlinkSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { describe, it } from 'mocha'
import { checkChai, checkMocha } from '../../plugin/kit/check-versions.ts'
import { temporaryFolder } from '../support/folder.ts'

describe('the versions of mocha and chai', () => {
  const folder = temporaryFolder()

  /** @returns a script of that package */
  function aProgram(name: string, version: string): string {
    mkdirSync(folder.path(`${name}-${version}/bin`), { recursive: true })
    folder.write(`${name}-${version}/package.json`, JSON.stringify({ name, version }))
    return folder.write(`${name}-${version}/bin/mocha.js`, '')
  }

  it('are refused before those that are needed', () => {
    const needed = (name: string, oldest: number) => `artillery-plugin-speedup needs ${name} ${oldest} or later. Update it: npm install --save-dev ${name}@latest.`
    expect(() => checkChai('3.5.0')).to.throw(`This is chai 3.5.0, but ${needed('chai', 4)}`).with.property('code', 'UNSUPPORTED')
    const program = aProgram('mocha', '9.2.2')
    symlinkSync(program, folder.path('mocha'))
    for (const given of [program, folder.path('mocha')]) expect(() => checkMocha(given)).to.throw(`This is mocha 9.2.2, but ${needed('mocha', 10)}`)
  })

  it('are accepted from those on, and not asked of what tells none, and of other programs', () => {
    for (const version of ['4.0.0', '12.1.0', undefined]) checkChai(version)
    const installed = ['.bin/mocha', 'mocha/bin/mocha.js', 'mocha/lib/cli/cli.js'].map((name) => fileURLToPath(new URL(`../../node_modules/${name}`, import.meta.url)))
    for (const program of [aProgram('mocha', '10.0.0'), ...installed, undefined, folder.path('no such file'), aProgram('some-runner', '1.0.0')]) checkMocha(program)
  })
})
