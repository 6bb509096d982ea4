import { expect } from 'chai'
import { describe, it } from 'mocha'
import { densityExtent, cloudExtent, latencyCloud, workerLook } from '../../../plugin/report/charts/latency-cloud.ts'
import { baselineLook, numberedLook } from '../../../plugin/report/palette.ts'
import { hardPlans, runsOverTime } from '../../support/runs-over-time.ts'
import { expectGolden } from './drawing.ts'
import { expectSound as expectSoundChart, pointsOf, textsOf } from './drawing.ts'
import type { RunDetail } from '../../../plugin/concepts/report-data.ts'

const draw = (detail: RunDetail, shown = [detail]) => latencyCloud(detail, { look: detail.run.variant === 'single' ? baselineLook : numberedLook(0), extent: cloudExtent(shown) })

const dotsOf = (marks: ReturnType<typeof expectSoundChart>) => marks.filter(({ attributes }) => attributes['stroke-linecap'] !== undefined)

const [single, clustered] = runsOverTime({ seed: 1, rounds: 1, requests: 60, failing: 0, workers: [1, 2] })
const [, sixteen] = runsOverTime({ seed: 2, rounds: 1, requests: 90, workers: [1, 16] })

describe('the latencies of a run over its time', () => {
  it('are drawn as they were', () => {
    expectGolden('latency-cloud-dots', draw(clustered, [single, clustered]))
    expectGolden('latency-cloud-density', draw(sixteen))
  })

  for (const [name, plan] of Object.entries(hardPlans)) {
    it(`stay within their frame with ${name}`, () => {
      for (let seed = 0; seed < 2; seed++) {
        const runs = runsOverTime({ seed, ...plan })
        for (const detail of runs.filter(({ cloud }) => cloud !== null)) expectSoundChart(draw(detail, runs))
      }
    })
  }

  it('have a dot for each response, by worker, in a colour of its own and with its PID', () => {
    const dots = dotsOf(expectSoundChart(draw(clustered)))
    const counts = dots.map(({ attributes }) => (attributes.d.match(/M/g) ?? []).length)
    const workers = clustered.cloud?.dots?.worker ?? []
    expect(counts).to.eql([-1, 0, 1].map((worker) => workers.filter((one) => one === worker).length))
    expect(counts.reduce((a, b) => a + b)).to.equal(60)
    expect(dots.map(({ children }) => children[0].text)).to.eql([`Unknown worker: 1 response`, `Worker 1, PID 100: ${counts[1]} responses`, `Worker 2, PID 101: ${counts[2]} responses`])
    expect(new Set(dots.map(({ attributes }) => attributes.stroke))).to.have.lengthOf(3)
    expect(dots.map(({ attributes }) => attributes['stroke-linecap'])).to.eql(['square', 'round', 'square'])
  })

  it('stand at their time and latency', () => {
    const dots = { seconds: [0, 3, 6], latencyMs: [10, 100, 1000], worker: [0, 0, 0] }
    const detail = { ...single, bins: [], cloud: { dots, density: null, workerP95Ms: [] } }
    const points = pointsOf(dotsOf(expectSoundChart(draw(detail)))[0].attributes.d).filter((_, i) => i % 2 === 0)
    expect(points.map(({ x }) => x)).to.eql([4, 500, 996])
    expect(points[0].y - points[1].y).to.be.closeTo(points[1].y - points[2].y, 1)
    expect(points[0].y).to.be.above(points[2].y)
  })

  it('have the look of the variant where one worker served all', () => {
    expect(workerLook(0, { workers: 1, look: baselineLook }).colour).to.equal(baselineLook.colour)
    expect([0, 1, 2, 3].map((worker) => workerLook(worker, { workers: 4, look: baselineLook }).colour)).to.eql([0, 1, 2, 3].map((worker) => numberedLook(worker).colour))
  })

  it('become a density of at most six strengths, that holds every response once', () => {
    const cells = [[0, 10, 1], [1, 10, 1], [2, 10, 36], [3, 10, 1], [0, 11, 9], [0, 12, 4]].map((cell) => cell as [number, number, number])
    const detail = { ...sixteen, bins: [], cloud: { dots: null, density: { columns: 4, rowsPerDecade: 10, cells }, workerP95Ms: [] } }
    const paths = expectSoundChart(draw(detail)).filter(({ attributes }) => attributes['shape-rendering'] === 'crispEdges')
    expect(paths.map(({ attributes }) => attributes['stroke-opacity'])).to.eql(['0.17', '0.33', '0.5', '1'])
    expect(paths.map(({ children }) => children[0].text)).to.eql(['1 response in a cell', '4 responses in a cell', '9 responses in a cell', '36 responses in a cell'])
    // Neighbours in one: the first two columns, then the last one.
    expect(pointsOf(paths[0].attributes.d).map(({ x }) => x)).to.eql([0, 500, 750, 1000])
  })

  it('fill rows of the density without gaps', () => {
    const rows = [10, 11, 12]
    const cells = rows.map((row) => [0, row, 1] as [number, number, number])
    const detail = { ...sixteen, bins: [], cloud: { dots: null, density: { columns: 4, rowsPerDecade: 10, cells }, workerP95Ms: [] } }
    const [path] = expectSoundChart(draw(detail)).filter(({ attributes }) => attributes['shape-rendering'] === 'crispEdges')
    const heights = pointsOf(path.attributes.d).filter((_, i) => i % 2 === 0).map(({ y }) => y)
    expect(heights[0] - heights[1]).to.be.closeTo(Number(path.attributes['stroke-width']), 0.02)
  })

  it('have room for the whole of the highest and the lowest row', () => {
    expect(densityExtent({ columns: 1, rowsPerDecade: 10, cells: [[0, 19, 1], [0, 10, 1], [0, -10, 1]] })).to.eql({ min: 0.1, max: 100 })
    expect(densityExtent({ columns: 1, rowsPerDecade: 10, cells: [] })).to.equal(null)
  })

  it('have lines of p50 and p95 with labels apart from each other, where responses are not just a handful', () => {
    const many = textsOf(expectSoundChart(draw(clustered)), 'text')
    expect(many).to.include.members(['p50', 'p95'])
    const equal = expectSoundChart(draw(runsOverTime({ seed: 3, rounds: 1, spread: 0 })[0])).filter(({ text }) => text === 'p50' || text === 'p95')
    expect(Math.abs(Number(equal[0].attributes.y) - Number(equal[1].attributes.y))).to.be.at.least(11)
    const few = textsOf(expectSoundChart(draw(runsOverTime({ seed: 4, rounds: 1, requests: 5, failing: 0 })[0])), 'text')
    expect(few).to.not.include('p50')
  })

  it('say when there are none', () => {
    const [failed] = runsOverTime({ seed: 5, rounds: 1, failing: 1 })
    const marks = expectSoundChart(draw(failed, [failed, single]))
    expect(textsOf(marks, 'text')).to.include('no response that counts')
    expect(marks[0].attributes['aria-label']).to.equal('Latency over 6.0 s of single, round 1: no response that counts.')
    expect(cloudExtent([failed])).to.equal(null)
  })

  it('tell the main figures to those who cannot see', () => {
    const [{ attributes }] = expectSoundChart(draw(clustered))
    expect(attributes['aria-label']).to.match(/^Latency over 6\.0 s of clustered, round 1: a dot for each response of 60: p50 \d+\.\d ms, p95 \d+(\.\d)? ms, from /)
  })
})
