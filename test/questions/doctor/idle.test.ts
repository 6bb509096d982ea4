import { expect } from 'chai'
import { idle } from '../../../plugin/questions/doctor/app/checks/idle.ts'
import { findingsIn } from '../../../plugin/questions/doctor/app/started.ts'

describe('the check of idle connections', () => {
  const told = (keepSeconds: number | null, closedAfter: number | null) => {
    const allows = keepSeconds === null ? [] : [keepSeconds, 60, 300].map((seconds) => 1000 * seconds)
    const said = idle.conclude({ single: { allows, closedAfter }, clustered: null!, workers: 2 })
    return findingsIn(said)[0]?.sentence ?? said.at(-1)
  }

  it('tells how soon one is closed, as the process says and as it was seen', () => {
    expect(told(5, 6.03)).to.equal(
      'an idle connection is closed after 5 s, seen from outside after 6.0 s, and load balancers keep it for 60 s: now and then a 502'
    )
    expect(told(60, NaN)).to.match(/^an idle connection is closed after 60 s, and load balancers/)
    expect(told(null, 5.96)).to.match(/^an idle connection is closed after 6 s, seen /)
  })

  it('tells nothing of one that was not closed, or that is closed with each answer', () => {
    const well = 'idle connections are kept long enough (headers may take 60 s, requests 300 s; 0: any time)'
    for (const [seconds, closedAfter] of [
      [65, NaN],
      [0, null],
      [5, null]
    ])
      expect(told(seconds, closedAfter)).to.equal(well)
    expect(told(5, 0.01)).to.equal('the app closes each connection after its answer')
    expect(told(null, NaN)).to.equal(undefined)
  })
})
