import { expect } from 'chai'
import type { Life } from '../../../plugin/concepts/spans.ts'
import { aftermathOf as aftermathOfHit, type EndedRequest } from '../../../plugin/questions/losses/measure/aftermath.ts'
import { lossKinds, lossOf, type Disturbed } from '../../../plugin/questions/losses/concepts/disturbances.ts'

/**
 * @returns a request each 5 ms, from 0 to 12 s, that takes 10 ms; change: of what ended at that moment, null: nothing
 * did
 */
function load(change: (endMs: number) => Partial<EndedRequest> | null = () => ({})): EndedRequest[] {
  return Array.from({ length: 2400 }, (_, i) => ({
    startMs: 5 * i - 10,
    endMs: 5 * i,
    latencyMs: 10,
    loss: null,
    isFirst: i % 10 === 0,
    pid: 1
  })).flatMap((request) => {
    const changed = change(request.endMs)
    return changed === null ? [] : [{ ...request, ...changed }]
  })
}

const atMs = 5000
const hit: Disturbed = {
  kind: 'kill',
  of: 'worker',
  seconds: null,
  at: 5,
  pids: [1],
  beganMs: atMs,
  doneMs: atMs,
  told: [],
  migrates: null,
  problem: null
}
const span = { fromMs: 1500, toMs: 12_000 }
const within = (fromMs: number, toMs: number) => (endMs: number) => endMs >= fromMs && endMs < toMs

/** Of a kill of a worker about which nothing else is known. */
const aftermathOf = (change?: Parameters<typeof load>[0], beganMs: number = atMs, within: typeof span = span) =>
  aftermathOfHit(load(change), { ...hit, beganMs }, [], within)

describe('what a disturbance does to a load', () => {
  it('is nothing, where nothing happens', () => {
    const { before, answered, lost, bump, dip, recoverySeconds } = aftermathOf()
    expect(before).to.eql({ seconds: 3, answered: 600, lost: 0, perSecond: 200, p95Ms: 10 })
    expect(answered).to.eql({ fresh: 140, kept: 1260 })
    expect(Object.values(lost)).to.eql(lossKinds.map(() => ({ fresh: 0, kept: 0 })))
    expect({ bump, dip, recoverySeconds }).to.eql({ bump: { factor: 1, seconds: 0 }, dip: 1, recoverySeconds: 0 })
  })

  it('has figures that can be kept also where nothing came before it, or was too quick to be told from nothing', () => {
    const { before, dip } = aftermathOf(undefined, span.fromMs)
    expect([before.seconds, before.perSecond, dip]).to.eql([0, 0, 0])
    const quick = aftermathOf(() => ({ latencyMs: 0 }))
    expect(quick.bump).to.eql({ factor: 1, seconds: 0 })
  })

  it('counts what is lost, by kind and connection, until nothing is lost for a second', () => {
    const isDown = within(5000, 6200)
    const { lost, answered, dip, recoverySeconds } = aftermathOf((endMs) =>
      isDown(endMs) ? { loss: endMs < 5100 ? 'reset' : 'refused' } : {}
    )
    expect(lost.reset).to.eql({ fresh: 2, kept: 18 })
    expect(lost.refused).to.eql({ fresh: 22, kept: 198 })
    expect(answered).to.eql({ fresh: 116, kept: 1044 })
    expect({ dip, recoverySeconds }).to.eql({ dip: 0, recoverySeconds: 1.2 })
  })

  it('measures how high latency rises, and for how long, in slices of 200 ms', () => {
    const { bump, recoverySeconds } = aftermathOf((endMs) => (within(5400, 6000)(endMs) ? { latencyMs: 35 } : {}))
    expect(bump).to.eql({ factor: 3.5, seconds: 0.6 })
    // A second with fewer than one slow request in twenty is a usual one.
    expect(recoverySeconds).to.be.within(0.9, 1)
  })

  it('does not take a slower service for a recovered one', () => {
    for (const change of [
      (endMs: number) => (endMs > atMs ? { latencyMs: 13 } : {}),
      (endMs: number) => (endMs > atMs && endMs % 50 === 0 ? null : {}),
      (endMs: number) => (endMs > atMs && endMs % 500 === 0 ? { loss: 'reset' as const } : {})
    ])
      expect(aftermathOf(change).recoverySeconds).to.equal(null)
  })

  it('is its own until the next one, and the seconds before begin with what counts', () => {
    const { before, answered } = aftermathOf((endMs) => (within(7000, 8000)(endMs) ? { loss: 'reset' } : {}), 3000, {
      fromMs: 1500,
      toMs: 7000
    })
    expect(before).to.include({ seconds: 1.5, answered: 300, lost: 0 })
    expect(answered.fresh + answered.kept).to.equal(800)
    expect(aftermathOf((endMs) => (within(2000, 2100)(endMs) ? { loss: 'reset' } : {}), 3000).before.lost).to.equal(20)
  })

  it('is unknown of a load that had no answer before', () => {
    expect(aftermathOf((endMs) => (endMs < atMs ? { loss: 'refused' } : {}))).to.deep.include({
      bump: null,
      dip: 0,
      recoverySeconds: null
    })
  })
})

