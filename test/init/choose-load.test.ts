import { expect } from 'chai'
import { describe, it } from 'mocha'
import { chooseLoad } from '../../plugin/init/measure-answers.ts'

describe('the load', () => {
  it('is one of 20 users for 8 s, however quick the app is', () => {
    for (const perSecond of [200, 5000, 20_000]) {
      expect(chooseLoad({ medianMs: 1000 / perSecond, users: 20, perSecond }, 2)).to.eql({ users: 20, seconds: 8, timeoutSeconds: null })
    }
  })

  it('has so many users that all workers are busy, though each user is away for as long as one answer takes', () => {
    // 1 ms of work, 100 ms of waiting.
    expect(chooseLoad({ medianMs: 101, users: 320, perSecond: 950 }, 2)).to.include({ users: 192, seconds: 8 })
    expect(chooseLoad({ medianMs: 101, users: 320, perSecond: 950 }, 8)).to.include({ users: 320 })
  })

  it('has no user wait longer than 2 s where fewer users are enough, and 10 answers for each', () => {
    expect(chooseLoad({ medianMs: 250, users: 20, perSecond: 4 }, 2)).to.eql({ users: 8, seconds: 20, timeoutSeconds: null })
  })

  it('gives very slow answers more time than Artillery would', () => {
    expect(chooseLoad({ medianMs: 1500, users: 20, perSecond: 1 / 1.5 }, 2)).to.eql({ users: 4, seconds: 60, timeoutSeconds: 60 })
  })

  it('never asks fewer than 10 times on a connection', () => {
    for (const perSecond of [0.1, 1, 10, 50, 100, 333, 500, 1000, 20_000]) {
      const { users, seconds } = chooseLoad({ medianMs: 1000 / perSecond, users: 20, perSecond }, 2)
      expect((perSecond * seconds) / users).to.be.at.least(9.999)
      expect(users).to.be.within(4, 20)
    }
  })
})
