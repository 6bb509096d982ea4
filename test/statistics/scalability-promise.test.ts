// What the intervals promise: 95 % of them cover the truth. The random numbers are seeded, so a run of this file can't
// fail by bad luck, only because the fit or the promise was changed.
import { expect } from 'chai'
import { describe, it } from 'mocha'
import { fitScalability, valueAt, type Law } from '../../plugin/statistics/scalability.ts'
import { seededNormal } from '../support/random.ts'

const trials = 300

const sweeps: { of: string, law: Law, ns: number[], rounds: number, spread: number }[] = [
  { of: 'a little contention and coherency', law: { lambda: 228, sigma: 0.05, kappa: 0.002 }, ns: [1, 2, 4, 8, 16], rounds: 3, spread: 0.03 },
  { of: 'an early peak', law: { lambda: 228, sigma: 0.02, kappa: 0.02 }, ns: [1, 2, 4, 8], rounds: 5, spread: 0.03 },
  { of: 'no coherency', law: { lambda: 228, sigma: 0.1, kappa: 0 }, ns: [1, 2, 4, 8], rounds: 3, spread: 0.03 },
  { of: 'three numbers alone, and noisy rounds', law: { lambda: 228, sigma: 0.1, kappa: 0 }, ns: [1, 2, 3], rounds: 3, spread: 0.05 }
]

describe('the intervals of the scalability, simulated', () => {
  for (const sweep of sweeps) {
    const { of, law, ns } = sweep
    it(`cover the truth 88 to 98 times in 100, with ${of}`, () => {
      const { terms, curve, peaks } = simulate(sweep)
      expect(terms.lambda, 'lambda').to.be.within(0.88, 0.98)
      expect(terms.sigma, 'sigma').to.be.within(0.88, 0.98)
      // Where it is 0, it can be left to one side only, and with three numbers hardly at all.
      expect(terms.kappa, 'kappa').to.be.within(0.88, law.kappa === 0 ? 1 : 0.98)
      expect(curve, 'curve, in the mean over its length').to.be.within(0.88, 0.98)
      // 2.5 % on either side of kappa's interval, and three standard errors of 300 trials.
      if (law.kappa === 0) expect(peaks, 'peaks that are none').to.be.below(0.052)
      else if (ns.length > 4 || law.kappa > 0.01) expect(peaks, 'peaks that are seen').to.be.above(0.9)
    }).timeout(60_000)
  }
})

function simulate({ law, ns, rounds, spread }: typeof sweeps[0]) {
  const normal = seededNormal(77)
  const seen = { terms: { lambda: 0, sigma: 0, kappa: 0 }, curve: 0, peaks: 0 }
  for (let trial = 0; trial < trials; trial++) {
    const points = ns.map((n) => ({ n, logs: Array.from({ length: rounds }, () => Math.log(valueAt(law, n)) + spread * normal()) }))
    const found = fitScalability(points, 0.95)
    for (const term of ['lambda', 'sigma', 'kappa'] as const) seen.terms[term] += share(found[term].interval, law[term])
    seen.curve += found.curve.reduce((sum, { n, interval }) => sum + share(interval, valueAt(law, n)), 0) / found.curve.length
    if (found.peak !== null) seen.peaks += 1 / trials
  }
  return seen
}

function share([low, high]: [number, number], truth: number) {
  return low <= truth && truth <= high ? 1 / trials : 0
}
