import { expect } from 'chai'
import { describe, it } from 'mocha'
import { chooseLoad } from '../../plugin/init/choose-load.js'

describe('the load', () => {
  it('takes one process about 8 s, by 20 users', () => {
    expect(chooseLoad({ medianMs: 5, perSecond: 200 })).to.eql({ users: 20, requests: 80, thinkMs: null, seconds: 8, timeoutSeconds: null })
  })

  it('is as long for an app that waits and can do much at once', () => {
    expect(chooseLoad({ medianMs: 100, perSecond: 200 })).to.include({ requests: 80, thinkMs: null })
  })

  it('has pauses where an answer costs Artillery as much as the app', () => {
    const { users, requests, thinkMs, seconds } = chooseLoad({ medianMs: 0.5, perSecond: 5000 })
    expect({ users, requests, thinkMs }).to.eql({ users: 20, requests: 198, thinkMs: 40 })
    expect(seconds).to.be.closeTo(8, 0.1)
    expect(chooseLoad({ medianMs: 3, perSecond: 334 })).to.include({ thinkMs: 40 })
    expect(chooseLoad({ medianMs: 3, perSecond: 333 })).to.include({ thinkMs: null })
  })

  it('has no user wait longer than 2 s where fewer users are enough', () => {
    expect(chooseLoad({ medianMs: 250, perSecond: 4 })).to.eql({ users: 8, requests: 10, thinkMs: null, seconds: 20, timeoutSeconds: null })
  })

  it('gives very slow answers more time than Artillery would', () => {
    expect(chooseLoad({ medianMs: 1500, perSecond: 1 / 1.5 })).to.eql({ users: 4, requests: 10, thinkMs: null, seconds: 60, timeoutSeconds: 60 })
  })

  it('never asks fewer than 10 times on a connection, nor more than 500 times a second', () => {
    for (const perSecond of [0.1, 1, 10, 50, 100, 333, 500, 1000, 20_000]) {
      const { users, requests, seconds } = chooseLoad({ medianMs: 1000 / perSecond, perSecond })
      expect(requests).to.be.at.least(10)
      expect((users * requests) / seconds).to.be.at.most(501)
      expect(users).to.be.within(4, 20)
    }
  })
})
