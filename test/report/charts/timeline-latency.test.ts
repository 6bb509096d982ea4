import { expect } from 'chai'
import { describe, it } from 'mocha'
import { timelineLatency } from '../../../plugin/report/charts/timeline-latency.ts'
import { milliseconds } from '../../../plugin/report/words/numbers.ts'
import { lookOf as lookOfVariant } from '../../../plugin/report/palette.ts'
import { hardPlans, runsOverTime } from '../../support/runs-over-time.ts'
import { expectGolden } from './drawing.ts'
import { expectSound as expectSoundChart, pointsOf, textsOf } from './drawing.ts'
import type { RunDetail } from '../../../plugin/concepts/report-data.ts'

const candidates = ['clustered', 'third', 'fourth', 'fifth'].map((name) => ({ name }))
const lookOf = (name: string) => lookOfVariant(name, { baseline: 'single', candidates })
const draw = (runs: RunDetail[]) => timelineLatency(runs, lookOf)

const blocksOf = (marks: ReturnType<typeof expectSoundChart>) => marks.filter(({ name, children }) => name === 'svg' && children[0]?.name === 'title')

describe('the latency of all runs in their order', () => {
  it('is drawn as it was', () => {
    expectGolden('timeline-latency', draw(runsOverTime({ seed: 1, requests: 60, rounds: 2 })))
  })

  for (const [name, plan] of Object.entries(hardPlans)) {
    it(`stays within its frame with ${name}`, () => {
      for (let seed = 0; seed < 2; seed++) expectSoundChart(draw(runsOverTime({ seed, ...plan })))
    })
  }

  it('has a block for each run, where it began and as long as it took', () => {
    const runs = runsOverTime({ seed: 2, seconds: 6, rounds: 2 })
    const blocks = blocksOf(expectSoundChart(draw(runs)))
    // Four runs of 6 s with pauses of 2 s: 30 s in all.
    expect(blocks.map(({ attributes }) => attributes.x)).to.eql(['0%', '26.67%', '53.33%', '80%'])
    expect(blocks.map(({ attributes }) => attributes.width)).to.eql(['20%', '20%', '20%', '20%'])
  })

  it('says in each block what it shows, with the whole name', () => {
    const long = 'a name that is far longer than any block is wide, and <b>hostile</b>'
    const runs = runsOverTime({ seed: 3, rounds: 1, failing: 0.1, names: ['single', long] })
    const titles = blocksOf(expectSoundChart(draw(runs))).map(({ children }) => children[0].text)
    const { latencyMs, failures } = runs[1].run
    expect(titles[1]).to.include('Round 1, a name').and.include('<b>hostile').and.include(`p95 ${milliseconds(Number(latencyMs?.p95))} ms`).and.include(`${failures} failed`)
  })

  it('draws p50 higher where it is slower, on a logarithmic scale', () => {
    const [slow, fast, fastest] = [1000, 100, 10].map((medianMs, i) => runsOverTime({ seed: 4, rounds: 1, workers: [1], spread: 0, medianMs }).map((run) => ({ ...run, beganMs: run.beganMs + 10_000 * i }))[0])
    const marks = expectSoundChart(draw([slow, fast, fastest]))
    const heights = marks.filter(({ attributes }) => attributes['stroke-linejoin'] === 'round').map(({ attributes }) => pointsOf(attributes.d)[0].y)
    expect(heights[0]).to.be.below(heights[1])
    expect(heights[1] - heights[0]).to.be.closeTo(heights[2] - heights[1], 0.2)
    expect(textsOf(marks, 'text')).to.include.members(['10 ms', '100 ms', '1 s'])
  })

  it('marks where requests failed, and says how many', () => {
    const [run] = runsOverTime({ seed: 5, rounds: 1, workers: [1], failing: 0 })
    const bins = run.bins.map((bin, i) => ({ ...bin, requests: 10, failures: i === 3 ? 4 : i === 7 ? 1 : 0 }))
    const ticks = expectSoundChart(draw([{ ...run, bins }])).filter(({ attributes }) => attributes.stroke?.includes('--fail'))
    expect(ticks).to.have.lengthOf(1)
    expect(pointsOf(ticks[0].attributes.d).filter((_, i) => i % 2 === 0).map(({ x }) => x)).to.eql([291.67, 625])
    expect(ticks[0].children[0].text).to.equal('5 of 120 requests failed (4.2 %), 4 of them from 1.5 s to 2.0 s')
  })

  it('marks no failures where there are none', () => {
    expect(draw(runsOverTime({ seed: 6, failing: 0 })).text).to.not.include('--fail')
  })

  it('leaves a gap where nothing was answered', () => {
    const [run] = runsOverTime({ seed: 7, rounds: 1, workers: [1] })
    const bins = run.bins.map((bin, i) => (i === 5 ? { ...bin, latencyMs: null } : bin))
    const [line] = expectSoundChart(draw([{ ...run, bins }])).filter(({ attributes }) => attributes['stroke-linejoin'] === 'round')
    expect(line.attributes.d.match(/M/g)).to.have.lengthOf(2)
  })

  it('numbers each round once, and names the variants while there is room', () => {
    const few = textsOf(expectSoundChart(draw(runsOverTime({ seed: 8, rounds: 3 }))), 'text')
    expect(few).to.include.members(['Round 1', 'Round 2', 'Round 3', 'single', 'clustered'])
    expect(few.filter((text) => text.startsWith('Round'))).to.have.lengthOf(3)
    const many = textsOf(expectSoundChart(draw(runsOverTime({ seed: 8, rounds: 40, requests: 5 }))), 'text')
    expect(many).to.include('Round 1').and.to.not.include('single')
    expect(many.filter((text) => text.startsWith('R')).length).to.be.within(5, 12)
  })

  it('has the mark of its variant above each block, also where names have no room', () => {
    const runs = runsOverTime({ seed: 8, rounds: 20, requests: 5, workers: [1, 2, 2, 2] })
    const marks = expectSoundChart(draw(runs))
    expect(textsOf(marks, 'text')).to.not.include('single')
    const blocks = blocksOf(marks).map(({ attributes }) => parseFloat(attributes.x) + parseFloat(attributes.width) / 2)
    const shown = marks.filter(({ name, attributes }) => name === 'svg' && attributes.overflow === 'visible').slice(1)
    expect(shown).to.have.lengthOf(80)
    for (const [i, { attributes, children }] of shown.entries()) {
      expect(parseFloat(attributes.x)).to.be.closeTo(blocks[i], 0.02)
      const shape = children.map(({ name, attributes: { r, d } }) => ({ name, r, d }))
      expect(shape).to.eql([[{ name: 'circle', r: '4', d: undefined }], [{ name: 'circle', r: '5', d: undefined }], [{ name: 'path', r: undefined, d: 'M-4.5-4.5h9v9h-9z' }], [{ name: 'path', r: undefined, d: 'M0-5.5l5.5 10h-11z' }]][i % 4])
    }
  })

  it('writes R1 for the first round where a stylesheet says that the page is narrow', () => {
    const drawn = draw(runsOverTime({ seed: 8, rounds: 8 }))
    expect(drawn.text).to.include('R<tspan class="from-768">ound </tspan>8<')
  })

  it('names no variant where only a few runs have room for it', () => {
    const [long, ...short] = runsOverTime({ seed: 8, rounds: 10, workers: [1], seconds: 1 })
    const runs = [{ ...long, run: { ...long.run, loadSeconds: 1000 }, beganMs: long.beganMs - 1_000_000 }, ...short]
    expect(textsOf(expectSoundChart(draw(runs)), 'text')).to.not.include('single')
  })

  it('cuts long names to what fits', () => {
    const texts = textsOf(expectSoundChart(draw(runsOverTime({ seed: 9, rounds: 3, names: ['single', 'a-cluster-with-a-very-long-name'] }))), 'text')
    expect(texts.filter((text) => /^a-clust.*…$/.test(text))).to.have.lengthOf(3)
  })

  it('draws no more points of many runs than can be seen', () => {
    const runs = runsOverTime({ seed: 10, rounds: 40, requests: 30 }).map((run) => ({ ...run, bins: Array.from({ length: 60 }, (_, i) => ({ ...run.bins[i % 12], fromSeconds: i / 10, toSeconds: (i + 1) / 10 })) }))
    const drawn = draw(runs)
    expectSoundChart(drawn)
    expect(drawn.text.length).to.be.below(120_000)
  })

  it('tells the main figures to those who cannot see', () => {
    const [label] = [draw(runsOverTime({ seed: 11, rounds: 2, spread: 0, medianMs: 40 })).text.match(/aria-label="([^"]*)"/)?.[1]]
    expect(label).to.equal('Latency of 4 runs in their order, over 30 s: single with p50 40.0 ms and clustered with p50 40.0 ms.')
  })
})
