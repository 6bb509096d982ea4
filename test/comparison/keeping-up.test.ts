import { expect } from 'chai'
import { loadShape } from '../../plugin/comparison/compare-scenario.ts'
import { temporaryFolder } from '../support/folder.ts'
import { aRun } from '../support/runs.ts'
import { simulateSessions, type SessionsPlan } from '../support/sessions.ts'

type Load = Omit<SessionsPlan, 'seed'>

const comparisons = 20

describe('who keeps up with users who come, simulated', () => {
  const folder = temporaryFolder()

  /** @returns in how many of 20 comparisons of three rounds each variant is said not to keep up */
  async function saturated(single: Load, clustered: Load = single) {
    const found: string[] = []
    for (let i = 0; i < comparisons; i++) {
      const runs = []
      for (let round = 1; round <= 3; round++) {
        for (const [variant, load] of Object.entries({ single, clustered })) {
          const seed = 1 + 100 * i + 10 * round + Number(variant === 'single')
          const generator = await simulateSessions({ ...load, seed }, (samples) => folder.write('samples.csv', samples))
          runs.push(aRun({ round, variant, generator }))
        }
      }
      const { model, saturated: late } = loadShape(runs, false)
      expect(model).to.equal('open')
      found.push(...late)
    }
    return ['single', 'clustered'].map((name) => found.filter((late) => late === name).length)
  }

  /** Users who stay for 1 to 3 s, as they think; a quick request and one that takes ten times as long. */
  const visiting: Load = { perSecond: 20, seconds: 10, serviceMs: [0.8, 6], thinkMs: [1000, 3000] }
  const asking: Load = { perSecond: 100, seconds: 10, serviceMs: [5], thinkMs: [0, 0] }

  it('are those whose users think, of an app that is idle, busy by half, or by 80 %', async () => {
    expect(await saturated(visiting, { ...visiting, serviceMs: [4, 30] })).to.eql([0, 0])
    expect(await saturated({ ...visiting, serviceMs: [4, 36] }, { ...visiting, seconds: 30 })).to.eql([0, 0])
  })

  it('are those of an app that is idle or busy by a third, where few come', async () => {
    const few: Load = { ...visiting, perSecond: 2, seconds: 30 }
    expect(await saturated(few, { ...few, serviceMs: [20, 150] })).to.eql([0, 0])
    expect(await saturated({ ...few, serviceMs: [6] })).to.eql([0, 0])
    expect(await saturated({ ...few, serviceMs: [200, 600] }, few)).to.eql([comparisons, 0])
  })

  it('are those who ask once, of an app that is busy by half, or by 80 %', async () => {
    expect(await saturated(asking, { ...asking, serviceMs: [8] })).to.eql([0, 0])
  })

  it('are not those whose users wait ever longer, whether they think or ask once', async () => {
    expect(await saturated({ ...visiting, serviceMs: [4, 60] }, visiting)).to.eql([comparisons, 0])
    expect(await saturated({ ...asking, serviceMs: [13] }, asking)).to.eql([comparisons, 0])
    expect(await saturated({ ...asking, serviceMs: [15] })).to.eql([comparisons, comparisons])
  })
})
