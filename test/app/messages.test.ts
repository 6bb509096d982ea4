import { expect } from 'chai'
import { describe, it } from 'mocha'
import { asAppEvent } from '../../plugin/app/messages.ts'

describe('messages of the app’s processes', () => {
  it('are ours below our own key', () => {
    const event = { event: 'listening', pid: 7, port: 3030, address: '::' }
    expect(asAppEvent({ 'artillery-plugin-speedup': event })).to.equal(event)
  })

  for (const message of ['ready', 42, null, undefined, true, {}, [], { event: 'listening' }, { cmd: 'NODE_CLUSTER' }]) {
    it(`belong to the app when they are ${JSON.stringify(message) ?? 'undefined'}`, () => {
      expect(asAppEvent(message)).to.equal(undefined)
    })
  }
})
