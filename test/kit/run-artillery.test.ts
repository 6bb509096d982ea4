import { mkdirSync, realpathSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { describe, it } from 'mocha'
import { findArtillery, leaveSeconds, withoutRunner } from '../../plugin/kit/run-artillery.ts'
import { cleanUpSeconds } from '../../plugin/generator/run-generator.ts'
import { temporaryFolder } from '../support/folder.ts'

describe('a comparison in a suite', () => {
  it('has time to end first what it has started elsewhere, and then to make its page', () => {
    expect(leaveSeconds).to.be.at.least(cleanUpSeconds + 30)
  })

  it('has in its environment nothing that a test runner has put there for itself, but the NODE_ENV that somebody has set', () => {
    const own = { PATH: '/bin', DATABASE_URL: 'postgres://localhost', NODE_OPTIONS: '--max-old-space-size=512' }
    const ofRunners = [{ VITEST: 'true', VITEST_POOL_ID: '1', NODE_ENV: 'test' }, { JEST_WORKER_ID: '1', NODE_ENV: 'test' }, { NODE_TEST_CONTEXT: 'child-v8', MOCHA_WORKER_ID: '0' }]
    for (const ofRunner of ofRunners) expect(withoutRunner({ ...own, ...ofRunner })).to.eql(own)
    expect(withoutRunner({ NODE_ENV: 'test' })).to.eql({ NODE_ENV: 'test' })
    expect(withoutRunner({ NODE_ENV: 'production', VITEST: 'true' })).to.eql({ NODE_ENV: 'production' })
  })
})

describe('the artillery command of a comparison in a suite', () => {
  const command = realpathSync(fileURLToPath(new URL('../../node_modules/artillery/bin/run', import.meta.url)))
  const folder = temporaryFolder()

  it('is that of the project in which the suite runs', () => {
    expect(realpathSync(findArtillery(folder.path('job.yml')))).to.equal(command)
  })

  it('is that beside the scenario file where the suite runs elsewhere, whichever way its package names it', () => {
    const cwd = process.cwd()
    mkdirSync(folder.path('node_modules/artillery'), { recursive: true })
    try {
      process.chdir(tmpdir())
      for (const more of [{ bin: './run' }, { bin: { artillery: './run' } }, { bin: './run', exports: { '.': './index.js' } }]) {
        const manifest = realpathSync(folder.write('node_modules/artillery/package.json', JSON.stringify({ name: 'artillery', ...more })))
        expect(findArtillery(`${realpathSync(folder.path('.'))}/job.yml`)).to.equal(`${dirname(manifest)}/run`)
      }
    } finally {
      process.chdir(cwd)
    }
  })
})
