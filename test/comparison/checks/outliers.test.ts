import { expect } from 'chai'
import { describe, it } from 'mocha'
import { checkOutliers } from '../../../plugin/comparison/warnings/noise.ts'
import { aCandidate, aCandidateWith } from '../../support/results.ts'

describe('the check of outliers', () => {
  it('finds nothing when no round was pulled in', () => expect(checkOutliers([aCandidate()])).to.eql([]))

  it('notes each round that was, for each metric that it disturbed', () => {
    const candidate = aCandidateWith([
      { metric: 'p95', outliers: [{ round: 4, ratio: 3.104, pulledTo: 2.2 }, { round: 6, ratio: 0.5, pulledTo: 1.1 }] },
      { metric: 'throughput', outliers: [{ round: 4, ratio: 3, pulledTo: 2 }] }
    ])
    const found = checkOutliers([candidate])
    expect(found[0]).to.eql({
      code: 'outlier-round',
      severity: 'note',
      variant: 'clustered',
      rounds: [4],
      message: "clustered p95: round 4 (3.10x) was an outlier and was pulled to 2.20x, so that it can't decide alone."
    })
    expect(checkOutliers([aCandidateWith([{ metric: 'p95', outliers: [{ round: 2, ratio: 1.4312, pulledTo: 1.4329 }] }])]), 'by less than can be seen').to.eql([])
    expect(found.slice(1).map(({ message }) => message.split(' was')[0])).to.eql(['clustered p95: round 6 (0.50x)', 'clustered throughput: round 4 (3.00x)'])
  })
})
