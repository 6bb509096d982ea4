import { expect } from 'chai'
import { describe, it } from 'mocha'
import { compareScenario } from '../../plugin/comparison/compare-scenario.js'
import { runsWithSpeedups } from '../support/runs.js'
import { aPlan, someSettings } from '../support/settings.js'
/** @import { Run } from '../../plugin/vocabulary.js' */

/**
 * @param {{ single?: Partial<Run>, clustered?: Partial<Run> }} overrides of every run
 * @param {number[]} [ratios]
 */
const warningsOf = (overrides, ratios = [2, 2, 2]) =>
  compareScenario(runsWithSpeedups(ratios, overrides), aPlan(), someSettings()).warnings

const nameless = 'responses carried no x-worker-pid header'
const advice = 'Does the app remove headers, or does something else answer in its place?'

describe('warnings', () => {
  it('are none when all went well', () => {
    expect(warningsOf({})).to.eql([])
  })

  it('tell of errors that no failed request explains', () => {
    const artilleryErrors = { 'Failed capture or match': 3, ETIMEDOUT: 2 }
    const failureKinds = { ETIMEDOUT: 2, 500: 9 }
    expect(warningsOf({ single: { artilleryErrors, failures: 11, failureKinds } })[1]).to.eql({
      code: 'scenario-errors',
      message:
        'Round 2, single: Artillery counted 5 errors where 2 requests got no answer: Failed capture or match (3), ETIMEDOUT (2). ' +
        'The users concerned did not do what the scenario says, so the load was another one. Mend the scenario.'
    })
    expect(warningsOf({ single: { artilleryErrors: { ETIMEDOUT: 2 }, failures: 2, failureKinds } })).to.eql([])
  })

  it('tell which variant’s responses carried no header, and that the distribution leaves them out', () => {
    expect(warningsOf({ single: { unattributed: 12 } })).to.eql([
      { code: 'unattributed-responses', message: `single: 1.0 % of the ${nameless}, so the distribution leaves them out. ${advice}` }
    ])
  })

  it('tell that the distribution is unknown when too many carried none', () => {
    expect(warningsOf({ clustered: { unattributed: 300 } })).to.eql([
      { code: 'unattributed-responses', message: `clustered: 20.0 % of the ${nameless}, so nobody knows how the work was distributed. ${advice}` }
    ])
  })

  it('name each run in which workers died', () => {
    const messages = warningsOf({ clustered: { restarts: 1 } }).map(({ code, message }) => `${code} ${message}`)
    expect(messages).to.have.length(3)
    expect(messages[1]).to.equal(
      'worker-restarted Round 2, clustered: 1 worker died and was forked again, so the run was slower than the app could be. Find out why.'
    )
    expect(warningsOf({ clustered: { restarts: 2 } })[0].message).to.include('2 workers died and were forked again')
  })

  it('count the runs after which the app had to be killed', () => {
    expect(warningsOf({ single: { killed: true } })).to.eql([
      {
        code: 'app-killed',
        message:
          'single: after 3 runs the app did not leave within 2 s of SIGTERM and was killed. Let it end on SIGTERM, or raise plugins.speedup.app.stopTimeout.'
      }
    ])
  })

  it('name an outlier, for each metric that it disturbed', () => {
    const found = warningsOf({}, [2, 2, 8, 2, 2])
    expect(found.map(({ code }) => code)).to.eql(Array(4).fill('outlier-round'))
    expect(found[1].message).to.equal('clustered p95: round 3 (8.00x) was an outlier and was pulled to 2.06x.')
  })
})
