import { availableParallelism } from 'node:os'
import { compareBeforeAll } from 'artillery-plugin-speedup/mocha'
import { expect } from 'chai'
import { describe, it } from 'mocha'
import type { Losses } from '../../plugin/concepts/losses.ts'

// One core has no room for a second worker.
const describeHere = availableParallelism() > 1 ? describe : describe.skip

describeHere('a deploy under load', () => {
  const comparison = compareBeforeAll(new URL('../../scenarios/deploy.yml', import.meta.url), {
    variants: { abrupt: { mode: 'cluster', workers: 2, args: ['--abrupt'] }, clustered: { mode: 'cluster', workers: 2, thresholds: { lost: 0 } } },
    rounds: 3
  })
  const lossesOf = (name: string) => comparison.scenarios[0].losses?.find(({ variant }) => variant === name)?.losses[0] as Losses

  it('loses nothing where the app closes gracefully', () => {
    const { requests, lostRequests, problems } = lossesOf('clustered')
    expect({ lostRequests, problems }).to.eql({ lostRequests: 0, problems: [] })
    expect(requests).to.be.above(100)
    expect(comparison.verdict).to.equal('pass')
  })

  it('loses requests where it leaves at once, and says why', () => {
    const { lostRequests, causes } = lossesOf('abrupt')
    expect(lostRequests).to.be.above(0)
    expect(causes.map(({ cause }) => cause)).to.include('not-graceful')
  })
})
