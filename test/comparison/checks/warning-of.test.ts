import { expect } from 'chai'
import { describe, it } from 'mocha'
import { warningOf } from '../../../plugin/comparison/warnings/warning-of.ts'
import { aRun } from '../../support/runs.ts'
import type { Run } from '../../../plugin/concepts/run.ts'

describe('a warning about some runs', () => {
  const code = 'worker-restarted'
  const kind = { code, severity: 'warning' }
  const inRounds = (rounds: number[]) => rounds.map((round) => aRun({ round }))

  it('is none where there are no such runs', () => expect(warningOf(code, [], () => 'never')).to.eql([]))

  it('names the variant and the rounds, and is told with all the runs', () => {
    const runs = [aRun({ round: 1, restarts: 2 }), aRun({ round: 3, restarts: 5 })]
    const died = (of: Run[]) => `${of.reduce((sum, { restarts }) => sum + restarts, 0)} died.`
    expect(warningOf(code, runs, died)).to.eql([{ ...kind, variant: 'single', rounds: [1, 3], message: 'single, rounds 1 and 3: 7 died.' }])
  })

  it('is a single one for several variants, each with its own rounds', () => {
    const runs = [aRun({ round: 10 }), aRun({ round: 2, variant: 'clustered' }), aRun({ round: 10, variant: 'clustered' }), aRun({ round: 11 })]
    expect(warningOf(code, runs, () => 'All died.')).to.eql([
      { ...kind, variant: null, rounds: [2, 10, 11], message: 'single, rounds 10 and 11; clustered, rounds 2 and 10: All died.' }
    ])
  })

  const cases: [number[], string][] = [
    [[2], 'round 2'],
    [[1, 2], 'rounds 1 and 2'],
    [[1, 2, 3], 'rounds 1 to 3'],
    [[1, 3, 5], 'rounds 1, 3 and 5'],
    [[1, 2, 3, 4, 6], 'rounds 1 to 4 and 6'],
    [[1, 2, 4, 5, 6, 10], 'rounds 1, 2, 4 to 6 and 10']
  ]
  for (const [rounds, words] of cases) {
    it(`write ${rounds.join()} as ${words}`, () =>
      expect(warningOf(code, inRounds(rounds), () => '')[0].message).to.equal(`single, ${words}: `))
  }
})
