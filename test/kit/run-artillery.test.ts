import { symlinkSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { checkMocha, leaveSeconds, withoutRunner } from '../../plugin/kit/run-artillery.ts'
import { cleanUpSeconds } from '../../plugin/load/metered.ts'
import { checkForTests } from '../../plugin/settings/requirements.ts'
import { writeAll, temporaryFolder } from '../support/folder.ts'

describe('a comparison in a suite', () => {
  it('has time to end first what it has started elsewhere, and then to make its page', () =>
    expect(leaveSeconds).to.be.at.least(cleanUpSeconds + 30))

  it('has in its environment nothing that a test runner has put there for itself, but the NODE_ENV that somebody has set', () => {
    const own = { PATH: '/bin', DATABASE_URL: 'postgres://localhost', NODE_OPTIONS: '--max-old-space-size=512' }
    const ofRunners = [
      { VITEST: 'true', VITEST_POOL_ID: '1', NODE_ENV: 'test' },
      { JEST_WORKER_ID: '1', NODE_ENV: 'test' },
      { NODE_TEST_CONTEXT: 'child-v8', MOCHA_WORKER_ID: '0' }
    ]
    for (const ofRunner of ofRunners) expect(withoutRunner({ ...own, ...ofRunner })).to.eql(own)
    expect(withoutRunner({ NODE_ENV: 'test' })).to.eql({ NODE_ENV: 'test' })
    expect(withoutRunner({ NODE_ENV: 'production', VITEST: 'true' })).to.eql({ NODE_ENV: 'production' })
  })
})

describe('the versions of mocha and chai', () => {
  const folder = temporaryFolder()

  /** @returns a script of that package */
  function aProgram(name: string, version: string): string {
    writeAll(folder.path(`${name}-${version}`), { 'package.json': { name, version }, 'bin/mocha.js': '' })
    return folder.path(`${name}-${version}/bin/mocha.js`)
  }

  it('are refused before those that are needed', () => {
    const needed = (name: string, oldest: number) =>
      `artillery-plugin-speedup needs ${name} ${oldest} or later. Update it: npm install --save-dev ${name}@latest.`
    expect(() => checkForTests('chai', '3.5.0'))
      .to.throw(`This is chai 3.5.0, but ${needed('chai', 4)}`)
      .with.property('code', 'UNSUPPORTED')
    const program = aProgram('mocha', '9.2.2')
    symlinkSync(program, folder.path('mocha'))
    for (const given of [program, folder.path('mocha')])
      expect(() => checkMocha(given)).to.throw(`This is mocha 9.2.2, but ${needed('mocha', 10)}`)
  })

  it('are accepted from those on, and not asked of what tells none, and of other programs', () => {
    for (const version of ['4.0.0', '12.1.0', undefined]) checkForTests('chai', version)
    const installed = ['.bin/mocha', 'mocha/bin/mocha.js', 'mocha/lib/cli/cli.js'].map((name) =>
      fileURLToPath(new URL(`../../node_modules/${name}`, import.meta.url))
    )
    for (const program of [
      aProgram('mocha', '10.0.0'),
      ...installed,
      undefined,
      folder.path('no such file'),
      aProgram('some-runner', '1.0.0')
    ])
      checkMocha(program)
  })
})
