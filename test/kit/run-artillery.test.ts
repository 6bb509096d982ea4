import { expect } from 'chai'
import { describe, it } from 'mocha'
import { leaveSeconds, withoutRunner } from '../../plugin/kit/run-artillery.ts'
import { cleanUpSeconds } from '../../plugin/generator/run-metered.ts'

describe('a comparison that a suite ends', () => {
  it('has time to end first what it has started elsewhere, and then to make its page', () => {
    expect(leaveSeconds).to.be.at.least(cleanUpSeconds + 30)
  })
})

describe('the environment of a comparison in a suite', () => {
  it('has nothing that a test runner has put there for itself', () => {
    const own = { PATH: '/bin', DATABASE_URL: 'postgres://localhost', NODE_OPTIONS: '--max-old-space-size=512' }
    expect(withoutRunner({ ...own, VITEST: 'true', VITEST_POOL_ID: '1', NODE_ENV: 'test' })).to.eql(own)
    expect(withoutRunner({ ...own, JEST_WORKER_ID: '1', NODE_ENV: 'test' })).to.eql(own)
    expect(withoutRunner({ ...own, NODE_TEST_CONTEXT: 'child-v8', MOCHA_WORKER_ID: '0' })).to.eql(own)
  })

  it('has the NODE_ENV that somebody has set', () => {
    expect(withoutRunner({ NODE_ENV: 'test' })).to.eql({ NODE_ENV: 'test' })
    expect(withoutRunner({ NODE_ENV: 'production', VITEST: 'true' })).to.eql({ NODE_ENV: 'production' })
  })
})
