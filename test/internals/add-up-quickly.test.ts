import { realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect } from 'chai'
import { addUpQuickly } from '../../plugin/internals/tune-artillery.ts'
import { endLoad } from '../../plugin/internals/artillerys-modules.ts'
import { artillery } from '../load/making-loads.ts'

const { SSMS, normalizeTs } = createRequire(realpathSync(artillery))('../dist/lib/core/ssms.js')
const begunMs = 1_764_000_000_000
const names = ['http.response_time', 'http.response_time.2xx', 'http.response_time.5xx']

/** Values of half a minute, more or less in their order, of which the last period is not over. */
function filled() {
  const metrics = new SSMS({ pullOnly: true })
  for (let i = 0; i < 3000; i++)
    metrics.histogram(names[(i * i) % (i < 1000 ? 2 : 3)], 0.1 + (i % 97) / 7, begunMs + 10 * i - (i % 5) * 40)
  return metrics.stop()
}

const seenOf = (metrics: any) => ({
  histograms: Object.entries<Record<string, any>>(metrics._aggregatedHistograms).map(([period, sketches]) => [
    period,
    Object.entries(sketches).map(([name, sketch]) => [name, Buffer.from(sketch.toProto()).toString('hex')])
  ]),
  first: metrics._histogramEarliestMeasurementByPeriod,
  last: metrics._histogramLastMeasurementByPeriod,
  left: metrics._histograms
})

describe("Artillery's histograms", () => {
  it('are the same when they are added up quickly, at once or piece by piece, and what is not over is left', () => {
    const upTo = normalizeTs(begunMs + 25_000)
    const addUp = (metrics: any, ...periods: number[]) => {
      for (const period of periods) metrics._aggregateHistograms(period)
      return seenOf(metrics)
    }
    const original = SSMS.prototype._aggregateHistograms
    const [own, whole] = [addUp(filled(), upTo), addUp(filled(), upTo, Infinity)]
    expect([own.histograms.length, own.left.length > 0, whole.left]).to.eql([3, true, []])
    addUpQuickly(artillery)
    expect(SSMS.prototype._aggregateHistograms).not.to.equal(original)
    try {
      expect(addUp(filled(), upTo)).to.eql(own)
      expect(addUp(filled(), upTo, upTo, Infinity)).to.eql(whole)
      expect(addUp(new SSMS({ pullOnly: true }).stop(), upTo)).to.eql({ histograms: [], first: {}, last: {}, left: [] })
    } finally {
      endLoad()
    }
    expect(SSMS.prototype._aggregateHistograms).to.equal(original)
  })
})
