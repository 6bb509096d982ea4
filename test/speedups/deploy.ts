import { availableParallelism } from 'node:os'
import speedup from 'artillery-plugin-speedup/chai'
import { compareBeforeAll } from 'artillery-plugin-speedup/mocha'
import { expect, use } from 'chai'
import { describe, it } from 'mocha'
import type { Losses } from '../../plugin/questions/losses/concepts/losses.ts'

use(speedup)

// One core has no room for a second worker.
const describeHere = availableParallelism() > 1 ? describe : describe.skip

describeHere('a deploy under load', () => {
  const comparison = compareBeforeAll(new URL('../../scenarios/deploy.yml', import.meta.url), {
    variants: {
      abrupt: { mode: 'cluster', workers: 2, args: ['--abrupt'] },
      clustered: { mode: 'cluster', workers: 2, limits: { lost: '0%' } }
    },
    rounds: 3,
    // In CI it runs beside other tests, and a reload takes its time there.
    duration: '14s'
  })
  const lossesOf = (name: string) =>
    comparison.scenarios[0].losses?.find(({ variant }) => variant === name)?.losses[0] as Losses

  it('loses nothing where the app closes gracefully', () => {
    const { requests, lostRequests, problems } = lossesOf('clustered')
    expect({ lostRequests, problems }).to.eql({ lostRequests: 0, problems: [] })
    expect(requests).to.be.above(100)
    expect(comparison.candidate('clustered')).to.lose.atMost('0%', { after: 'reload' })
    expect(comparison).to.meetItsThresholds()
  })

  it('loses requests where it leaves at once, and says why', () => {
    const { lostRequests, causes } = lossesOf('abrupt')
    expect(lostRequests).to.be.above(0)
    expect(causes.map(({ cause }) => cause)).to.include('not-graceful')
  })
})
