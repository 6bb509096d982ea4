import { expect } from 'chai'
import { describe, it } from 'mocha'
import { secondsLeft } from '../../plugin/experiment/run-scenario.ts'

const plan = { variants: [{ name: 'single' }, { name: 'clustered' }], rounds: { min: 3, max: 10 } }

/** @param runs variant and seconds */
const forecast = (...runs: [string, number][]) => secondsLeft(runs.map(([variant, wallSeconds]) => ({ variant, wallSeconds })), plan)

/** @param count of rounds, in which single took 8 s and clustered 6 s */
const rounds = (count: number): [string, number][] => Array.from({ length: count }, () => [['single', 8], ['clustered', 6]] as [string, number][]).flat()

describe('the time left', () => {
  it('is guessed from the first run for all variants alike', () => {
    expect(forecast(['single', 8])).to.eql([5 * 8, 19 * 8])
  })

  it('counts each variant at its own mean', () => {
    expect(forecast(['single', 8], ['clustered', 6])).to.eql([2 * 14, 9 * 14])
    expect(forecast(['single', 8], ['clustered', 6], ['clustered', 8])).to.eql([2 * 8 + 7, 9 * 8 + 8 * 7])
  })

  it('may be over after the fewest rounds', () => {
    expect(forecast(...rounds(3))).to.eql([0, 7 * 14])
  })

  it('reaches at least to the end of a round that was begun', () => {
    expect(forecast(...rounds(3), ['clustered', 6])).to.eql([8, 7 * 8 + 6 * 6])
  })

  it('is nothing after the last round', () => {
    expect(forecast(...rounds(10))).to.eql([0, 0])
  })
})
