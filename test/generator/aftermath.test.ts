import { expect } from 'chai'
import { describe, it } from 'mocha'
import { aftermathOf, type EndedRequest } from '../../plugin/generator/aftermath.ts'
import { lossOf } from '../../plugin/concepts/disturbances.ts'

/** @returns a request each 5 ms, from 0 to 12 s, that takes 10 ms; change: of what ended at that moment, null: nothing did */
function load(change: (endMs: number) => Partial<EndedRequest> | null = () => ({})): EndedRequest[] {
  return Array.from({ length: 2400 }, (_, i) => ({ endMs: 5 * i, latencyMs: 10, loss: null, isFirst: i % 10 === 0 }))
    .flatMap((request) => {
      const changed = change(request.endMs)
      return changed === null ? [] : [{ ...request, ...changed }]
    })
}

const atMs = 5000
const span = { fromMs: 1500, toMs: 12_000 }
const within = (fromMs: number, toMs: number) => (endMs: number) => endMs >= fromMs && endMs < toMs

describe('what a disturbance does to a load', () => {
  it('is nothing, where nothing happens', () => {
    const { before, answered, lost, bump, dip, recoverySeconds } = aftermathOf(load(), atMs, span)
    expect(before).to.eql({ seconds: 3, answered: 600, lost: 0, perSecond: 200, p95Ms: 10 })
    expect(answered).to.eql({ fresh: 140, kept: 1260 })
    expect(Object.values(lost)).to.eql(Array(5).fill({ fresh: 0, kept: 0 }))
    expect({ bump, dip, recoverySeconds }).to.eql({ bump: { factor: 1, seconds: 0 }, dip: 1, recoverySeconds: 0 })
  })

  it('counts what is lost, by kind and connection, until nothing is lost for a second', () => {
    const isDown = within(5000, 6200)
    const { lost, answered, dip, recoverySeconds } = aftermathOf(load((endMs) => (isDown(endMs) ? { loss: endMs < 5100 ? 'reset' : 'refused' } : {})), atMs, span)
    expect(lost.reset).to.eql({ fresh: 2, kept: 18 })
    expect(lost.refused).to.eql({ fresh: 22, kept: 198 })
    expect(answered).to.eql({ fresh: 116, kept: 1044 })
    expect({ dip, recoverySeconds }).to.eql({ dip: 0, recoverySeconds: 1.2 })
  })

  it('measures how high latency rises, and for how long, in slices of 200 ms', () => {
    const { bump, recoverySeconds } = aftermathOf(load((endMs) => (within(5400, 6000)(endMs) ? { latencyMs: 35 } : {})), atMs, span)
    expect(bump).to.eql({ factor: 3.5, seconds: 0.6 })
    // A second with fewer than one slow request in twenty is a usual one.
    expect(recoverySeconds).to.be.within(0.9, 1)
  })

  it('does not take a slower service for a recovered one', () => {
    expect(aftermathOf(load((endMs) => (endMs > atMs ? { latencyMs: 13 } : {})), atMs, span).recoverySeconds).to.equal(null)
    expect(aftermathOf(load((endMs) => (endMs > atMs && endMs % 50 === 0 ? null : {})), atMs, span).recoverySeconds).to.equal(null)
    expect(aftermathOf(load((endMs) => (endMs > atMs && endMs % 500 === 0 ? { loss: 'reset' } : {})), atMs, span).recoverySeconds).to.equal(null)
  })

  it('is its own until the next one, and the seconds before begin with what counts', () => {
    const { before, answered } = aftermathOf(load((endMs) => (within(7000, 8000)(endMs) ? { loss: 'reset' } : {})), 3000, { fromMs: 1500, toMs: 7000 })
    expect(before).to.include({ seconds: 1.5, answered: 300, lost: 0 })
    expect(answered.fresh + answered.kept).to.equal(800)
    expect(aftermathOf(load((endMs) => (within(2000, 2100)(endMs) ? { loss: 'reset' } : {})), 3000, span).before.lost).to.equal(20)
  })

  it('is unknown of a load that had no answer before', () => {
    expect(aftermathOf(load((endMs) => (endMs < atMs ? { loss: 'refused' } : {})), atMs, span)).to.deep.include({ bump: null, dip: 0, recoverySeconds: null })
  })
})

describe('how a request is lost', () => {
  for (const [outcome, kind] of [
    ['200', null], ['404', null], ['503', 'server error'], ['ECONNREFUSED', 'refused'], ['ECONNRESET', 'reset'], ['EPIPE', 'reset'],
    ['ETIMEDOUT', 'timed out'], ['ERR_SOCKET_TIMEOUT', 'timed out'], ['HPE_INVALID_CONSTANT', 'other']
  ]) it(`is told by its outcome: ${outcome}`, () => expect(lossOf(String(outcome))).to.equal(kind))
})