describe('how a request is lost', () => {
  for (const [outcome, kind] of [
    ['200', null],
    ['404', null],
    ['503', 'server error'],
    ['ECONNREFUSED', 'refused'],
    ['ECONNRESET', 'reset'],
    ['EPIPE', 'reset'],
    ['ETIMEDOUT', 'timed out'],
    ['ERR_SOCKET_TIMEOUT', 'timed out'],
    ['HPE_INVALID_CONSTANT', 'other']
  ])
    it(`is told by its outcome: ${outcome}`, () => expect(lossOf(String(outcome))).to.equal(kind))

  describe('and to its workers', () => {
    const life = (pid: number, fromMs: number, toMs: number | null = null, bySignal = false): Life => ({
      pid,
      fromMs,
      toMs,
      bySignal
    })
    const lost = (from: number, to: number, loss: EndedRequest['loss'], rest: Partial<EndedRequest> = {}) =>
      load((endMs) => (within(from, to)(endMs) ? { loss, pid: 0, ...rest } : {}))

    it('says how long nobody listened, who is there again, and what share of the last second is theirs', () => {
      const requests = load((endMs) => ({ pid: endMs > 6000 && endMs % 20 === 0 ? 3 : 2 }))
      const lives = [life(1, 0, 5000, true), life(2, 0, 5200, true), life(3, 6000)]
      const { outageSeconds, workers, newcomers } = aftermathOfHit(requests, hit, lives, span)
      expect({ outageSeconds, workers, newcomers }).to.eql({
        outageSeconds: 0.8,
        workers: { before: 2, after: 1 },
        newcomers: 0.25
      })
      expect(aftermathOfHit(requests, hit, [], span)).to.include({
        outageSeconds: null,
        workers: null,
        newcomers: null
      })
    })

    it('says how long an old worker took to leave, and whether it still got requests', () => {
      const told = { ...hit, kind: 'reload' as const, told: [{ pid: 1, atMs: 5100 }] }
      const requests = load((endMs) => ({ pid: endMs < 5300 ? 1 : 2 }))
      expect(aftermathOfHit(requests, told, [life(1, 0, 5300), life(2, 5090)], span).leaving).to.eql({
        seconds: 0.2,
        requests: { fresh: 3, kept: 34 }
      })
      expect(aftermathOfHit(requests, told, [life(1, 0), life(2, 5090)], span).leaving?.seconds).to.equal(null)
      expect(aftermathOfHit(requests, hit, [life(1, 0, 5000)], span).leaving).to.equal(null)
    })

    it('counts a request that nobody answers where it began, however late its timeout is, also after the end of the load', () => {
      const late = {
        startMs: 5020,
        endMs: 15_020,
        latencyMs: 10_000,
        loss: 'timed out' as const,
        isFirst: true,
        pid: 0
      }
      const lostIn = (beganMs: number, within: typeof span & { isLast?: boolean }) =>
        aftermathOfHit([...load(), late], { ...hit, beganMs }, [], within).lost['timed out'].fresh
      expect(lostIn(5000, { fromMs: 1500, toMs: 9000 })).to.equal(1)
      expect(lostIn(9000, { ...span, isLast: true })).to.equal(0)
      const atTheEnd = { ...late, startMs: 11_900, endMs: 21_900 }
      const { lost: found } = aftermathOfHit([...load(), atTheEnd], { ...hit, beganMs: 9000 }, [], {
        ...span,
        isLast: true
      })
      expect(found['timed out'].fresh).to.equal(1)
    })

    it('counts what waited in a frozen worker until it went on', () => {
      const frozen = { ...hit, kind: 'freeze' as const, seconds: 1 }
      const requests = load((endMs) => (endMs === 6000 || endMs === 6005 ? { startMs: 5200, latencyMs: 800 } : {}))
      expect(aftermathOfHit(requests, frozen, [], span).stuck).to.equal(2)
      expect(aftermathOfHit(requests, { ...frozen, pids: [2] }, [], span).stuck).to.equal(0)
    })

    for (const [cause, disturbed, lives, requests] of [
      ['killed', {}, [life(1, 0, 5000, true), life(2, 0)], lost(5000, 5050, 'reset')],
      [
        'forgotten',
        {},
        [life(1, 0, 5000, true), life(2, 0)],
        lost(11_500, 11_900, 'timed out', { startMs: 5010, isFirst: true })
      ],
      ['no-listener', {}, [life(1, 0, 5000, true), life(3, 5900)], lost(5100, 5800, 'refused')],
      ['no-listener', {}, [], lost(5100, 5800, 'refused')],
      [
        'not-graceful',
        { kind: 'terminate', told: [{ pid: 1, atMs: 5000 }] },
        [life(1, 0, 5003, true), life(2, 0)],
        lost(5000, 5020, 'reset')
      ],
      [
        'not-graceful',
        { kind: 'reload', told: [{ pid: 1, atMs: 5400 }] },
        [life(1, 0, 5600), life(2, 5390)],
        lost(5600, 5610, 'cut off', { startMs: 5350 })
      ],
      [
        'keep-alive',
        { kind: 'reload', told: [{ pid: 1, atMs: 5400 }] },
        [life(1, 0, 5600), life(2, 5390)],
        lost(5500, 5520, 'reset', { isFirst: false })
      ],
      [
        'not-accepted',
        { kind: 'reload', told: [{ pid: 1, atMs: 5400 }] },
        [life(1, 0, 5600), life(2, 5390)],
        lost(5400, 5420, 'reset', { isFirst: true })
      ],
      [
        'killed-too-early',
        {
          kind: 'reload',
          told: [
            { pid: 1, atMs: 5000 },
            { pid: 2, atMs: 5050 }
          ]
        },
        [life(1, 0, 5020), life(2, 0, 5070), life(3, 5900)],
        lost(5200, 5800, 'refused')
      ],
      [
        'frozen',
        { kind: 'freeze', seconds: 2 },
        [life(1, 0), life(2, 0)],
        lost(6500, 6600, 'timed out', { startMs: 5500 })
      ],
      ['server-error', { kind: 'reload' }, [life(1, 0)], lost(5100, 5200, 'server error')],
      ['unknown', {}, [life(1, 0), life(2, 0)], lost(7000, 7100, 'reset')]
    ] as [string, Partial<Disturbed>, Life[], EndedRequest[]][]) {
      it(`takes ${cause} for the cause of what was lost, where ${lives.length === 0 ? 'no worker is known' : `${lives.length} workers are known`} and it was ${disturbed.kind ?? 'a kill'}`, () => {
        const { causes, lost: found } = aftermathOfHit(requests, { ...hit, ...disturbed }, lives, span)
        const count = Object.values(found).reduce((sum, { fresh, kept }) => sum + fresh + kept, 0)
        expect(count).to.be.above(1)
        expect(causes).to.eql({ [cause]: count })
      })
    }
  })
})
