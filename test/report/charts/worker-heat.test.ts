import { expect } from 'chai'
import { describe, it } from 'mocha'
import { heatExtent, workerHeat } from '../../../plugin/report/charts/worker-heat.ts'
import { numberedLook } from '../../../plugin/report/palette.ts'
import { hardPlans, runsOverTime } from '../../support/runs-over-time.ts'
import { expectGolden } from './drawing.ts'
import { expectSound as expectSoundChart, pointsOf, textsOf } from './drawing.ts'
import type { Markup } from '../../../plugin/report/markup.ts'

const look = numberedLook(0)
const [run] = runsOverTime({ seed: 1, rounds: 1, workers: [2], failing: 0 })

const detailOf = (workerP95Ms: (number | null)[][]) => ({ ...run, cloud: { dots: null, density: null, workerP95Ms } })
const draw = (workerP95Ms: (number | null)[][]) => workerHeat(detailOf(workerP95Ms), look) as Markup

describe('the p95 of each worker over time', () => {
  it('is drawn as it was', () => {
    expectGolden('worker-heat', draw([[10, 20, 40], [80, null, 10], [null, null, null]]))
    expectGolden('worker-heat-many', draw(Array.from({ length: 9 }, (_, i) => [10, 10, 10 * (i + 1), null, 90])))
  })

  for (const [name, plan] of Object.entries(hardPlans)) {
    it(`stays within its frame with ${name}`, () => {
      for (let seed = 0; seed < 2; seed++) {
        for (const detail of runsOverTime({ seed, ...plan })) {
          const drawn = workerHeat(detail, look)
          expect(drawn === null).to.equal(heatExtent(detail) === null)
          if (drawn !== null) expectSoundChart(drawn)
        }
      }
    })
  }

  it('is nothing where nothing is known', () => {
    expect(workerHeat(detailOf([[null], [null]]), look)).to.equal(null)
    expect(workerHeat(detailOf([]), look)).to.equal(null)
    expect(workerHeat({ ...run, cloud: null }, look)).to.equal(null)
  })

  it('is the stronger, the slower', () => {
    const groups = expectSoundChart(draw([[10, 20, 40, 80, 160]])).filter(({ name }) => name === 'g')
    expect(groups.map(({ attributes }) => Number(attributes['stroke-opacity']))).to.eql([0.12, 0.28, 0.6, 0.76, 0.92])
    expect(groups.map(({ children }) => pointsOf(children[0].attributes.d)[0].x)).to.eql([0, 200, 400, 600, 800])
  })

  it('does not make much of small differences', () => {
    const groups = expectSoundChart(draw([[100, 110]])).filter(({ name }) => name === 'g')
    expect(groups.map(({ attributes }) => attributes['stroke-opacity'])).to.eql(['0.12'])
  })

  it('leaves blank where a worker gave no response, and numbers it all the same', () => {
    const marks = expectSoundChart(draw([[10, null], [null, null]]))
    expect(marks.filter(({ name }) => name === 'path')).to.have.lengthOf(1)
    expect(textsOf(marks, 'text')).to.include.members(['1', '2'])
  })

  it('says the value of each cell of up to eight workers', () => {
    const marks = expectSoundChart(draw([[10, 20], [30, 40]]))
    expect(textsOf(marks, 'title')).to.have.members(['Worker 1 at 0 s: 10.0 ms', 'Worker 1 at 3.0 s: 20.0 ms', 'Worker 2 at 0 s: 30.0 ms', 'Worker 2 at 3.0 s: 40.0 ms'])
  })

  it('stays small with many workers: neighbours in one, a title for each strength', () => {
    const flat = expectSoundChart(draw(Array.from({ length: 9 }, () => [10, 10, 10]))).filter(({ name }) => name === 'path')
    expect(flat).to.have.lengthOf(1)
    expect(pointsOf(flat[0].attributes.d)).to.have.lengthOf(18)
    expect(flat[0].children[0].text).to.equal('10.0 ms to 10.0 ms')
    const rows = Array.from({ length: 64 }, (_, i) => Array.from({ length: 20 }, (__, step) => 10 + ((i * 7 + step * 13) % 90)))
    expect(draw(rows).text.length).to.be.below(25_000)
  })

  it('names the slowest worker to those who cannot see', () => {
    const [{ attributes }] = expectSoundChart(draw([[10, 20], [30, 400]]))
    expect(attributes['aria-label']).to.equal('p95 of 2 workers over 6.0 s of single, round 1: from 10.0 ms to 400 ms (worker 2).')
  })
})
