import { expect } from 'chai'
import Mocha, { describe, it } from 'mocha'
import { ownTimeoutSeconds } from '../../plugin/kit/clock.ts'

describe('the timeout that a suite has set itself', () => {
  /** @returns a describe block in a file */
  function aSuite(configured: number): Mocha.Suite {
    const root = new Mocha.Suite('')
    root.timeout(configured)
    return Mocha.Suite.create(root, 'a suite')
  }

  it('is none where only mocha is configured', () => {
    expect(ownTimeoutSeconds(aSuite(2000))).to.equal(null)
    expect(ownTimeoutSeconds(undefined)).to.equal(null)
    expect(ownTimeoutSeconds(aSuite(2000).parent)).to.equal(null)
  })

  it('is that of the suite, or of one around it', () => {
    const suite = aSuite(2000)
    suite.timeout(90_000)
    expect(ownTimeoutSeconds(suite)).to.equal(90)
    expect(ownTimeoutSeconds(Mocha.Suite.create(suite, 'inside'))).to.equal(90)
  })

  it('is none where the suite has switched it off', () => {
    const suite = aSuite(2000)
    suite.timeout(0)
    expect(ownTimeoutSeconds(suite)).to.equal(null)
  })
})
