import { expect } from 'chai'
import { disturbanceKinds } from '../plugin/questions/losses/concepts/disturbances.ts'
import { modeNames, modes } from '../plugin/concepts/modes.ts'
import { shareInterval } from '../plugin/statistics/proportion.ts'
import { codeIn, readme, rowsBelow } from './support/readme.ts'

// Warnings, diagnoses, errors and the like are in docs/codes.md: test/docs/codes.test.ts.

describe('the docs have a row, in the order of the code,', () => {
  it('for every mode', () => {
    const rows = rowsBelow('mode', 'what runs', 'ready when', 'what is measured of it', 'stopped by')
    expect(rows.map(([code]) => codeIn(code))).to.eql(modeNames)
    expect(rows.filter((cells) => cells.includes(''))).to.eql([])
  })

  it('for every mode, and every disturbance, of what happens then', () => {
    expect(
      rowsBelow('mode', 'a reload', 'who replaces a worker that dies').flatMap(([mode]) =>
        [...mode.matchAll(/`([^`]+)`/g)].map(([, name]) => name)
      )
    ).to.have.members(modeNames.filter((mode) => modes[mode].isElsewhere === undefined))
    expect(
      rowsBelow('in `disturb`', 'what happens', 'it stands for').map(([code]) => codeIn(code).split(':')[0])
    ).to.eql(disturbanceKinds)
  })

  it('with the bounds of a deploy that lost nothing so often', () => {
    const atMost = [3, 10, 30].map((deploys) => `${Math.round(100 * shareInterval(0, deploys, 0.025)[1])} %`)
    expect(readme.replaceAll(/\s+/g, ' ')).to.include(
      `After 3 reloads without a loss, up to ${atMost[0]} of your deploys may still lose something; after 10, up to ${atMost[1]}; after 30, up to ${atMost[2]}.`
    )
    expect((10_000 * shareInterval(0, 10_000, 0.025)[1]).toFixed(1)).to.equal('3.7')
  })
})
